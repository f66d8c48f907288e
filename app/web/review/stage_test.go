package review_test

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/web/review"
	"proofdesk/app/web/webtest"
	"proofdesk/engine"
)

func TestTurnedPicturesAreSetUpright(t *testing.T) {
	for turned, want := range map[int][2]string{
		0:   {"0 0 64 40", "rotate(0)"},
		90:  {"0 0 40 64", "translate(0 64) rotate(-90)"},
		180: {"0 0 64 40", "translate(64 40) rotate(180)"},
		270: {"0 0 40 64", "translate(40 0) rotate(90)"},
	} {
		if view, place := review.Upright(64, 40, turned); view != want[0] || place != want[1] {
			t.Errorf("%d: %s, %s", turned, view, place)
		}
	}
}

func TestOnlyAJobThatWaitsForADecisionSaysThatItCanBeDecided(t *testing.T) {
	h := webtest.Open(t)
	id, captures := h.Job("acme", "DOE, JANE")
	report := webtest.Report(captures)
	report.Captures = []engine.CaptureReport{{ID: captures[0].ID, Fault: "corrupt"}}
	h.Change(func(tx *store.Tx) error { return tx.WriteJobDoc(t.Context(), "acme", id, store.DocReport, report) })
	b := h.As(access.Admin)
	b.Get("/queue").Post("/queue/next", nil).Follow().Want(http.StatusOK, "The original file is kept; you can still")
	b.Post("/jobs/"+id+"/decide", b.Decision("Declined", url.Values{"reason": {"fraud.known"}}))
	b.Get("/jobs/"+id).Want(http.StatusOK, "The original file is kept.")
	b.Lacks("can still decide")
}

// ended adds a job without captures that the engine ended as told; the decision may be nil, as where it got lost.
func ended(h *webtest.Fixture, status onboarding.Status, decision *policy.Decision) string {
	h.T.Helper()
	ctx, id := h.T.Context(), ids.UUID()
	h.Change(func(tx *store.Tx) error {
		if err := storetest.Job(ctx, tx, "acme", id); err != nil {
			return err
		}
		if _, err := tx.SubmitJob(ctx, "acme", id); err != nil {
			return err
		}
		claimed, err := tx.ClaimJobs(ctx, "lease", tx.Now.Add(time.Minute), 1)
		if err != nil {
			return err
		}
		job := claimed[0].Job
		job.Status, job.DecidedAt = status, tx.Now
		if _, err := tx.DecideJob(ctx, job, "lease"); err != nil || decision == nil {
			return err
		}
		return tx.WriteJobDoc(ctx, "acme", id, store.DocDecision, *decision)
	})
	return id
}

// A job that ended with an error is nobody's to decide.
func TestAJobThatEndedWithAnErrorDoesNotSayThatItCanBeDecided(t *testing.T) {
	h := webtest.Open(t)
	b := h.As(access.Senior)
	b.Get("/jobs/"+ended(h, onboarding.Errored, nil)).Want(http.StatusOK, "This job has no captures.",
		"This job could not be processed.")
	b.Lacks("can still decide", "in these captures", allMet)
}

const allMet = "All requirements of the policy were met."

func TestAJobWithoutFindingsSaysOfItsRequirementsWhatIsSo(t *testing.T) {
	const none = "No findings were recorded for this outcome."
	for name, tt := range map[string]struct {
		status   onboarding.Status
		decision *policy.Decision
		want     string
	}{
		"approved": {onboarding.Approved, &policy.Decision{Outcome: onboarding.Approved, Met: 4, Required: 4}, allMet},
		"approved before requirements were counted": {
			onboarding.Approved, &policy.Decision{Outcome: onboarding.Approved}, allMet,
		},
		"approved without a decision": {onboarding.Approved, nil, none},
		"approved with fewer": {
			onboarding.Approved, &policy.Decision{Outcome: onboarding.Approved, Met: 3, Required: 4},
			"3 of 4 requirements of the policy were met.",
		},
		"declined": {
			onboarding.Declined, &policy.Decision{Outcome: onboarding.Declined, Met: 3, Required: 4},
			"3 of 4 requirements of the policy were met.",
		},
		"declined with all": {
			onboarding.Declined, &policy.Decision{Outcome: onboarding.Declined, Met: 4, Required: 4}, none,
		},
		"declined before requirements were counted": {
			onboarding.Declined, &policy.Decision{Outcome: onboarding.Declined}, none,
		},
		"a known customer": {onboarding.ExistingCustomer, &policy.Decision{Outcome: onboarding.ExistingCustomer}, none},
	} {
		t.Run(name, func(t *testing.T) {
			h := webtest.Open(t)
			b := h.As(access.Senior)
			b.Get("/jobs/"+ended(h, tt.status, tt.decision)).Want(http.StatusOK, tt.want)
			for _, other := range []string{allMet, none} {
				if other != tt.want {
					b.Lacks(other)
				}
			}
		})
	}
}

// Whoever decided a job, it is the engine's requirements that were met or not.
func TestAJobThatAnAgentDecidedSaysHowManyRequirementsWereMet(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	h.Change(func(tx *store.Tx) error {
		if err := tx.WriteJobDoc(t.Context(), "acme", id, store.DocReport, engine.Report{}); err != nil {
			return err
		}
		return tx.WriteJobDoc(t.Context(), "acme", id, store.DocDecision,
			policy.Decision{Outcome: onboarding.Review, Met: 11, Required: 15})
	})
	b := h.As(access.Agent)
	b.Get("/queue").Post("/queue/next", nil).Follow()
	b.Post("/jobs/"+id+"/decide", b.Decision("Approved", url.Values{"then": {"stay"}})).Follow()
	b.Get("/jobs/"+id).Want(http.StatusOK, "11 of 15 requirements of the policy were met.")
	b.Lacks(allMet)
}

// A capture is named in the same way wherever its name stands alone.
func TestTheNameOfACaptureBeginsWithACapital(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	b := h.As(access.Agent)
	b.Get("/queue").Post("/queue/next", nil).Follow().Want(http.StatusOK, ">Passport<", ">Selfie<")
	b.Lacks(">passport<", ">selfie<")
	b.Headers["Accept-Language"] = "es-MX"
	b.Get("/jobs/"+id).Want(http.StatusOK, ">Pasaporte<", ">Selfie<")
	b.Lacks(">pasaporte<", ">selfie<")
}

func TestAJobSaysThatItsReviewIsOverdue(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	h.As(access.Agent).Get("/jobs/" + id).Lacks("overdue")
	h.Clock.Advance(5 * time.Hour)
	h.As(access.Agent).Get("/jobs/"+id).Want(http.StatusOK, "overdue")
}

var captions = regexp.MustCompile(`(?s)<figcaption>\s*<span class="letter">.</span>(.*?)<span class="zoomed`)

var titles = regexp.MustCompile(`class="thumb"[^>]* title="([^"]*): [^"]*"`)

var tags = regexp.MustCompile(`<[^>]*>`)

// captions returns what stands beside the letter of each pane: the name of its capture, and when it arrived.
func (a *asker) captions() (all []string) {
	a.T.Helper()
	a.Get("/jobs/"+a.id).Want(http.StatusOK, "<figcaption>")
	for _, m := range captions.FindAllStringSubmatch(a.Body, -1) {
		all = append(all, strings.Join(strings.Fields(tags.ReplaceAllString(m[1], " ")), " "))
	}
	slices.Sort(all)
	return all
}

func TestEachPaneTellsWhenItsOwnCaptureArrived(t *testing.T) {
	a := newAsker(t)
	clock := func() string { return a.h.Clock.Now().UTC().Format("15:04:05") }
	submitted := clock()
	send := func() string {
		t.Helper()
		a.asks(url.Values{"ask.selfie": {"dark"}})
		a.sends()
		sent := clock()
		a.checked()
		return sent
	}
	second := send()
	want := []string{"Passport " + submitted, "Selfie " + second, "Selfie, earlier " + submitted, "Video " + second}
	if got := a.captions(); !slices.Equal(got, want) {
		t.Errorf("the panes are %q, want %q", got, want)
	}
	third := send()
	a.h.Change(func(tx *store.Tx) error { // whose device may say what it likes
		taken := a.selfie
		taken.ID, taken.Kind = ids.UUID(), onboarding.Signature
		taken.CreatedAt, taken.CapturedAt = tx.Now, tx.Now.Add(-time.Hour)
		return tx.InsertCapture(t.Context(), taken)
	})
	want = []string{
		"Passport " + submitted,
		"Selfie " + third,
		"Selfie, earlier " + submitted,
		"Selfie, earlier " + second,
		"Signature " + clock(),
		"Video " + third,
		"Video, earlier " + second,
	}
	if got := a.captions(); !slices.Equal(got, want) {
		t.Errorf("the panes are %q, want %q", got, want)
	}
	want = []string{ // only where there are two of a kind, the time tells them apart
		"Passport", "Selfie", "Selfie, earlier · " + submitted, "Selfie, earlier · " + second, "Signature", "Video",
		"Video, earlier",
	}
	var rail []string
	for _, m := range titles.FindAllStringSubmatch(a.Body, -1) {
		rail = append(rail, m[1])
	}
	slices.Sort(rail)
	if !slices.Equal(rail, want) {
		t.Errorf("the rail has %q, want %q", rail, want)
	}
}
