package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"sync"
	"time"
)

// Result is the result of a mutation.
type Result string

// The results. Only Caught is good.
const (
	Caught   Result = "caught"
	Survived Result = "SURVIVED"
	Stale    Result = "STALE"  // the text to replace is not in the file exactly once
	Broken   Result = "BROKEN" // the mutated package does not compile
	Stopped  Result = "stopped"
)

// Runner runs the tests against mutations, as many at once as the processor quota allows.
type Runner struct {
	Dir     string        // root of the module
	Timeout time.Duration // for the tests of one package
	Out     io.Writer
}

// Run prints a line for each mutation and a summary. It reports whether every mutation was caught.
func (r *Runner) Run(ctx context.Context, mutations []Mutation) bool {
	if len(mutations) == 0 {
		r.printf("there is no such mutation")
		return false
	}
	if !r.baseline(ctx, mutations) {
		return false
	}
	var mu sync.Mutex
	counts := map[Result]int{}
	next := make(chan Mutation)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for m := range next {
				result, why := r.one(ctx, m)
				mu.Lock()
				counts[result]++
				r.printf("%-8s  %-24s  %s\n%s%s", result, m.Place, m.Harm, indent, why)
				mu.Unlock()
			}
		})
	}
	for _, m := range mutations {
		if ctx.Err() == nil {
			next <- m
		}
	}
	close(next)
	workers.Wait()
	r.printf("%d mutations: %d caught, %d survived, %d stale, %d broken", len(mutations), counts[Caught],
		counts[Survived], counts[Stale], counts[Broken])
	return counts[Caught] == len(mutations)
}

const indent = "          "

// baseline runs the tests without any mutation: where they fail already, a failure proves nothing.
func (r *Runner) baseline(ctx context.Context, mutations []Mutation) bool {
	var packages []string
	for _, m := range mutations {
		packages = append(packages, m.Tests...)
	}
	slices.Sort(packages)
	packages = slices.Compact(packages)
	out, err := r.test(ctx, packages...)
	if err != nil {
		r.printf("%s\nthe tests fail without a mutation", out)
	}
	return err == nil
}

// one plants a mutation and runs the tests of its packages until one fails.
func (r *Runner) one(ctx context.Context, m Mutation) (Result, string) {
	overlay, remove, err := r.overlay(m)
	if errors.Is(err, ErrStale) || errors.Is(err, os.ErrNotExist) {
		return Stale, err.Error()
	}
	if err != nil {
		return Broken, err.Error()
	}
	defer remove()
	for _, tests := range m.Tests {
		out, err := r.test(ctx, "-overlay", overlay, "-count=1", "-failfast", tests)
		switch {
		case err == nil:
		case ctx.Err() != nil:
			return Stopped, "before a test noticed"
		case unbuilt.Match(out):
			return Broken, string(bytes.TrimSpace(out))
		default:
			return Caught, "by " + culprit(out) + " of " + tests
		}
	}
	return Survived, m.File
}

// overlay writes the mutated file and the overlay that replaces the original by it.
func (r *Runner) overlay(m Mutation) (path string, remove func(), err error) {
	original, err := filepath.Abs(filepath.Join(r.Dir, filepath.FromSlash(m.File)))
	if err != nil {
		return "", nil, err
	}
	source, err := os.ReadFile(original)
	if err != nil {
		return "", nil, err
	}
	mutant, err := m.Apply(source)
	if err != nil {
		return "", nil, err
	}
	folder, err := os.MkdirTemp("", "mutate-")
	if err != nil {
		return "", nil, err
	}
	remove = func() { _ = os.RemoveAll(folder) }
	file := filepath.Join(folder, filepath.Base(original))
	replace, err := json.Marshal(map[string]any{"Replace": map[string]string{original: file}})
	path = filepath.Join(folder, "overlay.json")
	if err = errors.Join(err, os.WriteFile(file, mutant, 0o600), os.WriteFile(path, replace, 0o600)); err != nil {
		remove()
	}
	return path, remove, err
}

// test runs go test and returns what it printed.
func (r *Runner) test(ctx context.Context, args ...string) ([]byte, error) {
	args = append([]string{"test", "-vet=off", "-timeout", r.Timeout.String()}, args...)
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = r.Dir
	return cmd.CombinedOutput()
}

var (
	unbuilt  = regexp.MustCompile(`\[(build|setup) failed\]`)
	failed   = regexp.MustCompile(`(?m)^\s*--- FAIL: (\S+)`)
	timedOut = regexp.MustCompile(`panic: test timed out`)
	panicked = regexp.MustCompile(`(?m)^panic: .*`)
)

// culprit returns the name of the test that failed, from the output of go test.
func culprit(out []byte) string {
	switch {
	case timedOut.Match(out):
		return "a timeout"
	case failed.Match(out):
		return string(failed.FindSubmatch(out)[1])
	case panicked.Match(out):
		return string(panicked.Find(out))
	}
	return "the run"
}
