package inspection

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// longestWait limits how much longer than its time limit a request may take because its process waits for a processor,
// as a multiple of that limit.
const longestWait = 4

// patience is the time limit of one request. It does not count the time that the process could have run but had no
// processor: children are nicer than other processes, and a capture must not be judged by what else the machine does.
type patience struct {
	over    <-chan time.Time // when the limit is over
	after   func(time.Duration) <-chan time.Time
	limit   time.Duration
	wait    func() time.Duration // how long the process has waited for a processor so far
	before  time.Duration        // of that, before the request
	granted time.Duration
}

func newPatience(limit time.Duration, after func(time.Duration) <-chan time.Time, wait func() time.Duration) *patience {
	before := wait()
	return &patience{over: after(limit), after: after, limit: limit, wait: wait, before: before}
}

// extend waits longer where the process has waited for a processor since the limit was set, and reports whether
// it did.
func (p *patience) extend() bool {
	waited := min(p.wait()-p.before, p.limit+p.granted, longestWait*p.limit)
	more := waited - p.granted
	if more < p.limit/20 {
		return false
	}
	p.granted = waited
	p.over = p.after(more)
	return true
}

// waits adds up how long the threads of a process, and those of the programs that it runs, have waited for a processor
// while they could run. One that has ended counts with what was last read of it.
type waits struct {
	pid  string
	seen map[string]time.Duration // by thread
}

func waitsOf(pid int) *waits { return &waits{strconv.Itoa(pid), map[string]time.Duration{}} }

// total reads how long they have waited by now; nothing where the system does not tell.
func (w *waits) total() (total time.Duration) {
	for _, thread := range threadsOf(w.pid) {
		w.read(thread)
		programs, _ := os.ReadFile(thread + "/children")
		for _, program := range strings.Fields(string(programs)) {
			for _, thread := range threadsOf(program) {
				w.read(thread)
			}
		}
	}
	for _, waited := range w.seen {
		total += waited
	}
	return total
}

func (w *waits) read(thread string) {
	text, _ := os.ReadFile(thread + "/schedstat") // an ended thread has none
	if fields := strings.Fields(string(text)); len(fields) > 1 {
		waited, _ := strconv.ParseInt(fields[1], 10, 64)
		w.seen[thread] = max(w.seen[thread], time.Duration(waited))
	}
}

func threadsOf(pid string) []string {
	threads, _ := filepath.Glob("/proc/" + pid + "/task/*")
	return threads
}
