package inspection_test

import (
	"context"
	"fmt"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"proofdesk/app/inspection"
	"proofdesk/engine"
	"proofdesk/engine/specimen"
)

const (
	reviewer  = inspection.Reviewer
	applicant = inspection.Applicant
	batch     = inspection.Batch
)

func TestOnlyWhatIsAsUrgentTakesAPlace(t *testing.T) {
	full := []inspection.Priority{batch, batch, applicant, applicant, reviewer} // of a gate with two places
	cases := []struct {
		name    string
		running []inspection.Priority
		next    inspection.Priority
		admits  bool
	}{
		{"a batch request waits for batch requests", full[:2], batch, false},
		{"an applicant does not wait for batch requests", full[:2], applicant, true},
		{"a reviewer does not wait for batch requests", full[:2], reviewer, true},
		{"an applicant waits for applicants", full[:4], applicant, false},
		{"a reviewer waits for neither", full[:4], reviewer, true},
		{"a reviewer waits for reviewers", full, reviewer, false},
		{"reviewers use the places of applicants", []inspection.Priority{reviewer, reviewer}, reviewer, true},
		{"reviewers go before applicants", []inspection.Priority{reviewer, reviewer, reviewer}, applicant, false},
		{"batch requests keep their places", full[2:], batch, true},
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range cases {
		g := inspection.NewGate(2)
		for _, p := range c.running {
			if err := g.Enter(t.Context(), p); err != nil {
				t.Fatal(err)
			}
		}
		if admitted := g.Enter(gone, c.next) == nil; admitted != c.admits {
			t.Errorf("%s: admitted %v", c.name, admitted)
		}
		if c.admits {
			continue
		}
		g.Leave(t.Context(), c.running[len(c.running)-1])
		if err := g.Enter(gone, c.running[len(c.running)-1]); err != nil {
			t.Errorf("%s: a request that gave up keeps its place in the line", c.name)
		}
	}
}

func TestTheMostUrgentGoesFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := inspection.NewGate(1)
		for range 2 {
			if err := g.Enter(t.Context(), reviewer); err != nil {
				t.Fatal(err)
			}
		}
		var order []inspection.Priority
		for _, p := range []inspection.Priority{applicant, reviewer, applicant, reviewer} {
			go func() {
				if err := g.Enter(t.Context(), p); err == nil {
					order = append(order, p)
				}
			}()
			synctest.Wait()
		}
		for range 4 {
			if len(order) == 0 || order[len(order)-1] == reviewer {
				g.Leave(t.Context(), reviewer)
			} else {
				g.Leave(t.Context(), applicant)
			}
			synctest.Wait()
		}
		if want := []inspection.Priority{reviewer, reviewer, applicant, applicant}; !slices.Equal(order, want) {
			t.Errorf("admitted %v, want %v", order, want)
		}
	})
}

// served lists in which order a gate with so many places serves requests, each named company/job. They come one after
// the other, and the one that was admitted first ends first.
func served(t *testing.T, size int, requests ...string) (order []string) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		g := inspection.NewGate(size)
		of := func(request string) context.Context {
			company, job, _ := strings.Cut(request, "/")
			return inspection.For(t.Context(), company, job)
		}
		for _, request := range requests {
			go func() {
				if g.Enter(of(request), applicant) == nil {
					order = append(order, request)
				}
			}()
			synctest.Wait()
		}
		for i := range requests {
			g.Leave(of(order[i]), applicant)
			synctest.Wait()
		}
		if kept := g.Shares(applicant); kept != 0 {
			t.Errorf("%d shares are kept of those who have nothing any more", kept)
		}
	})
	return order
}

func TestWhoSendsMuchMakesOnlyItselfWait(t *testing.T) {
	for name, c := range map[string]struct {
		size           int
		requests, want string
	}{
		"one place": {1, "a/1 a/1 a/1 a/1 b/1", "a/1 b/1 a/1 a/1 a/1"},
		"another job of the company": {
			1, "a/1 a/1 a/1 a/1 a/2 a/2", "a/1 a/2 a/1 a/2 a/1 a/1",
		},
		"two places, of which one holder has both": {2, "a/1 a/1 a/1 a/1 b/1", "a/1 a/1 b/1 a/1 a/1"},
		"a company with many jobs":                 {1, "a/1 a/2 a/3 a/4 b/1 b/1", "a/1 b/1 a/2 b/1 a/3 a/4"},
		"alike, in the order in which they came":   {1, "a/1 b/1 c/1 a/1 b/1 c/1", "a/1 b/1 c/1 a/1 b/1 c/1"},
		"requests of a company without a job":      {1, "a/ a/ a/ a/1", "a/ a/1 a/ a/"},
	} {
		if got := strings.Join(served(t, c.size, strings.Fields(c.requests)...), " "); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// customer sends a request whenever its last one is done, each of which takes as long.
type customer struct {
	of    string // company/job
	takes time.Duration
	after time.Duration // when the first one comes
	many  int           // as many at once
}

// shared returns for how long each customer had a place of a gate after so much time.
func shared(t *testing.T, size int, limit time.Duration, customers ...customer) map[string]time.Duration {
	t.Helper()
	had := map[string]time.Duration{}
	synctest.Test(t, func(t *testing.T) {
		g := inspection.NewGate(size)
		over, cancel := context.WithTimeout(t.Context(), limit)
		defer cancel()
		var mu sync.Mutex
		var all sync.WaitGroup
		for _, c := range customers {
			company, job, _ := strings.Cut(c.of, "/")
			ctx := inspection.For(over, company, job)
			for range max(c.many, 1) {
				all.Go(func() {
					<-time.After(c.after)
					for g.Enter(ctx, batch) == nil && over.Err() == nil {
						<-time.After(c.takes)
						mu.Lock()
						had[c.of] += c.takes
						mu.Unlock()
						g.Leave(ctx, batch)
					}
				})
				synctest.Wait() // so that they come one after the other
			}
		}
		all.Wait()
	})
	return had
}

func TestTheEngineIsSharedByTimeAndNotByRequests(t *testing.T) {
	const quick, slow, limit = 500 * time.Millisecond, 10 * time.Second, 30 * time.Minute
	for name, c := range map[string]struct {
		size      int
		customers []customer
		most      float64 // the largest time of one over the smallest
	}{
		"two companies": {
			1, []customer{{of: "quick/1", takes: quick, many: 3}, {of: "slow/1", takes: slow, many: 3}}, 1.02,
		},
		"two jobs of a company": {
			1, []customer{{of: "a/quick", takes: quick, many: 3}, {of: "a/slow", takes: slow, many: 3}}, 1.02,
		},
		"a company that sends one request at a time": {
			1, []customer{{of: "quick/1", takes: quick, many: 3}, {of: "slow/1", takes: slow}}, 1.02,
		},
		"two places": {
			2, []customer{{of: "quick/1", takes: quick, many: 5}, {of: "slow/1", takes: slow, many: 5}}, 1.02,
		},
	} {
		had := shared(t, c.size, limit, c.customers...)
		least, most := had[c.customers[0].of], had[c.customers[1].of]
		if least > most {
			least, most = most, least
		}
		if least == 0 || float64(most)/float64(least) > c.most {
			t.Errorf("%s: %v", name, had)
		}
	}
}

func TestNobodySavesUpTimeOfTheEngine(t *testing.T) {
	had := shared(t, 1, 40*time.Minute,
		customer{of: "there/1", takes: time.Second, many: 3},
		customer{of: "late/1", takes: time.Second, many: 3, after: 20 * time.Minute})
	if late := had["late/1"]; late < 590*time.Second || late > 610*time.Second {
		t.Errorf("who comes for the second half has %s, want half of that", late)
	}
}

func TestAReviewersPictureIsMadeWhileAllElseWaits(t *testing.T) {
	const each = 10
	p := newPool(t, 1, time.Hour)
	hang := engine.Capture{ID: "c", Kind: "signature", Bytes: []byte("do:hang")}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for range each {
		go func() { _, _ = p.Inspect(ctx, batch, engine.Submission{Captures: []engine.Capture{hang}}) }()
		go func() { _, _ = p.Assess(ctx, hang, engine.DefaultThresholds()) }()
	}
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for _, class := range []inspection.Priority{batch, applicant} {
		for p.Running(class)+p.Waiting(class) < each {
			<-tick.C
		}
	}
	if b, a := p.Running(batch), p.Running(applicant); b != 1 || a != 1 {
		t.Errorf("%d batch and %d applicants' requests run, want one of each", b, a)
	}
	set := specimen.Applicant(3, specimen.Good, time.Now().UTC())
	capture, _ := set.Capture("selfie")
	made := make(chan error, 1)
	go func() {
		_, _, err := p.Render(ctx, reviewer, capture.Bytes, engine.Rendering{Side: 160})
		made <- err
	}()
	for {
		select {
		case err := <-made:
			if err != nil {
				t.Error(err)
			}
			return
		case <-tick.C: // nothing that runs ends, so that what waits once would wait for ever
			if p.Waiting(reviewer) > 0 {
				t.Fatal("a reviewer's picture waits for requests that are less urgent")
			}
		}
	}
}

func TestTheProcessorServesTheUrgentFirst(t *testing.T) {
	p := newPool(t, 1, 5*time.Minute)
	nice := engine.Capture{ID: "c", Kind: "signature", Bytes: []byte("do:nice")}
	upload, err := p.Assess(t.Context(), nice, engine.DefaultThresholds())
	if err != nil {
		t.Fatal(err)
	}
	_, _, picture := p.Render(t.Context(), reviewer, nice.Bytes, engine.Rendering{})
	_, _, ahead := p.Render(t.Context(), batch, nice.Bytes, engine.Rendering{})
	raw, err := syscall.Getpriority(syscall.PRIO_PROCESS, 0)
	if err != nil {
		t.Fatal(err)
	}
	own := 20 - raw
	got := []string{picture.Error(), upload.Fault, ahead.Error()}
	want := []string{
		fmt.Sprint("the picture can't be shown: ", own), fmt.Sprint(min(own+2, 19)),
		fmt.Sprint("the picture can't be shown: ", min(own+5, 19)),
	}
	if !slices.Equal(got, want) {
		t.Errorf("the threads of the children are as nice as %q, want %q", got, want)
	}
}

func TestTimeWithoutAProcessorDoesNotCount(t *testing.T) {
	const limit = 20 * time.Second
	cases := []struct {
		name    string
		starved float64 // the share of the time in which the process waits for a processor
		ends    time.Duration
	}{
		{"a process that hangs", 0, limit},
		{"a process that is busy", .01, limit},
		{"a process that has half a processor", .5, 2 * limit},
		{"a process that never runs", 1, (1 + 4) * limit},
	}
	for _, c := range cases {
		synctest.Test(t, func(t *testing.T) {
			began := time.Now()
			await, extend := inspection.Patience(limit, func() time.Duration {
				return time.Hour + time.Duration(c.starved*float64(time.Since(began)))
			})
			for await(); extend(); await() {
			}
			if took := time.Since(began); took < c.ends*9/10 || took > c.ends*11/10 {
				t.Errorf("%s is given %s, want %s", c.name, took, c.ends)
			}
		})
	}
}

// TestTheWaitsOfProgramsThatAProcessRunsCount guards that a child that the recogniser runs for is not ended because of
// what else the machine does: it waits for the program itself, not for a processor.
func TestTheWaitsOfProgramsThatAProcessRunsCount(t *testing.T) {
	programs := strings.Repeat("(i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done) & ", 2*runtime.GOMAXPROCS(0))
	cmd := exec.CommandContext(t.Context(), "sh", "-c", programs+"wait")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	waited := inspection.Waits(cmd.Process.Pid)
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for tick := time.NewTicker(5 * time.Millisecond); ; {
		select {
		case <-tick.C:
			waited()
		case err := <-ended:
			if got := waited(); err != nil || got < 100*time.Millisecond {
				t.Errorf("twice as many programs as processors waited for %s (%v)", got, err)
			}
			return
		}
	}
}
