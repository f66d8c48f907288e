package e2e_test

import (
	"image"
	"strings"
	"testing"
	"time"

	"github.com/playwright-community/playwright-go"

	"proofdesk/engine/specimen"
)

// noting keeps the tracks that a page is given, and gives them only once the page may have them, while window.asks.
const noting = `
const { mediaDevices } = navigator
const opens = mediaDevices.getUserMedia.bind(mediaDevices)
window.tracks = []
mediaDevices.getUserMedia = async how => {
	if (window.asks) await new Promise(allowed => { window.allow = allowed })
	const stream = await opens(how)
	window.tracks.push(...stream.getTracks())
	return stream
}`

// noted opens a page that keeps its tracks, in a browser of its own whose camera sees nothing.
func noted(t *testing.T) *page {
	t.Helper()
	p := filmed(t, shot(t, specimen.PNG(image.NewGray(image.Rect(0, 0, 160, 120))), 1))
	check(t, p.AddInitScript(playwright.Script{Content: playwright.String(noting)}))
	return p
}

// givesBack runs a script and fails the test where a dialog or a device is still open at its end.
func (p *page) givesBack(t *testing.T, script string) {
	t.Helper()
	open, err := p.Evaluate(`async () => {
		await ` + script + `
		return [document.querySelectorAll('dialog').length, tracks.filter(one => one.readyState === 'live').length].join()
	}`)
	check(t, err)
	if open != "0,0" {
		t.Errorf("after %s, dialogs and tracks are open: %v", script, open)
	}
}

func TestAHostThatCancelsEndsACaptureAsAnApplicantWhoLeaves(t *testing.T) {
	h := at(t)
	for _, c := range []struct{ call, press, shows string }{
		{"documentCapture()", "continue", `tracks.length === 1`},
		{"voiceCapture()", "continue,take", inShadow + `.querySelector('.remaining')?.textContent < '0:20'`},
	} {
		t.Run(c.call, func(t *testing.T) {
			b := openBank(t, h, c.call)
			b.list(t, h)
			p := noted(t)
			b.begins(t, p)
			for _, action := range strings.Split(c.press, ",") {
				p.does(t, action)
			}
			p.becomes(t, "open", c.shows)
			p.givesBack(t, `sdk.cancel()`)
			said := p.says(t, `"failed":"CANCELLED"`)
			if !strings.Contains(said, `"cancelled"`) || !strings.Contains(said, `{"close":`) {
				t.Errorf("said %s", said)
			}
			p.becomes(t, "on the button again", `document.activeElement.id === 'begin'`)
			p.givesBack(t, `sdk.cancel()`) // nothing is open
			check(t, first(p.Evaluate(`() => void sdk.`+c.call+`.catch(() => {})`)))
			p.sees("[data-action=continue]")
		})
	}
}

// holding keeps the captures that a page sends from arriving, and tells of those that the page gave up. The page goes
// on without what the server would have seen in them.
func (p *page) holding(t *testing.T) (held chan playwright.Route, failed chan string) {
	t.Helper()
	check(t, p.AddInitScript(playwright.Script{Content: playwright.String(`window.brief = 8000`)}))
	held, failed = make(chan playwright.Route, 8), make(chan string, 8)
	check(t, p.Route("**/captures/**", func(r playwright.Route) { held <- r }))
	p.OnRequestFailed(func(r playwright.Request) { tell(failed, r.URL()) })
	return held, failed
}

func TestUploadsEndWithTheCallThatAHostCancels(t *testing.T) {
	h := at(t)
	picture, _ := captured(specimen.Applicant(17, specimen.Good, time.Now().UTC()), "selfie")
	b := openBank(t, h, "idValidationAndFaceMatch()")
	b.list(t, h)
	p := filmed(t, shot(t, picture.Bytes, 1))
	held, failed := p.holding(t)
	b.begins(t, p)
	p.says(t, `"step":"id_front"`) // while the selfie is sent
	check(t, first(p.Evaluate(`() => sdk.cancel()`)))
	if url := heard(t, failed); !strings.Contains(url, "/captures/selfie") {
		t.Errorf("%s was given up", url)
	}
	said := p.says(t, `"failed":"CANCELLED"`)
	if got := strings.Count(said, `{"error":`); got != 1 || !strings.Contains(said, `{"error":{"code":"CANCELLED"`) {
		t.Errorf("said %s", said)
	}
	until(t, "nothing is kept", func() bool { return p.rows(t) == "0,false" })
	if len(held) != 1 {
		t.Errorf("%d requests were sent", len(held))
	}
}

func TestAHostCancelsWhileTheBrowserAsksForTheCamera(t *testing.T) {
	h := at(t)
	b := openBank(t, h, "documentCapture()")
	b.list(t, h)
	p := noted(t)
	b.begins(t, p)
	check(t, first(p.Evaluate(`() => { window.asks = true }`)))
	p.does(t, "continue")
	p.becomes(t, "asked for its camera", `window.allow`)
	p.givesBack(t, `sdk.cancel()`)
	p.says(t, `"failed":"CANCELLED"`)
	check(t, first(p.Evaluate(`() => allow()`)))
	p.becomes(t, "off", `tracks.length === 1 && tracks[0].readyState === 'ended'`)
}

func TestAHostThatEndsTheSessionAtTheQuestionGetsThePageBack(t *testing.T) {
	_, p, _, _ := beforeTunnel(t)
	p.sees("h1:has-text('Go on where you were?')")
	p.says(t, `{"open":{"function":"LIVE_FACE_CHECK"}}`)
	left, err := p.Evaluate(`async () => {
		await sdk.destroy()
		return document.querySelectorAll('dialog').length
	}`)
	check(t, err)
	said := p.says(t, `"failed":"CANCELLED"`)
	if left != 0 || !strings.Contains(said, `{"close":`) {
		t.Errorf("%v dialogs are left; said %s", left, said)
	}
}

// answers is a script that makes each call of a session, and tells with which codes they reject.
const answers = `async () => {
	const of = { uniqueNumber: '1' }
	const calls = [
		sdk.liveFaceCheck(), sdk.idValidation(), sdk.idValidationAndFaceMatch(), sdk.idValidationAndcustomerEnroll(of),
		sdk.biometricEnroll(of), sdk.customerVerification(of), sdk.autoFill(), sdk.videoId(of), sdk.documentCapture(),
		sdk.voiceCapture(), sdk.signatureCapture(), sdk.fingerprintCapture(), sdk.capture('ID_VALIDATION', ['id_front']),
		sdk.setSignatureData(null, null), sdk.set4FingerPrintData(null), sdk.finalSubmit(), signatures.captureSignature(),
		fingers.captureFourFingerprint(),
	]
	return (await Promise.all(calls.map(call => call.then(() => 'DONE', ({ code }) => code)))).join()
}`

func TestNothingIsLeftOfASessionThatAHostHasEnded(t *testing.T) {
	h := at(t)
	b := openBank(t, h, "documentCapture()")
	b.list(t, h)
	p := noted(t)
	b.begins(t, p)
	p.does(t, "continue")
	p.becomes(t, "open", `tracks.length === 1`)
	p.givesBack(t, `sdk.destroy()`)
	until(t, "the worker has ended", func() bool { return len(p.Workers()) == 0 })
	said := p.says(t, `"failed":"CANCELLED"`)
	if !strings.Contains(said, `{"close":`) {
		t.Errorf("said %s", said)
	}
	p.givesBack(t, `sdk.destroy()`) // once more
	codes, err := p.Evaluate(answers)
	check(t, err)
	if want := strings.TrimSuffix(strings.Repeat("UNLOADED,", 18), ","); codes != want {
		t.Errorf("the calls answer %v", codes)
	}
	check(t, p.Locator("#begin").Click()) // another session, which the listeners don't hear of
	p.sees("[data-action=continue]")
	if now, err := p.Locator("#said").TextContent(); err != nil || now != said {
		t.Errorf("heard %s, %v", strings.TrimPrefix(now, said), err)
	}
}

func TestAHostThatEndsTheSessionIsNotKeptWaitingByTheServer(t *testing.T) {
	h := at(t)
	for _, path := range []string{"initialize", "jobs"} {
		t.Run(path, func(t *testing.T) {
			b := openBank(t, h, "setSignatureData('AAAA', '[]')")
			b.list(t, h)
			p := equipped(t)
			held := make(chan playwright.Route, 1)
			check(t, p.Route("**/api/v4/"+path, func(r playwright.Route) { held <- r }))
			b.begins(t, p)
			asked := heard(t, held)
			check(t, first(p.Evaluate(`() => sdk.destroy()`)))
			p.says(t, `"failed":"UNLOADED"`)
			check(t, asked.Continue())
			until(t, "no worker runs", func() bool { return len(p.Workers()) == 0 })
		})
	}
}
