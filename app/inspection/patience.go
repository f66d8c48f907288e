package inspection

import (
	"fmt"
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
	began   time.Time
}

func newPatience(limit time.Duration, after func(time.Duration) <-chan time.Time, wait func() time.Duration) *patience {
	return &patience{over: after(limit), after: after, limit: limit, wait: wait, before: wait(), began: time.Now()}
}

// extend waits longer where the process has waited for a processor since the limit was set, and reports whether
// it did.
func (p *patience) extend() bool {
	waited := min(p.wait()-p.before, time.Since(p.began), longestWait*p.limit)
	more := waited - p.granted
	if more < p.limit/20 {
		return false
	}
	p.granted = waited
	p.over = p.after(more)
	return true
}

// processorWait returns how long the threads of a process have waited for a processor while they could run; zero where
// the system does not tell.
func processorWait(pid int) (total time.Duration) {
	threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid))
	for _, thread := range threads {
		text, _ := os.ReadFile(thread) // an ended thread has none
		if fields := strings.Fields(string(text)); len(fields) > 1 {
			wait, _ := strconv.ParseInt(fields[1], 10, 64)
			total += time.Duration(wait)
		}
	}
	return total
}
