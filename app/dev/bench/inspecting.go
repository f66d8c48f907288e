package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"proofdesk/engine"
	"proofdesk/engine/specimen"
)

// runs is how often a document is inspected; the median counts.
const runs = 5

// inspecting measures the inspection of a 12-megapixel photograph of a passport: from bytes to report on one core, its
// memory, and two at once on two cores.
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
	f.add("12-megapixel passport, bytes to report, one core",
		median(alone, func(i inspected) float64 { return i.elapsed }), "ms", "<= 1500")
	f.add("the same, peak memory of the largest process",
		median(alone, func(i inspected) float64 { return i.memory }), "MB", "<= 250")
	both, err := inBoth(inspect)
	if err != nil {
		return err
	}
	f.add("two at once on two cores, processor time over one's",
		both/median(alone, func(i inspected) float64 { return i.processor }), "times", "<= 1.1")
	return nil
}

// inspected is the cost of one inspection: the time until the report in the engine, and of its processes the processor
// time in ms and the memory of the largest in MB.
type inspected struct{ elapsed, processor, memory float64 }

func inspectOnce(command []string) (inspected, error) {
	cmd := exec.Command(command[0], command[1:]...)
	var out bytes.Buffer
	cmd.Stdout = &out
	if err := cmd.Start(); err != nil {
		return inspected{}, err
	}
	ended, largest := make(chan struct{}), make(chan float64, 1)
	go func() { largest <- watchMemory(cmd.Process.Pid, ended) }()
	err := cmd.Wait()
	close(ended)
	if err != nil {
		return inspected{}, err
	}
	var report engine.Report
	if err := json.Unmarshal(out.Bytes(), &report); err != nil {
		return inspected{}, err
	}
	one := inspected{
		elapsed:   float64(report.Elapsed.Milliseconds()),
		processor: float64((cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Milliseconds()),
	}
	one.memory = <-largest
	return one, nil
}

// watchMemory returns the most memory in MB that a process or one below it had. It asks the kernel for each, as the
// figures of an ended process include what its parent had when it was started.
func watchMemory(pid int, ended <-chan struct{}) (most float64) {
	for {
		most = max(most, peakOf(strconv.Itoa(pid)))
		select {
		case <-ended:
			return most
		case <-time.After(2 * time.Millisecond):
		}
	}
}

func peakOf(pid string) (most float64) {
	status, _ := os.ReadFile("/proc/" + pid + "/status") // an ended process has none
	for line := range strings.Lines(string(status)) {
		if kB, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			n, _ := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(kB), "kB")), 64)
			most = n / 1024
		}
	}
	threads, _ := filepath.Glob("/proc/" + pid + "/task/*/children") // each thread has its own
	for _, thread := range threads {
		children, _ := os.ReadFile(thread)
		for child := range strings.FieldsSeq(string(children)) {
			most = max(most, peakOf(child))
		}
	}
	return most
}

func median(all []inspected, of func(inspected) float64) float64 {
	values := make([]float64, len(all))
	for i, one := range all {
		values[i] = of(one)
	}
	slices.Sort(values)
	return values[len(values)/2]
}

// inBoth inspects on two cores at once and returns the median processor time of one inspection in ms. Unlike wall time
// it shows what the two cost each other while other work runs on the machine.
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
