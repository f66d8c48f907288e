package e2e_test

import (
	"testing"
	"time"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/onboarding"
)

const (
	drawnOnce = `performance.getEntriesByName('first-contentful-paint').length > 0`
	onRow     = `[...document.querySelectorAll('tr[data-row]')].findIndex(r => r.classList.contains('cursor'))`
	note      = `document.querySelector('#decision [name=note]')`
)

// late opens a path without the console's script, does something once the page is drawn, and lets the script come.
func (p *person) late(t *testing.T, path string, do func()) {
	t.Helper()
	const script = "**/console-*.js"
	let := make(chan struct{})
	check(t, p.Route(script, func(r playwright.Route) {
		go func() {
			<-let
			_ = r.Continue()
		}()
	}))
	_, err := p.Goto(p.base+path, playwright.PageGotoOptions{WaitUntil: playwright.WaitUntilStateCommit})
	check(t, err)
	p.becomes(t, "drawn without its script", drawnOnce+` && !document.querySelector('#job[data-ready]')`)
	do()
	close(let)
	p.settled()
	check(t, p.Unroute(script))
}

// strike presses keys at once, whatever the page does.
func (p *person) strike(t *testing.T, keys ...string) {
	t.Helper()
	for _, key := range keys {
		check(t, p.Keyboard().Press(key))
	}
}

func TestKeysPressedBeforeThePageListensAreNotLost(t *testing.T) {
	h := at(t)
	h.supply(t, 3)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	keys := func(keys ...string) func() { return func() { p.strike(t, keys...) } }
	t.Run("one with Ctrl", func(t *testing.T) {
		p.late(t, "/queue", keys("Control+k"))
		p.becomes(t, "the box of commands", focused+`.closest('dialog[open] .palette')`)
	})
	t.Run("several, in their order", func(t *testing.T) {
		p.late(t, "/queue", keys("j", "j", "j", "k"))
		p.becomes(t, "on the second row", onRow+` === 1`)
	})
	t.Run("text after the key that leads into its field", func(t *testing.T) {
		p.late(t, "/queue", keys("/", "a", " ", "x", "Backspace", "j"))
		p.becomes(t, "typed there once", focused+`.name === 'q' && `+focused+`.value === 'a j' && `+onRow+` < 0`)
	})
	t.Run("text in a field that has the focus", func(t *testing.T) {
		p.late(t, "/queue", func() {
			check(t, p.Locator("[name=q]").First().Focus())
			p.strike(t, "j", "n")
		})
		p.becomes(t, "typed once", focused+`.value === 'jn' && `+onRow+` < 0`)
	})
	t.Run("one that was pressed before a field was chosen by hand", func(t *testing.T) {
		p.late(t, "/queue", func() {
			p.strike(t, "j")
			check(t, p.Locator("[name=q]").First().Focus())
			p.strike(t, "x")
		})
		p.becomes(t, "refused aloud, and no text", focused+`.name === 'q' && `+focused+`.value === 'x' && `+onRow+` < 0 && `+
			flashed+`?.startsWith('Key ignored')`)
	})
	t.Run("one that opens the row of the one before", func(t *testing.T) {
		p.late(t, "/queue", keys("j", "Enter"))
		check(t, p.WaitForURL(jobURL))
		p.settled()
	})
	t.Run("one that takes a job", func(t *testing.T) {
		p.late(t, "/queue", keys("n"))
		p.sees("#decision")
	})
	id := p.job()
	t.Run("an outcome with its reason and a note", func(t *testing.T) {
		p.late(t, "/jobs/"+id, keys("d", "1", "m", "h", "i"))
		p.becomes(t, "filled in", `document.querySelector('[value=Declined]').checked && `+
			`document.querySelector('[data-reason="1"]').checked && `+note+`.value === 'hi'`)
		until(t, "kept", func() bool {
			d := h.draft(t, id, p.ID)
			return d.Outcome != "" && len(d.Reasons) == 1 && d.Note == "hi"
		})
	})
	t.Run("one that decides is refused aloud", func(t *testing.T) {
		p.late(t, "/jobs/"+id, keys("Escape", "d", "Enter"))
		p.becomes(t, "told", flashed+`?.startsWith('Key ignored') && document.querySelector('[value=Declined]').checked`)
		p.stands(t, id, onboarding.Review)
	})
	t.Run("one of a page that was replaced is refused aloud", func(t *testing.T) {
		p.late(t, "/jobs/"+id, func() {
			p.strike(t, "v")
			p.becomes(t, "read to its end", `document.readyState !== 'loading'`)
			_, err := p.Evaluate(`() => (page => page.replaceWith(page.cloneNode(true)))(document.querySelector('#job'))`)
			check(t, err)
		})
		p.becomes(t, "told", flashed+`?.startsWith('Key ignored') && !document.querySelector('[value=Suspicious]').checked`)
	})
	p.quiet(t)
}

// try is a key that is pressed early, and what shows that it has arrived.
type try struct{ key, arrived string }

// opens returns what comes to a path, as far as its first byte.
func (p *person) opens(t *testing.T, path string) func() {
	return func() {
		t.Helper()
		_, err := p.Goto(p.base+path, playwright.PageGotoOptions{WaitUntil: playwright.WaitUntilStateCommit})
		check(t, err)
	}
}

// hurry comes to a page and presses keys in its first moments, n times in all, and returns how many were neither obeyed
// nor refused aloud.
func (p *person) hurry(t *testing.T, come func(), n int, tries ...try) (lost int) {
	t.Helper()
	for i := range n {
		come()
		p.becomes(t, "drawn", drawnOnce)
		<-time.After(time.Duration(i*50%300) * time.Millisecond) // the moments are what is tried
		one := tries[i%len(tries)]
		p.strike(t, one.key)
		p.settled()
		arrived, err := p.Evaluate(`() => Boolean(` + one.arrived + ` || ` + flashed + `)`)
		check(t, err)
		if arrived != true {
			lost++
			t.Errorf("%s was lost on %s", one.key, p.URL())
		}
		if i%25 == 24 {
			t.Logf("%d of %d lost on %s", lost, i+1, p.URL())
		}
	}
	return lost
}

// comes waits for the first byte of the page that a form leads to.
func (p *person) comes(t *testing.T, send func()) {
	t.Helper()
	_, err := p.ExpectEvent("framenavigated", func() error { send(); return nil },
		playwright.PageExpectEventOptions{Timeout: playwright.Float(patient)})
	check(t, err)
}

// signsInAnew ends the session and signs in, as far as the first byte of the queue.
func (p *person) signsInAnew(t *testing.T) {
	t.Helper()
	check(t, p.Context().ClearCookies())
	p.visit(p.base + "/login")
	check(t, p.Locator("input[name=email]").Fill(p.Email))
	check(t, p.Locator("input[name=password]").Fill(p.password))
	p.comes(t, func() { check(t, p.Keyboard().Press("Enter")) })
}

// speaks chooses a language in the menu, as far as the first byte of the page in it.
func (p *person) speaks(t *testing.T, language string) {
	t.Helper()
	check(t, p.Locator("summary[aria-label^=Account], summary[aria-label^=Cuenta]").Click())
	p.comes(t, func() { check(t, p.Locator(`form[action="/me/language"] [value=`+language+`]`).Click()) })
}

func TestNoKeyIsLostInTheFirstMomentsOfASlowPage(t *testing.T) {
	full(t, "TestKeysPressedBeforeThePageListensAreNotLost")
	h := at(t)
	h.supply(t, 2)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	protocol, err := p.Context().NewCDPSession(p.Page)
	check(t, err)
	_, err = protocol.Send("Emulation.setCPUThrottlingRate", map[string]any{"rate": 12})
	check(t, err)
	n := 250
	if testing.Short() {
		n = 4
	}
	lost := p.hurry(t, p.opens(t, "/queue"), n, try{"Control+k", dialog}, try{"j", onRow + ` === 0`},
		try{"/", focused + `.name === 'q'`})
	p.visit(h.base + "/queue")
	id := p.take(t)
	chosen := func(outcome string) string { return `document.querySelector('[value=` + outcome + `]')?.checked` }
	lost += p.hurry(t, p.opens(t, "/jobs/"+id), n, try{"a", chosen("Approved")}, try{"m", focused + `.name === 'note'`},
		try{"d", chosen("Declined")}, try{"v", chosen("Suspicious")})
	few := max(2, n/25) // these pages come the same way, each after two others
	p.visit(h.base + "/queue")
	next := "es"
	lost += p.hurry(t, func() {
		p.speaks(t, next)
		next = map[string]string{"es": "en", "en": "es"}[next]
	}, few, try{"j", onRow + ` === 0`})
	lost += p.hurry(t, func() { p.signsInAnew(t) }, few, try{"Control+k", dialog})
	t.Logf("%d keys of %d were lost", lost, 2*n+2*few)
	p.quiet(t)
}
