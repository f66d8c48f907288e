package e2e_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	stddraw "image/draw"
	"image/jpeg"
	"math"
	"testing"
	"time"

	"github.com/playwright-community/playwright-go"
	xdraw "golang.org/x/image/draw"

	"proofdesk/engine"
	"proofdesk/engine/specimen"
)

// timeEngine writes down in the page when the engine's worker was asked for what and when it answered, and which tasks
// of the page took more than 50 ms.
const timeEngine = `window.asked = []
window.long = []
const Plain = Worker
window.Worker = class extends Plain {
	constructor(...all) {
		super(...all)
		this.addEventListener('message', ({ data }) => {
			Object.assign(asked.find(one => one.id === data.id), { told: performance.now() })
		})
	}
	postMessage(message, transfer) {
		asked.push({ id: message.id, does: message.do, at: performance.now() })
		super.postMessage(message, transfer)
	}
}
new PerformanceObserver(list => { for (const { duration } of list.getEntries()) long.push(duration) })
	.observe({ type: 'longtask' })
addEventListener('click', event => { window.clicked ??= event.timeStamp }, true)`

// neverSharp are options under which no picture of a document is taken by itself.
const neverSharp = `{ idCaptureCustomizationOptions: { captureOptions: { focusThreshold: 1 } } }`

// looked is for how long a loop is watched, in milliseconds.
const looked = 10_000

// BenchmarkSDK measures the web SDK in a browser that compiles its code well, on a page of an integrator.
func BenchmarkSDK(b *testing.B) {
	h := at(b)
	set := specimen.Applicant(17, specimen.Good, time.Now().UTC())
	for _, of := range []struct {
		name, call, kind, shown, options string
		share, pace                      float64
	}{
		{"document", "idValidation()", "id_front", "passport", neverSharp, .7, 14.5},
		{
			"face", "liveFaceCheck()", "selfie", "selfie",
			`{ selfieCaptureCustomizationOptions: { captureOptions: { focusFaceThreshold: 1 } } }`, 1, 12,
		},
	} {
		picture, _ := set.Capture(of.shown)
		b.Run(of.name, func(b *testing.B) {
			bank := openBank(b, h, of.call)
			bank.options = of.options
			bank.list(b, h)
			film := onCamera(shaken(b, picture.Bytes, of.share))
			var inBrowser float64
			for b.Loop() {
				inBrowser = bank.loop(b, reel(b, 30, film...), of.pace)
			}
			native := nativeTime(film[0], of.kind)
			b.ReportMetric(native, "native-ms/frame")
			b.ReportMetric(inBrowser/native, "wasm/native")
		})
	}
}

// BenchmarkSDKAtRest measures what the web SDK does while the camera shows a table that does not move, beside what it
// does for a document that moves.
func BenchmarkSDKAtRest(b *testing.B) {
	h := at(b)
	passport, _ := specimen.Applicant(17, specimen.Good, time.Now().UTC()).Capture("passport")
	table := framed(b, passport.Bytes, 0)
	k := openBank(b, h, "idValidation()")
	k.list(b, h)
	k.options = neverSharp
	moving := onCamera(shaken(b, passport.Bytes, .7))
	for b.Loop() {
		_, atWork := k.costs(b, reel(b, 30, moving...))
		p, atRest := k.costs(b, reel(b, 30, table))
		b.ReportMetric(p.figure(b, `asked.filter(one => one.at > from).length / (performance.now() - from) * 1000`), "frames/s")
		b.ReportMetric(atWork, "%-of-a-core-at-work")
		atMost(b, atRest, "%-of-a-core", atWork/3)
	}
}

// costs returns a page whose camera plays a film, and how much of a core looking at it takes, in per cent.
func (b *bank) costs(t *testing.B, film string) (*page, float64) {
	t.Helper()
	p, browser := b.looking(t, film)
	before := used(t, browser).seconds
	p.lookedAt(t)
	return p, 100 * (used(t, browser).seconds - before) / (looked / 1000)
}

// atMost reports a figure and fails the benchmark where it is above its limit.
func atMost(b *testing.B, n float64, unit string, limit float64) {
	b.Helper()
	b.ReportMetric(n, unit)
	if n > limit {
		b.Errorf("%.2f %s: at most %.2f", n, unit, limit)
	}
}

// atLeast reports a figure and fails the benchmark where it is below its limit.
func atLeast(b *testing.B, n float64, unit string, limit float64) {
	b.Helper()
	b.ReportMetric(n, unit)
	if n < limit {
		b.Errorf("%.2f %s: at least %.2f", n, unit, limit)
	}
}

// BenchmarkSDKCapture measures how long it takes from a still document in sight to the picture of it.
func BenchmarkSDKCapture(b *testing.B) {
	h := at(b)
	passport, _ := specimen.Applicant(17, specimen.Good, time.Now().UTC()).Capture("passport")
	var table, document bytes.Buffer
	check(b, jpeg.Encode(&table, framed(b, passport.Bytes, 0), nil))
	check(b, jpeg.Encode(&document, framed(b, passport.Bytes, .8), nil))
	k := openBank(b, h, "idValidation()")
	k.list(b, h)
	for b.Loop() {
		p, _ := started(b)
		check(b, p.AddInitScript(playwright.Script{Content: playwright.String(timeEngine + "\n" + scene)}))
		k.begins(b, p)
		p.turns(b, table.Bytes())
		p.becomes(b, "looking", `asked.some(one => one.does === 'frame' && one.told)`)
		_, err := p.Evaluate(`text => {
			sdk.on('captured', () => { window.captured ??= performance.now() })
			return show(text).then(() => { window.from = performance.now() })
		}`, base64.StdEncoding.EncodeToString(document.Bytes()))
		check(b, err)
		p.becomes(b, "captured", `window.captured > 0`)
		atMost(b, p.figure(b, `captured - from`), "ms-to-capture", 1500)
	}
}

// looking opens the page of a bank for a second time, when the engine is in the browser's cache, and returns it once
// the engine has looked at some frames of a film.
func (b *bank) looking(t testing.TB, film string) (*page, playwright.Browser) {
	t.Helper()
	p, browser := started(t, "--use-fake-ui-for-media-stream", "--use-file-for-fake-video-capture="+film)
	check(t, p.AddInitScript(playwright.Script{Content: playwright.String(timeEngine)}))
	for range 2 {
		b.begins(t, p)
		p.becomes(t, "looking", `asked.some(one => one.does === 'frame' && one.told)`)
	}
	p.becomes(t, "warm", `asked.filter(one => one.told).length > 20 || performance.now() - clicked > 5000`)
	return p, browser
}

// loop reports how the loop of a page works whose camera plays a film, and returns how many milliseconds the engine
// takes for a frame. Pace is how many frames a second it has to look at.
func (b *bank) loop(t *testing.B, film string, pace float64) float64 {
	t.Helper()
	p, browser := b.looking(t, film)
	p.lookedAt(t)
	_, err := p.Evaluate(`() => {
		window.lasted = performance.now() - from
		window.frames = asked.filter(one => one.told > from).map(one => one.told - one.at).sort((a, b) => a - b)
	}`)
	check(t, err)
	each := p.figure(t, `frames[frames.length >> 1]`)
	atMost(t, p.figure(t, `asked.find(one => one.does === 'load').told - clicked`), "ms-ready", 1500)
	atLeast(t, p.figure(t, `1000 * frames.length / lasted`), "frames/s", pace)
	t.ReportMetric(each, "wasm-ms/frame")
	atMost(t, p.figure(t, `Math.max(0, ...long)`), "ms-longest-task", 50)
	atMost(t, used(t, browser).megabytes, "MB-private", 200)
	return each
}

// lookedAt waits as long as a loop is watched.
func (p *page) lookedAt(t testing.TB) {
	t.Helper()
	p.figure(t, `(long.length = 0, window.from = performance.now())`)
	p.becomes(t, "looked at", fmt.Sprintf(`performance.now() - from >= %d`, looked))
}

// asksIn returns how often the engine is asked something within some milliseconds.
func (p *page) asksIn(t testing.TB, ms int) float64 {
	t.Helper()
	return p.figure(t, fmt.Sprintf(`new Promise(done => {
		const before = asked.length
		setTimeout(() => done(asked.length - before), %d)
	})`, ms))
}

// figure returns a number that a script works out.
func (p *page) figure(t testing.TB, script string) float64 {
	t.Helper()
	n, err := p.Evaluate(`() => ` + script)
	check(t, err)
	return toNumber(n)
}

// shaken returns frames of a picture in a hand that is not still: it goes round, so that no two of them are alike.
func shaken(t testing.TB, picture []byte, share float64) []*image.RGBA {
	t.Helper()
	const frames, wide, high = 14, 84, 42
	film := make([]*image.RGBA, frames)
	still := framed(t, picture, share)
	for i := range film {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / frames)
		film[i] = image.NewRGBA(still.Rect)
		stddraw.Draw(film[i], still.Rect, image.Black, image.Point{}, stddraw.Src)
		at := image.Pt(wide+int(wide*cos), high+int(high*sin))
		stddraw.Draw(film[i], film[i].Rect, still, at, stddraw.Src)
	}
	return film
}

// onCamera returns what a camera of 640 x 480 sees of frames.
func onCamera(film []*image.RGBA) []*image.RGBA {
	seen := make([]*image.RGBA, len(film))
	for i, frame := range film {
		seen[i] = image.NewRGBA(image.Rect(0, 0, 640, 480))
		xdraw.ApproxBiLinear.Scale(seen[i], seen[i].Rect, frame, image.Rect(160, 0, 1120, 720), stddraw.Src, nil)
	}
	return seen
}

// nativeTime returns how many milliseconds the engine takes for a frame outside the browser.
func nativeTime(frame *image.RGBA, kind string) float64 {
	const rounds = 50
	never := engine.DefaultThresholds() // as the page sets them
	never.Focus, never.FaceFocus = 1, 1
	engine.AssessFrame(kind, frame, never)
	began := time.Now()
	for range rounds {
		engine.AssessFrame(kind, frame, never)
	}
	return float64(time.Since(began).Microseconds()) / 1000 / rounds
}
