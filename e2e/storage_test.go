package e2e_test

import (
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/boot/boottest"
)

const (
	draftStatus = `document.querySelector('[data-saved]').textContent`
	fillStorage = `() => {
		for (let size = 1 << 22; size >= 1; size >>= 1) {
			try {
				for (let n = 0; ; n++) localStorage.setItem('filler.' + size + '.' + n, 'x'.repeat(size))
			} catch { /* the next smaller size may fit */ }
		}
	}`
	emptyStorage = `() => { Object.keys(localStorage).filter(k => k.startsWith('filler.')).forEach(k => ` +
		`localStorage.removeItem(k)) }`
)

func TestABrowserWithFullStorageSaysSoAndNeverOffersOwnWordsAsThoseOfAnotherWindow(t *testing.T) {
	h := at(t)
	h.supply(t, 2)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	id := p.take(t)
	p.press("m")
	check(t, p.Keyboard().Type("stored before. "))
	p.becomes(t, "saved", saved)
	_, err := p.Evaluate(fillStorage)
	check(t, err)
	check(t, p.Keyboard().Type("typed while the storage is full, "))
	check(t, p.Keyboard().Type("and more of it"))
	const all = "stored before. typed while the storage is full, and more of it"
	p.becomes(t, "as typed, without a question",
		typed+`.note.value === '`+all+`' && !document.querySelector('.choice')`)
	until(t, "all of it is on the server", func() bool { return h.draft(t, id, p.ID).Note == all })
	p.becomes(t, "told that only the server has it", draftStatus+`.includes('storage is full')`)
	p.offline(true)
	check(t, p.Keyboard().Type(" offline"))
	p.becomes(t, "told that the text is saved nowhere",
		draftStatus+`.includes('not saved') && `+draftStatus+`.includes('storage is full')`)
	p.becomes(t, "not told that this browser keeps it",
		`!document.querySelector('[data-notice="connection"]')?.textContent.includes('kept in this browser')`)
	p.becomes(t, "as typed offline",
		typed+`.note.value === '`+all+` offline' && !document.querySelector('.choice')`)
	p.offline(false)
	until(t, "the words of the outage are on the server", func() bool {
		return h.draft(t, id, p.ID).Note == all+" offline"
	})
	_, err = p.Reload()
	check(t, err)
	p.becomes(t, "as typed after a reload, without a question",
		typed+`?.note.value === '`+all+` offline' && !document.querySelector('.choice')`)
	_, err = p.Evaluate(emptyStorage)
	check(t, err)
	p.press("m", "End")
	check(t, p.Keyboard().Type(", then room again"))
	p.becomes(t, "saved as usual", saved)
	p.becomes(t, "kept in the browser", `JSON.stringify(localStorage).includes('then room again')`)
}

func TestWordsSurviveAReloadWithFullStorageBeforeTheServerHasThem(t *testing.T) {
	h := at(t)
	h.supply(t, 2)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	id := p.take(t)
	p.shown()
	_, err := p.Evaluate(fillStorage)
	check(t, err)
	check(t, p.Route("**/draft", func(r playwright.Route) { _ = r.Abort("connectionreset") }))
	p.press("m")
	check(t, p.Keyboard().Type("in this tab alone"))
	_, err = p.Reload()
	check(t, err)
	p.becomes(t, "as typed at once", typed+`?.note.value === 'in this tab alone'`)
	check(t, p.Unroute("**/draft"))
	until(t, "the words are on the server", func() bool { return h.draft(t, id, p.ID).Note == "in this tab alone" })
	p.becomes(t, "told so", draftStatus+`.includes('saved on the server only')`)
	_, err = p.Reload()
	check(t, err)
	p.becomes(t, "as typed and told so", typed+`?.note.value === 'in this tab alone' && `+
		`/^saved|saved on the server only/.test(`+draftStatus+`)`)
}

func TestNewerWordsOfADecisionThatWaitsAreNotCalledSaved(t *testing.T) {
	h := at(t)
	h.supply(t, 2)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	p.take(t)
	p.press("d", "4", "m")
	check(t, p.Keyboard().Type("older"))
	p.becomes(t, "saved", saved)
	p.offline(true)
	check(t, p.Keyboard().Type(" and newer"))
	check(t, p.Keyboard().Press("Enter"))
	p.becomes(t, "waiting", notice+`?.textContent.includes('Not sent')`)
	p.becomes(t, "told where the words are", draftStatus+` === 'kept in this browser'`)
	p.offline(false)
}

func TestAFormSaysThatAFullBrowserDoesNotKeepItsWords(t *testing.T) {
	h := at(t)
	p := h.seat(t, access.Admin, playwright.BrowserNewContextOptions{})
	p.visit(h.base + "/webhooks")
	_, err := p.Evaluate(fillStorage)
	check(t, err)
	check(t, p.Locator("#description").Fill("typed while the storage is full"))
	p.becomes(t, "told beside the form", `document.querySelector('#description').form.querySelector('.unsent')`+
		`?.textContent.includes('not kept')`)
	p.accessible(t, "a form that is not kept")
	asked := make(chan string, 1)
	p.OnDialog(func(d playwright.Dialog) {
		tell(asked, d.Type())
		_ = d.Dismiss()
	})
	_, err = p.Evaluate(`() => { location.href = '/queue' }`)
	check(t, err)
	if kind := heard(t, asked); kind != "beforeunload" {
		t.Errorf("asked by %s before the words were lost", kind)
	}
	_, err = p.Evaluate(emptyStorage)
	check(t, err)
	check(t, p.Locator("#description").Fill("typed with room again"))
	p.becomes(t, "kept, and not told otherwise", `JSON.stringify(localStorage).includes('typed with room again') && `+
		`!document.querySelector('#description').form.querySelector('.unsent')`)
}

func TestAWindowGoesOnSavingAfterItsAgentSignedInAgainInAnotherTab(t *testing.T) {
	h := at(t)
	h.supply(t, 2)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	id := p.take(t)
	_, err := h.Accounts.EndUserSessions(t.Context(), "test", boottest.Company, p.ID)
	check(t, err)
	p.press("m")
	check(t, p.Keyboard().Type("after the session ended"))
	p.becomes(t, "told", draftStatus+`.includes('session ended')`)
	tab, err := p.Context().NewPage()
	check(t, err)
	other := &page{Page: tab, t: t}
	other.signIn(h.base, p.Email, p.password)
	check(t, p.Keyboard().Type(", and signed in elsewhere"))
	until(t, "all of it is on the server", func() bool {
		return h.draft(t, id, p.ID).Note == "after the session ended, and signed in elsewhere"
	})
	p.becomes(t, "saved", saved)
	p.press("Escape")
	p.onward(t, "d", "4", "Enter")
}

func TestAWindowOfAnAgentRefusesToSendAnythingOnceSomebodyElseHasSignedIn(t *testing.T) {
	h := at(t)
	h.supply(t, 2)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	id := p.take(t)
	_, err := h.Accounts.EndUserSessions(t.Context(), "test", boottest.Company, p.ID)
	check(t, err)
	next, password := h.hire(t, access.Agent)
	tab, err := p.Context().NewPage()
	check(t, err)
	other := &page{Page: tab, t: t}
	other.signIn(h.base, next.Email, password)
	p.press("m")
	check(t, p.Keyboard().Type("of the first agent"))
	const told = `document.querySelector('[data-notice="session"]')?.textContent`
	p.becomes(t, "told who may not save here", told+`?.includes('another user has signed in')`)
	p.becomes(t, "told that it is kept here alone", draftStatus+` === 'kept in this browser'`)
	p.press("Escape", "d", "4", "Enter")
	p.becomes(t, "still at the job, as typed", `location.pathname === '/jobs/`+id+`' && `+
		typed+`?.note.value === 'of the first agent' && `+told)
	for _, agent := range []string{p.ID, next.ID} {
		if got := h.draft(t, id, agent).Note; got != "" {
			t.Errorf("the draft of %s says %q", agent, got)
		}
	}
}

func TestNothingIsCalledSavedWhereNothingIsFilledIn(t *testing.T) {
	h := at(t)
	h.supply(t, 2)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	id := p.take(t)
	p.press("m")
	check(t, p.Keyboard().Type("x"))
	p.becomes(t, "saved", saved)
	check(t, p.Keyboard().Press("Backspace"))
	until(t, "the note on the server is empty", func() bool { return h.draft(t, id, p.ID).Note == "" })
	p.becomes(t, "not called saved", draftStatus+` === ''`)
	_, err := p.Reload()
	check(t, err)
	p.shown()
	p.becomes(t, "not called saved after a reload", draftStatus+` === ''`)
}
