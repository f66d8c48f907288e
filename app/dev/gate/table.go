package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// The processor time that a package may take: a minute, or a twentieth of the whole run on a machine so slow that this
// is more. A share grows with the slowness of the machine, so that no package is too slow by chance.
const (
	mostTime  = time.Minute
	mostShare = 20
)

// longest is how many packages and tests the table names.
const longest = 10

// Total returns the time of all steps.
func (r Run) Total() Cost {
	total := Cost{Name: "all"}
	for _, s := range r.Steps {
		total.Took += s.Took
		total.Processor += s.Processor
	}
	return total
}

// Limit returns the processor time that a package may take.
func (r Run) Limit() time.Duration {
	return max(mostTime, r.Total().Processor/mostShare)
}

// Grown returns the names of the packages above the limit that have no reason to be.
func (r Run) Grown(reasons map[string]string) []string {
	var names []string
	for _, p := range r.Packages {
		if name := short(p.Name); p.Processor > r.Limit() && reasons[name] == "" {
			names = append(names, name)
		}
	}
	return names
}

// short returns the last folders of a package, from one of the module's on.
func short(name string) string {
	words := strings.Split(filepath.ToSlash(name), "/")
	for i, word := range words {
		if slices.Contains([]string{"app", "engine", "views", "static", "migrations", "e2e"}, word) {
			return strings.Join(words[i:], "/")
		}
	}
	return name
}

// Reasons reads lines of a package's name and, after the first space, the reason why it may take longer.
func Reasons(text string) map[string]string {
	reasons := map[string]string{}
	for line := range strings.Lines(text) {
		name, reason, _ := strings.Cut(strings.TrimSpace(line), " ")
		reasons[name] = strings.TrimSpace(reason)
	}
	return reasons
}

// String returns the table.
func (r Run) String() string {
	var out strings.Builder
	row := func(c Cost) {
		if c.Processor == 0 {
			fmt.Fprintf(&out, "%8.1f %8s  %s\n", c.Took.Seconds(), "", short(c.Name))
			return
		}
		fmt.Fprintf(&out, "%8.1f %8.1f  %s\n", c.Took.Seconds(), c.Processor.Seconds(), short(c.Name))
	}
	out.WriteString(" seconds   of CPU  step\n")
	for _, s := range r.Steps {
		row(s)
	}
	row(r.Total())
	out.WriteString("                   package\n")
	for _, p := range r.Packages[:min(longest, len(r.Packages))] {
		row(p)
	}
	out.WriteString("                   test\n")
	for _, t := range r.Tests[:min(longest, len(r.Tests))] {
		row(t)
	}
	for _, name := range r.Flaky {
		fmt.Fprintf(&out, "flaky: %s passed when it was run again\n", name)
	}
	return out.String()
}
