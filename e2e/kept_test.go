package e2e_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/draft"
	"proofdesk/app/onboarding"
	"proofdesk/app/review"
)

const typed = `document.querySelector('#decision')?.elements`

// fills types a note and a comment and chooses an outcome with a reason.
func (p *person) fills(t *testing.T, note, comment string) {
	t.Helper()
	p.press("m")
	check(t, p.Keyboard().Type(note))
	p.press("Escape", "d", "5")
	check(t, p.Locator("[name=comment]").Fill(comment))
}

// savesAll waits until the server has all that was typed about a job. The page says "saved" of what it had before, too.
func (p *person) savesAll(t *testing.T, job string) {
	t.Helper()
	p.becomes(t, "saved", `Object.entries(localStorage).some(([key, text]) => key.endsWith('.`+job+`.server') && `+
		`JSON.parse(text).unsaved === false)`)
}

// filled is true where the form holds what fills typed.
func filled(note, comment string) string {
	return typed + `?.note.value === '` + note + `' && ` + typed + `.comment.value === '` + comment +
		`' && document.querySelector('[value=Declined]').checked && document.querySelector('[data-reason="5"]').checked`
}

func TestADraftSurvivesAReloadAndAnotherDay(t *testing.T) {
	h := at(t)
	h.supply(t, 2)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	id := p.take(t)
	p.fills(t, "half a thought", "not yet sent")
	p.becomes(t, "kept", `document.querySelector('[data-saved]').textContent.startsWith('saved')`)
	until(t, "the draft is in the database", func() bool {
		d := h.draft(t, id, p.ID)
		return d.Note == "half a thought" && d.Comment == "not yet sent" && d.Outcome == "Declined" &&
			len(d.Reasons) == 1
	})
	p.again()
	p.becomes(t, "as typed after a reload", filled("half a thought", "not yet sent"))
	h.release(t, p.ID)
	p.pick(t, id)
	p.becomes(t, "as typed after the job was given back and taken again", filled("half a thought", "not yet sent"))
	p.quiet(t)
}

func TestAReloadRightAfterTypingShowsTheTextAtOnce(t *testing.T) {
	h := at(t)
	h.supply(t, 2)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	p.take(t)
	note := ""
	for i := range 6 {
		p.press("m")
		check(t, p.Keyboard().Press("End"))
		check(t, p.Keyboard().Type(fmt.Sprint(i, " ")))
		note += fmt.Sprint(i, " ")
		_, err := p.Reload() // before the pause after which a draft is sent
		check(t, err)
		p.shown()
		shown, err := p.Evaluate(`() => document.querySelector('#decision').elements.note.value`)
		check(t, err)
		if shown != note {
			t.Errorf("after reload %d the note is %q, not %q", i, shown, note)
		}
	}
	p.becomes(t, "without a question", `!document.querySelector('.choice')`)
	p.quiet(t)
}

func TestWordsTypedBeforeTheScriptHasLoadedAreKept(t *testing.T) {
	h := at(t)
	h.supply(t, 2)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	id := p.take(t)
	p.offline(true)
	p.press("m")
	check(t, p.Keyboard().Type("only in this browser"))
	check(t, p.Route("**/draft", func(r playwright.Route) { _ = r.Abort("connectionrefused") }))
	p.offline(false)
	loads := make(chan struct{})
	check(t, p.Route("**/console-*.js", func(r playwright.Route) {
		go func() {
			<-loads
			_ = r.Continue()
		}()
	}))
	_, err := p.Goto(h.base+"/jobs/"+id, playwright.PageGotoOptions{WaitUntil: playwright.WaitUntilStateCommit})
	check(t, err)
	check(t, p.Locator("[name=note]").PressSequentially("typed early ")) // beside what the page may show already
	close(loads)
	p.becomes(t, "both kept", typed+`?.note.value.includes('typed early') && `+typed+
		`.note.value.includes('only in this browser')`)
	check(t, p.Unroute("**/draft"))
	_, err = p.Reload()
	check(t, err)
	until(t, "both are on the server", func() bool {
		note := h.draft(t, id, p.ID).Note
		return strings.Contains(note, "typed early") && strings.Contains(note, "only in this browser")
	})
}

func TestTwoTabsOfOneBrowserShareADraft(t *testing.T) {
	h := at(t)
	h.supply(t, 2)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	id := p.take(t)
	tab, err := p.Context().NewPage()
	check(t, err)
	other := &page{Page: tab, t: t}
	other.visit(h.base + "/jobs/" + id)
	other.sees("#decision")
	p.fills(t, "from the first tab", "also")
	other.becomes(t, "shown in the other tab", filled("from the first tab", "also"))
	p.offline(true)
	check(t, other.Locator("[name=note]").Fill("from the second tab"))
	p.becomes(t, "shown in the first tab", typed+`.note.value === 'from the second tab'`)
	p.offline(false)
}

func TestADraftThatTwoBrowsersChangedIsAskedAboutWithBothTexts(t *testing.T) {
	h := at(t)
	id := h.signature(t) // which has no red finding to name before it is approved
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	p.pick(t, id)
	for _, answer := range []struct{ button, want string }{
		{"Keep this", "typed here"},
		{"Take the other", "typed elsewhere"},
		{"Keep both", `typed here\ntyped elsewhere`},
	} {
		t.Run(answer.button, func(t *testing.T) {
			check(t, p.Locator("[name=note]").Fill("agreed"))
			p.becomes(t, "saved", saved)
			until(t, "the draft is in the database", func() bool { return h.draft(t, id, p.ID).Note == "agreed" })
			p.offline(true)
			check(t, p.Locator("[name=note]").Fill("typed here"))
			anywhere := review.Agent{Company: boottest.Company, ID: p.ID, Decides: true}
			check(t, h.Desk.SaveDraft(t.Context(), anywhere, id, draft.Draft{
				Note: "typed elsewhere",
				Seen: []string{h.draft(t, id, p.ID).Rev},
			}))
			p.offline(false)
			p.becomes(t, "asked, with both texts in sight",
				`['typed here', 'typed elsewhere'].every((text, i) => document.querySelectorAll('.choice pre')[i]?.`+
					`textContent === text)`)
			_, err := p.Reload()
			check(t, err)
			p.sees(".choice")
			p.accessible(t, "two versions of a draft")
			p.press("a", "Enter")
			p.becomes(t, "not sent before it is answered", `document.activeElement.closest('.choice')`)
			check(t, p.Locator(".choice button:text-is('"+answer.button+"')").Click())
			p.becomes(t, "as chosen",
				typed+`.note.value === '`+answer.want+`' && !document.querySelector('.choice')`)
			want := strings.ReplaceAll(answer.want, `\n`, "\n")
			until(t, "the answer is in the database", func() bool { return h.draft(t, id, p.ID).Note == want })
			p.press("Escape")
		})
	}
}

func TestSigningOutLeavesTheWordsOnTheServerAndNoneInTheBrowser(t *testing.T) {
	h := at(t)
	h.supply(t, 2)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	id := p.take(t)
	p.press("m")
	check(t, p.Keyboard().Type("private words"))
	_, err := p.Evaluate(`() => document.querySelector('form[action="/logout"]').requestSubmit()`)
	check(t, err)
	check(t, p.WaitForURL("**/login*"))
	if got := h.draft(t, id, p.ID).Note; got != "private words" {
		t.Errorf("the server has %q", got)
	}
	kept, err := p.Evaluate(`() => Object.keys(localStorage).filter(key => key.startsWith('draft.')).length`)
	check(t, err)
	if fmt.Sprint(kept) != "0" {
		t.Errorf("%v drafts stay in the browser", kept)
	}
}

func TestNobodyIsSignedOutWhileADraftIsOnlyInTheBrowser(t *testing.T) {
	h := at(t)
	h.supply(t, 2)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	id := p.take(t)
	for _, status := range []int{
		http.StatusForbidden, http.StatusRequestEntityTooLarge, http.StatusServiceUnavailable,
	} {
		check(t, p.Route("**/draft", func(r playwright.Route) {
			_ = r.Fulfill(playwright.RouteFulfillOptions{Status: playwright.Int(status)})
		}))
		p.press("m")
		check(t, p.Keyboard().Type("private words "))
		_, err := p.Evaluate(`() => document.querySelector('form[action="/logout"]').requestSubmit()`)
		check(t, err)
		p.sees(".notice.unsent a[href='/jobs/" + id + "']")
		if !strings.Contains(p.URL(), "/jobs/"+id) {
			t.Fatalf("after %d the agent is on %s", status, p.URL())
		}
		check(t, p.Unroute("**/draft"))
		_, err = p.Reload()
		check(t, err)
	}
	p.becomes(t, "as typed", typed+`?.note.value === 'private words private words private words '`)
}

func TestADraftIsOfOneAgentAlone(t *testing.T) {
	h := at(t)
	h.supply(t, 2)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	id := p.take(t)
	p.offline(true)
	p.press("m")
	check(t, p.Keyboard().Type("for my eyes"))
	p.offline(false)
	_, err := h.Accounts.EndUserSessions(t.Context(), "test", boottest.Company, p.ID)
	check(t, err)
	h.release(t, p.ID)
	next, password := h.hire(t, access.Agent)
	p.signIn(h.base, next.Email, password) // at the same machine
	p.Agent = next
	p.pick(t, id)
	p.becomes(t, "empty", typed+`.note.value === '' && !document.querySelector('.choice')`)
	h.release(t, next.ID)
}

func TestTextTypedJustBeforeTheNextJobIsSaved(t *testing.T) {
	h := at(t)
	h.supply(t, 3)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	id := p.take(t)
	p.press("m")
	check(t, p.Keyboard().Type("one"))
	p.becomes(t, "kept", `document.querySelector('[data-saved]').textContent.startsWith('saved')`)
	check(t, p.Keyboard().Type(" two"))
	p.press("Escape", "n")
	p.becomes(t, "another job", `!location.pathname.includes('`+id+`')`)
	until(t, "all of it is on the server", func() bool { return h.draft(t, id, p.ID).Note == "one two" })
	p.quiet(t)
}

func TestAnEndedSessionGivesTheFilledFormBackAfterSigningIn(t *testing.T) {
	h := at(t)
	h.supply(t, 2)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	id := p.take(t)
	_, err := h.Accounts.EndUserSessions(t.Context(), "test", boottest.Company, p.ID)
	check(t, err)
	p.fills(t, "written all morning", "for the client")
	check(t, p.Locator(".send .go").Click())
	p.sees("input[name=password]")
	p.sees("text=What you typed is saved")
	check(t, p.Locator("input[name=email]").Fill(p.Email))
	check(t, p.Locator("input[name=password]").Fill(p.password))
	p.press("Enter")
	p.becomes(t, "back at the job with every word",
		`location.pathname === '/jobs/`+id+`' && `+filled("written all morning", "for the client"))
	if job := h.record(t, id); !job.Status.Is(onboarding.Review) {
		t.Errorf("the job is %s although its form was not sent", job.Status)
	}
	p.shown()
	check(t, p.Locator(".send .go").Click())
	p.becomes(t, "at the next", `location.pathname !== '/jobs/`+id+`'`)
	if job := h.record(t, id); !job.Status.Is(onboarding.Declined) {
		t.Errorf("the job is %s", job.Status)
	}
}

func TestAConflictSaysWhatChangedAndKeepsTheWords(t *testing.T) {
	h := at(t)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	check(t, p.AddInitScript(playwright.Script{Content: playwright.String(never + "\ndelete window.EventSource")}))
	id := h.signature(t) // which nothing speaks against
	p.pick(t, id)
	p.fills(t, "my reading of it", "we are sorry")
	p.savesAll(t, id) // a save after the decision would tell sooner
	other, _ := h.hire(t, access.Senior)
	h.release(t, p.ID)
	senior := review.Agent{Company: boottest.Company, ID: other.ID, Name: "Sam Senior", Senior: true, Decides: true}
	c, err := h.Desk.Take(t.Context(), senior, id)
	check(t, err)
	_, err = h.Desk.Decide(t.Context(), senior, review.DecisionRequest{
		JobID:   id,
		Claim:   c.Claim,
		Version: c.Version,
		Digest:  c.EvidenceDigest,
		Outcome: onboarding.ReviewApproved,
	})
	check(t, err)
	check(t, p.Locator(".send .go").Click())
	p.sees("text=This job changed while you worked on it")
	for _, words := range []string{"my reading of it", "we are sorry"} {
		p.becomes(t, "kept", `[...document.querySelectorAll('textarea[readonly]')].some(e => e.value === '`+words+`')`)
	}
	p.becomes(t, "shown once", `!document.querySelector('.choice')`)
	p.sees("text=decided Approved")
	if job := h.record(t, id); !job.Status.Is(onboarding.Approved) {
		t.Errorf("the job is %s", job.Status)
	}
	p.accessible(t, "409")
	check(t, p.Locator("text=View the job as it is now").Click())
	p.sees(".verdict")
}

func TestAfterAConflictOneKeyTakesTheJobAgainWithAllThatWasChosen(t *testing.T) {
	h := at(t)
	h.supply(t, 2)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	check(t, p.AddInitScript(playwright.Script{Content: playwright.String(never + "\ndelete window.EventSource")}))
	p.visit(p.base + "/queue")
	id := p.take(t)
	p.fills(t, "my reading of it", "we are sorry")
	reason, err := p.Locator(".bands label:has([data-reason='5']) > span").TextContent()
	check(t, err)
	p.savesAll(t, id)  // a save after the claim would tell sooner
	h.release(t, p.ID) // as if the claim had expired
	p.press("Escape")
	check(t, p.Locator(".send .go").Click())
	p.sees("text=This job changed while you worked on it")
	p.sees(".problem .tag:text-is('Declined')")
	p.sees(".problem .tag:text-is('" + reason + "')")
	p.press("t")
	p.becomes(t, "at the job with every word and choice",
		`location.pathname === '/jobs/`+id+`' && `+filled("my reading of it", "we are sorry"))
	p.press("Enter")
	p.becomes(t, "at another job", `location.pathname !== '/jobs/`+id+`'`)
	p.stands(t, id, onboarding.Declined)
}

func TestAReasonThatAChangeOfMindLeftTickedIsNotSentWithAnApproval(t *testing.T) {
	h := at(t)
	h.supply(t, 1)
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	p.pick(t, h.signature(t)) // which nothing speaks against
	id := p.onward(t, "d", "4", "Enter")
	p.press("u")
	p.becomes(t, "back with its reason",
		`location.pathname === '/jobs/`+id+
			`' && document.querySelector('[data-reason="4"]')?.checked && `+
			`document.querySelector('[value=Declined]').checked`)
	p.press("a")
	p.becomes(t, "without reasons in sight", `!`+seen+`(document.querySelector('.bands'))`)
	p.onward(t, "Enter")
	p.stands(t, id, onboarding.Approved)
	decided, err := h.Store.StandingDecision(t.Context(), boottest.Company, id)
	check(t, err)
	if len(decided.Reasons) != 0 {
		t.Errorf("the approval carries %+v", decided.Reasons)
	}
	p.press("u")
	p.becomes(t, "back",
		`location.pathname === '/jobs/`+id+`' && document.querySelector('#decision [value=Approved]')?.checked`)
	p.press("d")
	p.becomes(t, "with the reason as it was ticked",
		seen+`(document.querySelector('[data-reason="4"]')) && document.querySelector('[data-reason="4"]').checked`)
	p.quiet(t)
}

func TestTwoAgentsNeverGetOneJob(t *testing.T) {
	h := at(t)
	h.supply(t, 8)
	agents := []*person{
		h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{}),
		h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{}),
	}
	together := func(do func(p *person)) {
		var all sync.WaitGroup
		for _, p := range agents {
			all.Go(func() { do(p) })
		}
		all.Wait()
	}
	given := map[string]string{}
	look := func() {
		t.Helper()
		for _, p := range agents {
			p.sees("#decision")
			id := p.job()
			if before, ok := given[id]; ok && before != p.ID {
				t.Errorf("%s was given to two agents", id)
			}
			given[id] = p.ID
			if c := h.file(t, id); !c.HeldBy(p.ID, h.Clock.Now()) {
				t.Errorf("%s is held by %q, not by who sees its decision bar", id, c.Holder)
			}
		}
	}
	together(func(p *person) { _ = p.Keyboard().Press("n") })
	for _, p := range agents {
		check(t, p.WaitForURL(jobURL))
	}
	look()
	for range 2 {
		before := []string{agents[0].job(), agents[1].job()}
		together(func(p *person) { p.shown() })
		together(func(p *person) {
			for _, key := range []string{"d", "4", "Enter"} { // a decline, as an approval may need keys for findings
				_ = p.Keyboard().Press(key)
			}
		})
		for i, p := range agents {
			p.becomes(t, "at another job",
				`location.pathname !== '/jobs/`+before[i]+`' && document.querySelector('#decision')`)
		}
		look()
	}
	for _, p := range agents {
		p.quiet(t)
	}
}

func TestOldWordsLeaveTheBrowserWithoutAnybodySigningInOnceTheServerHasThem(t *testing.T) {
	h := at(t)
	p := open(t, playwright.BrowserNewContextOptions{})
	p.visit(h.base + "/login")
	_, err := p.Evaluate(`() => {
		const keep = (job, days, unsaved) => {
			const at = Date.now() - days * 24 * 3600 * 1000
			localStorage.setItem('draft.ann.' + job, JSON.stringify({ note: 'x', at, others: [], writes: ['w'] }))
			localStorage.setItem('draft.ann.' + job + '.server', JSON.stringify({ seen: [], unsaved, of: 'w' }))
		}
		keep('old', 40, false)
		keep('onlyhere', 400, true)
		keep('new', 1, false)
	}`)
	check(t, err)
	_, err = p.Reload()
	check(t, err)
	p.becomes(t, "without what is old and on the server",
		`Object.keys(localStorage).filter(k => /^draft[.]ann[.][a-z]+$/.test(k)).sort().join() === `+
			`'draft.ann.new,draft.ann.onlyhere'`)
}

// A browser lets only 64 kB of requests go on once their page is left, and refuses others that ask for it.
func TestANoteThatIsTooLongForTheServerIsNotTakenForALostConnection(t *testing.T) {
	h := at(t)
	h.supply(t, 1)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	p.take(t)
	_, err := p.Evaluate(`text => {
		const note = document.querySelector('[name=note]')
		note.value = text // longer than what can be typed, as where two versions are joined
		note.dispatchEvent(new Event('input', { bubbles: true }))
	}`, strings.Repeat("語", 2*draft.MaxNote))
	check(t, err)
	p.becomes(t, "told", `document.querySelector('[data-saved]').textContent.startsWith('too long')`)
	p.becomes(t, "reached", `!document.querySelector('[data-notice=connection]')`)
	check(t, p.Locator("[name=note]").Fill("short"))
	p.becomes(t, "saved", `document.querySelector('[data-saved]').textContent.startsWith('saved')`)
}
