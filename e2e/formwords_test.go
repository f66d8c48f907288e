package e2e_test

import (
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/endpoints"
	"proofdesk/app/onboarding"
	"proofdesk/app/review"
)

const (
	correction = `document.querySelector('.correct[open] [name=value]')`
	offered    = `document.querySelector('#job .choice pre')`
)

// corrects types a correction and does not send it.
func (p *person) corrects(t *testing.T, value string) {
	t.Helper()
	p.press("f")
	p.sees(".correct[open] [name=value]")
	check(t, p.Locator(".correct[open] [name=value]").First().Fill(value))
}

func TestACorrectionInProgressSurvivesAReloadAndTheLossOfItsJob(t *testing.T) {
	h := at(t)
	id := h.passport(t)
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	p.pick(t, id)
	p.corrects(t, "CORRECTED BY HAND")
	_, err := p.Reload()
	check(t, err)
	p.becomes(t, "as typed after a reload", correction+`?.value === 'CORRECTED BY HAND'`)
	p.becomes(t, "said so", `document.querySelector('.correct[open] .unsent.kept')`)
	p.accessible(t, "a correction that was put back")
	h.release(t, p.ID)
	other, _ := h.hire(t, access.Senior)
	senior := review.Agent{Company: boottest.Company, ID: other.ID, Name: "Sam", Senior: true, Decides: true}
	_, err = h.Desk.Take(t.Context(), senior, id)
	check(t, err)
	_, err = p.Evaluate(`() => document.dispatchEvent(new Event('visibilitychange'))`)
	check(t, err)
	p.becomes(t, "at the page of a lost job", `!document.querySelector('#decision')`)
	p.becomes(t, "shown where it can't be sent", offered+`?.textContent === 'CORRECTED BY HAND'`)
	p.sees("text=What you typed is kept")
	p.accessible(t, "a correction of a lost job")
	check(t, p.Locator("#job .choice button:text-is('Discard')").Click())
	_, err = p.Reload()
	check(t, err)
	p.sees("main")
	p.becomes(t, "without what was discarded", `!`+offered)
	h.release(t, other.ID)
}

func TestAFormOfAdministrationIsPutBackWithoutItsSecretsAndNobodySignsOutOverIt(t *testing.T) {
	h := at(t)
	p := h.seat(t, access.Admin, playwright.BrowserNewContextOptions{})
	p.visit(h.base + "/webhooks")
	check(t, p.Locator("#description").Fill("a long explanation"))
	check(t, p.Locator("#headers").Fill("Authorization: Bearer hidden"))
	p.becomes(t, "kept without the secret", `JSON.stringify(localStorage).includes('a long explanation') && `+
		`!JSON.stringify(localStorage).includes('Bearer')`)
	asked := make(chan string, 1)
	p.OnDialog(func(d playwright.Dialog) {
		tell(asked, d.Type())
		_ = d.Accept()
	})
	_, err := p.Reload()
	check(t, err)
	if kind := heard(t, asked); kind != "beforeunload" {
		t.Errorf("asked by %s before a secret was lost", kind)
	}
	p.becomes(t, "put back", `document.querySelector('#description').value === 'a long explanation' && `+
		`document.querySelector('#headers').value === ''`)
	_, err = p.Evaluate(`() => document.querySelector('form[action="/logout"]').requestSubmit()`)
	check(t, err)
	p.sees(".notice.unsent a[href='/webhooks']")
	check(t, p.Locator(".notice.unsent button").Click())
	check(t, p.WaitForURL("**/login*"))
	p.becomes(t, "nothing kept", `!Object.keys(localStorage).some(key => key.startsWith('form.'))`)
}

func TestTwoWindowsOfOneFormKeepTheWordsOfEach(t *testing.T) {
	h := at(t)
	p := h.seat(t, access.Admin, playwright.BrowserNewContextOptions{})
	p.visit(h.base + "/capture-links")
	second, err := p.Context().NewPage()
	check(t, err)
	other := &page{Page: second, t: t}
	other.visit(h.base + "/capture-links")
	const form, field = `form[action="/capture-links"] `, `[name="reference"]`
	has := func(text string) string {
		return `document.querySelector('` + form + field + `').value === '` + text + `'`
	}
	check(t, p.Locator(form+field).Fill("of the first"))
	check(t, other.Locator(form+field).Fill("of the second"))
	for range 2 {
		_, err = p.Reload()
		check(t, err)
		p.becomes(t, "as typed in this window", has("of the first"))
		p.becomes(t, "the other's shown", offered+`?.textContent === 'of the second'`)
	}
	p.accessible(t, "a form of two windows")
	_, err = other.Reload()
	check(t, err)
	other.becomes(t, "as typed in the other window", has("of the second"))
	other.becomes(t, "the first one's shown", offered+`?.textContent === 'of the first'`)
	check(t, second.Close())
	check(t, p.Locator(`#job .choice button:text-is('Discard')`).Click())
	_, err = p.Reload()
	check(t, err)
	p.becomes(t, "kept", has("of the first"))
	p.becomes(t, "without what was discarded", `!`+offered)
	check(t, p.Locator(form+`.unsent.kept button`).Click())
	p.becomes(t, "nothing kept", `!Object.keys(localStorage).some(key => key.startsWith('form.'))`)
}

func TestAFormWhoseObjectIsGoneKeepsEveryInputAndSaysWhatHappened(t *testing.T) {
	h := at(t)
	p := h.seat(t, access.Admin, playwright.BrowserNewContextOptions{})
	made, err := h.Endpoints.CreateEndpoint(t.Context(), "test", endpoints.EndpointRequest{
		Company: boottest.Company, URL: "https://listener.example/gone", Description: "before",
	})
	check(t, err)
	p.visit(h.base + "/webhooks/" + made.ID)
	form := `form[action="/webhooks/` + made.ID + `"] `
	check(t, p.Locator(form+`[name=description]`).Fill("took a minute"))
	check(t, h.Endpoints.DeleteEndpoint(t.Context(), "test", boottest.Company, made.ID))
	check(t, p.Locator(form+`button`).Last().Click())
	p.becomes(t, "told beside the action",
		`document.querySelector('`+form+`.unsent')?.textContent.includes('no longer exists')`)
	p.becomes(t, "as typed", `document.querySelector('`+form+`[name=description]').value === 'took a minute'`)
	p.accessible(t, "a form whose object is gone")
	_, err = p.Reload()
	check(t, err)
	p.becomes(t, "shown on the page that is left", offered+`?.textContent.includes('took a minute')`)
}

func TestAFormThatIsRefusedKeepsItsWordsOverAReload(t *testing.T) {
	h := at(t)
	p := h.seat(t, access.Admin, playwright.BrowserNewContextOptions{})
	p.visit(h.base + "/webhooks")
	const form, field = `form[action="/webhooks"] `, `[name=description]`
	has := `document.querySelector('` + form + field + `').value`
	check(t, p.Locator(form+"[name=url]").Fill("http://listener.example/a"))
	check(t, p.Locator(form+field).Fill("typed "))
	check(t, p.Locator(form+"button.go").Click())
	p.becomes(t, "refused, as typed", `document.querySelector('.note[role=alert]') && `+has+`.trim() === 'typed'`)
	check(t, p.Locator(form+"[name=url]").Fill("https://listener.example/a"))
	_, err := p.Reload()
	check(t, err)
	p.becomes(t, "as typed after a reload", has+`.trim() === 'typed'`)
	p.becomes(t, "with what was typed after the refusal",
		`document.querySelector('`+form+`[name=url]').value === 'https://listener.example/a'`)
	p.becomes(t, "said so", `!document.querySelector('`+form+`.unsent.kept').textContent.includes('meanwhile')`)
}

func TestAFormBesideOneThatIsRefusedTellsWhatWasSavedMeanwhile(t *testing.T) {
	h := at(t)
	p := h.seat(t, access.Admin, playwright.BrowserNewContextOptions{})
	ctx := t.Context()
	made, err := h.Credentials.CreateClient(ctx, "test", boottest.Company, "of two forms", false)
	check(t, err)
	p.visit(h.base + "/clients/" + made.ClientID)
	trust, origins := `form[action$="/trust"]`, `form[action$="/origins"]`
	check(t, p.Locator(origins+` textarea`).Fill("https://mine.example"))
	check(t, h.Credentials.AllowOrigins(ctx, "test", boottest.Company, made.ClientID, []string{},
		[]string{"https://theirs.example"}))
	check(t, h.Credentials.TrustClient(ctx, "test", boottest.Company, made.ClientID, onboarding.Trust{},
		onboarding.Trust{onboarding.LivenessDetect: 0}))
	check(t, p.Locator(trust+` button`).Last().Click())
	p.becomes(t, "refused", `document.querySelector('.note[role=alert]')`)
	p.becomes(t, "as typed", `document.querySelector('`+origins+` textarea').value === 'https://mine.example'`)
	p.becomes(t, "told what was saved meanwhile", `document.querySelector('`+origins+
		` .unsent.kept')?.textContent.includes('Saved meanwhile: https://theirs.example')`)
}

func TestADecisionThatIsRefusedForGoodKeepsTheBarAndSaysWhy(t *testing.T) {
	h := at(t)
	h.supply(t, 2)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	p.take(t)
	p.fills(t, "my reading of it", "for the client")
	check(t, p.Route("**/decide", func(r playwright.Route) {
		_ = r.Continue(playwright.RouteContinueOptions{
			URL: playwright.String(h.base + "/jobs/00000000-0000-7000-8000-000000000000/decide"),
		})
	}))
	p.press("Escape")
	check(t, p.Locator(".send .go").Click())
	p.becomes(t, "told", notice+`?.textContent.includes('Not done')`)
	p.becomes(t, "as filled in", filled("my reading of it", "for the client"))
}
