package e2e_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/audit"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/onboarding"
	"proofdesk/app/review"
	"proofdesk/app/store"
)

// The page's states, as expressions.
const (
	paneA   = `document.querySelector('.pane[data-pane=a]:not([hidden])')`
	paneB   = `document.querySelector('.pane[data-pane=b]:not([hidden])')`
	picture = paneA + `.querySelector('image')`
	zoomed  = paneA + `.querySelector('[data-zoomed]').textContent`
	filters = `getComputedStyle(` + picture + `).filter`
	focused = `document.activeElement`
	dialog  = `document.querySelector('dialog[open]')`
	seen    = `(e => e.checkVisibility({visibilityProperty: true}))`
)

// lookKeys holds the keys that change how a job is displayed: what is true after the key, and the key that reverts it.
var lookKeys = []struct{ key, rule, after, back string }{
	{"+", "zooms in", `parseInt(` + zoomed + `) > 110`, "0"},
	{"-", "zooms out", `parseInt(` + zoomed + `) < 95`, "0"},
	{
		"r", "turns by a quarter", `(b => b.width > b.height)(` + picture + `.getBoundingClientRect()) !== window.lay`,
		"",
	},
	{"o", "hides the boxes", paneA + `.querySelector('.box').getBoundingClientRect().width === 0`, "o"},
	{"i", "inverts", filters + `.includes('invert(1)')`, "i"},
	{"b", "makes it brighter", filters + `.includes('brightness(1.35)')`, ""},
	{"l", "gives it contrast", filters + `.includes('contrast(1.5)')`, ""},
	{"y", "moves both panes", `document.querySelector('[data-act=sync]').getAttribute('aria-pressed') === 'true'`, "y"},
	{
		"c", "lays both pictures over each other",
		paneA + `.getBoundingClientRect().x === ` + paneB + `.getBoundingClientRect().x`, "c",
	},
	{"p", "unfolds what passed", seen + `(document.querySelector('[data-fold=passed] li'))`, "p"},
	{"?", "lists the keys", dialog + `?.textContent.includes('Take the next job')`, "Escape"},
	{"Control+k", "opens the box of commands", focused + `.closest('dialog[open] .palette')`, "Escape"},
	{"/", "opens it too where no search box is", focused + `.closest('dialog[open] .palette')`, "Escape"},
	{"m", "goes to the note", focused + `.name === 'note'`, "Escape"},
	{"a", "chooses to approve", `document.querySelector('[value=Approved]').checked`, "Escape"},
	{"d", "chooses to decline", `document.querySelector('[value=Declined]').checked`, "Escape"},
	{"v", "chooses suspicious", `document.querySelector('[value=Suspicious]').checked`, "Escape"},
	{"Escape", "takes the choice back", `!document.querySelector('.outcomes :checked')`, ""},
}

func TestEachKeyOfTheReviewPageHasItsEffect(t *testing.T) {
	h := at(t)
	id := h.passport(t)
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	p.pick(t, id)
	p.becomes(t, "drawn",
		`(b => { window.lay = b.width > b.height; return b.width > 0 })(`+picture+`.getBoundingClientRect())`)
	for _, k := range lookKeys {
		t.Run(k.key+" "+k.rule, func(t *testing.T) {
			p.press(k.key)
			p.becomes(t, k.rule, k.after)
			if k.back != "" {
				p.press(k.back)
				p.becomes(t, "as before after "+k.back, `!document.querySelector('dialog') && !(`+k.after+`)`)
			}
		})
	}
	t.Run("0 fits", func(t *testing.T) {
		p.press("+", "+")
		p.becomes(t, "zoomed", zoomed+` !== ''`)
		p.press("0")
		p.becomes(t, "fitted", zoomed+` === ''`)
	})
	t.Run("J and K walk the findings and show where they are", func(t *testing.T) {
		at := `[...document.querySelectorAll('[data-fail]')].indexOf(` + focused + `)`
		p.press("j")
		p.becomes(t, "at the first", at+` === 0`)
		p.press("j")
		p.becomes(t, "at the second", at+` === 1`)
		p.press("k")
		p.becomes(t, "at the first again", at+` === 0`)
	})
	t.Run("a digit chooses a capture in look mode", func(t *testing.T) {
		hidden := `document.querySelector('.thumb[data-key="2"]').dataset.capture`
		p.press("2")
		p.becomes(t, "shown", `document.querySelector('.pane:not([hidden])[data-capture="' + `+hidden+` + '"]')`)
	})
	t.Run("a digit toggles a reason in decide mode", func(t *testing.T) {
		box := `document.querySelector('[data-reason="5"]').checked`
		p.press("d", "5")
		p.becomes(t, "ticked", box)
		p.press("5")
		p.becomes(t, "not ticked", `!`+box)
		p.press("Escape")
	})
	t.Run("Space blinks as long as it is held", func(t *testing.T) {
		only := func(shown, gone string) string { return seen + `(` + shown + `) && !` + seen + `(` + gone + `)` }
		check(t, p.Keyboard().Down(" "))
		p.becomes(t, "only A", only(paneA, paneB))
		p.becomes(t, "only B", only(paneB, paneA))
		check(t, p.Keyboard().Up(" "))
		p.becomes(t, "both", seen+`(`+paneA+`) && `+seen+`(`+paneB+`)`)
	})
	p.quiet(t)
}

func TestLettersAreTextWhereTextIsTypedAndCanBeTurnedOff(t *testing.T) {
	h := at(t)
	h.supply(t, 2)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	id := p.take(t)
	t.Run("letters typed into the note are kept and are no shortcuts", func(t *testing.T) {
		p.press("m")
		check(t, p.Keyboard().Type("navds eu 1 ?"))
		p.becomes(t, "kept",
			`document.querySelector('[data-saved]').textContent.startsWith('saved') && `+
				`document.querySelector('[name=note]').value === 'navds eu 1 ?'`)
		if draft := h.draft(t, id, p.ID); p.job() != id || draft.Note != "navds eu 1 ?" || draft.Outcome != "" ||
			len(draft.Reasons) > 0 || !h.file(t, id).HeldBy(p.ID, h.Clock.Now()) {
			t.Errorf("typing did something else: %+v at %s", draft, p.URL())
		}
		p.press("Escape")
		p.becomes(t, "out of the note", focused+`.name !== 'note'`)
	})
	t.Run("single letters can be turned off in the list of keys", func(t *testing.T) {
		p.press("?")
		p.becomes(t, "listed", dialog)
		check(t, p.Locator("dialog input[type=checkbox]").Uncheck())
		p.press("Escape")
		p.becomes(t, "closed", `!document.querySelector('dialog')`)
		p.press("d", "Control+k")
		p.becomes(t, "the box of commands, and no outcome", dialog+` && !document.querySelector('.outcomes :checked')`)
		p.press("Escape")
		p.becomes(t, "closed", `!document.querySelector('dialog')`)
	})
	p.quiet(t)
}

// onward presses keys and waits for another job with a decision bar.
func (p *person) onward(t *testing.T, keys ...string) (before string) {
	t.Helper()
	before = p.job()
	p.press(keys...)
	p.becomes(t, "at another job", `location.pathname !== '/jobs/`+before+`' && document.querySelector('#decision')`)
	return before
}

// onwardApproved approves the job and waits for another with a decision bar.
func (p *person) onwardApproved(t *testing.T) (before string) {
	t.Helper()
	before = p.job()
	p.approve("Enter")
	p.becomes(t, "at another job", `location.pathname !== '/jobs/`+before+`' && document.querySelector('#decision')`)
	return before
}

// stands fails the test where the database has another status.
func (p *person) stands(t *testing.T, id string, want onboarding.Status) {
	t.Helper()
	if got := p.record(t, id).Status; !got.Is(want) {
		t.Errorf("job %s is %s, want %s", id, got, want)
	}
}

func TestAnApprovalTakesThreeKeysFromTheQueueAndTwoFromThenOn(t *testing.T) {
	h := at(t)
	h.supply(t, 4)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	p.take(t) // N
	first := p.onwardApproved(t)
	second := p.onwardApproved(t)
	third := p.onward(t, "d", "4", "Enter")
	p.stands(t, first, onboarding.Approved)
	p.stands(t, second, onboarding.Approved)
	p.stands(t, third, onboarding.Declined)
	decided, err := h.Store.StandingDecision(t.Context(), boottest.Company, third)
	check(t, err)
	if len(decided.Reasons) != 1 || decided.AgentID != p.ID {
		t.Errorf("the decline is %+v", decided)
	}
	p.quiet(t)
}

func TestEachDecisionKeyHasItsEffect(t *testing.T) {
	h := at(t)
	h.supply(t, 7)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	p.take(t)
	t.Run("U takes a decision back and gives the job again", func(t *testing.T) {
		id := p.onwardApproved(t)
		p.press("u")
		p.becomes(t, "back",
			`location.pathname === '/jobs/`+id+`' && document.querySelector('#decision [value=Approved]')?.checked`)
		p.stands(t, id, onboarding.Review)
		p.press("Escape")
	})
	t.Run("V 1 Shift+Enter marks as suspicious and stays", func(t *testing.T) {
		id := p.job()
		p.press("v", "1", "Shift+Enter")
		p.becomes(t, "decided",
			`location.pathname === '/jobs/`+id+
				`' && !document.querySelector('#decision') && document.querySelector('.verdict')`)
		p.stands(t, id, onboarding.Suspicious)
	})
	t.Run("T takes a job that is shown", func(t *testing.T) {
		free, err := h.free(t.Context())
		check(t, err)
		id := free[len(free)-1].JobID
		p.pick(t, id)
		if !h.file(t, id).HeldBy(p.ID, h.Clock.Now()) {
			t.Error("the case is not held")
		}
	})
	t.Run("N gives the job back and takes the next", func(t *testing.T) {
		before := p.onward(t, "n")
		if h.file(t, before).HeldBy(p.ID, h.Clock.Now()) {
			t.Error("the job before is still held")
		}
	})
	t.Run("S skips and leaves the job in review", func(t *testing.T) {
		id := p.onward(t, "s")
		p.sees(".notice:has-text('Skipped')")
		p.stands(t, id, onboarding.Review)
		if c := h.file(t, id); c.HeldBy(p.ID, h.Clock.Now()) || c.State != store.CaseOpen {
			t.Errorf("after a skip the case is %s, held by %q", c.State, c.Holder)
		}
	})
	t.Run("E escalates to a senior", func(t *testing.T) {
		id := p.onward(t, "e", "Enter")
		p.sees(".notice:has-text('Escalated')")
		p.stands(t, id, onboarding.Review)
		if c := h.file(t, id); c.State != store.CaseEscalated {
			t.Errorf("the case is %s", c.State)
		}
	})
	t.Run("a reload keeps the claim", func(t *testing.T) {
		p.again()
		p.sees("#decision")
	})
	p.quiet(t)
}

func TestUSaysWhereNothingIsLeftToUndo(t *testing.T) {
	h := at(t)
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	p.pick(t, h.passport(t))
	p.press("u")
	p.becomes(t, "said quietly", `document.querySelector('.notice.flash[role=status]')?.textContent ===
		'There is nothing to undo on this page.'`)
	p.becomes(t, "the job as before", `document.querySelector('#decision')`)
	p.quiet(t)
}

func TestEscapeGoesBackFromAPanelToWhereItWasOpened(t *testing.T) {
	h := at(t)
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	p.pick(t, h.passport(t))
	for _, key := range []string{"e", "q"} {
		opened, summary := `document.querySelector('details[open] > [data-key=`+key+`]')`, `[data-key=`+key+`]`
		for from, where := range map[string]string{
			"j": `.matches('[data-fail]')`, "d": `.value === 'Declined' && ` + focused + `.checked`,
			"": `.matches('` + summary + `')`, // as nothing had the focus
		} {
			t.Run(key+" after "+from, func(t *testing.T) {
				_, err := p.Evaluate(`() => document.activeElement.blur()`)
				check(t, err)
				if from != "" {
					p.press(from)
				}
				p.press(key)
				p.becomes(t, "in the panel", opened+` && `+focused+`.matches('.sheet [data-first]')`)
				p.press("Escape")
				p.becomes(t, "back", `!`+opened+` && `+focused+where)
			})
		}
		p.press("Escape") // takes the outcome back
	}
	p.quiet(t)
}

func TestFOpensACorrectionThatIsKeptAndCheckedAgain(t *testing.T) {
	h := at(t)
	id := h.passport(t)
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	p.pick(t, id)
	p.press("f")
	p.becomes(t, "editing", focused+`.name === 'value' && `+focused+`.closest('.correct[open]')`)
	field, err := p.Evaluate(`() => ` + focused + `.form.elements.field.value`)
	check(t, err)
	want := "CORRECTED"
	if strings.Contains(strings.ToLower(fmt.Sprint(field)), "date") {
		want = "1980-02-03"
	}
	check(t, p.Locator(".correct[open] [name=value]").Fill(want))
	p.press("Enter")
	p.becomes(t, "corrected", `document.querySelector('.matrix [title^="Corrected; was:"]')`)
	corrections, err := h.Store.Corrections(t.Context(), boottest.Company, id)
	check(t, err)
	if !slices.ContainsFunc(corrections,
		func(c store.Correction) bool { return c.Field == field && c.After == want && c.AgentID == p.ID }) {
		t.Errorf("the corrections are %+v", corrections)
	}
	p.quiet(t)
}

func TestARefusedCorrectionStaysWhereItWasTyped(t *testing.T) {
	h := at(t)
	id := h.passport(t)
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	p.pick(t, id)
	born := p.Locator(`.correct:has([name=field][value=dateOfBirth])`).First()
	check(t, born.Locator("summary").DispatchEvent("click", nil))
	check(t, born.Locator("[name=value]").Fill("1999-99-99"))
	p.press("Enter")
	p.becomes(t, "refused in its place",
		focused+`.value === '1999-99-99' && `+focused+
			`.closest('.correct[open]').querySelector('[role=alert]').textContent.includes('2026-01-31')`)
	p.press("Escape")
	p.becomes(t, "closed", `!document.querySelector('.correct[open]')`)
}

func TestKeysOfTheQueueMoveOpenAndGo(t *testing.T) {
	h := at(t)
	h.supply(t, 3)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	row := `[...document.querySelectorAll('tr[data-row]')].findIndex(r => r.classList.contains('cursor') && r.contains(` + focused + `))`
	p.press("j")
	p.becomes(t, "on the first row", row+` === 0`)
	p.press("j")
	p.becomes(t, "on the second row", row+` === 1`)
	p.press("k")
	p.becomes(t, "on the first row again", row+` === 0`)
	p.press("Enter")
	p.becomes(t, "open", `location.pathname.startsWith('/jobs/') && document.querySelector('.bar')`)
	p.press("g", "q")
	check(t, p.WaitForURL("**/queue"))
	p.press("g", "j")
	check(t, p.WaitForURL("**/jobs"))
	p.press("/")
	p.becomes(t, "in the search box", focused+`.name === 'q'`)
	id := p.mine(t)
	check(t, p.Keyboard().Type(id))
	p.press("Enter")
	check(t, p.WaitForURL("**/jobs/"+id+"*"))
	p.quiet(t)
}

func TestGThenDGoesToTheDashboardOfWhoeverHasOne(t *testing.T) {
	h := at(t)
	id := h.passport(t)
	p := h.seat(t, access.Senior, playwright.BrowserNewContextOptions{})
	p.visit(h.base + "/jobs/" + id)
	p.press("g", "d")
	check(t, p.WaitForURL("**/dashboard*"))
	p.sees("h1")
	p.quiet(t)
	agent := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	agent.visit(h.base + "/jobs/" + id)
	agent.press("g", "d", "g", "q")
	check(t, agent.WaitForURL("**/queue"))
	agent.quiet(t)
}

func TestHUnmasksWhileItIsHeldAndIsAudited(t *testing.T) {
	h := at(t)
	id := h.passport(t)
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	h.masks(t)
	p.visit(h.base + "/jobs/" + id)
	name := `document.querySelector('.jobhead h1').textContent`
	surname := h.set.Document.Person.Surname
	p.becomes(t, "covered", name+`.includes('•') && !document.documentElement.outerHTML.includes('`+surname+`')`)
	check(t, p.Keyboard().Down("h"))
	p.becomes(t, "uncovered", name+`.toUpperCase().includes('`+strings.ToUpper(surname)+`')`)
	check(t, p.Keyboard().Up("h"))
	p.becomes(t, "covered again", name+`.includes('•')`)
	rows, err := h.Store.AuditOf(t.Context(), boottest.Company, "job:"+id, "", 100)
	check(t, err)
	if !slices.ContainsFunc(rows,
		func(r audit.Row) bool { return r.Actor == "agent:"+p.ID && r.Action == "job.reveal" }) {
		t.Errorf("no reveal in the trail: %+v", rows)
	}
	p.quiet(t)
}

// masks makes the company mask personal values outside a review until the test ends.
func (h *house) masks(t *testing.T) {
	t.Helper()
	set := func(on bool) {
		own, err := h.Store.Company(context.Background(), boottest.Company)
		check(t, err)
		rules := own.Rules()
		rules.Masking = on
		check(t, h.Companies.SetRules(context.Background(), "test", boottest.Company, rules))
	}
	set(true)
	t.Cleanup(func() { set(false) })
}

// mine returns any waiting job.
func (p *person) mine(t *testing.T) string {
	t.Helper()
	free, err := p.free(t.Context())
	check(t, err)
	return free[0].JobID
}

func TestALiveQueueNeverMovesTheRowUnderTheCursor(t *testing.T) {
	h := at(t)
	h.supply(t, 3)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	p.press("j", "j")
	p.becomes(t, "on the second row", `document.querySelectorAll('tr[data-row]')[1].classList.contains('cursor')`)
	// The width of a reason counts too: one that wraps anew moves the rows below it.
	rows := `[...document.querySelectorAll('tr[data-job]')].map(r => [r.dataset.job, r.getBoundingClientRect().y, ` +
		`r.querySelector('.why').getBoundingClientRect().width].map(v => Math.round(v) || v)).join()`
	_, err := p.Evaluate(`() => { window.before = ` + rows + ` }`)
	check(t, err)
	free, err := h.free(t.Context())
	check(t, err)
	other, _ := h.hire(t, access.Agent)
	_, err = h.Desk.Take(t.Context(),
		review.Agent{Company: boottest.Company, ID: other.ID, Name: other.DisplayName, Decides: true}, free[0].JobID)
	check(t, err)
	h.supply(t, len(free)+1)
	p.becomes(t, "told of new rows", `document.querySelector('#fresh') && !document.querySelector('#fresh').hidden`)
	p.becomes(t, "told who holds the row",
		`[...document.querySelectorAll('[data-who]')].some(e => e.textContent === 'Pat agent')`)
	p.becomes(t, "as it stood",
		rows+` === window.before && document.querySelectorAll('tr[data-row]')[1].classList.contains('cursor')`)
	p.press(".")
	p.becomes(t, "with the new rows", rows+` !== window.before`)
	own := free[1].JobID
	me := review.Agent{Company: boottest.Company, ID: p.ID, Name: p.DisplayName, Decides: true}
	said := func(word string, locked bool) string {
		return fmt.Sprintf(`(r => r.querySelector('[data-who]').textContent === '%s' && %t === `+
			`!r.querySelector('[data-mine]').hidden)(document.querySelector('tr[data-job="%s"]'))`, word, locked, own)
	}
	_, err = h.Desk.Take(t.Context(), me, own)
	check(t, err)
	p.becomes(t, "told that the job is theirs", said("yours", true))
	check(t, h.Desk.Release(t.Context(), me, own))
	p.becomes(t, "told that it no longer is", said("", false))
	check(t, p.SetViewportSize(phoneSize.Width, phoneSize.Height))
	p.becomes(t, "silent about who holds what nobody does",
		fmt.Sprintf(`!document.querySelector('tr[data-job="%s"] .who').checkVisibility()`, own))
	p.quiet(t)
}

func TestAProposalTakesTheSameKeysAndAnotherAgentConfirmsItByThem(t *testing.T) {
	h := at(t)
	h.supply(t, 4) // the first agent reserves one more than they decide
	second := func(outcomes ...onboarding.Status) {
		t.Helper()
		own, err := h.Store.Company(context.Background(), boottest.Company)
		check(t, err)
		rules := own.Rules()
		rules.SecondReview = outcomes
		check(t, h.Companies.SetRules(context.Background(), "test", boottest.Company, rules))
	}
	second(onboarding.ReviewSuspicious)
	t.Cleanup(func() { second() })
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	p.take(t)
	id := p.onward(t, "v", "1", "Enter")
	p.sees(".notice:has-text('Another agent has to confirm it')")
	p.stands(t, id, onboarding.Review)
	other := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	if got := other.take(t); got != id {
		t.Fatalf("the other agent gets %s, not the proposal %s", got, id)
	}
	other.press("v", "Enter") // the reason of the proposal is ticked already
	other.becomes(t, "at another job", `location.pathname !== '/jobs/`+id+`'`)
	other.stands(t, id, onboarding.Suspicious)
	p.quiet(t)
	other.quiet(t)
}
