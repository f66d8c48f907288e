package demo

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"time"

	"proofdesk/app/apiclient"
	"proofdesk/app/boot"
	"proofdesk/app/credentials"
	"proofdesk/app/onboarding"
)

const (
	trickle    = 90 * time.Second // between applicants once the opening is over
	waitingMax = 40               // jobs in review above which no new applicant is sent
	lastOne    = 500              // applicants in all
)

// feeder sends applicants through the public REST API, as host applications would.
type feeder struct {
	program  *boot.Program
	accounts Accounts
	studio   studio
	say      io.Writer // where the result of the opening is written
	count    func(fed int) error
	trusted  *apiclient.App // whose devices' liveness is trusted
	weak     *apiclient.App
}

func newFeeder(p *boot.Program, a Accounts, s studio, say io.Writer, count func(fed int) error) *feeder {
	app := func(client credentials.NewClient) *apiclient.App {
		return &apiclient.App{
			Base: p.Config.Public.String(),
			HTTP: &http.Client{Timeout: time.Minute},
			Credentials: apiclient.Credentials{
				ClientID:     client.ClientID,
				ClientSecret: client.ClientSecret,
				Username:     a.User.Username,
				Password:     a.User.Password,
				KeyID:        a.Key.ID,
				KeySecret:    a.Key.Secret,
			},
		}
	}
	return &feeder{
		program:  p,
		accounts: a,
		studio:   s,
		say:      say,
		count:    count,
		trusted:  app(a.Client),
		weak:     app(a.Weak),
	}
}

// run sends applicants until ctx ends or there were enough. A failed applicant is logged and skipped; once the opening
// is complete, it writes how many were sent.
func (f *feeder) run(ctx context.Context, most int) {
	came, failed := 0, 0
	for f.accounts.Fed < most && ctx.Err() == nil {
		if f.accounts.Fed >= len(opening) && !f.pause(ctx) {
			continue
		}
		err := f.apply(ctx, applicationAt(f.accounts.Fed))
		if ctx.Err() != nil {
			return
		}
		came++
		if err != nil {
			came, failed = came-1, failed+1
			f.program.Log.Warn("send demo applicant failed", "n", f.accounts.Fed, "error", err)
		}
		f.accounts.Fed++
		if err := f.count(f.accounts.Fed); err != nil {
			f.program.Log.Warn("save demo accounts failed", "error", err)
		}
		if f.accounts.Fed == len(opening) {
			_, _ = io.WriteString(f.say, openingResult(came, failed)) // nobody reads it
		}
	}
}

// openingResult returns the result of the opening as a sentence.
func openingResult(came, failed int) string {
	if failed > 0 {
		return fmt.Sprintf("  The opening is complete: %d applicants came in, %d FAILED; "+
			"the warnings above say why.\n\n", came, failed)
	}
	return fmt.Sprintf("  The opening is complete: %d applicants came in, none failed. "+
		"From now on one comes every %d seconds.\n\n", came, int(trickle.Seconds()))
}

// pause waits for the next applicant's time; false where the queue is long enough.
func (f *feeder) pause(ctx context.Context) bool {
	timer := time.NewTimer(trickle)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
	}
	waiting, err := f.program.Store.JobsByStatus(ctx, company, onboarding.Review, 0, waitingMax)
	return err == nil && len(waiting) < waitingMax
}

// apply sends one applicant: job, captures, the device's result, submit.
func (f *feeder) apply(ctx context.Context, a application) error {
	app := f.weak
	if a.trusted {
		app = f.trusted
	}
	set := a.set(time.Now().UTC())
	captures, err := f.studio.all(a, set)
	if err != nil {
		return err
	}
	if a.filled {
		if set.Submitted, err = app.AutoFill(ctx, documents(captures)); err != nil {
			return err
		}
	}
	job, err := app.Job(ctx, a.request(set))
	if err != nil {
		return err
	}
	for _, c := range captures {
		if err := app.Capture(ctx, job, c.Kind, c.ContentType, c.Bytes); err != nil {
			return err
		}
	}
	if a.live != "" {
		if err := app.Liveness(ctx, job, a.live); err != nil {
			return err
		}
	}
	return app.Submit(ctx, job)
}
