package e2e_test

import (
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/onboarding"
)

func TestAnAgentChoosesOtherKeysAndThePageShowsAndObeysThem(t *testing.T) {
	h := at(t)
	h.supply(t, 3)
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	p.visit(h.base + "/me/keys")
	choose := func(action, key string) {
		t.Helper()
		check(t, p.Locator(`[name="key.`+action+`"]`).Click())
		check(t, p.Keyboard().Type(key))
	}
	choose("a", "d")
	p.becomes(t, "told which action has the key",
		`document.querySelector('[name="key.a"]').validationMessage.includes('Decline')`)
	choose("a", "w")
	choose("n", "x")
	p.accessible(t, "table of keys")
	check(t, p.Locator(".keyboard .go").Click())
	p.sees("text=Saved.")
	p.becomes(t, "kept",
		`document.querySelector('[name="key.a"]').value === 'w' && document.querySelector('[name="key.n"]').value `+
			`=== 'x'`)

	p.visit(h.base + "/queue")
	p.press("n")
	p.press("x")
	check(t, p.WaitForURL(jobURL))
	p.sees("#decision")
	cap := `document.querySelector('.outcome.yes kbd').textContent`
	p.becomes(t, "shown on the page", cap+` === 'W'`)
	p.press("a")
	p.becomes(t, "not obeying the old key", `!document.querySelector('.outcomes :checked')`)
	p.press("?")
	p.becomes(t, "shown in the list of keys",
		`[...document.querySelectorAll('dialog .columns div')].some(d => d.firstChild.textContent === 'Approve' && `+
			`d.querySelector('kbd').textContent === 'W')`)
	p.press("Escape", "Control+k")
	p.becomes(t, "shown in the box of commands",
		`[...document.querySelectorAll('dialog [role=option]')].some(o => o.textContent.startsWith('Take the next `+
			`job') && o.querySelector('kbd').textContent === 'X')`)
	p.press("Escape")
	p.becomes(t, "closed", `!document.querySelector('dialog')`)
	id := p.job()
	p.approveBy("w", "Enter")
	p.becomes(t, "at another job", `location.pathname !== '/jobs/`+id+`' && document.querySelector('#decision')`)
	p.stands(t, id, onboarding.Approved)

	elsewhere := &person{
		house:    h,
		Agent:    p.Agent,
		password: p.password,
		page:     open(t, playwright.BrowserNewContextOptions{}),
	}
	elsewhere.signIn(h.base, p.Email, p.password)
	elsewhere.press("x")
	check(t, elsewhere.WaitForURL(jobURL))
	elsewhere.visit(h.base + "/me/keys")
	check(t, elsewhere.Locator("button[value=all]").Click())
	elsewhere.becomes(t, "as they come",
		`document.querySelector('[name="key.a"]').value === 'a' && !document.querySelector('button[value=all]')`)
	p.quiet(t)
	elsewhere.quiet(t)
}

func TestKeysAreFoundByTheirPlaceWhereTheLayoutWritesNoLatinLetters(t *testing.T) {
	h := at(t)
	h.supply(t, 2)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	p.take(t)
	type typed struct{ key, code string }
	down := func(k typed, shift bool) {
		t.Helper()
		_, err := p.Evaluate(`([key, code, shiftKey]) => document.activeElement.dispatchEvent(new `+
			`KeyboardEvent('keydown', { key, code, shiftKey, bubbles: true, cancelable: true }))`,
			[]any{k.key, k.code, shift})
		check(t, err)
	}
	p.shown()
	down(typed{"в", "KeyD"}, false) // Russian
	p.becomes(t, "declining", `document.querySelector('[value=Declined]').checked`)
	down(typed{"é", "Digit2"}, false) // French
	p.becomes(t, "the second reason", `document.querySelector('[data-reason="2"]').checked`)
	p.press("Escape")
	p.becomes(t, "no outcome", `!document.querySelector('.outcomes :checked')`)
	down(typed{"/", "Digit7"}, true) // German
	p.becomes(t, "the box of commands", focused+`.closest('dialog[open] .palette')`)
	p.quiet(t)
}
