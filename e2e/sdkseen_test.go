package e2e_test

import (
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/boot/boottest"
	"proofdesk/engine"
	"proofdesk/engine/specimen"
)

func TestASelfieWithShutEyesIsTakenAgainByTheServersAnswer(t *testing.T) {
	h := at(t)
	open := shown(t, posed(t, h.set.Person, specimen.Still))
	b := openBank(t, h, "liveFaceCheck()")
	b.list(t, h)
	p := equipped(t)
	check(t, p.AddInitScript(playwright.Script{Content: playwright.String(facing)}))
	b.begins(t, p)
	p.turns(t, shown(t, posed(t, h.set.Person, specimen.Blink)))
	p.becomes(t, "told to open the eyes",
		inShadow+`.querySelector('.retry .reason')?.textContent === 'Open your eyes'`)
	p.accessibleIn(t, "a selfie with shut eyes", plainly)
	p.turns(t, open)
	p.does(t, "retry")
	job := submitted.FindStringSubmatch(p.says(t, `"QUEUED"`))[1]
	captures, err := h.Store.Captures(t.Context(), boottest.Company, job)
	check(t, err)
	if len(captures) != 1 {
		t.Errorf("the job has %d captures", len(captures))
	}
	if got := h.outcomeOf(t, job, engine.CodeEyes); got != engine.Pass {
		t.Errorf("the eyes are: %s", got)
	}
	p.quiet(t)
}

func TestAFilmWithoutItsMovesIsTakenAgainByTheServersAnswer(t *testing.T) {
	full(t, "TestASelfieWithShutEyesIsTakenAgainByTheServersAnswer")
	h := alone(t)
	check(t, h.asksForMoves(true))
	b := openBank(t, h, "liveFaceCheck()")
	b.list(t, h)
	p := equipped(t)
	check(t, p.AddInitScript(playwright.Script{Content: playwright.String(facing)}))
	b.begins(t, p)
	p.turns(t, shown(t, posed(t, h.set.Person, specimen.Still)))
	p.becomes(t, "told that no move was seen",
		inShadow+`.querySelector('.retry .reason')?.textContent.startsWith('We could not see all the moves')`)
	p.accessibleIn(t, "a film without its moves", plainly)
	p.obeys(t, h.set.Person) // which tries again
	h.obeyed(t, submitted.FindStringSubmatch(p.says(t, `"QUEUED"`))[1])
	p.quiet(t)
}
