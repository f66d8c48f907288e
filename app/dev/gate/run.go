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
}

// Load reads a folder: lines of steps in check.steps and test.steps, of packages in packages, and the events of the
// tests, as `go test -json` writes them, in files that end in .json. What is missing was not run.
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
	for _, name := range events {
		if err := r.read(folder, name); err != nil {
			return Run{}, fmt.Errorf("%s: %w", name, err)
		}
	}
	slices.SortStableFunc(r.Tests, slowest)
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

// read takes the tests of one file of events.
func (r *Run) read(folder fs.FS, name string) error {
	text, err := fs.ReadFile(folder, name)
	if err != nil {
		return err
	}
	failed := map[string]bool{}
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, len(text)+1)
	for lines.Scan() {
		var event struct {
			Action, Package, Test string
			Elapsed               float64
		}
		if err := json.Unmarshal(lines.Bytes(), &event); err != nil {
			return err
		}
		if event.Test == "" || strings.Contains(event.Test, "/") {
			continue
		}
		test := path.Base(event.Package) + "." + event.Test
		switch event.Action {
		case "fail":
			failed[test] = true
		case "pass":
			took := time.Duration(event.Elapsed * float64(time.Second))
			r.Tests = append(r.Tests, Cost{Name: test, Took: took})
			if failed[test] {
				r.Flaky = append(r.Flaky, test)
			}
		}
	}
	return lines.Err()
}
