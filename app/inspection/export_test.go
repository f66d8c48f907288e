package inspection

import (
	"context"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// ChildThat serves as a child like Child, but captures whose bytes begin with "do:" have deed carry out what follows,
// as a flaw of the engine would; "do:pid", "do:environment" and "do:nice" return what is known about the process,
// "do:reading" the limit of the recogniser.
func ChildThat(deed func(what string)) {
	if len(os.Args) < 3 || os.Args[1] != Argument {
		return
	}
	err := confine(os.Args[2])
	if err == nil {
		err = serve(os.Stdin, os.Stdout, func(r request) response {
			for _, blob := range r.Blobs {
				switch what, _ := strings.CutPrefix(string(blob), "do:"); {
				case what == string(blob):
				case what == "pid":
					return response{Fault: fmt.Sprint(os.Getpid())}
				case what == "environment":
					return response{Fault: strings.Join(os.Environ(), " ")}
				case what == "nice":
					return response{Fault: niceOfEveryThread()}
				case what == "reading":
					return response{Fault: r.Reading.String()}
				default:
					deed(what)
				}
			}
			return work(r)
		})
	}
	if err != nil {
		os.Exit(4)
	}
	os.Exit(0)
}

// Gate is gate for tests.
type Gate struct{ gate }

// NewGate returns a gate with so many places for batch requests.
func NewGate(size int) *Gate { return &Gate{gate{size: size}} }

// Enter waits until a request may run.
func (g *Gate) Enter(ctx context.Context, p Priority) error { return g.enter(ctx, p) }

// Leave ends a request.
func (g *Gate) Leave(ctx context.Context, p Priority) { g.leave(ctx, p) }

// Shares returns of how many companies and jobs something waits or runs.
func (g *Gate) Shares(p Priority) int { return len(g.shares[p]) }

// Patience returns the time limit of a request whose process waits for a processor as wait says: what waits until the
// limit is over, and what extends it.
func Patience(limit time.Duration, wait func() time.Duration) (await func(), extend func() bool) {
	p := newPatience(limit, time.After, wait)
	return func() { <-p.over }, p.extend
}

// Recognise has the program at a path read a line of text under a limit, by timers of the test's own and as if the
// program had waited for a processor as wait says.
func Recognise(
	path string, limit time.Duration, after func(time.Duration) <-chan time.Time, wait func() time.Duration,
) error {
	r := reader{path, limit, after, func(int) func() time.Duration { return wait }}
	_, err := r.read("eng", []*image.Gray{image.NewGray(image.Rect(0, 0, 8, 8))})
	return err
}

// Waits returns what tells how long a process and the programs that it runs have waited for a processor.
func Waits(pid int) func() time.Duration { return waitsOf(pid).total }

// Running returns how many requests of a priority run.
func (p *Pool) Running(class Priority) int {
	p.gate.mu.Lock()
	defer p.gate.mu.Unlock()
	return p.gate.running[class]
}

// Waiting returns how many requests of a priority wait for a place.
func (p *Pool) Waiting(class Priority) int {
	p.gate.mu.Lock()
	defer p.gate.mu.Unlock()
	return len(p.gate.waiting[class])
}

// Language is what documents of a State are read in, of the languages that are installed.
func Language(state string, installed ...string) string {
	have := map[string]bool{}
	for _, name := range installed {
		have[name] = true
	}
	return language(state, have)
}

// SetAfter replaces the timers of all requests: a request is out of time when something arrives.
func (p *Pool) SetAfter(c <-chan time.Time) {
	p.after = func(time.Duration) <-chan time.Time { return c }
}

// niceOfEveryThread returns the different nice values of the threads of this process.
func niceOfEveryThread() string {
	var all []string
	threads, _ := filepath.Glob("/proc/self/task/*/stat")
	for _, thread := range threads {
		stat, _ := os.ReadFile(thread)
		_, rest, _ := strings.Cut(string(stat), ") ")
		if fields := strings.Fields(rest); len(fields) > 16 {
			all = append(all, fields[16])
		}
	}
	slices.Sort(all)
	return strings.Join(slices.Compact(all), " ")
}
