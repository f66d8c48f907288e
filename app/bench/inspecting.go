package main

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"time"

	"proofdesk/engine"
	"proofdesk/engine/specimen"
)

// runs is how often a document is inspected; the median counts.
const runs = 5

// inspecting measures the inspection of a 12-megapixel photograph of a passport: from bytes to report on one core, the
// memory that it takes, and how two at once do on two cores.
func inspecting(f *figures, binary, dir string, _ int) error {
	set := specimen.Applicant(11, specimen.Good, time.Now().UTC())
	set.Megapixels = 12
	capture, _ := set.Capture("passport")
	file := filepath.Join(dir, "passport.jpg")
	if err := os.WriteFile(file, capture.Bytes, 0o600); err != nil {
		return err
	}
	path, err := filepath.Abs(binary)
	if err != nil {
		return err
	}
	inspect := []string{path, "inspect", "--json", "passport=" + file}
	var alone []inspected
	for range runs {
		one, err := inspectOnce(append([]string{"taskset", "-c", "0"}, inspect...))
		if err != nil {
			return err
		}
		alone = append(alone, one)
	}
	f.add("12-megapixel passport, bytes to report, one core", median(alone, func(i inspected) float64 { return i.elapsed }), "ms", "<= 1500")
	f.add("the same, peak memory of the largest process", median(alone, func(i inspected) float64 { return i.memory }), "MB", "<= 250")
	both, err := inBoth(inspect)
	if err != nil {
		return err
	}
	f.add("two at once on two cores, processor time over one's", both/median(alone, func(i inspected) float64 { return i.processor }), "times", "<= 1.1")
	return nil
}

// inspected is what one inspection took: until the report in the engine, and of its processes the processor time in ms
// and the memory of the largest in MB.
type inspected struct{ elapsed, processor, memory float64 }

func inspectOnce(command []string) (inspected, error) {
	cmd := exec.Command(command[0], command[1:]...)
	out, err := cmd.Output()
	if err != nil {
		return inspected{}, err
	}
	var report engine.Report
	if err := json.Unmarshal(out, &report); err != nil {
		return inspected{}, err
	}
	one := inspected{elapsed: float64(report.Elapsed.Milliseconds()), processor: float64((cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Milliseconds())}
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		one.memory = float64(usage.Maxrss) / 1024
	}
	return one, nil
}

func median(all []inspected, of func(inspected) float64) float64 {
	values := make([]float64, len(all))
	for i, one := range all {
		values[i] = of(one)
	}
	slices.Sort(values)
	return values[len(values)/2]
}

// inBoth inspects on two cores at once and gives the median processor time of one inspection in ms. Unlike wall time it
// says what the two cost each other while other work runs on the machine.
func inBoth(command []string) (float64, error) {
	var all []inspected
	var first error
	var mu sync.Mutex
	var wg sync.WaitGroup
	for core := range 2 {
		wg.Go(func() {
			for range runs {
				one, err := inspectOnce(append([]string{"taskset", "-c", strconv.Itoa(core)}, command...))
				mu.Lock()
				all = append(all, one)
				first = errors.Join(first, err)
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	return median(all, func(i inspected) float64 { return i.processor }), first
}
