package e2e_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/draft"
	"proofdesk/app/onboarding"
	"proofdesk/app/review"
)

func TestAnApprovalOverRedTakesOneKeyForEachFindingAndEnterLast(t *testing.T) {
	h := at(t)
	id := h.passport(t)
	h.supply(t, 2)
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	p.pick(t, id)
	p.press("a")
	p.sees("[data-override]")
	first := `[...document.querySelectorAll('[data-override]')].findIndex(f => !f.querySelector(':checked'))`
	total, err := p.Locator("[data-override]").Count()
	check(t, err)
	for i := range total {
		p.press("Enter")
		p.becomes(t, "in the first finding without a reason, and not sent",
			fmt.Sprintf(`%s === %d && document.querySelectorAll('[data-override]')[%d].contains(%s) && `+
				`document.querySelector('#decision')?.dataset.job === '%s'`, first, i, i, focused, id))
		p.stands(t, id, onboarding.Review)
		key, err := p.Locator("[data-override]").Nth(i).Locator("[data-reason]").First().GetAttribute("data-reason")
		check(t, err)
		p.press(key)
		p.becomes(t, "named", fmt.Sprintf(`%s !== %d`, first, i))
		p.press(key)
		p.becomes(t, "still named", fmt.Sprintf(`document.querySelectorAll('[data-override]')[%d]`+
			`.querySelector('[data-reason]').checked && %s !== %d`, i, first, i))
	}
	p.becomes(t, "all named", first+` === -1`)
	p.onward(t, "Enter")
	p.stands(t, id, onboarding.Approved)
	decided, err := h.Store.StandingDecision(t.Context(), boottest.Company, id)
	check(t, err)
	if len(decided.Overrides) != total || total == 0 {
		t.Errorf("%d findings were named, and the decision has %+v", total, decided.Overrides)
	}
	p.quiet(t)
}

func TestReasonsForAnApprovalOverRedAreKeptAndShownWhereTwoBrowsersDiffer(t *testing.T) {
	h := at(t)
	id := h.passport(t)
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	p.pick(t, id)
	p.press("a")
	p.sees("[data-override]")
	chosen := `document.querySelector('[data-override] input:checked')`
	p.press("Enter", "1")
	p.becomes(t, "named", chosen)
	_, err := p.Reload()
	check(t, err)
	p.becomes(t, "named after a reload", chosen+` && document.querySelector('[value=Approved]').checked`)
	p.becomes(t, "saved", saved)
	until(t, "the draft is in the database", func() bool { return len(h.draft(t, id, p.ID).Overrides) == 1 })
	before := h.draft(t, id, p.ID)
	p.offline(true)
	check(t, p.Locator("[name=note]").Fill("typed here"))
	elsewhere := draft.Draft{Outcome: before.Outcome, Note: "typed elsewhere", Seen: []string{before.Rev}}
	elsewhere.Overrides = map[string]string{}
	for finding := range before.Overrides {
		elsewhere.Overrides[finding] = "other"
	}
	anywhere := review.Agent{Company: boottest.Company, ID: p.ID, Decides: true}
	check(t, h.Desk.SaveDraft(t.Context(), anywhere, id, elsewhere))
	p.offline(false)
	p.becomes(t, "asked, with both reasons in words",
		`(v => v.length === 2 && v.every(e => e.textContent.includes('Approved over: ')) && `+
			`v[0].textContent !== v[1].textContent)([...document.querySelectorAll('.choice .version')])`)
	check(t, p.Locator(".choice button:text-is('Take the other')").Click())
	p.becomes(t, "as in the other browser", chosen+`?.value === 'other'`)
	h.release(t, p.ID)
}

// code finds what reads as a code in a text: words with a dot or an underscore between them, or of two cases.
const code = `text => (text.match(/\b[a-z]+(?:_[a-z]+)+\b|\b[a-z]+\.[a-z_]+\b|\b[a-z]+[A-Z][a-z]+\b/g) ?? [])`

func TestNoMeasurementIsExplainedWithACode(t *testing.T) {
	h := at(t)
	id := h.passport(t)
	p := h.seat(t, access.Senior, playwright.BrowserNewContextOptions{})
	p.visit(h.base + "/jobs/" + id)
	found, err := p.Evaluate(`() => [...document.querySelectorAll(` +
		`'.scores [title], .findings [title], .said [title], .measured [title], details [title]')]` +
		`.flatMap(e => (` + code + `)(e.title))`)
	check(t, err)
	titles, err := p.Locator(".scores [title], .findings [title]").Count()
	check(t, err)
	if titles == 0 {
		t.Error("no measurement is explained")
	}
	var codes []string
	for _, one := range found.([]any) {
		codes = append(codes, fmt.Sprint(one))
	}
	if len(codes) > 0 {
		t.Errorf("these are codes: %s", strings.Join(codes, ", "))
	}
}
