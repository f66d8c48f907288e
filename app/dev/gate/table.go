package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The processor time that a package may take: a minute, or a tenth of what all packages take on a machine so slow that
// this is more. A share grows with the slowness of the machine, so that no package is too slow by chance.
const (
	mostTime  = time.Minute
	mostShare = 10 // percent
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

// limit returns the processor time that a package may take, of which all packages but the browser suites are a measure.
func (r Run) limit(percent int) time.Duration {
	var all time.Duration
	for _, p := range r.Packages {
		all += p.Processor
	}
	return max(mostTime, all*time.Duration(percent)/100)
}

// Grown returns a sentence for each package that takes more than it may.
func (r Run) Grown(reasons map[string]Reason) []string {
	var grown []string
	tests := slices.Clone(r.Packages)
	for _, s := range r.Steps {
		if s.Name == "browser" {
			tests = append(tests, Cost{Name: "e2e", Processor: s.Processor})
		}
	}
	for _, p := range tests {
		percent := max(mostShare, reasons[short(p.Name)].Percent)
		if most := r.limit(percent); p.Processor > most {
			grown = append(grown, fmt.Sprintf("%s takes %.0f s of processor time, and may take %.0f, "+
				"which is %d %% of what packages take: see app/dev/gate/heavy.txt",
				short(p.Name), p.Processor.Seconds(), most.Seconds(), percent))
		}
	}
	return grown
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

// Reason is why a package may take longer than others, and how many percent of what packages take.
type Reason struct {
	Percent int
	Why     string
}

// Reasons reads lines of a package's name, a share in percent, and the reason.
func Reasons(text string) (map[string]Reason, error) {
	reasons := map[string]Reason{}
	for line := range strings.Lines(text) {
		name, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		share, why, _ := strings.Cut(rest, "% ")
		percent, err := strconv.Atoi(share)
		if err != nil || why == "" {
			return nil, fmt.Errorf("%q is not a package, a share in percent and a reason", line)
		}
		reasons[name] = Reason{Percent: percent, Why: why}
	}
	return reasons, nil
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
	for _, fault := range r.Faults {
		fmt.Fprintf(&out, "red: %s\n", fault)
	}
	return out.String()
}
