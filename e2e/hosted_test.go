package e2e_test

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/apiclient"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/onboarding"
	"proofdesk/engine/specimen"
)

// link creates a link to the hosted capture page.
func (h *house) link(t *testing.T, request map[string]any) apiclient.HostedLink {
	t.Helper()
	link, err := h.Weak.CaptureLink(t.Context(), request)
	check(t, err)
	return link
}

// stateOf returns the state of a link, as its integrator asks for it.
func (h *house) stateOf(t *testing.T, link apiclient.HostedLink) string {
	t.Helper()
	state, err := h.Weak.LinkState(t.Context(), link.ID)
	check(t, err)
	return state
}

// heading waits until the hosted page has a heading.
func (p *page) heading(t *testing.T, text string) {
	t.Helper()
	p.becomes(t, "at "+text, `document.querySelector('h1')?.textContent === '`+text+`'`)
}

// agrees presses the one main button of the hosted page.
func (p *page) agrees(t *testing.T) {
	t.Helper()
	check(t, p.Locator("button.main").Click())
}

func TestALinkLeadsAnApplicantFromConsentToASubmittedJob(t *testing.T) {
	h := at(t)
	picture, _ := captured(specimen.Applicant(17, specimen.Good, time.Now().UTC()), "selfie")
	link := h.link(t, map[string]any{"function": onboarding.LiveFaceCheck, "reference": "acme-7"})
	p := filmed(t, shot(t, picture.Bytes, 1))
	p.visit(link.URL)
	p.heading(t, "Show that it is you")
	if got := h.stateOf(t, link); got != "OPENED" {
		t.Errorf("state %s once the page is seen", got)
	}
	p.accessibleIn(t, "offer", plainly)
	p.becomes(t, "a list also where it has no marks of its own", `document.querySelector('ol[role=list]')`)
	check(t, first(p.Evaluate(`() => { for (const tap of [1, 2]) document.querySelector('button.main').click() }`)))
	p.heading(t, "Done")
	p.accessibleIn(t, "done", plainly)
	if got := h.stateOf(t, link); got != "SUBMITTED" {
		t.Errorf("state %s at the end", got)
	}
	until(t, "the job is decided", func() bool { return h.record(t, link.JobID).Status.Is(onboarding.Review) })
	check(t, first(p.Reload()))
	p.heading(t, "Done")
	p.quiet(t)
}

func first[A any](_ A, err error) error { return err }

func TestALinkBelongsToTheBrowserThatBeganWithIt(t *testing.T) {
	h := at(t)
	link := h.link(t, map[string]any{"function": onboarding.DocumentCapture})
	p := filmed(t, refused)
	p.visit(link.URL)
	p.heading(t, "Show that it is you")
	p.agrees(t)
	check(t, p.Locator("[data-action=continue]").Click())
	p.troubled(t, "Allow the camera")
	p.does(t, "cancel")
	p.heading(t, "Go on where you were")
	if got := h.stateOf(t, link); got != "CAPTURING" {
		t.Errorf("state %s", got)
	}
	other := open(t, playwright.BrowserNewContextOptions{})
	other.visit(link.URL)
	other.becomes(t, "told so", `document.body.textContent.includes('in use in another browser')`)
	other.accessibleIn(t, "used elsewhere", plainly)
	check(t, first(p.Reload()))
	p.heading(t, "Go on where you were")
	check(t, h.Weak.RevokeLink(t.Context(), link.ID))
	p.agrees(t)
	p.becomes(t, "told so", `document.body.textContent.includes('has withdrawn it')`)
	p.quiet(t, "409 (Conflict)")
}

func TestAPictureThatWasSentIsNotAskedForAgainAfterAReload(t *testing.T) {
	h := at(t)
	picture, _ := captured(specimen.Applicant(17, specimen.Good, time.Now().UTC()), "selfie")
	link := h.link(t, map[string]any{"function": onboarding.IDValidationFace})
	p := filmed(t, shot(t, picture.Bytes, 1))
	p.visit(link.URL)
	p.agrees(t)
	until(t, "the server has the selfie", func() bool {
		captures, err := h.Store.Captures(t.Context(), boottest.Company, link.JobID)
		return err == nil && len(captures) == 1 && captures[0].Kind == "selfie"
	})
	p.heading(t, "Preparing…") // behind the dialog
	const card = `document.querySelector('dialog > div').shadowRoot.querySelector('[data-subject=front]')`
	check(t, first(p.Reload()))
	p.heading(t, "Go on where you were")
	p.agrees(t)
	p.becomes(t, "asked for the card at once", card)
	p.quiet(t)
}

func TestAPictureThatIsBeingSentArrivesWhenItsApplicantLeavesTheLink(t *testing.T) {
	h := at(t)
	picture, _ := captured(specimen.Applicant(17, specimen.Good, time.Now().UTC()), "selfie")
	link := h.link(t, map[string]any{"function": onboarding.IDValidationFace})
	p := filmed(t, shot(t, picture.Bytes, 1))
	p.holding(t)
	p.visit(link.URL)
	p.agrees(t)
	p.becomes(t, "asked for the card", inShadow+`.querySelector('[data-subject=front]')`)
	p.press("Escape")
	p.heading(t, "Go on where you were")
	check(t, p.Unroute("**/captures/**")) // which lets it go on
	until(t, "the server has the selfie", func() bool {
		captures, err := h.Store.Captures(t.Context(), boottest.Company, link.JobID)
		return err == nil && len(captures) == 1 && captures[0].Kind == "selfie"
	})
	until(t, "the engine has ended", func() bool { return len(p.Workers()) == 0 })
}

func TestTheCapturePageSaysInTheApplicantsLanguageThatALinkIsWrong(t *testing.T) {
	h := at(t)
	link := h.link(t, map[string]any{"function": onboarding.LiveFaceCheck, "language": "HI"})
	p := open(t, playwright.BrowserNewContextOptions{Locale: playwright.String("es-MX")})
	p.visit(link.URL[:len(link.URL)-1])
	p.heading(t, "Este enlace no se puede usar")
	check(t, first(p.Locator("select").SelectOption(playwright.SelectOptionValues{Values: &[]string{"FR"}})))
	p.heading(t, "Ce lien est inutilisable")
	p.accessibleIn(t, "wrong link", plainly)
	p.visit(h.link(t, map[string]any{"function": onboarding.LiveFaceCheck, "language": "HI"}).URL)
	p.heading(t, "दिखाएँ कि यह आप ही हैं")
	check(t, p.Locator("button.plain").Last().Click())
	p.heading(t, "कुछ भी नहीं लिया गया")
	p.accessibleIn(t, "left", plainly)
	check(t, p.Locator("select").Focus())
	check(t, first(p.Locator("select").SelectOption(playwright.SelectOptionValues{Values: &[]string{"FR"}})))
	p.heading(t, "Rien n’a été capturé")
	p.becomes(t, "where the language is chosen", `document.activeElement.tagName === 'SELECT'`)
	check(t, first(p.Reload()))
	p.heading(t, "Montrez que c’est bien vous")
}

func TestWhatGotLostOnTheWayIsSentAgain(t *testing.T) {
	h := at(t)
	picture, _ := captured(specimen.Applicant(17, specimen.Good, time.Now().UTC()), "selfie")
	link := h.link(t, map[string]any{"function": onboarding.LiveFaceCheck})
	p := filmed(t, shot(t, picture.Bytes, 1))
	// some requests don't arrive, and of the next one the server's answer is lost
	lose := func(pattern string, unsent int32) *atomic.Int32 {
		var sent atomic.Int32
		check(t, p.Route(pattern, func(r playwright.Route) {
			n := sent.Add(1)
			if n > unsent+1 {
				check(t, r.Continue())
				return
			}
			if n == unsent+1 {
				_, err := r.Fetch()
				check(t, err)
			}
			check(t, r.Abort("connectionreset"))
		}))
		return &sent
	}
	lose("**/start", 0)
	const byItself = 4 // as often as the SDK sends it
	submits := lose("**/submit", byItself)
	p.visit(link.URL)
	p.heading(t, "Show that it is you")
	p.agrees(t)
	p.heading(t, "That did not work yet")
	if got := h.stateOf(t, link); got != "CAPTURING" {
		t.Errorf("state %s", got)
	}
	p.agrees(t)
	until(t, "it is given up", func() bool { return submits.Load() == byItself })
	p.heading(t, "That did not work yet")
	p.agrees(t) // without another picture
	p.heading(t, "Done")
	if got := h.stateOf(t, link); got != "SUBMITTED" {
		t.Errorf("state %s at the end", got)
	}
}

func TestABrowserThatLacksSomethingLeavesTheLinkToAnother(t *testing.T) {
	h := at(t)
	for _, tt := range []struct {
		name, lacks, told string
		function          onboarding.Function
	}{
		{
			"no camera", `navigator.mediaDevices.enumerateDevices = async () => []`, "No camera was found",
			onboarding.LiveFaceCheck,
		},
		{"no recorder", `delete window.MediaRecorder`, "This browser can’t capture", onboarding.VideoID},
	} {
		link := h.link(t, map[string]any{"function": tt.function, "uniqueNumber": "700702"})
		p := open(t, playwright.BrowserNewContextOptions{})
		check(t, p.AddInitScript(playwright.Script{Content: playwright.String(tt.lacks)}))
		p.visit(link.URL)
		p.heading(t, "Show that it is you")
		p.agrees(t)
		p.becomes(t, "told so", `document.body.textContent.includes('`+tt.told+`')`)
		p.accessibleIn(t, tt.name, plainly)
		if got := h.stateOf(t, link); got != "OPENED" {
			t.Errorf("%s: state %s", tt.name, got)
		}
		p.quiet(t)
	}
}
