package e2e_test

import (
	"fmt"
	"regexp"
	"slices"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/preference"
)

func TestTimesAreInTheBrowsersZoneUnlessTheUserChoseAnother(t *testing.T) {
	h := at(t)
	id := h.passport(t)
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{TimezoneId: playwright.String("Asia/Kabul")})
	p.becomes(t, "in the browser's zone", said("Times are Asia/Kabul"))
	p.pick(t, id)
	p.press("m")
	check(t, p.Keyboard().Type("noted"))
	p.becomes(t, "kept", `document.querySelector('[data-saved]').textContent.startsWith('saved')`)
	p.becomes(t, "the script's time in the zone of the page", savedIn(270)) // minutes ahead of UTC
	p.becomes(t, "with the exact time behind it", `[...document.querySelectorAll('time')].length > 0 && `+
		`[...document.querySelectorAll('time')].every(e => e.dateTime === new Date(e.dateTime).toISOString() && `+
		`e.title === e.dateTime)`)
	check(t, h.Accounts.ChangePreferences(t.Context(), boottest.Company, p.ID, func(x *preference.Preferences) {
		x.TimeZone = "America/Mexico_City"
	}))
	p.visit(h.base + "/queue")
	p.becomes(t, "in the chosen zone", said("Times are America/Mexico_City"))
}

// said is true where the page's content includes a text.
func said(text string) string {
	return `document.querySelector('main').textContent.includes('` + text + `')`
}

// savedIn is true where the time at which a draft was saved, in a zone so many minutes ahead of UTC, is within the last
// half hour.
func savedIn(ahead int) string {
	return fmt.Sprintf(`(m => m !== null && (Math.floor(Date.now() / 60000) + %d - 60 * m[1] - m[2]) %% 1440 < 30)(`+
		`document.querySelector('[data-saved]').textContent.match(/(\d\d):(\d\d):\d\d/))`, ahead)
}

func TestADateOfBirthIsTheSameDayInEveryZone(t *testing.T) {
	h := at(t)
	id := h.passport(t)
	date := regexp.MustCompile(`\d\d [A-Z][a-z]{2} \d{4}`)
	var shown [][]string
	for _, zone := range []string{"Pacific/Kiritimati", "Pacific/Pago_Pago"} {
		p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{TimezoneId: playwright.String(zone)})
		p.visit(h.base + "/jobs/" + id)
		cells, err := p.Locator(".matrix .value").AllTextContents()
		check(t, err)
		if !slices.ContainsFunc(cells, date.MatchString) {
			t.Fatalf("no date among %q", cells)
		}
		shown = append(shown, cells)
	}
	if !slices.Equal(shown[0], shown[1]) {
		t.Errorf("%q in the east, %q in the west", shown[0], shown[1])
	}
}
