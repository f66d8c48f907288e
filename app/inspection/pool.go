package inspection

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"proofdesk/app/fault"
)

// Pool runs children and assigns requests to them. Set the exported fields before first use.
type Pool struct {
	// Size is how many batch requests run at once; where zero, as many as the processor quota allows. Requests that
	// somebody waits for have children of their own.
	Size    int
	Timeout time.Duration // of one request, without the time that it waits for a processor; 20 s where zero
	Idle    time.Duration // after which an idle child is ended; a minute where zero
	Log     *slog.Logger

	after  func(time.Duration) <-chan time.Time // the timer of a request; tests have their own
	once   sync.Once
	gate   gate
	mu     sync.Mutex
	idle   [priorities][]*child
	closed bool
}

// child is one running process.
type child struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	out   *bufio.Reader
	words *childLog
	since time.Time
	used  int
	class Priority
}

const (
	defaultTimeout = 20 * time.Second
	requestsToLive = 500 // a child is replaced after this many requests
)

func (p *Pool) prepare() {
	if p.Size == 0 {
		p.Size = runtime.GOMAXPROCS(0)
	}
	if p.Timeout == 0 {
		p.Timeout = defaultTimeout
	}
	if p.Idle == 0 {
		p.Idle = time.Minute
	}
	if p.after == nil {
		p.after = time.After
	}
	if p.Log == nil {
		p.Log = slog.New(slog.DiscardHandler)
	}
	p.gate.size = p.Size
}

var (
	errTimeout  = errors.New("the engine took too long")
	errDied     = errors.New("the engine's process ended")
	errStarved  = errors.New("the engine needed more memory than it may have")
	errPanicked = errors.New("the engine failed")
)

// do sends a request to a child when its turn comes, and waits for its answer.
func (p *Pool) do(ctx context.Context, class Priority, req request) (response, error) {
	p.once.Do(p.prepare)
	if err := ctx.Err(); err != nil { // nobody waits for the answer
		return response{}, fault.Wrap(err, fault.Unavailable, "the engine is busy")
	}
	if err := p.gate.enter(ctx, class); err != nil {
		return response{}, fault.Wrap(err, fault.Unavailable, "the engine is busy")
	}
	defer p.gate.leave(ctx, class)
	c, err := p.take(class)
	if err != nil {
		return response{}, fault.Wrap(err, fault.Unavailable, "the engine could not be started")
	}
	answer, err := p.ask(ctx, c, req)
	if err != nil {
		c.end()
		if errors.Is(err, errDied) && c.words.starved.Load() {
			err = errors.Join(err, errStarved)
		}
		return response{}, err
	}
	p.put(c)
	return answer, nil
}

// ask exchanges one message with a child within the time limit.
func (p *Pool) ask(ctx context.Context, c *child, req request) (response, error) {
	req.Sizes, req.Reading = sizesOf(req.Blobs), readingTime(p.Timeout)
	type result struct {
		answer response
		err    error
	}
	done := make(chan result, 1)
	go func() {
		answer, err := c.exchange(req)
		done <- result{answer, err}
	}()
	waited := waitsOf(c.cmd.Process.Pid)
	limit := newPatience(p.Timeout, p.after, waited.total)
	look := time.NewTicker(p.Timeout / 20) // at programs that may have ended when the limit is over
	defer look.Stop()
	for {
		select {
		case r := <-done:
			if r.err != nil {
				return response{}, fmt.Errorf("%w: %w", errDied, r.err)
			}
			return r.answer, nil
		case <-look.C:
			waited.total()
		case <-limit.over:
			if !limit.extend() {
				return response{}, errTimeout
			}
		case <-ctx.Done():
			return response{}, fault.Wrap(ctx.Err(), fault.Unavailable, "the engine was interrupted")
		}
	}
}

func (c *child) exchange(req request) (response, error) {
	var answer response
	if err := writeMessage(c.in, req, req.Blobs); err != nil {
		return answer, err
	}
	if err := readHead(c.out, &answer); err != nil {
		return answer, err
	}
	blobs, err := readBlobs(c.out, answer.Sizes)
	answer.Blobs = blobs
	return answer, err
}

// take returns an idle child of a priority or starts one.
func (p *Pool) take(class Priority) (*child, error) {
	p.mu.Lock()
	if n := len(p.idle[class]); n > 0 {
		c := p.idle[class][n-1]
		p.idle[class] = p.idle[class][:n-1]
		p.mu.Unlock()
		return c, nil
	}
	p.mu.Unlock()
	return p.start(class)
}

// start runs this program again as a child, with an empty environment. The child leads a process group, because only
// that way its priority applies to all of its threads and to the programs that it runs.
func (p *Pool) start(class Priority) (*child, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(self, Argument, strconv.Itoa(niceness[class]))
	cmd.Env = []string{"GOGC=50", "GOTRACEBACK=none", "PATH=/usr/bin:/bin"}
	cmd.Dir = "/"
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true}
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	words := &childLog{log: p.Log}
	cmd.Stderr = words
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return &child{
		cmd:   cmd,
		in:    in,
		out:   bufio.NewReaderSize(out, 1<<16),
		words: words,
		class: class,
	}, nil
}

// put returns a child to the pool, unless it has served its number of requests.
func (p *Pool) put(c *child) {
	c.used++
	c.since = time.Now()
	p.mu.Lock()
	if p.closed || c.used >= requestsToLive {
		p.mu.Unlock()
		c.end()
		return
	}
	p.idle[c.class] = append(p.idle[c.class], c)
	p.mu.Unlock()
	time.AfterFunc(p.Idle+time.Second, p.sweep)
}

// sweep ends children that have been idle for a while.
func (p *Pool) sweep() {
	p.endIdle(func(c *child) bool { return time.Since(c.since) > p.Idle })
}

// Close ends all idle children; a busy one ends with its request.
func (p *Pool) Close() {
	p.mu.Lock()
	p.closed = true
	p.mu.Unlock()
	p.endIdle(func(*child) bool { return true })
}

// endIdle ends the idle children that a condition holds for.
func (p *Pool) endIdle(condition func(*child) bool) {
	var ended []*child
	p.mu.Lock()
	for class := range p.idle {
		p.idle[class] = slices.DeleteFunc(p.idle[class], func(c *child) bool {
			end := condition(c)
			if end {
				ended = append(ended, c)
			}
			return end
		})
	}
	p.mu.Unlock()
	for _, c := range ended {
		c.end()
	}
}

func (c *child) end() {
	_ = c.in.Close()
	_ = syscall.Kill(-c.cmd.Process.Pid, syscall.SIGKILL) // with the programs that it runs
	_ = c.cmd.Wait()
}

// childLog logs what a child writes to standard error, cut to a line's length, and notes whether it reports that
// memory ran out.
type childLog struct {
	log     *slog.Logger
	starved atomic.Bool
}

// Write implements io.Writer.
func (w *childLog) Write(b []byte) (int, error) {
	if bytes.Contains(b, []byte("out of memory")) || bytes.Contains(b, []byte("cannot allocate memory")) {
		w.starved.Store(true)
	}
	w.log.Warn("engine child wrote to standard error", "text", string(b[:min(len(b), 2000)]))
	return len(b), nil
}
