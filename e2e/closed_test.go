package e2e_test

import (
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/review"
)

func TestJobsAreOfferedAsSoonAsTheyCanBeTaken(t *testing.T) {
	h := at(t)
	id := h.signature(t)
	for page, key := range map[string]string{"/queue": "n", "/jobs/" + id: "t"} {
		offer := "form [data-key=" + key + "]"
		t.Run(page, func(t *testing.T) {
			var open atomic.Bool
			h.Desk.Closed = func() string {
				if open.Load() {
					return ""
				}
				return "jobs can be taken once the demo has reached today"
			}
			p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
			p.visit(h.base + page)
			p.sees("text=Jobs can be taken once the demo has reached today.")
			p.becomes(t, "offered nothing", `!document.querySelector('`+offer+`')?.checkVisibility()`)
			open.Store(true)
			p.becomes(t, "offered a job", `document.querySelector('`+offer+`')?.checkVisibility()`)
			p.becomes(t, "no longer closed", `!document.body.innerText.includes('can be taken once')`)
			p.press(key)
			p.sees("#decision")
		})
	}
}

func TestAnEmptyListOfTheQueueShowsWhatComes(t *testing.T) {
	h := at(t)
	id := h.signature(t)
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	p.visit(h.base + "/queue?view=mine")
	p.sees("text=You hold no jobs.")
	_, err := h.Desk.Take(t.Context(), review.Agent{Company: boottest.Company, ID: p.ID, Decides: true}, id)
	check(t, err)
	p.becomes(t, "listed", `document.querySelector('tr[data-job="`+id+`"]')`)
	p.becomes(t, "counted", `!document.body.innerText.includes('You hold no jobs')`)
}

func TestTheHeadingOfTheQueueCountsWhatArrives(t *testing.T) {
	h := at(t)
	h.signature(t)
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	p.visit(h.base + "/queue")
	p.becomes(t, "listed", `document.querySelector('tr[data-job]')`)
	const heading = `document.querySelector('h1').textContent.trim()`
	before, err := p.Evaluate(`() => [` + heading + `, document.querySelector('[data-view=open]').dataset.count]`)
	check(t, err)
	h.signature(t)
	p.becomes(t, "told of a new job", `document.querySelector('#fresh').checkVisibility()`)
	p.becomes(t, fmt.Sprintf("counted above the list, after %v", before), heading+` === `+
		`document.querySelector('[data-view=open]').textContent.trim() + ' waiting'`)
}
