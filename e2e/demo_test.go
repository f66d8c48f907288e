package e2e_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/boot/boottest"
	"proofdesk/app/demo"
	"proofdesk/app/onboarding"
)

// startDemo runs the whole demo on free ports.
func startDemo(t *testing.T) *demo.Demo {
	t.Helper()
	c, err := demo.Adapt(boottest.Settings(t, t.TempDir()))
	check(t, err)
	c.UndoHold = time.Second
	d, err := demo.Start(context.Background(), c,
		slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn})),
		demo.Options{Say: t.Output()})
	check(t, err)
	t.Cleanup(func() { check(t, d.Stop()) })
	return d
}

func password(t *testing.T, d *demo.Demo, role string) (email, secret string) {
	t.Helper()
	for _, u := range d.Accounts.Users {
		if u.Role == role {
			return u.Email, u.Password
		}
	}
	t.Fatalf("the demo has no %s", role)
	return "", ""
}

// until waits until so returns true, for at most five minutes.
func until(t testing.TB, what string, so func() bool) {
	t.Helper()
	deadline := time.After(5 * time.Minute)
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for !so() {
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatalf("after five minutes still not: %s", what)
		}
	}
}

var jobURL = regexp.MustCompile(`/jobs/[0-9a-f-]{36}$`)

// reviewed returns the event of a job's review, once the verifying receiver has it.
func reviewed(t *testing.T, d *demo.Demo, jobID string) (demo.Received, onboarding.Payload) {
	t.Helper()
	var found demo.Received
	var payload onboarding.Payload
	until(t, "the receiver has the review of "+jobID, func() bool {
		return slices.ContainsFunc(d.Receivers.Got(), func(r demo.Received) bool {
			payload = onboarding.Payload{}
			if json.Unmarshal([]byte(r.Body), &payload) != nil || payload.Event == nil {
				return false
			}
			found = r
			return payload.Event.Type == onboarding.ApplicationReviewed && payload.ApplicationDetails.JobID == jobID
		})
	})
	return found, payload
}

func TestAnAgentDecidesTheNextJobAndTheClientGetsTheEvent(t *testing.T) {
	t.Parallel()
	d := startDemo(t)
	until(t, "a job waits for review", func() bool {
		jobs, err := d.Program.Store.JobsByStatus(t.Context(), "acme", onboarding.Review, 0, 5)
		return err == nil && len(jobs) >= 2
	})
	p := open(t, playwright.BrowserNewContextOptions{})
	email, secret := password(t, d, "agent")
	p.signIn(d.Program.Config.Public.String(), email, secret)
	p.press("n")
	check(t, p.WaitForURL(jobURL))
	p.sees("text=Why it needs review")
	p.sees("text=Cross-check")
	jobID := p.URL()[strings.LastIndexByte(p.URL(), '/')+1:]
	p.approve("Enter")
	got, payload := reviewed(t, d, jobID)
	if got.Verified != "valid" {
		t.Errorf("the signature is %s", got.Verified)
	}
	if !payload.ApplicationDetails.Status.Is(onboarding.Approved) || payload.ReviewDetails == nil ||
		payload.ReviewDetails.Outcome != onboarding.ReviewApproved {
		t.Errorf("the event says %s, %+v", payload.ApplicationDetails.Status, payload.ReviewDetails)
	}
	p.visit(d.Receivers.Show)
	p.sees("text=" + got.EventID)
	p.sees("text=verified")
	check(t, p.Locator("summary", playwright.PageLocatorOptions{HasText: got.EventID}).Click())
	p.sees("pre:has-text('application.reviewed') >> visible=true")
	showsEveryKind(t, d, p, jobID)
	if said := p.errors(); len(said) > 0 {
		t.Errorf("the browser complained: %v", said)
	}
}

// shownAs maps each kind of capture with a pane of its own to the condition that holds once it is drawn; pane is the
// one that shows it.
var shownAs = map[onboarding.CaptureKind]string{
	onboarding.Video: `pane.querySelectorAll('[data-frame] canvas').length === 8 && ` +
		`Math.abs(pane.querySelector('[data-film]').dataset.film - .1) < .002`,
	onboarding.Voice: `pane.querySelector('img.wave').naturalWidth > 0 && ` +
		`pane.querySelector('audio').duration > 4 && pane.textContent.includes('I am who I say I am')`,
	onboarding.Signature: `pane.querySelector('img.strokes').naturalWidth > 0 && pane.querySelector('[data-replay]')`,
	onboarding.Fingerprints: `pane.querySelectorAll('.prints li').length === 4 && pane.querySelectorAll('.prints ` +
		`.warn').length === 1`,
	onboarding.NFC: `pane.querySelector('img.portrait').naturalWidth > 0 && pane.textContent.includes('signed by a ` +
		`trusted State')`,
}

// showsEveryKind opens a job for each of those kinds, all of them among the first ten applicants: one that waits for
// review, or the one that was reviewed.
func showsEveryKind(t *testing.T, d *demo.Demo, p *page, reviewed string) {
	t.Helper()
	found := map[onboarding.CaptureKind]onboarding.Capture{}
	until(t, "a job of every kind is in review", func() bool {
		jobs, err := d.Program.Store.JobsByStatus(t.Context(), "acme", onboarding.Review, 0, 40)
		check(t, err)
		for _, job := range append(jobs, onboarding.Job{ID: reviewed}) {
			captures, err := d.Program.Store.Captures(t.Context(), "acme", job.ID)
			check(t, err)
			for _, c := range captures {
				if shownAs[c.Kind] != "" && found[c.Kind].ID == "" {
					found[c.Kind] = c
				}
			}
		}
		return len(found) == len(shownAs)
	})
	for kind, c := range found {
		p.visit(d.Program.Config.Public.String() + "/jobs/" + c.JobID)
		pane := `.pane[data-capture="` + c.ID + `"]`
		// which is shown at once
		if hidden, err := p.Locator(pane).IsHidden(); err != nil || hidden && kind != onboarding.Video {
			check(t, p.Locator(`.rail [data-capture="`+c.ID+`"]`).Click())
		}
		p.becomes(t, "a "+string(kind)+" as it is shown",
			`(pane => !pane.hidden && (`+shownAs[kind]+`))(document.querySelector('`+pane+`'))`)
	}
}
