// Command bench measures the built program as its users experience it: start, memory, submits, snapshots, pages,
// deliveries and a 12-megapixel document. Every figure is printed with its target; nothing here passes or fails.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"time"

	"proofdesk/app/inspection"
)

// figure is one measured number.
type figure struct {
	Name   string  `json:"name"`
	Value  float64 `json:"value"`
	Unit   string  `json:"unit"`
	Target string  `json:"target,omitempty"`
}

// figures holds the numbers in the order in which they were measured.
type figures []figure

func (f *figures) add(name string, value float64, unit, target string) {
	*f = append(*f, figure{name, value, unit, target})
	fmt.Printf("%-52s %10.4g %-6s %s\n", name, value, unit, target)
}

func main() {
	inspection.Child()
	binary := flag.String("binary", "bin/proofdesk", "the program to measure")
	file := flag.String("json", "", "file for the figures")
	jobs := flag.Int("jobs", 4000, "jobs to submit, and events to deliver")
	many := flag.Int("many", 0, "measure only the console's pages, on a database with this many jobs")
	data := flag.String("data", "",
		"folder to keep the database of -many in: filled at the first run, measured again at later ones")
	only := flag.String("only", "", "measure only this step")
	flag.Parse()
	steps := []step{serving, delivering, inspecting, committing, viewing}
	if *many > 0 {
		steps, *jobs = []step{million}, *many
	}
	if *only != "" {
		one, ok := named[*only]
		if !ok {
			fmt.Fprintf(os.Stderr, "bench: there is no step %q\n", *only)
			os.Exit(2)
		}
		steps = []step{one}
	}
	if err := run(*binary, *file, *data, *jobs, steps); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// step measures one part of the program, in a folder of its own.
type step func(f *figures, binary, dir string, jobs int) error

// named holds the steps that -only may name.
var named = map[string]step{
	"serving":    serving,
	"delivering": delivering,
	"inspecting": inspecting,
	"committing": committing,
	"viewing":    viewing,
}

func run(binary, file, data string, jobs int, steps []step) error {
	dir := data
	if dir == "" {
		temporary, err := os.MkdirTemp("", "proofdesk-bench-")
		if err != nil {
			return err
		}
		defer func() { _ = os.RemoveAll(temporary) }()
		dir = temporary
	}
	var f figures
	for _, measure := range steps {
		if err := measure(&f, binary, dir, jobs); err != nil {
			return err
		}
	}
	if file == "" {
		return nil
	}
	out := map[string]float64{}
	for _, one := range f {
		out[one.Name+", "+one.Unit] = one.Value
	}
	b, err := json.MarshalIndent(out, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(b, '\n'), 0o644)
}

// percentile returns the percentile of durations, in milliseconds.
func percentile(all []time.Duration, share float64) float64 {
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return float64(all[min(len(all)-1, int(float64(len(all))*share))].Microseconds()) / 1000
}
