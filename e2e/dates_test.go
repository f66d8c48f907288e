package e2e_test

import (
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
)

// uneven lists the fields of a filter whose boxes are not on a line with the box beside them.
const uneven = `(boxes => boxes.filter(a => boxes.some(b => a !== b && a.left !== b.left && a.top < b.bottom && ` +
	`b.top < a.bottom && a.top !== b.top)))([...document.querySelectorAll('.sheet.two :is(input, select)')]` +
	`.map(e => e.getBoundingClientRect()))`

func TestAFilterOfJobsIsAlignedAndHasDatesAsTheConsoleWritesThem(t *testing.T) {
	h := at(t)
	h.passport(t)
	for _, size := range []playwright.Size{{Width: 1366, Height: 768}, {Width: 640, Height: 512}} {
		p := h.seat(t, access.Senior, playwright.BrowserNewContextOptions{
			Viewport: &size,
			Locale:   playwright.String("en-US"),
		})
		p.visit(h.base + "/jobs")
		check(t, p.Locator("summary:has-text('Filter…')").Click())
		p.becomes(t, "aligned", `document.querySelectorAll('.sheet.two select').length > 3 && `+uneven+`.length === 0`)
		check(t, p.Locator("[name=from]").Fill("2 Jan 2026"))
		check(t, p.Locator(".sheet.two .go").Click())
		p.becomes(t, "filtered by the day", `location.search.includes('from=') && `+
			`document.querySelector('.chips b').textContent === '02 Jan 2026'`)
		p.becomes(t, "shown as the console writes it", `document.querySelector('[name=from]').value === '02 Jan 2026'`)
		p.visit(h.base + "/jobs")
		check(t, p.Locator("summary:has-text('Filter…')").Click())
		check(t, p.Locator("[name=until]").Fill("1/2/2026"))
		check(t, p.Locator(".sheet.two .go").Click())
		p.sees("text=Enter the date as 31 Jan 2026 or as 2026-01-31.")
		p.becomes(t, "as typed", `document.querySelector('[name=until]').value === '1/2/2026'`)
	}
}
