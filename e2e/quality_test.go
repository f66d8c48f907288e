package e2e_test

import (
	"strings"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/onboarding"
	"proofdesk/app/quality"
	"proofdesk/app/review"
	"proofdesk/app/store"
)

// drawnForCheck puts an agent's decision on a job up for a check, as sampling does once the decision can no longer be
// undone.
func (h *house) drawnForCheck(t *testing.T, id string) {
	t.Helper()
	review, err := h.Store.StandingDecision(t.Context(), boottest.Company, id)
	check(t, err)
	check(t, h.Store.Write(t.Context(), func(tx *store.Tx) error {
		if _, err := tx.MarkDrawn(t.Context(), boottest.Company, review.ID); err != nil {
			return err
		}
		return tx.InsertQualityCheck(t.Context(),
			store.Undrawn{Review: review, Function: h.record(t, id).Function}, 100)
	}))
}

// disputed leaves a check on whose job two agents disagree and nobody has given a verdict.
func (h *house) disputed(t *testing.T) {
	t.Helper()
	ctx, id := t.Context(), h.signature(t)
	first, _ := h.hire(t, access.Agent)
	by := review.Agent{Company: boottest.Company, ID: first.ID, Decides: true}
	taken, err := h.Desk.Take(ctx, by, id)
	check(t, err)
	_, err = h.Desk.Decide(ctx, by, review.DecisionRequest{
		JobID:   id,
		Claim:   taken.Claim,
		Version: taken.Version,
		Digest:  taken.EvidenceDigest,
		Outcome: onboarding.ReviewDeclined,
		Reasons: []string{"data.expired"},
	})
	check(t, err)
	h.drawnForCheck(t, id)
	second, _ := h.hire(t, access.Agent)
	judge := quality.Agent{Company: boottest.Company, ID: second.ID}
	for job := ""; job != id; { // tests before may have left others
		if job != "" {
			check(t, h.Checks.Skip(ctx, judge, job))
		}
		job, err = h.Checks.Next(ctx, judge)
		check(t, err)
	}
	held, _, err := h.Checks.Held(ctx, judge, id)
	check(t, err)
	check(t, h.Checks.Judge(ctx, judge, id, held.Claim, quality.Filled{Outcome: onboarding.ReviewApproved},
		h.Clock.Now(), quality.Grounds{}))
}

func TestAQualityCheckIsMadeBlindAndAdjudicatedByKeyboard(t *testing.T) {
	h := at(t)
	id := h.passport(t)
	first := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	first.pick(t, id)
	first.press("d", "5", "m")
	check(t, first.Keyboard().Type("heron over the marsh"))
	first.press("Escape", "d", "Shift+Enter")
	first.becomes(t, "decided", `!document.querySelector('#decision') && document.querySelector('.verdict')`)
	first.stands(t, id, onboarding.Declined)
	h.drawnForCheck(t, id)

	second := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	second.visit(h.base + "/quality/checks")
	second.accessible(t, "the list of checks")
	second.press("n")
	check(t, second.WaitForURL(jobURL))
	second.sees("#decision")
	if second.job() != id {
		t.Fatalf("the check is of %s, want %s", second.job(), id)
	}
	second.becomes(t, "said to be a check",
		`document.querySelector('.jobhead').textContent.includes('Quality check, blind')`)
	page, err := second.Content()
	check(t, err)
	for _, word := range []string{"heron over the marsh", "DECLINED", first.DisplayName + ":", "Decided."} {
		if strings.Contains(page, word) {
			t.Errorf("the page of the check says %q", word)
		}
	}
	second.accessible(t, "the page of a check")
	second.press("m")
	check(t, second.Keyboard().Type("all in order"))
	second.becomes(t, "kept", `document.querySelector('[data-saved]').textContent !== ''`)
	second.visit(second.URL())
	second.becomes(t, "the note is back after a reload",
		`document.querySelector('[name=note]').value === 'all in order'`)
	second.approve("Enter")
	second.becomes(t, "sent, and on to something else", `location.pathname !== '/jobs/`+id+`'`)
	second.becomes(t, "told so", `document.body.innerText.includes('Your judgement was saved.')`)
	made, err := h.Store.QualityCheckOf(t.Context(), boottest.Company, id)
	check(t, err)
	if made.State != store.CheckDone || made.Agreed || !made.Second.Outcome.Is(onboarding.Approved) ||
		made.Second.Note != "all in order" {
		t.Errorf("the check is %+v", made)
	}
	second.stands(t, id, onboarding.Declined)

	lead := h.seat(t, access.Senior, playwright.BrowserNewContextOptions{})
	lead.visit(h.base + "/quality")
	split := "#check-" + made.ID
	lead.sees(split)
	check(t, lead.Locator(split+" summary").Focus())
	lead.press("Enter", "Tab", "ArrowDown", "Tab")
	lead.becomes(t, "in the note of the verdict",
		focused+`.name === 'note' && document.querySelector('`+split+` [value=SECOND]').checked`)
	check(t, lead.Keyboard().Type("The stamp is genuine."))
	lead.accessible(t, "the page of quality with a form open")
	lead.press("Tab", "Enter")
	lead.becomes(t, "adjudicated", `document.querySelector('`+split+`').textContent.includes('Overruled')`)
	lead.accessible(t, "the page of quality")

	first.visit(h.base + "/quality/feedback")
	first.becomes(t, "told", `document.querySelector('main').textContent.includes('The stamp is genuine.')`)
	first.accessible(t, "the page of feedback")
	for _, p := range []*person{first, second, lead} {
		p.quiet(t)
	}
}

func TestASecondWindowOfABlindCheckSaysWhatBecameOfIt(t *testing.T) {
	h := at(t)
	id := h.passport(t)
	first := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	first.pick(t, id)
	first.press("d", "5", "Shift+Enter")
	first.becomes(t, "decided", `!document.querySelector('#decision') && document.querySelector('.verdict')`)
	h.drawnForCheck(t, id)
	second := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	second.visit(h.base + "/quality/checks")
	second.press("n")
	check(t, second.WaitForURL(jobURL))
	second.sees("#decision")
	tab, err := second.Context().NewPage()
	check(t, err)
	other := &page{Page: tab, t: t}
	other.visit(h.base + "/jobs/" + second.job())
	other.sees("#decision")
	second.press("d", "5", "Enter")
	check(t, other.WaitForURL("**/quality/checks*"))
	other.sees("text=You judged this check")
}
