package review_test

import (
	"errors"
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
	"proofdesk/app/web/webtest"
)

// asker is the session with an agent who holds a job, can ask its applicant, and asks.
type asker struct {
	*webtest.Browser
	h      *webtest.Fixture
	id     string // of the job
	selfie onboarding.Capture
}

func newAsker(t *testing.T) *asker {
	t.Helper()
	h := webtest.Open(t)
	h.Client = "acme-app"
	h.Change(func(tx *store.Tx) error {
		return tx.InsertClient(t.Context(), store.Client{
			ID: h.Client, Company: "acme", Name: "App", SecretHash: "x", State: access.StateActive,
		})
	})
	id, captures := h.Job("acme", "DOE, JANE")
	h.Calm(id, captures)
	a := &asker{Browser: h.Browser(), h: h, id: id, selfie: captures[1]}
	a.holds()
	return a
}

// holds takes the job, in a new session as the one before may have ended.
func (a *asker) holds() {
	a.T.Helper()
	a.Browser = a.h.As(access.Agent)
	a.Get("/jobs/"+a.id).Post("/jobs/"+a.id+"/claim", nil).Follow().Want(http.StatusOK)
}

// asks sends the form behind Q, with a reason for each capture.
func (a *asker) asks(captures url.Values) {
	a.T.Helper()
	a.h.Clock.Advance(time.Minute)
	a.holds()
	a.Get("/jobs/"+a.id).Post("/jobs/"+a.id+"/ask", a.Decision("", captures)).Follow().Want(http.StatusOK)
}

// sends lets the applicant send the selfie that they are asked for, and a film with it.
func (a *asker) sends() {
	a.T.Helper()
	a.h.Clock.Advance(time.Minute)
	ctx := a.T.Context()
	request, err := a.h.Store.OpenRequest(ctx, "acme", a.id)
	if err != nil {
		a.T.Fatal(err)
	}
	a.h.Change(func(tx *store.Tx) error {
		for _, kind := range []onboarding.CaptureKind{onboarding.Selfie, onboarding.Video} {
			sent := a.selfie
			sent.ID, sent.Kind, sent.Link, sent.Request = ids.UUID(), kind, request.ID, request.ID
			sent.CreatedAt = tx.Now
			if err := tx.InsertCapture(ctx, sent); err != nil {
				return err
			}
		}
		_, err := tx.SubmitRequest(ctx, request)
		return err
	})
}

// checked brings what the applicant sent into force.
func (a *asker) checked() {
	a.T.Helper()
	a.h.Change(func(tx *store.Tx) error {
		claimed, err := tx.ClaimRequest(a.T.Context(), "worker", tx.Now.Add(time.Minute))
		if err != nil {
			return err
		}
		if _, err := tx.FinishRequest(a.T.Context(), claimed); err != nil {
			return err
		}
		return tx.LandCaptures(a.T.Context(), claimed, []onboarding.CaptureKind{onboarding.Selfie, onboarding.Video})
	})
}

var histories = regexp.MustCompile(`(?s)<ol class="history">(.*?)</ol>`)

var entries = regexp.MustCompile(`(?s)<li>.*?</time></span>\s*<span>([^<]*)</span></li>`)

// history returns the entries of the history on the review page.
func (a *asker) history() (all []string) {
	a.T.Helper()
	a.Get("/jobs/"+a.id).Want(http.StatusOK, `class="history"`)
	for _, m := range entries.FindAllStringSubmatch(histories.FindString(a.Body), -1) {
		all = append(all, m[1])
	}
	return all
}

func TestTheHistoryListsEachRequestWithWhatCameOfIt(t *testing.T) {
	a := newAsker(t)
	a.asks(url.Values{"ask.selfie": {"dark"}})
	a.sends()
	a.checked()
	a.asks(url.Values{"ask.passport": {"glare"}, "ask.selfie": {"dark"}})
	a.Get("/jobs/"+a.id).Post("/jobs/"+a.id+"/withdraw", a.Decision("", nil)).Follow().Want(http.StatusOK)
	a.asks(url.Values{"ask.passport": {"cut_off"}})
	a.h.Clock.Advance(25 * time.Hour)
	a.asks(url.Values{"ask.passport": {"glare"}})
	a.Get("/jobs/"+a.id).Post("/jobs/"+a.id+"/decide",
		a.Decision("Approved", url.Values{"then": {"stay"}})).Follow().Want(http.StatusOK)
	const asked = "The agent: asked for new captures "
	want := []string{
		"Job created",
		"Submitted with 2 captures",
		asked + "(selfie)",
		"The applicant sent new captures",
		"The new captures were checked: REVIEW",
		asked + "(passport, selfie)",
		"The request for captures was withdrawn",
		asked + "(passport)",
		"The request for captures ran out",
		asked + "(passport)",
		"The decision ended the request for captures",
		"The agent: Approved",
	}
	got := slices.DeleteFunc(a.history(), func(text string) bool {
		return strings.HasPrefix(text, "Engine: ") || strings.HasPrefix(text, "Taken by ")
	})
	if !slices.Equal(got, want) {
		t.Errorf("the history is\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Each check overwrites the report and the decision of the one before it, and with them how long that took.
func TestTheHistoryTellsOfEachCheckWhatIsKnownOfIt(t *testing.T) {
	a := newAsker(t)
	outcome := onboarding.Review
	took := func(elapsed time.Duration, reasons ...policy.Reason) {
		t.Helper()
		report := webtest.Report([]onboarding.Capture{a.selfie})
		report.Elapsed = elapsed
		a.h.Change(func(tx *store.Tx) error {
			return errors.Join(tx.WriteJobDoc(t.Context(), "acme", a.id, store.DocReport, report),
				tx.WriteJobDoc(t.Context(), "acme", a.id, store.DocDecision,
					policy.Decision{Outcome: outcome, Reasons: reasons}))
		})
	}
	again := func() {
		t.Helper()
		a.asks(url.Values{"ask.selfie": {"dark"}})
		a.sends()
		a.checked()
	}
	tells := func(want ...string) {
		t.Helper()
		got := slices.DeleteFunc(a.history(), func(text string) bool {
			return !strings.HasPrefix(text, "Engine: ") && !strings.HasPrefix(text, "The new captures ")
		})
		if !slices.Equal(got, want) {
			t.Errorf("the history tells %q, want %q", got, want)
		}
	}
	unchecked := policy.Reason{Code: policy.CodeUnchecked, Band: policy.BandQuality}
	took(2 * time.Second)
	tells("Engine: REVIEW in 2.0 s")
	again()
	took(2*time.Second, unchecked) // the report before
	tells("Engine: REVIEW in 2.0 s", "The new captures were not checked")
	took(time.Second)
	tells("Engine: REVIEW", "The new captures were checked in 1.0 s: REVIEW")
	again()
	outcome = onboarding.Approved // an agent decides all the same
	took(3 * time.Second)
	tells("Engine: REVIEW", "The new captures replaced the earlier ones",
		"The new captures were checked in 3.0 s: APPROVED")
	again()
	took(3*time.Second, unchecked)
	tells("Engine: REVIEW", "The new captures replaced the earlier ones", "The new captures replaced the earlier ones",
		"The new captures were not checked")
	took(0)
	tells("Engine: REVIEW", "The new captures replaced the earlier ones", "The new captures replaced the earlier ones",
		"The new captures were checked: APPROVED")
}
