package demo

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"proofdesk/app/boot"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/clock"
	"proofdesk/app/config"
	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/quality"
	"proofdesk/app/review"
	"proofdesk/app/store"
	"proofdesk/app/webhook"
)

const testDays = 2

// wednesday returns the last Wednesday before now, at six in the evening, so that the past is the same at whatever time
// the test runs: a receiver is down and comes back within it, and a suspicious applicant is decided and checked.
func wednesday(now time.Time) time.Time {
	at := time.Date(now.Year(), now.Month(), now.Day(), 18, 0, 0, 0, time.UTC)
	for at.Weekday() != time.Wednesday || !at.Before(now) {
		at = at.AddDate(0, 0, -1)
	}
	return at
}

// listener is where a demo reports; heard is closed at the first report with a text.
type listener struct {
	text  string
	once  sync.Once
	heard chan struct{}
}

func (l *listener) Write(p []byte) (int, error) {
	if strings.Contains(string(p), l.text) {
		l.once.Do(func() { close(l.heard) })
	}
	return len(p), nil
}

// somebody returns a user who signs in as an agent while the demo lives through its past.
func somebody(t *testing.T, d *Demo) review.Agent {
	t.Helper()
	users, err := d.Program.Store.Agents(t.Context(), company)
	if err != nil {
		t.Fatal(err)
	}
	return review.Agent{Company: company, ID: users[0].ID, Name: users[0].DisplayName, Decides: true}
}

// begin starts a demo, with the machine's clock where one is given.
func begin(t *testing.T, c config.Config, l *listener, machine clock.Clock) *Demo {
	t.Helper()
	log := slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelError}))
	o := Options{Days: testDays, Most: 1, Say: l, Machine: machine}
	if machine != nil {
		o.Within = Longest
	}
	d, err := Start(context.Background(), c, log, o)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestAPastThatIsStoppedInTheMiddleIsLivedThroughOnce(t *testing.T) {
	c, err := Adapt(boottest.Settings(t, t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := loadProgress(c.DataDir, testDays, true, wednesday(time.Now().UTC())); err != nil {
		t.Fatal(err)
	}
	l := &listener{text: "day 2 of 2", heard: make(chan struct{})}
	d := begin(t, c, l, nil)
	<-l.heard
	if notice := d.Program.Console.Notice.English(); !strings.Contains(notice, "day 2 of 2") {
		t.Errorf("the console says %q", notice)
	}
	if _, err := d.Program.Desk.Next(t.Context(), somebody(t, d), ""); !fault.Is(err, fault.Conflict) {
		t.Errorf("somebody takes a job of the past: %v", err)
	}
	if err := d.Stop(); err != nil {
		t.Fatal(err)
	}
	stopped := d.progress.Until
	d = begin(t, c, &listener{heard: make(chan struct{})}, nil)
	t.Cleanup(func() {
		if err := d.Stop(); err != nil {
			t.Error(err)
		}
	})
	<-d.Lived()
	if _, err := d.Program.Desk.Next(t.Context(), somebody(t, d), ""); err != nil {
		t.Errorf("nobody can take a job of the present: %v", err)
	}
	if !d.progress.Until.Equal(stopped) {
		t.Errorf("the past ends at %s, and ended at %s before the stop", d.progress.Until, stopped)
	}
	if _, err := d.Program.Figures.Fold(t.Context()); err != nil {
		t.Fatal(err)
	}
	f := figures{T: t, Program: d.Program, from: d.progress.From, until: d.progress.Until}
	f.everyApplicantOnce()
	f.everyJobWentThroughTheUseCases()
	f.everyDayHasFigures()
	f.breakerOpenedAndClosed()
	f.peopleAndCustomers()
	f.nothingInTheFuture()
	f.auditIsWhole()
}

// hurried is a clock of a machine on which every step takes long: it goes on whenever it is read.
type hurried struct{ *clock.Manual }

func (h hurried) Now() time.Time {
	h.Advance(5 * time.Second)
	return h.Manual.Now()
}

func TestAPastThatTakesThreeMinutesEndsWhereItIsAndSaysSo(t *testing.T) {
	c, err := Adapt(boottest.Settings(t, t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := loadProgress(c.DataDir, testDays, true, wednesday(time.Now().UTC())); err != nil {
		t.Fatal(err)
	}
	const says = "This machine is slow: the demo has lived through 1 of its last 2 days"
	l := &listener{text: says, heard: make(chan struct{})}
	d := begin(t, c, l, hurried{clock.NewManual(time.Now())})
	<-d.Lived()
	if p := d.progress; !p.Done || p.Ended != 1 || p.Spent < 3*time.Minute || p.Spent > 4*time.Minute {
		t.Errorf("the past took %s and ended on day %d", p.Spent, p.Ended)
	}
	f := figures{T: t, Program: d.Program, from: d.progress.From, until: d.progress.Until}
	jobs := f.past()
	if came := len(jobs); came == 0 || came >= len(arrivals(f.from, f.until)) {
		t.Errorf("%d applicants came", came)
	}
	for _, job := range jobs {
		if job.DecidedAt.IsZero() || job.DecidedAt.After(f.until) {
			t.Errorf("job %s of the past was decided at %s", job.ID, job.DecidedAt)
		}
	}
	if _, err := d.Program.Desk.Next(t.Context(), somebody(t, d), ""); fault.Is(err, fault.Conflict) {
		t.Errorf("nobody can take a job of the present: %v", err)
	}
	f.must(d.Stop())
	if notice := d.Program.Console.Notice.English(); notice != "" {
		t.Errorf("the console still says %q", notice)
	}
	select {
	case <-l.heard:
	default:
		t.Error("the demo did not say that it ended")
	}
}

// figures is a demo that has lived through its past.
type figures struct {
	*testing.T
	*boot.Program
	from, until time.Time
}

func (f figures) must(err error) {
	f.Helper()
	if err != nil {
		f.Fatal(err)
	}
}

// past returns the jobs of the past, newest first.
func (f figures) past() []onboarding.Job {
	f.Helper()
	jobs, err := f.Store.Jobs(f.Context(), company, ids.FirstSeq(f.until), 1000)
	f.must(err)
	return jobs
}

func (f figures) everyApplicantOnce() {
	f.Helper()
	jobs, all := f.past(), arrivals(f.from, f.until)
	if len(jobs) != len(all) {
		f.Errorf("%d jobs of %d applicants", len(jobs), len(all))
	}
	for i, job := range jobs {
		a := all[min(len(all)-1, max(0, len(jobs)-1-i))]
		if late := job.CreatedAt.Sub(a.at); job.Function != a.function || late < 0 || late > pairGap {
			f.Errorf("%s created at %s is for %s at %s", job.Function, job.CreatedAt, a.function, a.at)
		}
		events, err := f.Store.EventsOfJob(f.Context(), company, job.ID)
		f.must(err)
		decisions := 0
		for _, e := range events {
			if e.Type == onboarding.ApplicationDecision {
				decisions++
			}
		}
		if decisions != 1 {
			f.Errorf("job %s, %s, has %d decisions", job.ID, job.Status, decisions)
		}
	}
}

func (f figures) everyDayHasFigures() {
	f.Helper()
	for n := range testDays {
		from := f.from.Add(time.Duration(n) * day)
		first, last := store.HourOf(from), store.HourOf(from.Add(day))
		for _, metric := range []string{"submitted", "automated", "attempt", "delivery"} {
			sums, err := f.Store.RollupTotals(f.Context(), company, metric, first, last)
			f.must(err)
			if len(sums) == 0 {
				f.Errorf("day %d has no figures for %s", n+1, metric)
			}
		}
	}
	reviewed, err := f.Store.RollupTotals(f.Context(), company, "reviewed", store.HourOf(f.from),
		store.HourOf(f.until)+1)
	f.must(err)
	if len(reviewed) == 0 {
		f.Error("no figures of reviews")
	}
}

func (f figures) breakerOpenedAndClosed() {
	f.Helper()
	hosts, err := f.Store.HostsOf(f.Context(), company)
	f.must(err)
	states := map[webhook.BreakerState]int{}
	for _, host := range hosts {
		changes, err := f.Store.BreakerHistory(f.Context(), host, 200)
		f.must(err)
		for _, c := range changes {
			if c.At.Before(f.until) {
				states[c.To]++
			}
		}
	}
	if states[webhook.Open] == 0 || states[webhook.Closed] == 0 {
		f.Errorf("the breakers changed to %v", states)
	}
}

func (f figures) peopleAndCustomers() {
	f.Helper()
	customers, err := f.Store.Customers(f.Context(), company, 0, 9)
	f.must(err)
	if len(customers) == 0 {
		f.Error("nobody is enrolled")
	}
	q, err := f.Checks.Figures(f.Context(), quality.Agent{Company: company}, f.from, f.until)
	f.must(err)
	if len(q.Agents) == 0 {
		f.Error("no agent has figures of quality")
	}
	waiting, err := f.Store.JobsByStatus(f.Context(), company, onboarding.Review, ids.FirstSeq(f.until), 50)
	f.must(err)
	if len(waiting) == 0 {
		f.Error("the past leaves nothing in the queue")
	}
}

func (f figures) nothingInTheFuture() {
	f.Helper()
	check := func(what string, times ...time.Time) {
		for _, at := range times {
			if at.After(time.Now()) { // which goes on: the workers of the present run
				f.Errorf("%s is in the future: %s", what, at)
			}
		}
	}
	for _, job := range f.past() {
		check("job "+job.ID, job.CreatedAt, job.SubmittedAt, job.DecidedAt, job.ReviewedAt)
		if job.DecidedAt.After(f.until) || job.DecidedAt.IsZero() {
			f.Errorf("job %s of the past was decided at %s", job.ID, job.DecidedAt)
		}
		reviews, err := f.Store.Reviews(f.Context(), company, job.ID)
		f.must(err)
		for _, r := range reviews {
			check("review "+r.ID, r.StartedAt, r.CompletedAt, r.UndoneAt)
		}
		deliveries, err := f.Store.DeliveriesOfJob(f.Context(), company, job.ID)
		f.must(err)
		for _, d := range deliveries {
			check("delivery "+d.ID, d.CreatedAt, d.FinishedAt)
			attempts, err := f.Store.Attempts(f.Context(), company, d.ID)
			f.must(err)
			for _, a := range attempts {
				check(fmt.Sprintf("attempt %d of %s", a.N, d.ID), a.StartedAt)
			}
		}
	}
}

func (f figures) auditIsWhole() {
	f.Helper()
	verdicts, err := f.Trail.Verify(f.Context(), company)
	f.must(err)
	if len(verdicts) != 1 || !verdicts[0].OK() || verdicts[0].Rows < 100 {
		f.Errorf("the audit trail: %+v", verdicts)
	}
	rows, err := f.Store.AuditPage(f.Context(), company, "", 2000)
	f.must(err)
	for _, r := range rows {
		if r.At.After(time.Now()) || r.At.Before(f.from) {
			f.Errorf("%s happened at %s", r.Action, r.At)
		}
	}
}
