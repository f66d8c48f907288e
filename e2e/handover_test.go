package e2e_test

import (
	"bytes"
	"encoding/base64"
	"image"
	stddraw "image/draw"
	"image/png"
	"strings"
	"testing"
	"time"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/apiclient"
	"proofdesk/app/boot/boottest"
	"proofdesk/engine/barcode"
	"proofdesk/engine/specimen"
)

// scanned returns the address in the QR code that a desktop shows.
func (p *page) scanned(t *testing.T) string {
	t.Helper()
	p.becomes(t, "with a QR code", `document.querySelector('img.code')?.complete`)
	source, err := p.Locator("img.code").GetAttribute("src")
	check(t, err)
	_, code, _ := strings.Cut(source, ",")
	data, err := base64.StdEncoding.DecodeString(code)
	check(t, err)
	drawn, err := png.Decode(bytes.NewReader(data))
	check(t, err)
	gray := image.NewGray(drawn.Bounds())
	stddraw.Draw(gray, gray.Rect, drawn, drawn.Bounds().Min, stddraw.Src)
	read := barcode.Read(gray, barcode.Options{})
	if len(read) != 1 {
		t.Fatalf("%d codes were read", len(read))
	}
	return read[0].Text
}

// joins opens on a phone what the QR code of a desktop says, and returns the address. A code is good for half a minute.
// Where a busy machine took longer to open the page, the code that came meanwhile is scanned.
func (p *page) joins(t *testing.T, desk *page) string {
	t.Helper()
	for range 10 {
		address := desk.scanned(t)
		p.visit(address)
		p.becomes(t, "told whether it came in time",
			`/^(Is this your computer\?|This phone is not connected)$/.test(document.querySelector('h1')?.textContent)`)
		joined, err := p.Evaluate(`() => document.querySelector('h1').textContent.startsWith('Is this')`)
		check(t, err)
		if joined == true {
			return address
		}
	}
	t.Fatal("no code was scanned in time")
	return ""
}

// chooses presses the button with a number on the phone.
func (p *page) chooses(t *testing.T, number string) {
	t.Helper()
	check(t, p.Locator("button.choice", playwright.PageLocatorOptions{HasText: number}).Click())
}

// number returns the number that a desktop shows.
func (p *page) number(t *testing.T) string {
	t.Helper()
	p.heading(t, "Choose this number on your phone")
	number, err := p.Locator("p.digits").TextContent()
	check(t, err)
	return number
}

// onDesk opens a link on a desktop.
func onDesk(t *testing.T, link apiclient.HostedLink) *page {
	t.Helper()
	desk := open(t, playwright.BrowserNewContextOptions{})
	desk.visit(link.URL)
	return desk
}

func TestADesktopHandsOverToAPhoneAndFollowsIt(t *testing.T) {
	h := at(t)
	picture, _ := captured(specimen.Applicant(17, specimen.Good, time.Now().UTC()), "selfie")
	link := h.link(t, map[string]any{"function": "LIVE_FACE_CHECK", "desktop": "phone_preferred"})
	desk := onDesk(t, link)
	desk.heading(t, "Go on with your phone")
	desk.accessibleIn(t, "QR code", plainly)
	phone := filmed(t, shot(t, picture.Bytes, 1)) // before the code is read, which is good for half a minute
	address := phone.joins(t, desk)
	if secret := link.URL[strings.Index(link.URL, "#")+1:]; strings.Contains(address, secret) {
		t.Error("the QR code holds the secret of the link")
	}
	phone.becomes(t, "told what the desktop is", `/Chrome, (Linux|macOS|Windows)/.test(document.body.textContent)`)
	phone.chooses(t, desk.number(t))
	phone.heading(t, "Show that it is you")
	desk.heading(t, "Continue on your phone")
	desk.accessibleIn(t, "following", plainly)
	check(t, first(phone.Reload()))
	phone.heading(t, "Show that it is you")
	phone.agrees(t)
	phone.heading(t, "Done")
	phone.becomes(t, "sent back to the computer", `document.body.textContent.includes('Your computer shows')`)
	desk.heading(t, "Done")
	if got := h.stateOf(t, link); got != "SUBMITTED" {
		t.Errorf("state %s at the end", got)
	}
	desk.quiet(t)
	phone.quiet(t)
}

func TestTheDesktopShowsEachCaptureOfThePhone(t *testing.T) {
	full(t, "TestADesktopHandsOverToAPhoneAndFollowsIt")
	h := at(t)
	picture, _ := captured(specimen.Applicant(17, specimen.Good, time.Now().UTC()), "selfie")
	link := h.link(t, map[string]any{"function": "ID_VALIDATION_FACE_MATCH"})
	desk := onDesk(t, link)
	phone := filmed(t, shot(t, picture.Bytes, 1))
	phone.joins(t, desk)
	phone.chooses(t, desk.number(t))
	phone.heading(t, "Show that it is you")
	phone.agrees(t)
	desk.becomes(t, "told of the face",
		`document.querySelector('[role=status]')?.textContent === 'Connected · Your face'`)
	captures, err := h.Store.Captures(t.Context(), boottest.Company, link.JobID)
	if err != nil || len(captures) != 1 {
		t.Errorf("captures %v, %v", captures, err)
	}
	check(t, first(desk.Reload()))
	desk.heading(t, "Continue on your phone")
	desk.quiet(t)
}

func TestAWrongNumberDisconnectsThePhone(t *testing.T) {
	h := at(t)
	link := h.link(t, map[string]any{"function": "ID_VALIDATION"})
	desk := onDesk(t, link)
	phone := open(t, playwright.BrowserNewContextOptions{UserAgent: playwright.String(onPhone)})
	address := phone.joins(t, desk)
	number := desk.number(t)
	wrong, err := phone.Evaluate(`right => [...document.querySelectorAll('button.choice')]
		.map(one => one.textContent).find(one => one !== right)`, number)
	check(t, err)
	phone.chooses(t, wrong.(string))
	phone.heading(t, "This phone is not connected")
	phone.accessibleIn(t, "not connected", plainly)
	desk.heading(t, "A wrong number was chosen")
	desk.accessibleIn(t, "wrong number", plainly)
	check(t, desk.Locator("button.main").Click())
	desk.heading(t, "Go on with your phone")
	if desk.scanned(t) == address {
		t.Error("the same code is shown again")
	}
	other := open(t, playwright.BrowserNewContextOptions{UserAgent: playwright.String(onPhone)})
	other.visit(address)
	other.heading(t, "This phone is not connected") // the code was used
	if got := h.stateOf(t, link); got != "OPENED" {
		t.Errorf("state %s", got)
	}
}

func TestADesktopDisconnectsAStrangersPhone(t *testing.T) {
	h := at(t)
	desk := onDesk(t, h.link(t, map[string]any{"function": "ID_VALIDATION"}))
	stranger := open(t, playwright.BrowserNewContextOptions{UserAgent: playwright.String(onPhone)})
	stranger.joins(t, desk)
	number := desk.number(t)
	check(t, desk.Locator("button.plain").Click())
	desk.heading(t, "Go on with your phone")
	stranger.chooses(t, number)
	stranger.heading(t, "This phone is not connected")
	phone := open(t, playwright.BrowserNewContextOptions{UserAgent: playwright.String(onPhone)})
	phone.joins(t, desk)
	phone.chooses(t, desk.number(t))
	phone.heading(t, "Show that it is you")
}

// A number can be chosen for a minute, in which axe may not be done on a busy machine.
func TestTheChoiceOfANumberIsAccessible(t *testing.T) {
	h := at(t)
	desk := onDesk(t, h.link(t, map[string]any{"function": "ID_VALIDATION"}))
	phone := open(t, playwright.BrowserNewContextOptions{UserAgent: playwright.String(onPhone)})
	phone.joins(t, desk)
	phone.accessibleIn(t, "choice of the number", plainly)
	phone = open(t, playwright.BrowserNewContextOptions{UserAgent: playwright.String(onPhone)})
	desk = onDesk(t, h.link(t, map[string]any{"function": "ID_VALIDATION"}))
	phone.joins(t, desk)
	desk.number(t)
	desk.accessibleIn(t, "number", plainly)
}

func TestADesktopMayUseItsOwnCameraUnlessALinkIsForPhones(t *testing.T) {
	h := at(t)
	desk := onDesk(t, h.link(t, map[string]any{"function": "ID_VALIDATION"}))
	desk.heading(t, "Go on with your phone")
	check(t, desk.Locator("button.plain").Click())
	desk.heading(t, "Show that it is you")
	desk = onDesk(t, h.link(t, map[string]any{"function": "ID_VALIDATION", "desktop": "phone_only"}))
	desk.scanned(t)
	if n, err := desk.Locator("button").Count(); n != 0 || err != nil {
		t.Errorf("%d buttons, %v", n, err)
	}
	desk = onDesk(t, h.link(t, map[string]any{"function": "ID_VALIDATION", "desktop": "allowed"}))
	desk.heading(t, "Show that it is you")
	check(t, desk.Locator("button.plain").First().Click())
	desk.heading(t, "Go on with your phone")
	phone := open(t, playwright.BrowserNewContextOptions{UserAgent: playwright.String(onPhone)})
	phone.visit(h.link(t, map[string]any{"function": "ID_VALIDATION", "desktop": "phone_only"}).URL)
	phone.heading(t, "Show that it is you")
}

func TestTheQRCodeIsRenewed(t *testing.T) {
	h := at(t)
	desk := open(t, playwright.BrowserNewContextOptions{})
	check(t, desk.Clock().Install())
	desk.visit(h.link(t, map[string]any{"function": "ID_VALIDATION"}).URL)
	before := desk.scanned(t)
	seen := `document.querySelector('img.code').src`
	old, err := desk.Evaluate(seen)
	check(t, err)
	check(t, desk.Clock().FastForward(21_000))
	desk.becomes(t, "another code", seen+` !== '`+old.(string)+`'`)
	if desk.scanned(t) == before {
		t.Error("the new code holds the same address")
	}
}

func TestADesktopWithoutAConnectionHidesItsCodeUntilItCanBeRenewed(t *testing.T) {
	h := at(t)
	desk := onDesk(t, h.link(t, map[string]any{"function": "ID_VALIDATION"}))
	before := desk.scanned(t)
	desk.offline(true)
	desk.becomes(t, "without a code, and told why", `document.querySelector('img.code').offsetHeight === 0 &&
		document.querySelector('[role=status]').textContent.startsWith('You are offline')`)
	desk.accessibleIn(t, "no code", plainly)
	desk.offline(false)
	desk.becomes(t, "with a code again", `document.querySelector('img.code').offsetHeight > 0 &&
		document.querySelector('[role=status]').textContent === ''`)
	if desk.scanned(t) == before {
		t.Error("the code that was there before is shown again")
	}
}
