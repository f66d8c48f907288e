package e2e_test

import (
	"strings"
	"testing"
	"time"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/onboarding"
	"proofdesk/app/preference"
	"proofdesk/engine/specimen"
	"proofdesk/views/words"
)

// cut lists what is wider than the window, or than the card that contains it.
const cut = `() => {
	const out = document.scrollingElement.scrollWidth > innerWidth ? ['the page: ' + document.scrollingElement.scrollWidth] : []
	for (const card of document.querySelectorAll('main :is(.rooms, .admin, .scroll, .adding, .tall, .facts, .secrets, .note, .head, .foot, .acts, .tiles > div, .plotbox), header'))
		if (!card.closest('.plotbox .scroll') && card.checkVisibility({ contentVisibilityAuto: true }) && card.scrollWidth > card.clientWidth + 1) out.push(card.tagName + '.' + card.className + ': ' + card.scrollWidth + ' of ' + card.clientWidth)
	return out
}`

// burden fills the pages of administration with the longest texts that they have to show.
func (h *house) burden(t *testing.T) {
	t.Helper()
	ctx := t.Context()
	h.inhabit(t)
	maria, password := h.hire(t, access.Senior)
	check(t,
		h.Accounts.SaveProfile(ctx, boottest.Company, maria.ID,
			"María Fernanda de los Ángeles Villaseñor "+maria.ID[:8], func(*preference.Preferences) {}))
	p := open(t, playwright.BrowserNewContextOptions{})
	p.signIn(h.base, maria.Email, password) // so that there is a browser to sign out
	_, err := h.Credentials.CreateClient(ctx, "test", boottest.Company,
		"Aplicación móvil de la Caja de Ahorros "+maria.ID[:8], false)
	check(t, err)
	key, err := h.Credentials.CreateAPIKey(ctx, "test", boottest.Company,
		"Servidor de la oficina de cumplimiento "+maria.ID[:8], h.Clock.Now().Add(48*time.Hour))
	check(t, err)
	_, err = h.Credentials.AddAPIKeySecret(ctx, "test", boottest.Company, key.ID[strings.LastIndexByte(key.ID, ':')+1:])
	check(t, err)
	hosts, err := h.Store.HostsOf(ctx, boottest.Company)
	check(t, err)
	for _, host := range hosts {
		if strings.Contains(host, "127.0.0.1:9") { // nobody listens there
			check(t,
				h.Endpoints.ForceBreaker(ctx, "agent:"+maria.ID, boottest.Company, host,
					"mantenimiento del proveedor hasta el lunes por la mañana"))
		}
	}
	h.number(t)
}

// number adds a job whose unique number is as long as one may be.
func (h *house) number(t *testing.T) {
	t.Helper()
	apply(t, h.Trusted,
		map[string]any{"function": onboarding.SignatureCapture, "uniqueNumber": strings.Repeat("1234567890", 6)},
		[]specimen.Capture{
			{
				Kind:        "signature",
				ContentType: "application/json",
				Bytes:       []byte(`{"SignatureDataCoordinates":"12,60;20,40;31,22;40,18;44,30;38,48|52,50;60,36;70,30;76,38;70,52"}`),
			},
		})
}

func TestNoPageOfAdministrationIsCutInAnyLanguage(t *testing.T) {
	h := alone(t)
	h.burden(t)
	pages := h.crawl(t, access.Admin).pages
	languages := []string{string(words.Pseudo), "es-MX", "en-GB"} // the first is two fifths longer
	if testing.Short() {
		languages = languages[:2]
	}
	for _, language := range languages {
		t.Run(language, func(t *testing.T) {
			p := h.seatIn(t, access.Admin, language)
			widths := []int{1366, 1024}
			switch {
			case language == string(words.Pseudo): // its tables scroll in their cards
				widths = widths[:1]
			case testing.Short(): // what is longer was looked at
				widths = widths[1:]
			}
			for _, path := range pages {
				if strings.HasPrefix(path, "/jobs/") { // the review page has a test of its own
					continue
				}
				p.visit(h.base + path)
				for _, width := range widths {
					check(t, p.SetViewportSize(width, 768))
					found, err := p.Evaluate(cut)
					check(t, err)
					for _, wide := range found.([]any) {
						t.Errorf("%s at %d: %v", path, width, wide)
					}
				}
			}
		})
	}
}

func TestWhereANoteIsSavedStandsInsideItsField(t *testing.T) {
	h := at(t)
	for _, language := range []string{"en-GB", "es-MX"} {
		p := h.seatIn(t, access.Agent, language)
		p.pick(t, h.passport(t))
		p.shown()
		p.press("a")
		p.becomes(t, "saved, or kept", `document.querySelector('[data-saved]').textContent.trim()`)
		outside, err := p.Evaluate(`() => {
			const said = document.querySelector('[data-saved]'), range = document.createRange()
			range.selectNodeContents(said)
			const text = range.getBoundingClientRect(), field = said.closest('.notebox').getBoundingClientRect()
			return text.right > field.right || text.left < field.left || text.top < field.top || text.bottom > field.bottom
		}`)
		check(t, err)
		if outside == true {
			t.Errorf("%s: it sticks out", language)
		}
	}
}
