package e2e_test

import (
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/draft"
	"proofdesk/app/review"
)

func TestADraftThatWasGoneOnWithElsewhereIsGoneOnWithHereWithoutAQuestion(t *testing.T) {
	h := at(t)
	id := h.signature(t)
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	p.pick(t, id)
	check(t, p.Locator("[name=note]").Fill("typed here"))
	p.savesAll(t, id)
	anywhere := review.Agent{Company: boottest.Company, ID: p.ID, Decides: true}
	check(t, h.Desk.SaveDraft(t.Context(), anywhere, id, draft.Draft{
		Note: "typed here and elsewhere",
		Seen: []string{h.draft(t, id, p.ID).Rev},
	}))
	p.again()
	p.becomes(t, "as it was left elsewhere", typed+`.note.value === 'typed here and elsewhere'`)
	check(t, p.Locator("[name=note]").Fill("typed here and elsewhere, and here again"))
	until(t, "all of it is in the database", func() bool {
		return h.draft(t, id, p.ID).Note == "typed here and elsewhere, and here again"
	})
	p.savesAll(t, id)
	if n, err := p.Locator(".choice").Count(); err != nil || n > 0 {
		t.Errorf("%d questions about what everybody knew, %v", n, err)
	}
	p.quiet(t)
}

func TestWhatIsTypedWhileARefusedDraftIsReadStays(t *testing.T) {
	h := at(t)
	id := h.signature(t)
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	p.pick(t, id)
	check(t, p.Locator("[name=note]").Fill("agreed"))
	p.savesAll(t, id)
	anywhere := review.Agent{Company: boottest.Company, ID: p.ID, Decides: true}
	check(t, h.Desk.SaveDraft(t.Context(), anywhere, id, draft.Draft{
		Note:    "agreed",
		Comment: "typed elsewhere",
		Seen:    []string{h.draft(t, id, p.ID).Rev},
	}))
	_, err := p.Evaluate(`() => {
		const { json } = Response.prototype
		const reads = new Promise(done => { window.read = done })
		Response.prototype.json = function () {
			window.refused ||= this.status === 409
			return this.status === 409 ? reads.then(() => json.call(this)) : json.call(this)
		}
	}`)
	check(t, err)
	check(t, p.Locator("[name=note]").Fill("agreed, and more"))
	p.becomes(t, "refused", `window.refused === true`)
	check(t, p.Locator("[name=note]").Fill("agreed, and more words"))
	_, err = p.Evaluate(`() => window.read()`)
	check(t, err)
	p.becomes(t, "with what came from elsewhere", typed+`.comment.value === 'typed elsewhere'`)
	p.becomes(t, "as typed", typed+`.note.value === 'agreed, and more words'`)
	until(t, "all of it is in the database", func() bool {
		d := h.draft(t, id, p.ID)
		return d.Note == "agreed, and more words" && d.Comment == "typed elsewhere"
	})
}
