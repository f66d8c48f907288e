package e2e_test

import (
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/onboarding"
)

const (
	notice = `document.querySelector('.newsline .notice.unsent')`
	saved  = `document.querySelector('[data-saved]').textContent.startsWith('saved')`
)

// offline takes a page's network away, or gives it back.
func (p *page) offline(off bool) {
	p.t.Helper()
	check(p.t, p.Context().SetOffline(off))
}

func TestADecisionThatCouldNotBeSentSaysSoKeepsAllAndIsSentWhenTheNetworkIsBack(t *testing.T) {
	h := at(t)
	h.supply(t, 3)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	id := p.take(t)
	p.fills(t, "before the tunnel", "for the client")
	p.becomes(t, "kept", saved)
	p.offline(true)
	check(t, p.Locator(".send .go").Click())
	p.becomes(t, "told beside the action", notice+`?.textContent.includes('Not sent')`)
	p.becomes(t, "as filled in", filled("before the tunnel", "for the client"))
	p.stands(t, id, onboarding.Review)
	p.accessible(t, "unsent decision")
	p.offline(false)
	p.becomes(t, "at another job", `location.pathname !== '/jobs/`+id+`' && document.querySelector('#decision')`)
	p.stands(t, id, onboarding.Declined)
	decided, err := h.Store.StandingDecision(t.Context(), boottest.Company, id)
	check(t, err)
	if decided.Note != "before the tunnel" || decided.Comment != "for the client" {
		t.Errorf("decided with %+v", decided)
	}
}

// answers lets a page's requests to a path meet a handler of the test until n have; the count includes those after.
func (p *page) answers(pattern string, n int32, handle func(playwright.Route)) *atomic.Int32 {
	p.t.Helper()
	var met atomic.Int32
	check(p.t, p.Route(pattern, func(r playwright.Route) {
		if met.Add(1) > n {
			_ = r.Continue()
			return
		}
		handle(r)
	}))
	return &met
}

func TestADecisionWhoseAnswerWasLostIsCarriedOutOnceAndGoesOn(t *testing.T) {
	h := at(t)
	h.supply(t, 3)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	id := p.take(t)
	var sent outage
	p.OnRequest(func(r playwright.Request) {
		if strings.HasSuffix(r.URL(), "/decide") {
			sent.note(r.Headers()["idempotency-key"])
		}
	})
	met := p.answers("**/decide", 1, func(r playwright.Route) {
		_, _ = r.Fetch(playwright.RouteFetchOptions{MaxRedirects: playwright.Int(0)}) // the server carries it out
		_ = r.Abort("connectionreset")
	})
	p.press("d", "4", "Enter")
	p.becomes(t, "at another job", `location.pathname !== '/jobs/`+id+`' && document.querySelector('#decision')`)
	if met.Load() < 2 {
		t.Errorf("sent %d times", met.Load())
	}
	if keys := slices.Compact(sent.take()); len(keys) != 1 || keys[0] == "" {
		t.Errorf("sent under the keys %q", keys)
	}
	p.stands(t, id, onboarding.Declined)
	reviews, err := h.Store.Reviews(t.Context(), boottest.Company, id)
	check(t, err)
	if len(reviews) != 1 {
		t.Errorf("%d reviews", len(reviews))
	}
	p.becomes(t, "offered to undo it", `document.querySelector('.notice [data-key=u]')`)
}

func TestABusyServerIsAskedAgainAndTheAgentMayStop(t *testing.T) {
	h := at(t)
	h.supply(t, 2)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	id := p.take(t)
	met := p.answers("**/decide", 2, func(r playwright.Route) {
		_ = r.Fulfill(playwright.RouteFulfillOptions{
			Status:  playwright.Int(http.StatusServiceUnavailable),
			Headers: map[string]string{"Retry-After": "120"},
		})
	})
	p.approve("Enter")
	p.becomes(t, "told that the server is busy and when it is asked again",
		notice+`?.textContent.includes('busy') && /Next try in (1\d|[3-9])\d s/.test(`+notice+`.textContent)`)
	check(t, p.Locator(".notice.unsent button").Last().Click())
	p.becomes(t, "stopped", notice+`?.textContent === 'Not sent.'`)
	p.stands(t, id, onboarding.Review)
	check(t, p.Locator(".send .go").Click())
	p.becomes(t, "busy again", notice+`?.textContent.includes('busy')`)
	check(t, p.Locator(".newsline .notice.unsent button").First().Click())
	p.becomes(t, "at another page", `location.pathname !== '/jobs/`+id+`' || !document.querySelector('#decision')`)
	p.stands(t, id, onboarding.Approved)
	if met.Load() != 3 {
		t.Errorf("sent %d times", met.Load())
	}
}

func TestEveryActionOfAnAgentIsSentWhenTheNetworkIsBack(t *testing.T) {
	h := at(t)
	h.supply(t, 5)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	told := func() {
		t.Helper()
		p.becomes(t, "told", `document.querySelector('.unsent')?.textContent.includes('Not sent')`)
		p.offline(false)
	}
	p.offline(true)
	p.press("n")
	told()
	check(t, p.WaitForURL(jobURL))
	p.sees("#decision")
	for _, keys := range [][]string{{"s"}, {"e", "Enter"}, {"n"}, {"d", "4", "Enter"}} {
		id := p.job()
		p.shown()
		p.offline(true)
		p.press(keys...)
		told()
		p.becomes(t, "at another job after "+strings.Join(keys, " "),
			`location.pathname !== '/jobs/`+id+`' && document.querySelector('#decision')`)
	}
	p.shown()
	last := p.job()
	p.offline(true)
	p.press("u")
	told()
	p.becomes(t, "back at the job", `location.pathname !== '/jobs/`+last+`' && document.querySelector('#decision')`)
}

func TestAFormOfAdministrationSurvivesAnOutageAndAnEndedSession(t *testing.T) {
	h := at(t)
	p := h.seat(t, access.Admin, playwright.BrowserNewContextOptions{})
	p.visit(h.base + "/webhooks")
	check(t, p.Locator("#url").Fill("https://listener.example/outage"))
	check(t, p.Locator("#description").Fill("typed in a tunnel"))
	p.offline(true)
	check(t, p.Locator("form.tall button.go").Click())
	p.becomes(t, "told in the form", `document.querySelector('form.tall .unsent')?.textContent.includes('Not sent')`)
	p.becomes(t, "as typed", `document.querySelector('#description').value === 'typed in a tunnel'`)
	p.accessible(t, "unsent form")
	_, err := h.Accounts.EndUserSessions(t.Context(), "test", boottest.Company, p.ID)
	check(t, err)
	p.offline(false)
	p.becomes(t, "asked to sign in", `document.querySelector('form.tall .unsent a[href^="/login"]')`)
	p.becomes(t, "still as typed", `document.querySelector('#description').value === 'typed in a tunnel'`)
	tab, err := p.Context().NewPage()
	check(t, err)
	other := &page{Page: tab, t: t}
	other.signsInAfterAnOutage(t, h.base, p.Email, p.password)
	check(t, p.Locator("form.tall button.go").Click())
	p.becomes(t, "created", `document.body.textContent.includes('listener.example/outage') && `+
		`!document.querySelector('form.tall .unsent')`)
	endpoints, err := h.Store.Endpoints(t.Context(), boottest.Company)
	check(t, err)
	made := 0
	for _, e := range endpoints {
		if e.URL == "https://listener.example/outage" {
			made++
		}
	}
	if made != 1 {
		t.Errorf("%d endpoints were made", made)
	}
}

// signsInAfterAnOutage signs in while nothing answers, which happens once something does.
func (p *page) signsInAfterAnOutage(t *testing.T, base, email, password string) {
	t.Helper()
	p.visit(base + "/login")
	check(t, p.Locator("input[name=email]").Fill(email))
	check(t, p.Locator("input[name=password]").Fill(password))
	p.offline(true)
	check(t, p.Keyboard().Press("Enter"))
	p.becomes(t, "told in the form", `document.querySelector('form .unsent')?.textContent.includes('Not sent')`)
	p.accessible(t, "unsent sign-in")
	p.offline(false)
	check(t, p.WaitForURL("**/queue"))
}
