package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// Cost is what a step, a package or a test took.
type Cost struct {
	Name      string
	Took      time.Duration // by the clock
	Processor time.Duration // user and system, with that of its children; zero for a test
}

// Run is what one run of the gate took.
type Run struct {
	Steps    []Cost // in order
	Packages []Cost // the slowest first
	Tests    []Cost // the slowest first; those within another test are part of it
	Flaky    []string
	Faults   []string // what makes the run red though each test that ended has passed
}

// Load reads a folder: lines of steps in check.steps and test.steps, of packages in packages, the names of all packages
// in expected, and the events of the tests, as `go test -json` writes them, in files that end in .json. What is missing
// was not run.
func Load(folder fs.FS) (Run, error) {
	var r Run
	for _, name := range []string{"check.steps", "test.steps"} {
		steps, err := costs(folder, name)
		if err != nil {
			return Run{}, err
		}
		r.Steps = append(r.Steps, steps...)
	}
	packages, err := costs(folder, "packages")
	if err != nil {
		return Run{}, err
	}
	r.Packages = sum(packages)
	events, err := fs.Glob(folder, "*.json")
	if err != nil {
		return Run{}, err
	}
	ended := map[string]bool{}
	for _, name := range events {
		if err := r.read(folder, name, ended); err != nil {
			return Run{}, fmt.Errorf("%s: %w", name, err)
		}
	}
	slices.SortStableFunc(r.Tests, slowest)
	expected, err := fs.ReadFile(folder, "expected")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return Run{}, err
	}
	for name := range strings.FieldsSeq(string(expected)) {
		if !ended[name] {
			r.Faults = append(r.Faults, name+" was not run")
		}
	}
	return r, nil
}

func slowest(a, b Cost) int { return cmp.Compare(b.Took, a.Took) }

// costs reads the lines of a file: a name, the time by the clock, and that of the processor, user and system.
func costs(folder fs.FS, name string) ([]Cost, error) {
	text, err := fs.ReadFile(folder, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var all []Cost
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		if len(words) != 4 {
			return nil, fmt.Errorf("%s: %q is not a name and three times", name, line)
		}
		var times [3]time.Duration
		for i := range times {
			if times[i], err = time.ParseDuration(words[i+1]); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
		}
		all = append(all, Cost{Name: words[0], Took: times[0], Processor: times[1] + times[2]})
	}
	return all, nil
}

// sum adds up what was run more than once, and returns what took most processor time first.
func sum(all []Cost) []Cost {
	slices.SortStableFunc(all, func(a, b Cost) int { return cmp.Compare(a.Name, b.Name) })
	var sums []Cost
	for _, c := range all {
		if n := len(sums); n > 0 && sums[n-1].Name == c.Name {
			sums[n-1].Took += c.Took
			sums[n-1].Processor += c.Processor
			continue
		}
		sums = append(sums, c)
	}
	slices.SortStableFunc(sums, func(a, b Cost) int { return cmp.Compare(b.Processor, a.Processor) })
	return sums
}

// event is a line of what `go test -json` writes.
type event struct {
	Action, Package, Test string
	Elapsed               float64
}

// test returns the name of a test with that of its package's folder.
func (e event) test() string { return path.Base(e.Package) + "." + e.Test }

// read takes the tests of one file of events, and notes the packages that came to an end.
func (r *Run) read(folder fs.FS, name string, ended map[string]bool) error {
	text, err := fs.ReadFile(folder, name)
	if err != nil {
		return err
	}
	all := outcomes{failed: map[string]bool{}, running: map[string]map[string]bool{}, red: map[string]bool{}}
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, len(text)+1)
	for lines.Scan() {
		var e event
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			return err
		}
		switch {
		case e.Test == "":
			r.judge(all, e)
			ended[e.Package] = ended[e.Package] || e.Action == "pass" || e.Action == "fail" || e.Action == "skip"
		case !strings.Contains(e.Test, "/"):
			r.take(all, e)
		}
	}
	for name := range all.running {
		r.Faults = append(r.Faults, name+" did not end")
	}
	slices.Sort(r.Faults)
	return lines.Err()
}

// outcomes is what became of tests so far.
type outcomes struct {
	failed  map[string]bool            // by test: once, in any run
	running map[string]map[string]bool // by package that has begun, by test
	red     map[string]bool            // by package: whether a test of this run of it has failed
}

// take notes an event of a test.
func (r *Run) take(all outcomes, e event) {
	test := e.test()
	switch e.Action {
	case "run":
		if tests := all.running[e.Package]; tests != nil {
			tests[test] = true
		}
		return
	case "fail":
		all.failed[test], all.red[e.Package] = true, true
	case "pass":
		took := time.Duration(e.Elapsed * float64(time.Second))
		r.Tests = append(r.Tests, Cost{Name: test, Took: took})
		if all.failed[test] {
			r.Flaky = append(r.Flaky, test)
		}
	case "skip":
	default:
		return
	}
	delete(all.running[e.Package], test)
}

// judge notes an event of a package. Tests that ran when their program ended have failed. A package that fails without
// a test that does is a fault: to run no test of it again passes.
func (r *Run) judge(all outcomes, e event) {
	switch e.Action {
	case "start":
		all.running[e.Package], all.red[e.Package] = map[string]bool{}, false
		return
	case "pass", "fail", "skip":
	default:
		return
	}
	for test := range all.running[e.Package] {
		all.failed[test], all.red[e.Package] = true, true
	}
	delete(all.running, e.Package)
	if e.Action == "fail" && !all.red[e.Package] {
		r.Faults = append(r.Faults, e.Package+" failed outside its tests")
	}
}
