package e2e_test

import (
	"sync"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/boot/boottest"
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

// filled is true where the form holds what fills typed.
func filled(note, comment string) string {
	return typed + `?.note.value === '` + note + `' && ` + typed + `.comment.value === '` + comment +
		`' && document.querySelector('[value=Declined]').checked && document.querySelector('[data-reason="5"]').checked`
}

func TestADraftSurvivesAReloadAndAnotherDay(t *testing.T) {
	h := at(t)
	h.supply(t, 2)
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
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

func TestAReloadRightAfterTypingLosesNothing(t *testing.T) {
	h := at(t)
	h.supply(t, 2)
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	p.take(t)
	p.fills(t, "typed a moment ago", "and this")
	_, err := p.Reload() // before the pause after which a draft is sent
	check(t, err)
	p.sees("#decision")
	if so, err := p.Evaluate(`() => ` + filled("typed a moment ago", "and this")); err != nil || so != true {
		_, err = p.Reload() // what was sent while leaving may have come in after the page was asked for
		check(t, err)
		p.becomes(t, "as typed", filled("typed a moment ago", "and this"))
	}
}

func TestTextTypedJustBeforeTheNextJobIsSaved(t *testing.T) {
	h := at(t)
	h.supply(t, 3)
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	id := p.take(t)
	p.press("m")
	check(t, p.Keyboard().Type("one"))
	p.becomes(t, "kept", `document.querySelector('[data-saved]').textContent.startsWith('saved')`)
	check(t, p.Keyboard().Type(" two"))
	p.press("Escape", "n")
	p.becomes(t, "another job", `!location.pathname.includes('`+id+`')`)
	if kept := h.draft(t, id, p.ID).Note; kept != "one two" {
		t.Errorf("%q was kept", kept)
	}
	p.quiet(t)
}

func TestAnEndedSessionGivesTheFilledFormBackAfterSigningIn(t *testing.T) {
	h := at(t)
	h.supply(t, 2)
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
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
	check(t, p.Locator(".send .go").Click())
	p.becomes(t, "at the next", `location.pathname !== '/jobs/`+id+`'`)
	if job := h.record(t, id); !job.Status.Is(onboarding.Declined) {
		t.Errorf("the job is %s", job.Status)
	}
}

func TestAConflictSaysWhatChangedAndKeepsTheWords(t *testing.T) {
	h := at(t)
	h.supply(t, 2)
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	id := p.take(t)
	p.fills(t, "my reading of it", "we are sorry")
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
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	id := p.take(t)
	p.fills(t, "my reading of it", "we are sorry")
	reason, err := p.Locator("label:has([data-reason='5']) > span").TextContent()
	check(t, err)
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
	h.supply(t, 2)
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	p.take(t)
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
		h.seat(t, access.Agent, playwright.BrowserNewContextOptions{}),
		h.seat(t, access.Agent, playwright.BrowserNewContextOptions{}),
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
		together(func(p *person) { _, _ = p.Keyboard().Press("a"), p.Keyboard().Press("Enter") })
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
