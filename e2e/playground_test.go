package e2e_test

import (
	"strings"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/onboarding"
	"proofdesk/engine"
)

// The browser has no camera of its own, and none that a flag gives it.
func TestThePlaygroundGoesFromItsPageToTheDecisionWithoutACamera(t *testing.T) {
	h := alone(t)
	check(t, h.asksForMoves(true))
	for _, c := range []struct {
		specimen, function string
		captures           string
	}{
		{"face", "LIVE_FACE_CHECK", "selfie video"},
		{"passport", "ID_VALIDATION_FACE_MATCH", "passport selfie video"},
		{"card", "ID_VALIDATION", "id_front id_back"},
		{"blurred", "VIDEO_ID", "selfie voice video"},
		{"glare", "VOICE_CAPTURE", "voice"},
	} {
		if testing.Short() && c.specimen != "card" && c.specimen != "glare" { // one plays pictures, the other a voice
			continue
		}
		t.Run(c.specimen, func(t *testing.T) { h.plays(t, c.specimen, c.function, c.captures) })
	}
}

func TestAReloadOfThePlaygroundGoesOnWithItsJob(t *testing.T) {
	h := furnished(t)
	p := h.seat(t, access.Admin, playwright.BrowserNewContextOptions{})
	p.visit(h.base + "/docs/playground")
	check(t, p.Locator("form .go").Click())
	p.sees("a.go")
	open, err := p.Locator("a.go").GetAttribute("href")
	check(t, err)
	job, err := p.Locator(".run .links a").First().GetAttribute("href")
	check(t, err)
	for range 2 {
		check(t, first(p.Reload()))
		p.sees("a.go")
		if again, err := p.Locator("a.go").GetAttribute("href"); err != nil || again != open {
			t.Errorf("after a reload, the capture page is %s, %v, want %s", again, err, open)
		}
		if again, err := p.Locator(".run .links a").First().GetAttribute("href"); err != nil || again != job {
			t.Errorf("after a reload, the job is %s, %v, want %s", again, err, job)
		}
	}
	p.quiet(t)
}

// firstPicture returns the colour in the middle of the first picture of a film that is begun as its camera opens.
const firstPicture = `async () => {
	const { play } = await import(document.querySelector('script[data-playing]').dataset.playing)
	const camera = play('blurred')
	const fetched = () => performance.getEntriesByType('resource').some(one => /blurred\/selfie\/5/.test(one.name))
	for (let left = 2400; left && !fetched(); left--) await new Promise(done => setTimeout(done, 50)) // before any screen asks for it
	if (!fetched()) return 'not fetched'
	camera.turn('selfie')
	const open = width => navigator.mediaDevices.getUserMedia({ video: { width: { ideal: width } } })
	const video = document.createElement('video')
	video.muted = true
	const canvas = document.createElement('canvas')
	const light = of => {
		const pen = Object.assign(canvas, { width: 64, height: 36 }).getContext('2d')
		pen.drawImage(of, 0, 0, 64, 36)
		return pen.getImageData(32, 18, 1, 1).data.join()
	}
	video.srcObject = await open(1280)
	await video.play()
	while (light(video) === '120,116,108,255') await new Promise(done => setTimeout(done, 50)) // the table
	camera.still()
	camera.turn('video')
	const recorder = new MediaRecorder(await open(640), { mimeType: 'video/webm;codecs=vp8' })
	const parts = []
	const begun = new Promise(done => {
		recorder.ondataavailable = ({ data }) => {
			parts.push(data)
			if (data.size > 0) done() // not before its first picture
		}
	})
	recorder.start(100)
	await begun
	await new Promise(done => setTimeout(done, 600))
	await new Promise(done => { recorder.onstop = done; recorder.stop() })
	video.srcObject = null
	video.src = URL.createObjectURL(new Blob(parts))
	const seen = new Promise(done => video.requestVideoFrameCallback(done))
	await video.play()
	await seen
	return light(video)
}`

func (h *house) plays(t *testing.T, specimen, function, captures string) {
	p := h.seat(t, access.Admin, playwright.BrowserNewContextOptions{})
	p.visit(h.base + "/docs/playground")
	p.accessibleIn(t, "form of the playground", plainly)
	choose := func(name, value string) {
		check(t, first(p.Locator("select[name="+name+"]").SelectOption(playwright.SelectOptionValues{
			Values: &[]string{value},
		})))
	}
	choose("function", function)
	choose("specimen", specimen)
	choose("client", h.sandbox.Credentials.ClientID)
	choose("outcome", string(onboarding.Declined))
	p.press("Tab")
	check(t, p.Locator("form .go").Focus())
	p.press("Enter")
	p.sees("a.go")
	opened, err := p.Context().ExpectPage(func() error { return p.Locator("a.go").Click() })
	check(t, err)
	capture := &page{Page: opened, t: t}
	capture.listens()
	capture.heading(t, "Show that it is you")
	capture.becomes(t, "told that the camera plays", `document.body.textContent.includes('Your own stay off')`)
	capture.agrees(t)
	if function != "LIVE_FACE_CHECK" {
		capture.walksOn(t)
	}
	capture.heading(t, "Done")
	check(t, p.BringToFront())
	p.becomes(t, "told of the decision",
		`document.querySelector('.run [role=status]').textContent.trim().toLowerCase() === 'declined' &&
		document.querySelector('.run pre').textContent.includes('application.decision')`)
	p.accessibleIn(t, "job of the playground", plainly)
	href, err := p.Locator(".run .links a").First().GetAttribute("href")
	check(t, err)
	id := strings.TrimPrefix(href, "/jobs/")
	job := h.record(t, id)
	if job.Sandbox != onboarding.Declined || job.ClientID != h.sandbox.Credentials.ClientID {
		t.Errorf("the job is %+v", job)
	}
	kept, err := h.Store.Captures(t.Context(), job.Company, id)
	check(t, err)
	for _, one := range kept {
		if !strings.Contains(captures, string(one.Kind)) {
			t.Errorf("it has a capture %s, want %s", one.Kind, captures)
		}
	}
	if len(kept) != len(strings.Fields(captures)) {
		t.Errorf("it has %d captures, want %s", len(kept), captures)
	}
	if strings.Contains(captures, "video") {
		h.obeyed(t, id)
	}
	p.quiet(t)
	capture.quiet(t)
}

func TestTheFilmOfThePlaygroundBeginsWithAPerson(t *testing.T) {
	h := furnished(t)
	p := equipped(t)
	check(t, first(p.Goto(h.base+"/capture/nobody"))) // whose page names the script of the camera
	got, err := p.Evaluate(firstPicture)
	check(t, err)
	if light := got.(string); light[0] == 'n' || strings.HasPrefix(light, "0,") || strings.HasPrefix(light, "12") {
		t.Errorf("the first picture of the film is %s in its middle", light)
	}
}

// obeyed fails the test unless the film of a job shows the moves that were asked for, or a busy browser has left out so
// much of it that the engine says that they can't be followed.
func (h *house) obeyed(t *testing.T, job string) {
	t.Helper()
	got, keys := h.checkOf(t, job, engine.CodeVideo), h.keysOf(t, job)
	if got.Outcome != engine.Pass && (got.Outcome != engine.NotRun || !sparse(keys)) {
		t.Errorf("the moves are: %s, %s; key frames at %v", got.Outcome, got.Detail, keys)
	}
}

// walksOn presses each button that leads on until the page is done. A recording is long enough after three seconds.
func (p *page) walksOn(t *testing.T) {
	t.Helper()
	check(t, first(p.Evaluate(`() => {
		let pressed = 0
		const look = setInterval(() => {
			const screen = document.querySelector('dialog > div')?.shadowRoot
			screen?.querySelector('[data-action=continue], [data-action=done], .retry .main')?.click()
			const record = screen?.querySelector('.phrase') && screen.querySelector('[data-action=take]')
			if (record && performance.now() - pressed > 3000) {
				pressed = performance.now()
				record.click()
			}
			if (document.querySelector('h1')?.textContent === 'Done') clearInterval(look)
		}, 200)
	}`)))
}
