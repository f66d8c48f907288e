package e2e_test

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/boot/boottest"
	"proofdesk/app/demo"
	"proofdesk/app/onboarding"
)

// startDesk runs the demo with a long hold, so that an undo does not race the clock, until jobs wait.
func startDesk(t *testing.T, jobs int) *demo.Demo {
	t.Helper()
	c, err := demo.Adapt(boottest.Settings(t, t.TempDir()))
	check(t, err)
	c.UndoHold = time.Minute
	d, err := demo.Start(context.Background(), c, slog.New(slog.DiscardHandler))
	check(t, err)
	t.Cleanup(func() {
		check(t, d.Close())
		check(t, d.Program.Stop())
	})
	until(t, "jobs wait for review", func() bool {
		waiting, err := d.Program.Store.JobsByStatus(t.Context(), "acme", onboarding.Review, 0, jobs)
		return err == nil && len(waiting) >= jobs
	})
	return d
}

// becomes waits until a script says true.
func (p *page) becomes(t *testing.T, what, script string) {
	t.Helper()
	deadline := time.After(15 * time.Second)
	tick := time.NewTicker(25 * time.Millisecond)
	defer tick.Stop()
	for {
		if so, err := p.Evaluate("() => Boolean(" + script + ")"); err == nil && so == true {
			return
		}
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatalf("not %s: %s is not true on %s", what, script, p.URL())
		}
	}
}

const (
	pane  = `document.querySelector('.pane[data-pane=a]:not([hidden])')`
	shot  = pane + `.querySelector('.shot').style.transform`
	stage = `document.querySelector('.stage').classList`
	look  = pane + `.style.getPropertyValue('--look')`
)

// lookKeys are the keys that change how a job is looked at: what is true after the key, and what undoes it.
var lookKeys = []struct{ key, what, after, back string }{
	{"+", "zooms in", shot + `.match(/scale\(1\.[1-9]/)`, "0"},
	{"-", "zooms out", shot + `.match(/scale\(0\./)`, "0"},
	{"0", "fits", shot + `.match(/scale\(1\)/)`, ""},
	{"r", "turns", pane + `.querySelector('.turner').getAttribute('transform') !== window.upright`, ""},
	{"o", "hides the boxes", stage + `.contains('no-boxes')`, "o"},
	{"i", "inverts", look + `.includes('invert')`, "i"},
	{"b", "makes it brighter", look + `.includes('brightness(1.35)')`, ""},
	{"l", "gives it contrast", look + `.includes('contrast(1.5)')`, ""},
	{"y", "moves both panes", `document.querySelector('[data-act=sync]').getAttribute('aria-pressed') === 'true'`, "y"},
	{"c", "compares", stage + `.contains('compare')`, "c"},
	{"j", "goes to the next finding", `document.activeElement.hasAttribute('data-fail')`, ""},
	{"k", "goes to the finding before", `document.activeElement.hasAttribute('data-fail')`, ""},
	{"p", "unfolds what passed", `document.querySelector('[data-fold=passed]').open`, "p"},
	{"?", "lists the keys", `document.querySelector('dialog[open] .help')`, "Escape"},
	{"Control+k", "opens the box of commands", `document.querySelector('dialog[open] .palette')`, "Escape"},
	{"/", "opens it too where no search box is", `document.querySelector('dialog[open] .palette')`, "Escape"},
	{"m", "goes to the note", `document.activeElement.name === 'note'`, "Escape"},
	{"a", "chooses to approve", `document.querySelector('[value=Approved]').checked`, "Escape"},
	{"d", "chooses to decline", `document.querySelector('[value=Declined]').checked`, "Escape"},
	{"v", "chooses suspicious", `document.querySelector('[value=Suspicious]').checked`, "Escape"},
	{"Escape", "takes the choice back", `!document.querySelector('.outcomes :checked')`, ""},
}

func TestTheConsole(t *testing.T) {
	d := startDesk(t, 8)
	t.Run("every key of the review page does what it says", func(t *testing.T) { walkLookKeys(t, d) })
	t.Run("the keys that decide", func(t *testing.T) { walkDecisions(t, d) })
	t.Run("the main flow walks without script", func(t *testing.T) { walkWithoutScript(t, d) })
	t.Run("no page has an accessibility violation", func(t *testing.T) { walkForAxe(t, d) })
}

func walkLookKeys(t *testing.T, d *demo.Demo) {
	p := open(t, playwright.BrowserNewContextOptions{})
	email, secret := password(t, d, "senior")
	p.signIn(d.Program.Config.Public.String(), email, secret)
	p.press("n")
	check(t, p.WaitForURL(jobURL))
	p.sees("#decision")
	_, err := p.Evaluate(`() => { window.upright = ` + pane + `.querySelector('.turner').getAttribute('transform') }`)
	check(t, err)
	for _, k := range lookKeys {
		t.Run(k.key+" "+k.what, func(t *testing.T) {
			p.press(k.key)
			p.becomes(t, k.what, k.after)
			if k.back != "" {
				p.press(k.back)
			}
		})
	}
	t.Run("Space blinks while it is held", func(t *testing.T) {
		check(t, p.Keyboard().Down(" "))
		p.becomes(t, "blinking", stage+`.value.includes('blink') || document.querySelectorAll('.pane').length < 2`)
		check(t, p.Keyboard().Up(" "))
		p.becomes(t, "still", `!`+stage+`.value.includes('blink')`)
	})
	t.Run("letters typed into the note are no shortcuts", func(t *testing.T) {
		p.press("m")
		check(t, p.Keyboard().Type("add no 1 v"))
		p.becomes(t, "typed and kept", `document.querySelector('[name=note]').value === 'add no 1 v' && document.querySelector('[data-saved]').textContent.startsWith('kept')`)
		p.press("Escape")
	})
	if said := p.errors(); len(said) > 0 {
		t.Errorf("the browser complained: %v", said)
	}
}

func (p *page) job() string {
	_, id, _ := strings.Cut(p.URL(), "/jobs/")
	id, _, _ = strings.Cut(id, "?")
	return id
}

// leaves presses keys and waits for another job with a decision bar.
func (p *page) leaves(t *testing.T, keys ...string) (before string) {
	t.Helper()
	before = p.job()
	p.press(keys...)
	p.becomes(t, "at another job", `location.pathname !== '/jobs/`+before+`' && document.querySelector('#decision')`)
	return before
}

func walkDecisions(t *testing.T, d *demo.Demo) {
	p := open(t, playwright.BrowserNewContextOptions{})
	email, secret := password(t, d, "agent")
	base := d.Program.Config.Public.String()
	p.signIn(base, email, secret)
	p.press("n")
	check(t, p.WaitForURL(jobURL))
	p.sees("#decision")
	status := func(t *testing.T, id string, want onboarding.Status) {
		t.Helper()
		job, err := d.Program.Store.Job(t.Context(), "acme", id)
		check(t, err)
		if !job.Status.Is(want) {
			t.Errorf("job %s is %s, want %s", id, job.Status, want)
		}
	}
	t.Run("A Enter approves and shows the next", func(t *testing.T) {
		status(t, p.leaves(t, "a", "Enter"), onboarding.Approved)
	})
	t.Run("U takes it back", func(t *testing.T) {
		approved := strings.SplitN(p.URL(), "after=", 2)[1]
		p.press("u")
		p.becomes(t, "back", `location.pathname === '/jobs/`+approved+`' && document.querySelector('#decision [value=Approved]').checked`)
		status(t, approved, onboarding.Review)
		p.press("Escape")
	})
	t.Run("D 4 Enter declines with a reason", func(t *testing.T) {
		status(t, p.leaves(t, "d", "4", "Enter"), onboarding.Declined)
	})
	t.Run("V 1 Shift+Enter marks as suspicious and stays", func(t *testing.T) {
		id := p.job()
		p.press("v", "1", "Shift+Enter")
		p.becomes(t, "decided", `location.href.includes('`+id+`') && !document.querySelector('#decision') && document.querySelector('.verdict')`)
		status(t, id, onboarding.Suspicious)
	})
	t.Run("N takes the next", func(t *testing.T) { p.leaves(t, "n") })
	t.Run("S skips", func(t *testing.T) { status(t, p.leaves(t, "s"), onboarding.Review) })
	t.Run("E escalates", func(t *testing.T) { status(t, p.leaves(t, "e"), onboarding.Review) })
	t.Run("a reload keeps the claim", func(t *testing.T) {
		_, err := p.Reload()
		check(t, err)
		p.sees("#decision")
	})
	t.Run("g q leads to the queue, J K move, Enter opens", func(t *testing.T) {
		p.press("g", "q")
		check(t, p.WaitForURL("**/queue"))
		p.press("j", "j", "k")
		p.becomes(t, "on a row", `document.querySelectorAll('tr.cursor').length === 1 && document.activeElement.closest('tr.cursor')`)
		p.press("Enter")
		p.becomes(t, "open", `location.pathname.startsWith('/jobs/') && document.querySelector('.bar')`)
	})
	if said := p.errors(); len(said) > 0 {
		t.Errorf("the browser complained: %v", said)
	}
}

func walkWithoutScript(t *testing.T, d *demo.Demo) {
	p := open(t, playwright.BrowserNewContextOptions{JavaScriptEnabled: playwright.Bool(false)})
	email, secret := password(t, d, "admin")
	p.signIn(d.Program.Config.Public.String(), email, secret)
	check(t, p.Locator("text=Take the next job").Click())
	check(t, p.Locator(".outcome.no").Click())
	check(t, p.Locator(".reason").Nth(5).Click())
	check(t, p.Locator("[name=note]").Fill("without script"))
	first := p.job()
	check(t, p.Locator(".send .go").Click())
	p.sees(".toast")
	if p.job() == first {
		t.Fatal("the next job is not shown")
	}
	check(t, p.Locator(".toast button").Click())
	note, err := p.Locator("[name=note]").InputValue()
	check(t, err)
	if p.job() != first || note != "without script" {
		t.Errorf("after the undo: job %s, note %q", p.job(), note)
	}
}
