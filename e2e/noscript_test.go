package e2e_test

import (
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/onboarding"
)

func TestTheMainFlowWorksInABrowserWithoutScript(t *testing.T) {
	h := at(t)
	id := h.passport(t)
	h.supply(t, 3)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{JavaScriptEnabled: playwright.Bool(false)})
	click := func(selector string) {
		t.Helper()
		check(t, p.Locator(selector).First().Click())
	}
	text := func(selector string) string {
		t.Helper()
		s, err := p.Locator(selector).First().TextContent()
		check(t, err)
		return s
	}
	click("text=Take the next job")
	check(t, p.WaitForURL(jobURL))
	p.sees("#decision")
	if p.job() != id { // the oldest comes first unless others of its age wait
		p.visit(h.base + "/jobs/" + id)
		click("text=Take this job")
	}
	p.sees("#decision[data-job='" + id + "']")
	p.sees(".rail .thumb img")
	p.sees(".pane[data-pane=a] svg image")
	p.sees(".findings li")
	click(".rail .thumb:nth-child(2)")
	p.sees(".rail .thumb:nth-child(2)[aria-current]")
	click(".outcome.no")
	reason := text(".bands .reason:has([data-reason='5']) span")
	click(".bands .reason:has([data-reason='5'])")
	check(t, p.Locator("[name=note]").Fill("seen without script"))
	click(".send .go")
	p.sees(".notice")
	if p.job() == id {
		t.Fatal("the next job is not shown")
	}
	if job := h.record(t, id); !job.Status.Is(onboarding.Declined) {
		t.Errorf("the job is %s", job.Status)
	}
	decided, err := h.Store.StandingDecision(t.Context(), boottest.Company, id)
	check(t, err)
	if decided.Note != "seen without script" || len(decided.Reasons) != 1 || decided.Reasons[0].Text != reason {
		t.Errorf("the decision is %+v, wanted the reason %q", decided, reason)
	}
	click(".notice button")
	p.sees("#decision")
	if note, err := p.Locator("[name=note]").InputValue(); err != nil || p.job() != id ||
		note != "seen without script" {
		t.Errorf("after the undo: job %s, note %q, %v", p.job(), note, err)
	}
	click(".send button[value=stay]")
	p.sees(".verdict :text('Declined')")
	p.sees(".verdict :text('" + reason + "')")
	p.sees(".verdict :text('seen without script')")
	click("text=Full history")
	p.sees("tr:has-text('Pat agent'):has-text('reviewed a job'):has-text('Declined')")
	p.visit(h.base + "/queue")
	click("summary[aria-label^=Account]")
	click("text=Sign out")
	p.sees("input[name=password]")
	p.visit(h.base + "/queue")
	p.sees("input[name=password]")
	click("button[value=es]")
	p.sees("html[lang=es] button:text('Iniciar sesión')")
	click("button[value=dark]")
	p.sees("html[data-theme=dark][lang=es]")
	click("button[value=en]")
	p.sees("button:text('Sign in')")
	p.quiet(t)
}
