package e2e_test

import (
	"bytes"
	"context"
	"image"
	"image/color"
	stddraw "image/draw"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/intake"
	"proofdesk/app/onboarding"
	"proofdesk/engine"
	"proofdesk/engine/specimen"
	"proofdesk/engine/video"
)

// spoken returns the flags of a browser whose microphone hears somebody speak.
func spoken(t *testing.T) []string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "microphone.wav")
	check(t, os.WriteFile(path, specimen.Voice(7, 1, 12, specimen.Spoken), 0o600))
	return []string{"--use-fake-ui-for-media-stream", "--use-file-for-fake-audio-capture=" + path}
}

// facing sets a camera as scene does, and leaves the microphone as it is.
const facing = `{
const own = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
` + scene + `
const camera = navigator.mediaDevices.getUserMedia
navigator.mediaDevices.getUserMedia = how => how.video ? camera(how) : own(how)
}`

// answersHeld lets a test hold what the engine answers about frames, as it comes late on a device that is busy.
const answersHeld = `window.held = { on: false, answers: [] }
window.Worker = class extends Worker {
	set onmessage(hear) {
		super.onmessage = event => held.on ? held.answers.push(() => hear(event)) : hear(event)
	}
}`

// speaks fails the test unless a video job has a selfie, a film, and the voice in it that the engine found fit. The
// film has to show the person of the selfie alone. Moves is what the check of the challenge says, where the browser has
// written key frames often enough to tell; a busy one leaves out seconds. A film in which nobody makes them is of a
// photograph, which must not pass as a film that moves.
func (h *house) speaks(t *testing.T, job string, moves engine.Outcome) {
	t.Helper()
	if got := h.outcomeOf(t, job, engine.CodeVoice); got != engine.Pass {
		t.Errorf("the engine's verdict of the voice is %s", got)
	}
	for code, want := range map[string]engine.Outcome{
		engine.CodeFilmFaces:  engine.Pass,
		engine.CodeFilmPerson: engine.Pass,
	} {
		if got := h.outcomeOf(t, job, code); got != want {
			t.Errorf("%s of the video is %s, want %s: %s", code, got, want, h.checkOf(t, job, code).Detail)
		}
	}
	keys := h.keysOf(t, job)
	if got := h.outcomeOf(t, job, engine.CodeVideo); got != moves && (got != engine.NotRun || !sparse(keys)) {
		t.Errorf("the moves of the video are: %s, want %s: %s; key frames at %v", got, moves,
			h.checkOf(t, job, engine.CodeVideo).Detail, keys)
	}
	if got := h.outcomeOf(t, job, engine.CodeFilmMotion); (got == engine.Pass) != (moves == engine.Pass) {
		t.Errorf("the motion of the video is: %s", got)
	}
	if status := h.record(t, job).Status; !status.Is(onboarding.Review) {
		t.Errorf("the job is %v", status)
	}
	captures, err := h.Store.Captures(t.Context(), boottest.Company, job)
	check(t, err)
	types := map[onboarding.CaptureKind]string{}
	for _, c := range captures {
		types[c.Kind] = c.ContentType
	}
	want := map[onboarding.CaptureKind]string{"selfie": "image/jpeg", "voice": "audio/wav", "video": "video/webm"}
	if !maps.Equal(types, want) {
		t.Errorf("the captures are %v", types)
	}
}

// keysOf returns the times of the key frames in the film of a job, and that of its end.
func (h *house) keysOf(t *testing.T, job string) []time.Duration {
	t.Helper()
	film := h.filmOf(t, job)
	var times []time.Duration
	for _, frame := range film.Keys {
		times = append(times, frame.At)
	}
	return append(times, film.End())
}

// filmOf returns the film of a job.
func (h *house) filmOf(t *testing.T, job string) video.Film {
	t.Helper()
	captures, err := h.Store.Captures(t.Context(), boottest.Company, job)
	check(t, err)
	key, err := h.Keys.ApplicantKey(t.Context(), boottest.Company, job)
	check(t, err)
	at := slices.IndexFunc(captures, func(c onboarding.Capture) bool { return c.Kind == onboarding.Video })
	if at < 0 {
		t.Fatalf("job %s has no film", job)
	}
	plain, err := h.Safe.ReadAll(t.Context(), captures[at], key)
	check(t, err)
	film, err := video.Read(plain)
	check(t, err)
	return film
}

// isSmall fails the test for a film that is larger than a slow device writes without a loss.
func (h *house) isSmall(t *testing.T, job string) {
	t.Helper()
	shown, err := h.filmOf(t, job).Keys[0].Decode()
	check(t, err)
	if size := shown.Rect.Size(); size != image.Pt(640, 360) {
		t.Errorf("the film is %v pixels large", size)
	}
}

// sparse reports whether a film lacks more than a second between two key frames, or of the time for its three moves.
func sparse(keys []time.Duration) bool {
	for i, at := range keys[1:] {
		if at-keys[i] > time.Second {
			return true
		}
	}
	return keys[len(keys)-1] < 11*time.Second
}

// shown returns a picture as a camera sees it; an empty room where there is none.
func shown(t *testing.T, picture []byte) []byte {
	t.Helper()
	frame := image.NewRGBA(image.Rect(0, 0, 1280, 720))
	stddraw.Draw(frame, frame.Rect, image.NewUniform(color.RGBA{120, 116, 108, 255}), image.Point{}, stddraw.Src)
	if picture != nil {
		frame = framed(t, picture, 1)
	}
	var out bytes.Buffer
	check(t, png.Encode(&out, frame))
	return out.Bytes()
}

// onPicture reports whether the button that plays a film lies on the film's picture, large enough for a finger.
const onPicture = `(() => {
	const watch = ` + inShadow + `.querySelector('canvas + .watch')
	const [film, at] = [watch.previousSibling, watch].map(one => one.getBoundingClientRect())
	return at.height >= 44 && film.top < at.top && at.bottom < film.bottom
})()`

func TestAnApplicantReadsAPhraseAloudBeforeTheCamera(t *testing.T) {
	full(t, "TestALinkTakesAVideoThatAnAgentCanWatch")
	h := at(t)
	face, room := shown(t, posed(t, h.set.Person, specimen.Still)), shown(t, nil)
	b := openBank(t, h, "videoId({ uniqueNumber: '700700' })")
	b.more = "flavor: 'VIDEO_ID',"
	b.list(t, h)
	p := equipped(t, spoken(t)...)
	check(t, p.SetViewportSize(320, 568))
	check(t, p.AddInitScript(playwright.Script{Content: playwright.String(facing + "\n" + answersHeld)}))
	b.begins(t, p)
	p.turns(t, face)
	p.becomes(t, "told what to do", inShadow+`.querySelector('.instruction .text')?.textContent.startsWith('Read')`)
	p.accessibleIn(t, "instruction of a video", plainly)
	p.turns(t, room)
	p.does(t, "continue")
	phrase := intake.BuiltInPhrase("EN")
	p.becomes(t, "told what to read", inShadow+`.querySelector('.phrase')?.textContent === '`+phrase+`'`)
	const unseen = `.textContent === 'No live face was found'`
	p.becomes(t, "told that nobody is seen", inShadow+`.querySelector('.prompt.error')?`+unseen)
	p.accessibleIn(t, "video", plainly)
	p.does(t, "take")
	p.left(t, "0:17")
	p.accessibleIn(t, "recording of a video", plainly)
	check(t, first(p.Evaluate(`() => {
		const [camera] = window.streams.at(-1).getTracks()
		camera.stop()
		camera.dispatchEvent(new Event('ended')) // as by a device that takes it away
	}`)))
	p.becomes(t, "told that it was interrupted", interrupted)
	p.does(t, "retry")
	p.does(t, "take")
	p.left(t, "0:17")
	check(t, first(p.Evaluate(takes)))
	p.becomes(t, "told why it is not sent", inShadow+`.querySelector('.retry .reason')?`+unseen)
	check(t, first(p.Evaluate(`() => { held.on = true }`)))
	p.does(t, "retry")
	p.becomes(t, "looking at the room", `held.answers.length === 1`)
	p.turns(t, face)
	p.becomes(t, "seen", `(video => {
		const one = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d')
		one.drawImage(video, 640, 360, 1, 1, 0, 0, 1, 1)
		return Math.abs(one.getImageData(0, 0, 1, 1).data[0] - 120) > 20 // as bright as the wall of the room
	})(`+inShadow+`.querySelector('video'))`)
	p.obeys(t, h.set.Person)
	p.does(t, "take")
	p.left(t, "0:17")
	check(t, first(p.Evaluate(`() => { held.on = false; held.answers.forEach(answer => answer()) }`)))
	check(t, first(p.Evaluate(takes)))
	p.becomes(t, "previewed", inShadow+`.querySelector('.screen.preview canvas')?.width === 320`)
	p.becomes(t, "told each move with its number, and not asked to end it",
		`JSON.stringify(window.told) === '["1 / 3","2 / 3","3 / 3"]'`)
	p.accessibleIn(t, "preview of a video", plainly)
	p.becomes(t, "offered to play it, on its picture", onPicture)
	p.does(t, "play")
	p.becomes(t, "playing it", inShadow+`.querySelector('canvas[data-playing] + .watch')`)
	p.does(t, "done")
	job := submitted.FindStringSubmatch(p.says(t, `"QUEUED"`))[1]
	h.speaks(t, job, engine.Pass)
	h.isSmall(t, job)
	p.becomes(t, "given back", `!document.querySelector('dialog')`)
	p.quiet(t)
}

func TestALinkTakesAVideoThatAnAgentCanWatch(t *testing.T) {
	h := at(t)
	link := h.link(t, map[string]any{"function": onboarding.VideoID, "uniqueNumber": "700701"})
	p := equipped(t, spoken(t)...)
	check(t, p.AddInitScript(playwright.Script{Content: playwright.String(facing)}))
	p.visit(link.URL)
	p.heading(t, "Show that it is you")
	p.turns(t, shown(t, posed(t, h.set.Person, specimen.Still)))
	p.obeys(t, h.set.Person)
	p.becomes(t, "told about the film", `document.body.textContent.includes('A video of you, with sound')`)
	p.accessibleIn(t, "offer of a video", plainly)
	p.agrees(t)
	p.does(t, "continue")
	p.does(t, "take")
	p.left(t, "0:17")
	const oval = `JSON.stringify(` + inShadow + `.querySelector('.frame').getBoundingClientRect())`
	before, err := p.Evaluate(oval)
	check(t, err)
	check(t, first(p.Evaluate(takes)))
	p.becomes(t, "asked for a move", inShadow+`.querySelector('.phrase')?.textContent === '1 / 3'`)
	if now, err := p.Evaluate(oval); err != nil || now != before {
		t.Errorf("with the count of moves the oval is at %v, %v, and was at %v", now, err, before)
	}
	p.becomes(t, "offered to play the film, on its picture", onPicture)
	p.does(t, "done")
	until(t, "the server has the film", func() bool {
		captures, err := h.Store.Captures(t.Context(), boottest.Company, link.JobID)
		return err == nil && slices.ContainsFunc(captures, func(c onboarding.Capture) bool { return c.Kind == "video" })
	})
	p.heading(t, "Done")
	h.speaks(t, link.JobID, engine.Pass)
	p.quiet(t)
	h.wantsSaid(t, "Somebody else reads this")
	agent := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	agent.pick(t, link.JobID)
	const film = `document.querySelector('.pane:not([hidden]) [data-film]')`
	agent.becomes(t, "shown the film as far as its third second", `[...`+film+
		`?.querySelectorAll('[data-frame]') ?? []].some(frame => Number(frame.dataset.frame) > 2)`)
	agent.becomes(t, "told which moves were asked for", `document.body.textContent.includes('Move 3 of 3')`)
	agent.becomes(t, "told what the applicant read", `document.body.innerText.includes('Asked to say') &&
		document.body.innerText.includes('`+intake.BuiltInPhrase("EN")+`') &&
		!document.body.innerText.includes('Somebody else')`)
}

// wantsSaid has the company's applicants say something else, for as long as the test takes.
func (h *house) wantsSaid(t *testing.T, phrase string) {
	t.Helper()
	says := func(ctx context.Context, phrase string) string {
		of, err := h.Store.Company(ctx, boottest.Company)
		check(t, err)
		rules := of.Rules()
		before := rules.Phrase
		rules.Phrase = phrase
		check(t, h.Companies.SetRules(ctx, "test", boottest.Company, rules))
		return before
	}
	before := says(t.Context(), phrase)
	t.Cleanup(func() { says(context.Background(), before) })
}
