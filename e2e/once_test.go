package e2e_test

import (
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/onboarding"
	"proofdesk/app/submission"
)

// clientsNamed counts the clients of a name.
func (h *house) clientsNamed(t *testing.T, name string) int {
	t.Helper()
	all, err := h.Store.Clients(t.Context(), boottest.Company)
	check(t, err)
	n := 0
	for _, c := range all {
		if c.Name == name {
			n++
		}
	}
	return n
}

// loses lets the server carry out a request and drops its answer.
func loses(r playwright.Route) {
	_, _ = r.Fetch(playwright.RouteFetchOptions{MaxRedirects: playwright.Int(0)})
	_ = r.Abort("connectionreset")
}

func (p *page) addsClient(t *testing.T, base, name string) {
	t.Helper()
	p.visit(base + "/clients")
	check(t, p.Locator(`form[action="/clients"] input[name=name]`).Fill(name))
	check(t, p.Locator(`form[action="/clients"] button`).First().Click())
}

func TestALostAnswerNeverCreatesASecondClient(t *testing.T) {
	h := at(t)
	p := h.atQueue(t, access.Admin, playwright.BrowserNewContextOptions{})
	var sent atomic.Int32
	check(t, p.Route("**/clients", func(r playwright.Route) {
		if r.Request().Method() == "POST" && sent.Add(1) == 1 {
			loses(r)
			return
		}
		_ = r.Continue()
	}))
	p.addsClient(t, h.base, "Lost in a tunnel")
	p.becomes(t, "told what was done", `document.body.textContent.includes('was not done twice')`)
	p.accessible(t, "a form that was sent again")
	if n := h.clientsNamed(t, "Lost in a tunnel"); n != 1 || sent.Load() != 2 {
		t.Errorf("sent %d times, %d clients", sent.Load(), n)
	}
}

func TestAFormThatMayHaveBeenDoneIsSentAsNewOnlyWhenTheAgentSaysSo(t *testing.T) {
	h := at(t)
	p := h.atQueue(t, access.Admin, playwright.BrowserNewContextOptions{})
	var once sync.Once
	check(t, p.Route("**/clients", func(r playwright.Route) {
		if r.Request().Method() == "POST" {
			once.Do(func() { h.interrupt(t, p, r.Request()) })
		}
		_ = r.Continue()
	}))
	p.addsClient(t, h.base, "Killed halfway")
	p.becomes(t, "asked", `document.querySelector('form[action="/clients"] .unsent')?.textContent.includes('got lost')`)
	p.becomes(t, "as typed", `document.querySelector('form[action="/clients"] input[name=name]').value === `+
		`'Killed halfway'`)
	p.accessible(t, "a form that may have been done")
	if n := h.clientsNamed(t, "Killed halfway"); n != 0 {
		t.Errorf("%d clients without asking", n)
	}
	check(t, p.Locator(`form[action="/clients"] .unsent button`).First().Click())
	p.becomes(t, "created", `document.body.textContent.includes('client_secret')`)
	if n := h.clientsNamed(t, "Killed halfway"); n != 1 {
		t.Errorf("%d clients", n)
	}
}

// interrupt leaves behind what a program does that is killed while it carries a form out.
func (h *house) interrupt(t *testing.T, p *person, r playwright.Request) {
	t.Helper()
	body, err := r.PostData()
	check(t, err)
	form, err := url.ParseQuery(body)
	check(t, err)
	key, err := r.HeaderValue("idempotency-key")
	check(t, err)
	killed := &submission.Desk{Store: h.Store}
	_, _, err = killed.Begin(t.Context(), submission.Form{
		Company: boottest.Company,
		AgentID: p.ID,
		Key:     key,
		Content: "/clients\x00name=" + form.Get("name"),
	})
	check(t, err)
}

// holdsDecisions lets the server carry a decision out and keeps its answer until answer is called; decided is closed
// once the server has decided.
func (p *page) holdsDecisions() (decided <-chan struct{}, answer func()) {
	p.t.Helper()
	done, held := make(chan struct{}), make(chan struct{})
	p.answers("**/decide", 1, func(r playwright.Route) {
		got, err := r.Fetch(playwright.RouteFetchOptions{MaxRedirects: playwright.Int(0)})
		close(done)
		<-held
		if err == nil {
			err = r.Fulfill(playwright.RouteFulfillOptions{Response: got})
		}
		if err != nil {
			p.note(err.Error())
		}
	})
	return done, func() { close(held) }
}

func TestNewsOfOnesOwnDecisionDoesNotOvertakeItsAnswer(t *testing.T) {
	h := at(t)
	h.supply(t, 2)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	id := p.take(t)
	p.shown()
	decided, answer := p.holdsDecisions()
	p.press("d", "4", "Enter")
	heard(t, decided)
	// The news of the queue, then two requests after which a page that took the job for lost has given way.
	_, err := p.Evaluate(`async () => {
		document.querySelector('#decision').dispatchEvent(new Event('lost'))
		for (let i = 0; i < 4; i++) await fetch(location.pathname + '?lost=1').then(answer => answer.text())
	}`)
	check(t, err)
	p.becomes(t, "still waiting for the answer", `document.querySelector('#decision')?.dataset.job === '`+id+`'`)
	answer()
	p.becomes(t, "at the next job", `location.pathname !== '/jobs/`+id+`' && document.querySelector('#decision')`)
	p.sees(".notice [data-key=u]")
	p.stands(t, id, onboarding.Declined)
	p.quiet(t)
}

func TestNoOtherActionCrossesADecisionThatIsOnItsWay(t *testing.T) {
	h := at(t)
	h.supply(t, 3)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	check(t, p.Clock().Install())
	id := p.take(t)
	p.shown()
	var others atomic.Int32
	p.OnRequest(func(r playwright.Request) {
		if strings.HasSuffix(r.URL(), "/skip") || strings.HasSuffix(r.URL(), "/next") {
			others.Add(1)
		}
	})
	decided, answer := p.holdsDecisions()
	p.press("d", "4", "Enter")
	heard(t, decided)
	p.press("Escape", "s", "n")
	check(t, p.Clock().FastForward("00:02")) // by then a draft would have been saved, which the server refuses
	p.sees(".notice.unsent:has-text('Sending')")
	answer()
	p.becomes(t, "at the next job", `location.pathname !== '/jobs/`+id+`' && document.querySelector('#decision')`)
	p.stands(t, id, onboarding.Declined)
	if n := others.Load(); n != 0 {
		t.Errorf("%d other actions were sent meanwhile", n)
	}
	p.quiet(t)
}

// readsLate keeps the page from reading answers until the returned function is called.
func (p *page) readsLate() (read func()) {
	p.t.Helper()
	_, err := p.Evaluate(`() => {
		const read = Response.prototype.text
		const due = new Promise(resolve => { window.readAnswers = resolve })
		Response.prototype.text = async function () {
			window.hasAnswer = true
			await due
			return read.call(this)
		}
	}`)
	check(p.t, err)
	return func() {
		p.t.Helper()
		_, err := p.Evaluate(`() => window.readAnswers()`)
		check(p.t, err)
	}
}

// From its answer until the next job is there, and while a page gets the token of a new session, a decision is no less
// on its way than before.
func TestNoOtherActionCrossesADecisionWhosePageStillReads(t *testing.T) {
	for name, begin := range map[string]func(*person){
		"the answer":     func(*person) {},
		"the token anew": (*person).enter,
	} {
		t.Run(name, func(t *testing.T) {
			h := at(t)
			h.supply(t, 3)
			p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
			check(t, p.Clock().Install())
			id := p.take(t)
			p.shown()
			begin(p)
			read := p.readsLate()
			p.press("d", "4", "Enter")
			p.becomes(t, "reading", `window.hasAnswer === true`)
			var others atomic.Int32
			p.OnRequest(func(r playwright.Request) {
				if strings.HasSuffix(r.URL(), "/skip") || strings.HasSuffix(r.URL(), "/next") ||
					strings.HasSuffix(r.URL(), "/jobs/"+id+"/draft") {
					others.Add(1)
				}
			})
			p.press("Escape", "s", "n")
			check(t, p.Clock().FastForward("00:02"))
			p.sees(".notice.unsent:has-text('Sending')")
			read()
			p.becomes(t, "at the next job", `location.pathname !== '/jobs/`+id+`' && document.querySelector('#decision')`)
			check(t, p.Clock().FastForward("00:02"))
			p.stands(t, id, onboarding.Declined)
			if n := others.Load(); n != 0 {
				t.Errorf("%d other requests were sent meanwhile", n)
			}
			p.quiet(t, "403 (Forbidden)") // of the session that ended
		})
	}
}
