package e2e_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/onboarding"
	"proofdesk/app/preference"
	"proofdesk/engine/specimen"
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

func TestNoPageOfAdministrationIsCutInEitherLanguage(t *testing.T) {
	h := at(t)
	h.burden(t)
	pages := h.crawl(t, access.Admin).pages
	for _, language := range []string{"en-GB", "es-MX"} {
		p := h.seat(t, access.Admin, playwright.BrowserNewContextOptions{Locale: playwright.String(language)})
		for _, width := range []int{1024, 1366} {
			t.Run(fmt.Sprintf("%s %d", language, width), func(t *testing.T) {
				check(t, p.SetViewportSize(width, 768))
				for _, path := range pages {
					if strings.HasPrefix(path, "/jobs/") { // the review page has a test of its own
						continue
					}
					p.visit(h.base + path)
					found, err := p.Evaluate(cut)
					check(t, err)
					for _, wide := range found.([]any) {
						t.Errorf("%s: %v", path, wide)
					}
				}
			})
		}
	}
}
