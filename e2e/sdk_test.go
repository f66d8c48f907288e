package e2e_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	stddraw "image/draw"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/playwright-community/playwright-go"
	xdraw "golang.org/x/image/draw"

	"proofdesk/app/apiclient"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/dashboard"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/engine/specimen"
)

// hostPage is a page of an integrator: ten lines from nothing to a job that was sent in. It writes down what it hears.
const hostPage = `<!doctype html><html lang="en"><title>Bank</title><h1>Bank</h1><button id="begin">Open an account</button>
<pre id="said"></pre>
<script type="module">
const { IdentityProofingSDK: sdk, SignatureSDK: signatures, FingerPrintCaptureSDK: fingers } = await import('%[1]s/sdk/11/proofdesk.js')
const say = value => { said.textContent += JSON.stringify(value) + '\n' }
const heard = ['download', 'open', 'step', 'prompt', 'captured', 'error', 'close']
for (const name of heard) sdk.on(name, event => say({ [name]: event }))
sdk.setOnCancelled(() => say('cancelled'))
begin.onclick = async () => {
  try {
    await sdk.initialize({ apiBaseUrl: '%[1]s', accessToken: () => fetch('/token').then(answer => answer.text()),
      %[4]s sdkCustomizationOptions: %[3]s })
    say({ captured: await sdk.%[2]s })
    say({ done: await sdk.finalSubmit() })
  } catch (cause) { say({ failed: cause.code ?? String(cause), message: cause.message }) }
}
Object.assign(window, { sdk, signatures, fingers })
document.title = 'ready'
</script></html>`

// bankPolicy returns the content security policy of a bank's page: what the SDK of a server can't do without.
func bankPolicy(base string) string {
	return fmt.Sprintf("default-src 'none'; connect-src 'self' %[1]s; script-src 'unsafe-inline' %[1]s "+
		"'wasm-unsafe-eval'; worker-src blob:", base)
}

// bank is an integrator's site on an origin of its own, whose server fetches tokens.
type bank struct {
	*httptest.Server
	call    string // what the page calls
	options string // what the page sets beside its preset, as JSON
	more    string // other parameters of initialize, each with a comma after it
	policy  string // the Permissions-Policy header
	blocks  string // what its content security policy lacks
	instead string // what stands there instead
	worker  []byte // what it serves as /worker.js
	ruled   string // the content security policy of that
	token   func(context.Context) (string, error)
}

func openBank(t testing.TB, h *house, call string) *bank {
	t.Helper()
	b := &bank{call: call, token: func(ctx context.Context) (string, error) { return fresh(ctx, h.Weak) }}
	b.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/worker.js" {
			w.Header().Set("Content-Type", "text/javascript")
			w.Header().Set("Content-Security-Policy", b.ruled)
			_, _ = w.Write(b.worker)
			return
		}
		if r.URL.Path != "/token" {
			w.Header().Set("Content-Type", "text/html")
			told := strings.ReplaceAll(bankPolicy(h.base), cmp.Or(b.blocks, "no source"), b.instead)
			w.Header().Set("Content-Security-Policy", told)
			if b.policy != "" {
				w.Header().Set("Permissions-Policy", b.policy)
			}
			_, _ = fmt.Fprintf(w, hostPage, h.base, b.call, cmp.Or(b.options, "{}"), b.more)
			return
		}
		token, err := b.token(r.Context())
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		_, _ = w.Write([]byte(token))
	}))
	t.Cleanup(b.Close)
	return b
}

// fresh returns an access token of a host that no other page has. The one that the host keeps may be about to expire,
// which a device can't know: it gets another, but the browser complains of the answer.
func fresh(ctx context.Context, of *apiclient.App) (string, error) {
	one := &apiclient.App{Base: of.Base, HTTP: of.HTTP, Credentials: of.Credentials}
	return one.Token(ctx)
}

// list sets the bank's origin as the only one of its client.
func (b *bank) list(t testing.TB, h *house) {
	t.Helper()
	id := h.Weak.Credentials.ClientID
	client, err := h.Store.Client(t.Context(), boottest.Company, id)
	check(t, err)
	check(t, h.Credentials.AllowOrigins(t.Context(), "test", boottest.Company, id, client.Origins, []string{b.URL}))
}

// perSecond is how many frames of a film a camera gives a second. Real ones give thirty, of which the page leaves out
// most: to decode and send those took more of the tests' time than anything else.
const perSecond = 10

// framed returns a picture on a table, in a frame of 1280 x 720, at a share of its height.
func framed(t testing.TB, picture []byte, share float64) *image.RGBA {
	t.Helper()
	img, _, err := image.Decode(bytes.NewReader(picture))
	check(t, err)
	frame := image.NewRGBA(image.Rect(0, 0, 1280, 720))
	stddraw.Draw(frame, frame.Rect, image.NewUniform(color.RGBA{120, 116, 108, 255}), image.Point{}, stddraw.Src)
	h := int(share * 720)
	w := h * img.Bounds().Dx() / img.Bounds().Dy()
	at := image.Rect((1280-w)/2, (720-h)/2, (1280+w)/2, (720+h)/2)
	xdraw.CatmullRom.Scale(frame, at, img, img.Bounds(), xdraw.Src, nil)
	return frame
}

// shot writes a film for a browser's camera, one frame, which shows what framed returns.
func shot(t testing.TB, picture []byte, share float64) string {
	t.Helper()
	return reel(t, perSecond, framed(t, picture, share))
}

// reel writes frames as a film for a browser's camera, which plays it again and again, in YUV4MPEG2.
func reel(t testing.TB, perSecond int, frames ...*image.RGBA) string {
	t.Helper()
	size := frames[0].Rect.Size()
	film := fmt.Appendf(nil, "YUV4MPEG2 W%d H%d F%d:1 Ip A1:1 C420jpeg\n", size.X, size.Y, perSecond)
	for _, frame := range frames {
		film = append(film, "FRAME\n"...)
		var blue, red []byte // at half the resolution
		for y := range size.Y {
			for x := range size.X {
				c := frame.RGBAAt(x, y)
				l, b, r := color.RGBToYCbCr(c.R, c.G, c.B)
				film = append(film, l)
				if y%2 == 0 && x%2 == 0 {
					blue, red = append(blue, b), append(red, r)
				}
			}
		}
		film = slices.Concat(film, blue, red)
	}
	path := filepath.Join(t.TempDir(), "camera.y4m")
	check(t, os.WriteFile(path, film, 0o600))
	return path
}

// scene sets a camera of a page, whose picture a test changes when the page has come so far, however long that took. It
// draws in step with the page, which asks for frames all the time: a browser without a screen draws none of a page that
// stands, and gives a recorder hardly one of a canvas that is drawn by a timer. It is as large as the page asks, and at
// most 1280 x 720.
const scene = `
const seen = Object.assign(document.createElement('canvas'), { width: 1280, height: 720 })
const pen = seen.getContext('2d')
let picture
const bytesOf = text => Uint8Array.from(atob(text), c => c.charCodeAt(0))
const known = {}
window.decode = text => known[text] ??= createImageBitmap(new Blob([bytesOf(text)]))
window.show = async text => {
	const shows = picture = await decode(text)
	while (shows === picture && shows !== drawn) await new Promise(requestAnimationFrame)
}
let due = 0, drawn
const mark = '#' + Math.random().toString(16).slice(2, 8) // no two films are alike, as those of cameras
const paint = picture => {
	pen.drawImage(picture, 0, 0, seen.width, seen.height)
	pen.fillStyle = mark
	pen.fillRect(0, 0, 16, 16)
}
const draw = now => {
	requestAnimationFrame(draw)
	if (now < due || !picture) return
	due = now + 100
	paint(drawn = picture)
}
draw(0)
window.streams = []
navigator.mediaDevices.getUserMedia = async ({ video }) => {
	seen.width = Math.min(1280, video.width?.ideal ?? 1280)
	seen.height = seen.width * 720 / 1280
	const stream = seen.captureStream(10)
	if (picture) paint(picture) // a canvas of a new size is empty
	window.streams.push(stream)
	return stream
}`

// before returns somebody before the page of a bank, whose camera is a scene that shows a picture.
func (b *bank) before(t *testing.T, picture []byte) *page {
	t.Helper()
	p := equipped(t)
	check(t, p.AddInitScript(playwright.Script{Content: playwright.String(scene)}))
	b.begins(t, p)
	p.turns(t, picture)
	return p
}

// turns shows another picture to the camera of a scene.
func (p *page) turns(t testing.TB, picture []byte) {
	t.Helper()
	_, err := p.Evaluate(`text => show(text)`, base64.StdEncoding.EncodeToString(picture))
	check(t, err)
}

// refused is the film of a camera that the applicant does not let the page use.
const refused = ""

// applicant is somebody before the page of a bank, in a browser whose camera plays a film.
func (b *bank) applicant(t testing.TB, film string) *page {
	t.Helper()
	a := filmed(t, film)
	b.begins(t, a)
	return a
}

// begins opens the page of the bank and presses its button.
func (b *bank) begins(t testing.TB, a *page) {
	t.Helper()
	_, err := a.Goto(b.URL)
	check(t, err)
	a.becomes(t, "loaded", `document.title === 'ready'`)
	check(t, a.Locator("#begin").Click())
}

// filmed opens a page in a browser of its own, whose camera plays a film.
func filmed(t testing.TB, film string) *page {
	t.Helper()
	if film == refused {
		return equipped(t, "--use-fake-ui-for-media-stream=deny")
	}
	return equipped(t, "--use-fake-ui-for-media-stream", "--use-file-for-fake-video-capture="+film)
}

// onPhone is the User-Agent header of a phone.
const onPhone = "Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) " +
	"Chrome/140.0.0.0 Mobile Safari/537.36"

// unhurried has a page look twelve times less often whether its camera stands: where a machine is busy, or a test draws
// the next picture, none comes for seconds. A test of that sets how often, as window.beat.
const unhurried = `{
	const every = window.setInterval
	window.setInterval = (run, ms, ...all) => every(run, ms === 500 ? window.beat ?? 6000 : ms, ...all)
}`

// equipped opens a page in a browser of its own, as on a phone, whose camera and microphone are as flags say.
func equipped(t testing.TB, flags ...string) *page {
	t.Helper()
	p, _ := started(t, append(flags, "--js-flags=--liftoff-only")...)
	return p
}

// started does what equipped does with a browser that compiles well what it runs, and returns the browser as well.
func started(t testing.TB, flags ...string) (*page, playwright.Browser) {
	t.Helper()
	flags = append(flags,
		"--no-sandbox", "--disable-gpu", "--use-fake-device-for-media-stream", "--user-agent="+onPhone)
	one, err := browser.BrowserType().Launch(playwright.BrowserTypeLaunchOptions{
		Timeout:        playwright.Float(patient),
		ExecutablePath: playwright.String("/usr/bin/chromium-headless-shell"),
		Args:           flags,
	})
	check(t, err)
	t.Cleanup(func() { _ = one.Close() })
	c, err := one.NewContext(playwright.BrowserNewContextOptions{Viewport: &playwright.Size{Width: 390, Height: 844}})
	check(t, err)
	isPatient(c)
	// The SDK waits so long for a database, to keep all in memory then, for the engine, to start it again, and for what
	// the server sees in a picture or a film, to do without.
	check(t, c.AddInitScript(stretched(2000, 10_000, 40_000, 8000, 20_000)))
	check(t, c.AddInitScript(playwright.Script{Content: playwright.String(unhurried)}))
	shown := &page{Page: slow.opens(t, c), t: t}
	shown.listens()
	t.Cleanup(func() {
		if t.Failed() {
			shown.keep()
		}
	})
	return shown, one
}

// says waits until the page has written something down, and returns all of it.
func (p *page) says(t *testing.T, what string) string {
	t.Helper()
	p.becomes(t, what, `/"(done|failed)":|`+what+`/.test(said.textContent)`)
	said, err := p.Locator("#said").TextContent()
	check(t, err)
	if !strings.Contains(said, what) {
		t.Fatalf("%s is not in what the page said:\n%s", what, said)
	}
	return said
}

func TestAPageOfAnotherOriginCapturesAndSubmitsByItself(t *testing.T) {
	h := alone(t) // whose figures nobody else changes
	set := specimen.Applicant(17, specimen.Good, time.Now().UTC())
	for call, c := range map[string]struct {
		shown string
		share float64
		kind  string
	}{
		"liveFaceCheck()": {"selfie", 1, "selfie"},
		// Where a card was asked for.
		"idValidation()": {"passport", .8, "passport"},
		// And both jobs are submitted.
		"liveFaceCheck() && await sdk.liveFaceCheck()": {"selfie", 1, "selfie"},
	} {
		asked := strings.Count(call, "()")
		if asked > 1 && testing.Short() {
			continue
		}
		t.Run(call, func(t *testing.T) {
			picture, _ := captured(set, c.shown)
			b := openBank(t, h, call)
			b.list(t, h)
			started, taken := h.onDevices(t, c.kind)
			p := b.applicant(t, shot(t, picture.Bytes, c.share))
			said := p.says(t, `"QUEUED"`)
			if got := strings.Count(said, `"QUEUED"`); got != asked {
				t.Errorf("%d jobs were submitted, want %d", got, asked)
			}
			for _, want := range []string{
				`{"open":{"function"`, `{"prompt":{"step":"`, `"automatic":true`, `"screen":"success"`,
				`"kind":"` + c.kind + `"`, `{"close":{"function"`,
			} {
				if !strings.Contains(said, want) {
					t.Errorf("%s is not in what the page said:\n%s", want, said)
				}
			}
			h.decided(t, said, c.kind)
			until(t, "the figures of devices count what was captured", func() bool {
				starts, takes := h.onDevices(t, c.kind)
				return starts == started+1 && takes == taken+int64(asked)
			})
			p.becomes(t, "given back", `!document.querySelector('dialog') && document.activeElement.id === 'begin'`)
		})
	}
}

// onDevices returns how often the figures count that a device's engine was ready, and that a capture of a kind was
// taken by itself.
func (h *house) onDevices(t *testing.T, kind string) (started, taken int64) {
	t.Helper()
	span, _ := dashboard.SpanOf("24h")
	window := dashboard.WindowAt(span, time.Now(), nil)
	found, err := (&dashboard.Reader{Store: h.Store}).Devices(t.Context(), boottest.Company, window)
	check(t, err)
	for _, times := range []*dashboard.Times{found.Cached, found.Downloaded} {
		if times != nil {
			started += times.Count
		}
	}
	for _, one := range found.Captures {
		if string(one.Kind) == kind {
			taken = one.Automatic
		}
	}
	return started, taken
}

// decided fails the test where the jobs that a page submitted do not hold what the device decided about the bytes that
// were captured.
func (h *house) decided(t *testing.T, said, kind string) {
	t.Helper()
	for _, id := range regexp.MustCompile(`"jobId":"([0-9a-f-]{36})","status":"QUEUED"`).FindAllStringSubmatch(said, -1) {
		captures, err := h.Store.Captures(t.Context(), boottest.Company, id[1])
		check(t, err)
		var request onboarding.RequestDetails
		check(t, h.Store.ReadJobDoc(t.Context(), boottest.Company, id[1], store.DocRequest, &request))
		if len(request.Results) == 0 {
			t.Errorf("the device told nothing about the %s", kind)
		}
		for _, r := range request.Results {
			of := captures[0]
			if !r.Accepted || r.Outcome != "PASS" || r.Provider != onboarding.WebProvider ||
				string(r.Capture) != kind || r.CaptureSHA256 != of.SHA256 {
				t.Errorf("the device told %+v about %+v", r, captures)
			}
		}
	}
}

func TestAPageWhoseOriginIsNotListedCapturesNothing(t *testing.T) {
	h := at(t)
	picture, _ := captured(specimen.Applicant(17, specimen.Good, time.Now().UTC()), "selfie")
	b := openBank(t, h, "liveFaceCheck()")
	p := b.applicant(t, shot(t, picture.Bytes, 1))
	said := p.says(t, `"failed":"NETWORK"`)
	if strings.Contains(said, `"open"`) || !strings.Contains(said, "does the client allow "+b.URL+"?") {
		t.Errorf("said %s", said)
	}
}

func TestAnApplicantWhoLeavesGetsThePageBackAndTheCameraEnds(t *testing.T) {
	h := at(t)
	picture, _ := captured(specimen.Applicant(17, specimen.Good, time.Now().UTC()), "selfie")
	b := openBank(t, h, "documentCapture()")
	b.list(t, h)
	p := b.applicant(t, shot(t, picture.Bytes, 1))
	p.says(t, `"screen":"instruction"`)
	p.accessibleIn(t, "instruction of a document", plainly)
	check(t, p.Locator("[data-action=continue]").Click())
	p.says(t, `"screen":"capture"`)
	p.accessibleIn(t, "camera", plainly)
	check(t, p.Keyboard().Press("Escape"))
	said := p.says(t, `"failed":"CANCELLED"`)
	if !strings.Contains(said, `"cancelled"`) || strings.Contains(said, `"captured"`) {
		t.Errorf("said %s", said)
	}
	p.becomes(t, "given back", `!document.querySelector('dialog')`)
}

func TestAnApplicantWhoLeavesBeforeTheCameraIsOpenHasLeft(t *testing.T) {
	h := at(t)
	b := openBank(t, h, "documentCapture()")
	b.list(t, h)
	p := b.applicant(t, shot(t, specimen.PNG(image.NewGray(image.Rect(0, 0, 160, 120))), 1))
	p.says(t, `"screen":"instruction"`)
	_, err := p.Evaluate(`() => {
		const { mediaDevices } = navigator
		const open = mediaDevices.getUserMedia.bind(mediaDevices)
		mediaDevices.getUserMedia = async how => {
			await new Promise(allowed => { window.allow = allowed })
			return open(how)
		}
	}`)
	check(t, err)
	check(t, p.Locator("[data-action=continue]").Click())
	p.becomes(t, "asked for its camera", `window.allow`)
	check(t, p.Keyboard().Press("Escape"))
	_, err = p.Evaluate(`() => allow()`)
	check(t, err)
	p.says(t, `"failed":"CANCELLED"`)
}

// stall lets a browser count no more frames of a video while window.stands, and a new one each time before and after.
const stall = `
window.beat = 500
let counted = 1 // or it would be a browser that does not count
HTMLVideoElement.prototype.getVideoPlaybackQuality = () => ({ totalVideoFrames: window.stands ? counted : ++counted })`

func TestACameraThatGivesNoMoreFramesIsOpenedAgain(t *testing.T) {
	h := at(t)
	b := openBank(t, h, "liveFaceCheck()")
	b.list(t, h)
	p := equipped(t)
	check(t, p.AddInitScript(playwright.Script{Content: playwright.String(scene + "\n" + stall)}))
	b.begins(t, p)
	p.turns(t, shown(t, nil))
	p.becomes(t, "looked at", inShadow+`.querySelector('.prompt')`)
	check(t, first(p.Evaluate(`() => { window.stands = true }`)))
	p.becomes(t, "asked for its camera again", `window.streams.length === 2`)
	check(t, first(p.Evaluate(`() => { window.stands = false }`)))
	p.turns(t, shown(t, posed(t, h.set.Person, specimen.Still)))
	p.says(t, `"QUEUED"`)
	p.becomes(t, "asked for no third one", `window.streams.length === 2`)
}

func TestAHostThatEndsTheSessionEndsTheCapture(t *testing.T) {
	h := at(t)
	b := openBank(t, h, "liveFaceCheck()")
	b.list(t, h)
	p := b.applicant(t, shot(t, specimen.PNG(image.NewGray(image.Rect(0, 0, 160, 120))), 1))
	p.says(t, `"screen":"capture"`)
	p.becomes(t, "left as documents are", inShadow+`.querySelector('.bar [data-action=cancel]').textContent === 'Cancel'`)
	_, err := p.Evaluate(`() => sdk.destroy()`)
	check(t, err)
	p.says(t, `"failed":"CANCELLED"`)
	p.becomes(t, "given back", `!document.querySelector('dialog')`)
	check(t, p.Locator("#begin").Click()) // another session begins
	p.becomes(t, "open again", `document.querySelector('dialog')`)
}

func TestAWrongSideIsWarnedOfAndThenHandledAsThePresetSays(t *testing.T) {
	h := at(t)
	back, _ := captured(specimen.ApplicantWith(specimen.CardTD1, 11, specimen.Good, time.Now().UTC()), "id_back")
	shows := func(t *testing.T, mode string, delay int) *page {
		t.Helper()
		b := openBank(t, h, "idValidation()")
		b.options = fmt.Sprintf(`{ idCaptureCustomizationOptions: { captureOptions: { wrongDocumentTypeHandlingMode: '%s', `+
			`wrongDocumentTypeWarningDelayInSec: %d, allowOverrideWrongDocumentTypeAfterMs: 2500 } } }`, mode, delay)
		b.list(t, h)
		return b.applicant(t, shot(t, back.Bytes, .8))
	}
	t.Run("a button", func(t *testing.T) {
		p := shows(t, "MANUAL_CAPTURE", 1)
		p.says(t, `"prompt":"incorrectDocumentSideFrontText"`)
		p.says(t, `"screen":"warning"`)
		p.sees(".warning .prompt:visible:has-text('Turn it over')")
		p.accessibleIn(t, "wrong side", plainly)
		check(t, p.Locator("[data-action=anyway]").Click())
		p.says(t, `"captured":{"step":"id_front","automatic":false`)
	})
	t.Run("by itself", func(t *testing.T) {
		p := shows(t, "AUTO_CAPTURE", 0) // as a slow machine may see no second frame before it captures
		if said := p.says(t, `"captured":{"step":"id_front","automatic":true`); !strings.Contains(said, `"screen":"warning"`) {
			t.Errorf("captured without a warning:\n%s", said)
		}
	})
	t.Run("the end", func(t *testing.T) {
		p := shows(t, "EXIT", 1)
		p.says(t, `"prompt":"incorrectDocumentSideFrontText"`)
		p.says(t, `"failed":"WRONG_DOCUMENT"`)
		p.becomes(t, "given back", `!document.querySelector('dialog')`)
	})
}

func TestAJobSaysWhereItWasCapturedAndNoneBeginsWithoutWhereAHostWantsThat(t *testing.T) {
	h := at(t)
	picture, _ := captured(specimen.Applicant(17, specimen.Good, time.Now().UTC()), "selfie")
	b := openBank(t, h, "liveFaceCheck()")
	b.more = "enableGPS: true,"
	b.list(t, h)
	p := filmed(t, shot(t, picture.Bytes, 1))
	check(t, p.Context().GrantPermissions([]string{"geolocation", "camera"}))
	check(t, p.Context().SetGeolocation(&playwright.Geolocation{
		Latitude: 19.4326, Longitude: -99.1332, Accuracy: playwright.Float(12),
	}))
	p.begins(t, b)
	said := p.says(t, `"QUEUED"`)
	_, id, _ := strings.Cut(said, `"jobId":"`)
	var request onboarding.RequestDetails
	check(t, h.Store.ReadJobDoc(t.Context(), boottest.Company, id[:36], store.DocRequest, &request))
	if l := request.Location; l == nil || l.Latitude != 19.4326 || l.Longitude != -99.1332 {
		t.Errorf("the job is at %+v", l)
	}
	check(t, p.Context().ClearPermissions())
	p.begins(t, b)
	p.sees("h1:has-text('Share location')")
	p.accessibleIn(t, "why the place is asked for", plainly)
	p.press("Enter") // after which the browser asks, and gets a no
	p.troubled(t, "Allow your location")
	p.press("Enter") // another try
	p.troubled(t, "Allow your location")
	p.does(t, "cancel")
	if said := p.says(t, `"failed":"LOCATION_DENIED"`); strings.Contains(said, `"screen":"capture"`) {
		t.Errorf("said %s", said)
	}
	b.call = "setSignatureData('AAAA', '[]')" // which a host captured by itself
	p.begins(t, b)
	p.sees("h1:has-text('Share location')")
	p.press("Enter")
	p.sees("h1:has-text('Allow your location')")
	p.does(t, "cancel")
	p.says(t, `"failed":"LOCATION_DENIED"`)
	p.becomes(t, "given back", `!document.querySelector('dialog')`)
}

func TestTheEngineComesFromTheBrowsersCacheUnlessItIsToBeFresh(t *testing.T) {
	h := at(t)
	b := openBank(t, h, "destroy()")
	b.list(t, h)
	p := filmed(t, refused)
	for i, c := range []struct {
		more    string
		fetched bool
	}{{"", true}, {"", false}, {"isUpdateModelsData: true,", true}} {
		b.more = c.more
		p.begins(t, b)
		said := p.says(t, `"failed":"UNLOADED"`)
		if got := strings.Contains(said, `{"download":{"received":`); got != c.fetched {
			t.Errorf("%d: fetched %v, want %v", i, got, c.fetched)
		}
	}
	const kept = `async () => (await (await caches.open('proofdesk-sdk')).keys()).map(({ url }) => url)`
	check(t, first(p.Evaluate(`async base => {
		const cache = await caches.open('proofdesk-sdk')
		for (const url of [base + '/sdk/11.0.0/engine.wasm', 'https://other.example/sdk/engine.wasm'])
			await cache.put(url, new Response('of another version, or another server'))
	}`, h.base)))
	b.more = ""
	p.begins(t, b)
	p.says(t, `"failed":"UNLOADED"`)
	until(t, "what is of no use is gone", func() bool {
		found, err := p.Evaluate(kept)
		check(t, err)
		urls := fmt.Sprint(found)
		return !strings.Contains(urls, "11.0.0") && strings.Contains(urls, "other.example") && len(found.([]any)) == 3
	})
}
