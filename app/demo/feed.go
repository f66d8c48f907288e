package demo

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"proofdesk/app/admin"
	"proofdesk/app/boot"
	"proofdesk/app/hostapp"
	"proofdesk/app/onboarding"
	"proofdesk/engine/specimen"
)

const (
	trickle    = 90 * time.Second // between applicants once the opening is over
	waitingMax = 40               // jobs in review above which nobody new comes
	lastOne    = 500              // applicants in all
)

// feeder sends applicants through the public REST API, as host applications would.
type feeder struct {
	program  *boot.Program
	accounts Accounts
	trusted  *hostapp.App // whose devices' liveness is trusted
	weak     *hostapp.App
}

func newFeeder(p *boot.Program, a Accounts) *feeder {
	app := func(client admin.NewClient) *hostapp.App {
		return &hostapp.App{Base: p.Config.Public.String(), HTTP: &http.Client{Timeout: time.Minute}, Credentials: hostapp.Credentials{
			ClientID: client.ClientID, ClientSecret: client.ClientSecret, Username: a.User.Username, Password: a.User.Password, KeyID: a.Key.ID, KeySecret: a.Key.Secret,
		}}
	}
	return &feeder{program: p, accounts: a, trusted: app(a.Client), weak: app(a.Weak)}
}

// run feeds until ctx ends. An applicant that fails is logged and left behind.
func (f *feeder) run(ctx context.Context) {
	for f.accounts.Fed < lastOne && ctx.Err() == nil {
		if f.accounts.Fed >= len(opening) && !f.pause(ctx) {
			continue
		}
		if err := f.apply(ctx, applicationAt(f.accounts.Fed)); err != nil && ctx.Err() == nil {
			f.program.Log.Warn("demo applicant", "n", f.accounts.Fed, "error", err)
		}
		if ctx.Err() != nil {
			return
		}
		f.accounts.Fed++
		if err := f.accounts.save(); err != nil {
			f.program.Log.Warn("demo state", "error", err)
		}
	}
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

// apply sends one applicant: job, captures, what the device found, submit.
func (f *feeder) apply(ctx context.Context, a application) error {
	app := f.weak
	if a.trusted {
		app = f.trusted
	}
	set := specimen.Applicant(a.seed, a.kind, time.Now().UTC())
	request := map[string]any{
		"function": a.function, "flavor": flavorOf(a), "sdkVersion": "11.1.13.2.18", "submitted": set.Submitted,
		"location": onboarding.Location{Latitude: float64(404+a.seed%50) / 10, Longitude: float64(int(a.seed%70)-37) / 10, Accuracy: 18},
		"device":   onboarding.Device{ID: fmt.Sprintf("demo-%d", a.seed%7), Manufacturer: "Specimen", Model: "Phone 3", OS: "Android", OSVersion: "15", AppVersion: "4.2.0"},
	}
	if a.number != "" {
		request["uniqueNumber"] = a.number
	}
	job, err := app.Job(ctx, request)
	if err != nil {
		return err
	}
	for _, kind := range a.kinds(set.Kinds()) {
		capture, ok := set.Capture(kind)
		if !ok {
			continue
		}
		if err := app.Capture(ctx, job, kind, capture.ContentType, capture.Bytes); err != nil {
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

func flavorOf(a application) string {
	if a.function == onboarding.LiveFaceCheck || a.function == onboarding.CustomerVerification {
		return "LIVENESS"
	}
	return []string{"LITE", "MEDIUM", "VIDEO_ID"}[a.seed%3]
}
