package e2e_test

import (
	"encoding/csv"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
)

// toldRows records every text that the progress of an export shows.
const toldRows = `() => { window.told = []; const s = document.querySelector('#export-status'); new ` +
	`MutationObserver(() => window.told.push(s.textContent)).observe(s, { childList: true, characterData: true, ` +
	`subtree: true }) }`

func TestAnExportShowsItsProgressAndContainsTheWholeList(t *testing.T) {
	h := at(t)
	h.supply(t, 3)
	p := h.atQueue(t, access.Senior, playwright.BrowserNewContextOptions{AcceptDownloads: playwright.Bool(true)})
	id := p.mine(t)
	p.visit(h.base + "/jobs?status=review")
	_, err := p.Evaluate(toldRows)
	check(t, err)
	file, err := p.ExpectDownload(func() error { return p.Locator("a[data-export]").Click() })
	check(t, err)
	path, err := file.Path()
	check(t, err)
	data, err := os.ReadFile(path)
	check(t, err)
	lines, err := csv.NewReader(strings.NewReader(string(data))).ReadAll()
	check(t, err)
	rows := len(lines) - 1
	if file.SuggestedFilename() != "jobs.csv" || rows < 3 || lines[0][0] != "job" ||
		!slices.ContainsFunc(lines, func(l []string) bool { return l[0] == id }) {
		t.Errorf("%s has %d rows under %v, job %s among them: wanted", file.SuggestedFilename(), rows, lines[0], id)
	}
	p.becomes(t, "told at the end",
		fmt.Sprintf(`document.querySelector('#export-status').textContent === '%d rows saved'`, rows))
	p.becomes(t, "told on the way", fmt.Sprintf(`window.told.some(s => /^\d+ of %d rows$/.test(s))`, rows))
	p.quiet(t)
}

func TestAnExportStopsAtASecondClickAndReportsAFailure(t *testing.T) {
	h := at(t)
	h.supply(t, 1)
	p := h.seat(t, access.Senior, playwright.BrowserNewContextOptions{})
	p.visit(h.base + "/jobs")
	asked := make(chan struct{}, 1)
	check(t, p.Route("**/jobs.csv*", func(playwright.Route) { asked <- struct{}{} }))
	link := p.Locator("a[data-export]")
	check(t, link.Click())
	heard(t, asked)
	check(t, link.Click())
	p.sees(".flash span:text-is('The export was cancelled.')")
	check(t, p.Unroute("**/jobs.csv*"))
	check(t,
		p.Route("**/jobs.csv*",
			func(r playwright.Route) { _ = r.Fulfill(playwright.RouteFulfillOptions{Status: playwright.Int(503)}) }))
	check(t, link.Click())
	p.sees(".flash span:text-is('The export failed. Try again.')")
	p.becomes(t, "without a number of rows", `document.querySelector('#export-status').textContent === ''`)
}
