package review_test

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/policy"
	"proofdesk/app/store"
	"proofdesk/app/web/webtest"
)

func TestAnAgentAsksOnceAndADecisionEndsTheRequest(t *testing.T) {
	h := webtest.Open(t)
	h.Client = "acme-app"
	err := h.Store.Write(t.Context(), func(tx *store.Tx) error {
		return tx.InsertClient(t.Context(), store.Client{
			ID: h.Client, Company: "acme", Name: "App", SecretHash: "x", State: access.StateActive,
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	id, captures := h.Job("acme", "DOE, JANE")
	h.Calm(id, captures)
	b := h.As(access.Agent)
	b.Get("/jobs/"+id).Post("/jobs/"+id+"/claim", nil).Follow().Want(http.StatusOK, `name="ask.passport" data-first`)
	ask := func(of url.Values) url.Values { return b.Decision("", of) }
	b.Post("/jobs/"+id+"/ask", ask(url.Values{"tell": {"In daylight"}}))
	b.Want(http.StatusBadRequest, "Choose at least one capture to ask for", ">In daylight</textarea>",
		`<details class="sure escalate ask" open>`)
	b.Get("/jobs/"+id).Post("/jobs/"+id+"/ask", ask(url.Values{"ask.voice": {"dark"}}))
	b.Want(http.StatusBadRequest, "This capture can")
	b.Get("/jobs/"+id).Post("/jobs/"+id+"/ask", ask(url.Values{"ask.passport": {"glare"}, "tell": {"In daylight"}}))
	b.Follow().Want(http.StatusOK, "Light was reflected on it.", "In daylight", "/capture/", "Withdraw the request",
		"Valid until ", "</time></span>.</p>")
	b.Post("/jobs/"+id+"/ask", ask(url.Values{"ask.passport": {"glare"}}))
	b.Want(http.StatusConflict, "withdraw that request first")
	auditor := h.As(access.Auditor)
	auditor.Get("/jobs/"+id).Want(http.StatusOK, "Light was reflected on it.")
	if strings.Contains(auditor.Body, "/capture/") {
		t.Error("somebody who may only read sees the link")
	}
	waiting, err := h.Store.ReviewCase(t.Context(), "acme", id)
	if err != nil {
		t.Fatal(err)
	}
	senior := h.As(access.Senior)
	senior.Get("/jobs/"+id).Want(http.StatusOK, "Light was reflected on it.")
	if strings.Contains(senior.Body, "/capture/") {
		t.Error("an agent who neither asked nor holds the job sees the link")
	}
	err = h.Store.Write(t.Context(), func(tx *store.Tx) error {
		return tx.ReleaseClaim(t.Context(), "acme", id, waiting.Holder)
	})
	if err != nil {
		t.Fatal(err)
	}
	senior.Get("/queue").Want(http.StatusOK, "data-who title=\"the applicant\">")
	b.Get("/jobs/"+id).Want(http.StatusOK, "/capture/") // who asked, and no longer holds the job
	senior.Get("/jobs/"+id).Post("/jobs/"+id+"/claim", nil)
	senior.Get("/jobs/"+id).Want(http.StatusOK, "/capture/") // who holds it
	waiting, err = h.Store.ReviewCase(t.Context(), "acme", id)
	if err != nil {
		t.Fatal(err)
	}
	err = h.Store.Write(t.Context(), func(tx *store.Tx) error {
		return tx.ReleaseClaim(t.Context(), "acme", id, waiting.Holder)
	})
	if err != nil {
		t.Fatal(err)
	}
	b.Post("/jobs/"+id+"/claim", nil)
	b.Get("/jobs/"+id).Post("/jobs/"+id+"/decide", b.Decision("Approved", url.Values{"then": {"stay"}}))
	b.Follow().Want(http.StatusOK, "revoked")
	request, err := h.Store.LastRequest(context.Background(), "acme", id)
	if err != nil || request.RevokedAt.IsZero() {
		t.Errorf("the request is open after the decision: %v", err)
	}
	held, err := h.Store.ReviewCase(context.Background(), "acme", id)
	if err != nil || held.State != store.CaseDone || !held.WaitsUntil.IsZero() {
		t.Errorf("the case %s waits until %s: %v", held.State, held.WaitsUntil, err)
	}
	b.Get("/jobs/"+id+"/history").Want(http.StatusOK, "asked the applicant for new captures",
		"ended a request for captures")
}

func TestARequestThatRanOutEndsInTheTrailWhereAnAgentAsksAgain(t *testing.T) {
	h := webtest.Open(t)
	h.Client = "acme-app"
	h.Change(func(tx *store.Tx) error {
		return tx.InsertClient(t.Context(), store.Client{
			ID: h.Client, Company: "acme", Name: "App", SecretHash: "x", State: access.StateActive,
		})
	})
	id, captures := h.Job("acme", "DOE, JANE")
	h.Calm(id, captures)
	for _, ended := range []bool{false, true} {
		b := h.As(access.Agent)
		b.Get("/jobs/"+id).Post("/jobs/"+id+"/claim", nil).Follow().Want(http.StatusOK)
		b.Post("/jobs/"+id+"/ask", b.Decision("", url.Values{"ask.passport": {"glare"}}))
		b.Follow().Want(http.StatusOK, "Light was reflected on it.")
		b.Get("/jobs/"+id+"/history").Want(http.StatusOK, "asked the applicant for new captures")
		if strings.Contains(b.Body, "ended a request for captures") != ended {
			t.Errorf("the end of the request is in the trail: %v", !ended)
		}
		h.Clock.Advance(25 * time.Hour)
	}
}

func TestAPageHearsOfNewCapturesWithItsHeartbeat(t *testing.T) {
	h := webtest.Open(t)
	h.Client = "acme-app"
	write := func(fn func(tx *store.Tx) error) {
		t.Helper()
		if err := h.Store.Write(t.Context(), fn); err != nil {
			t.Fatal(err)
		}
	}
	write(func(tx *store.Tx) error {
		return tx.InsertClient(t.Context(), store.Client{
			ID: h.Client, Company: "acme", Name: "App", SecretHash: "x", State: access.StateActive,
		})
	})
	id, captures := h.Job("acme", "DOE, JANE")
	h.Calm(id, captures)
	b := h.As(access.Agent)
	b.Get("/jobs/"+id).Post("/jobs/"+id+"/claim", nil).Follow()
	b.Post("/jobs/"+id+"/ask", b.Decision("", url.Values{"ask.passport": {"glare"}}))
	b.Get("/jobs/" + id)
	page := b.Decision("", nil)
	beat := func(want string) {
		t.Helper()
		b.Post("/jobs/"+id+"/heartbeat", page).Want(http.StatusOK, want)
	}
	beat(`"state":"not opened yet"`)
	request, err := h.Store.OpenRequest(t.Context(), "acme", id)
	if err != nil {
		t.Fatal(err)
	}
	write(func(tx *store.Tx) error {
		_, err := tx.SubmitRequest(t.Context(), request)
		return err
	})
	beat(`"state":"being checked"`)
	beat("The applicant has sent new captures. They are being checked.")
	write(func(tx *store.Tx) error {
		claimed, err := tx.ClaimRequest(t.Context(), "worker", tx.Now.Add(time.Minute))
		if err != nil {
			return err
		}
		if _, err := tx.FinishRequest(t.Context(), claimed); err != nil {
			return err
		}
		return tx.ReturnCase(t.Context(), store.ReviewCase{
			Company: "acme", JobID: id, EvidenceDigest: "other", ReturnsTo: claimed.AskedBy,
			ReturnsUntil: tx.Now.Add(time.Minute),
		})
	})
	beat("The applicant’s new captures are here.")
	b.Get("/jobs/" + id)
	page = b.Decision("", nil)
	beat(`"state":"new captures are here"`)
	if strings.Contains(b.Body, `"news"`) {
		t.Errorf("a page that shows the new captures is told of them: %s", b.Body)
	}
	write(func(tx *store.Tx) error { return tx.ReleaseClaim(t.Context(), "acme", id, request.AskedBy) })
	b.Get("/queue").Want(http.StatusOK, "data-who title=\"you first\">")
	h.As(access.Senior).Get("/queue").Want(http.StatusOK, "data-who title=\"the agent who asked\">")
	h.Clock.Advance(time.Minute)
	h.As(access.Senior).Get("/queue").Want(http.StatusOK, "data-who title=\"\">")
}

func TestAPageAwaitsNewsUntilTheRequestIsSettled(t *testing.T) {
	const (
		ask, send, check, run, withdraw = "asked", "sent", "checked", "run out", "withdrawn"
		waits, usable                   = "data-asked", "/capture/"
	)
	for _, tt := range []struct {
		after         []string
		awaited, open bool
	}{
		{[]string{ask}, true, true},
		{[]string{ask, send}, true, false},
		{[]string{ask, send, check}, false, false},
		{[]string{ask, run}, false, false},
		{[]string{ask, withdraw}, false, false},
	} {
		t.Run(strings.Join(tt.after, ", "), func(t *testing.T) {
			a := newAsker(t)
			for _, act := range tt.after {
				switch act {
				case ask:
					a.asks(url.Values{"ask.selfie": {"dark"}})
				case send:
					a.sends()
				case check:
					a.checked()
				case run:
					a.h.Clock.Advance(24 * time.Hour)
					a.holds()
				case withdraw:
					a.Post("/jobs/"+a.id+"/withdraw", a.Decision("", nil))
				}
			}
			a.Get("/jobs/" + a.id)
			page := a.Decision("", nil)
			for text, want := range map[string]bool{waits: tt.awaited, usable: tt.open, "/withdraw": tt.open} {
				if strings.Contains(a.Body, text) != want {
					t.Errorf("the page has %s: %v", text, !want)
				}
			}
			a.Post("/jobs/"+a.id+"/heartbeat", page).Want(http.StatusOK,
				fmt.Sprintf(`"awaited":%v`, tt.awaited), fmt.Sprintf(`"open":%v`, tt.open))
		})
	}
}

// Another window of the agent decides about another job.
func TestAPageHearsWhatItsAgentHasDoneToday(t *testing.T) {
	a := newAsker(t)
	a.Post("/jobs/"+a.id+"/heartbeat", a.Get("/jobs/"+a.id).Decision("", nil)).Want(http.StatusOK,
		`"tally":"nothing done yet today"`)
	other, captures := a.h.Job("acme", "ROE, JANE")
	a.h.Calm(other, captures)
	a.Get("/jobs/"+other).Post("/jobs/"+other+"/claim", nil).Follow()
	a.Post("/jobs/"+other+"/decide", a.Decision("Approved", url.Values{"then": {"stay"}})).Follow()
	a.Post("/jobs/"+a.id+"/heartbeat", a.Get("/jobs/"+a.id).Decision("", nil)).Want(http.StatusOK,
		`"tally":"1 done today`)
}

// Another window of the agent withdraws the request that the page shows and asks anew.
func TestAPageHearsOfItsOwnRequestAndThatThereIsANewerOne(t *testing.T) {
	a := newAsker(t)
	shows := func() url.Values {
		t.Helper()
		a.Get("/jobs/" + a.id)
		return a.Decision("", nil)
	}
	hears := func(page url.Values, want ...string) {
		t.Helper()
		sent := shows()
		for _, name := range []string{"request", "version", "digest"} {
			sent[name] = page[name]
		}
		a.Post("/jobs/"+a.id+"/heartbeat", sent).Want(http.StatusOK, want...)
	}
	const newer, awaited = "This job has a newer request for captures.", `"state":"not opened yet"`
	none := shows()
	a.asks(url.Values{"ask.selfie": {"dark"}})
	first := shows()
	hears(first, awaited)
	a.Lacks(`"news"`)
	hears(none, newer)
	a.Lacks(`"state"`)
	a.Post("/jobs/"+a.id+"/withdraw", shows()).Follow().Want(http.StatusOK)
	hears(first, `"state":"revoked"`, `"awaited":false`)
	a.Lacks(`"news"`)
	a.asks(url.Values{"ask.passport": {"glare"}})
	hears(first, `"state":"revoked"`, newer)
	hears(shows(), awaited)
	a.Lacks(`"news"`)
	a.sends()
	hears(first, `"state":"revoked"`, "The applicant has sent new captures.")
}

// What another window of the agent changed about the job is no news of the applicant.
func TestAPageHearsOfNoCapturesBeforeTheyAreSent(t *testing.T) {
	a := newAsker(t)
	a.asks(url.Values{"ask.selfie": {"dark"}})
	page := a.Decision("", nil)
	page.Set("version", "0")
	page.Set("digest", "other")
	a.Post("/jobs/"+a.id+"/heartbeat", page).Want(http.StatusOK, `"state":"not opened yet"`)
	a.Lacks(`"news"`)
}

func TestThePageSaysWhetherNewCapturesWereChecked(t *testing.T) {
	h := webtest.Open(t)
	h.Client = "acme-app"
	h.Change(func(tx *store.Tx) error {
		return tx.InsertClient(t.Context(), store.Client{
			ID: h.Client, Company: "acme", Name: "App", SecretHash: "x", State: access.StateActive,
		})
	})
	id, _ := h.Job("acme", "DOE, JANE")
	b := h.As(access.Agent)
	b.Get("/jobs/"+id).Post("/jobs/"+id+"/claim", nil).Follow()
	b.Post("/jobs/"+id+"/ask", b.Decision("", url.Values{"ask.passport": {"glare"}}))
	request, err := h.Store.OpenRequest(t.Context(), "acme", id)
	if err != nil {
		t.Fatal(err)
	}
	h.Change(func(tx *store.Tx) error {
		if _, err := tx.SubmitRequest(t.Context(), request); err != nil {
			return err
		}
		claimed, err := tx.ClaimRequest(t.Context(), "worker", tx.Now.Add(time.Minute))
		if err == nil {
			_, err = tx.FinishRequest(t.Context(), claimed)
		}
		return err
	})
	b.Get("/jobs/"+id).Want(http.StatusOK, "The new captures were checked")
	h.Change(func(tx *store.Tx) error {
		return tx.WriteJobDoc(t.Context(), "acme", id, store.DocDecision, policy.Decision{
			Reasons: []policy.Reason{{Code: policy.CodeUnchecked, Band: policy.BandQuality}},
		})
	})
	b.Get("/jobs/"+id).Want(http.StatusOK, "The new captures were not checked", "override."+policy.CodeUnchecked)
	b.Lacks("The new captures were checked")
}
