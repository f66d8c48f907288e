package e2e_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/intake"
	"proofdesk/app/onboarding"
	"proofdesk/engine"
	"proofdesk/engine/specimen"
)

// speaker opens a page in a browser of its own, whose microphone hears a sound again and again.
func speaker(t *testing.T, sound specimen.Sound) *page {
	t.Helper()
	path := filepath.Join(t.TempDir(), "microphone.wav")
	check(t, os.WriteFile(path, specimen.Voice(7, 1, 12, sound), 0o600))
	return equipped(t, "--use-fake-ui-for-media-stream", "--use-file-for-fake-audio-capture="+path)
}

// left waits until a recording has at most a time left, as the page writes it.
func (p *page) left(t *testing.T, time string) {
	t.Helper()
	p.becomes(t, "recorded", inShadow+`.querySelector('.remaining')?.textContent <= '`+time+`'`)
}

// takes is a script that presses the button which begins and ends a recording, unless the recording has ended by
// itself, as it does after twenty seconds.
const takes = `() => ` + inShadow + `.querySelector('[data-action=take]')?.click()`

func TestAnApplicantReadsAPhraseAloudOnAPageOfAnotherOrigin(t *testing.T) {
	h := at(t)
	b := openBank(t, h, "voiceCapture()")
	b.list(t, h)
	p := speaker(t, specimen.Spoken)
	b.begins(t, p)
	p.says(t, `"screen":"instruction"`)
	p.accessibleIn(t, "instruction of a voice", plainly)
	p.does(t, "continue")
	p.says(t, `"screen":"capture"`)
	p.says(t, `"prompt":"ready"`)
	phrase := intake.BuiltInPhrase("EN")
	p.becomes(t, "told what to read", inShadow+`.querySelector('.phrase').textContent === '`+phrase+`'`)
	p.accessibleIn(t, "voice", plainly)
	_, err := p.Evaluate(`() => { // in the page, as two seconds are enough for a voice
		const take = ` + takes + `
		sdk.on('prompt', ({ prompt }) => { if (prompt === 'recording' && !window.ended) window.ended = setTimeout(take) })
	}`)
	check(t, err)
	p.does(t, "take")
	p.says(t, `"prompt":"recording"`)
	p.becomes(t, "told that it was too short",
		inShadow+`.querySelector('.prompt.error')?.textContent.startsWith('That was too short')`)
	p.becomes(t, "on the button still", inShadow+`.activeElement.dataset.action === 'take'`)
	for _, then := range []string{"retry", "done"} {
		p.does(t, "take")
		p.left(t, "0:15")
		p.accessibleIn(t, "recording", plainly)
		check(t, first(p.Evaluate(takes)))
		p.becomes(t, "previewed", inShadow+`.querySelector('.screen.preview')`)
		p.accessibleIn(t, "preview of a voice", plainly)
		p.does(t, "play")
		p.does(t, then)
	}
	said := p.says(t, `"QUEUED"`)
	job := submitted.FindStringSubmatch(said)[1]
	if got := h.outcomeOf(t, job, engine.CodeVoice); got != engine.Pass {
		t.Errorf("the engine's verdict is %s", got)
	}
	p.becomes(t, "given back", `!document.querySelector('dialog') && document.activeElement.id === 'begin'`)
	p.quiet(t)
}

func TestAnApplicantWhoIsNotHeardIsToldWhatToDo(t *testing.T) {
	h := at(t)
	b := openBank(t, h, "voiceCapture()")
	b.list(t, h)
	for sound, c := range map[specimen.Sound]struct{ prompt, why string }{
		specimen.Quiet:      {"quiet", "We can hardly hear you"},
		specimen.Overdriven: {"loud", "Too loud"},
		specimen.Noisy:      {"", "There is too much noise"},
	} {
		p := speaker(t, sound)
		check(t, p.SetViewportSize(320, 568))
		b.begins(t, p)
		p.does(t, "continue")
		p.does(t, "take")
		if c.prompt != "" {
			p.says(t, `"prompt":"`+c.prompt+`"`)
		}
		p.left(t, "0:15")
		if c.prompt == "quiet" {
			p.says(t, `"screen":"warning"`)
		}
		check(t, first(p.Evaluate(takes)))
		p.becomes(t, "told why", inShadow+`.querySelector('.retry .reason')?.textContent.startsWith('`+c.why+`')`)
		p.accessibleIn(t, "voice that is not heard", plainly)
		p.does(t, "retry")
		p.becomes(t, "ready again", inShadow+`.querySelector('.screen.capture .shutter')`)
		p.does(t, "cancel")
		p.says(t, `"failed":"CANCELLED"`)
		check(t, p.Close())
	}
}

func TestWhoGivesUpOnTheMicrophoneEndsTheCaptureWithItsCode(t *testing.T) {
	h := at(t)
	b := openBank(t, h, "voiceCapture()")
	b.list(t, h)
	p := b.applicant(t, refused)
	p.does(t, "continue")
	p.does(t, "take")
	p.troubled(t, "Allow the microphone")
	p.does(t, "cancel")
	p.says(t, `"failed":"MICROPHONE_DENIED"`)
	p.becomes(t, "given back", `!document.querySelector('dialog')`)
}

func TestAMicrophoneThatIsTakenAwayIsOpenedAgainForAnotherRecording(t *testing.T) {
	h := at(t)
	b := openBank(t, h, "voiceCapture()")
	b.list(t, h)
	p := speaker(t, specimen.Spoken)
	b.begins(t, p)
	p.says(t, `"screen":"instruction"`)
	_, err := p.Evaluate(`() => {
		const { mediaDevices } = navigator
		const open = mediaDevices.getUserMedia.bind(mediaDevices)
		mediaDevices.getUserMedia = async how => window.stream = await open(how)
	}`)
	check(t, err)
	p.does(t, "continue")
	p.does(t, "take")
	p.left(t, "0:18")
	_, err = p.Evaluate(`() => stream.getTracks()[0].dispatchEvent(new Event('ended'))`)
	check(t, err)
	p.becomes(t, "told that the recording was interrupted", interrupted)
	p.accessibleIn(t, "interruption of a voice", plainly)
	p.becomes(t, "given back", `(window.lost = stream).getTracks()[0].readyState === 'ended'`)
	p.does(t, "retry")
	p.does(t, "take")
	p.left(t, "0:17")
	p.becomes(t, "heard again", `stream !== lost`)
	check(t, first(p.Evaluate(hides)))
	p.becomes(t, "told so once more", interrupted)
	p.does(t, "retry")
	p.does(t, "take")
	p.left(t, "0:17")
	check(t, first(p.Evaluate(takes)))
	p.does(t, "done")
	p.says(t, `"QUEUED"`)
}

// interrupted is where an applicant is told that a recording is not whole; hides takes the page out of sight for a
// moment, as an app does that comes before it.
const (
	interrupted = inShadow + `.querySelector('.retry .reason')?.textContent.startsWith('The recording was interrupted')`
	hides       = `() => {
		let hidden = true
		Object.defineProperty(document, 'hidden', { get: () => hidden, configurable: true })
		document.dispatchEvent(new Event('visibilitychange'))
		hidden = false
		document.dispatchEvent(new Event('visibilitychange'))
	}`
)

func TestALinkCapturesAVoice(t *testing.T) {
	full(t, "TestAnApplicantReadsAPhraseAloudOnAPageOfAnotherOrigin")
	h := at(t)
	link := h.link(t, map[string]any{"function": onboarding.VoiceCapture})
	p := speaker(t, specimen.Spoken)
	p.visit(link.URL)
	p.heading(t, "Show that it is you")
	p.accessibleIn(t, "offer of a voice", plainly)
	p.agrees(t)
	p.does(t, "continue")
	check(t, first(p.Reload()))
	p.heading(t, "Go on where you were")
	p.agrees(t)
	p.does(t, "continue")
	p.does(t, "take")
	p.left(t, "0:15")
	check(t, first(p.Evaluate(takes)))
	p.does(t, "done")
	p.heading(t, "Done")
	if got := h.outcomeOf(t, link.JobID, engine.CodeVoice); got != engine.Pass {
		t.Errorf("the engine's verdict is %s", got)
	}
	p.quiet(t)
	agent := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	agent.visit(h.base + "/jobs/" + link.JobID)
	agent.becomes(t, "told what the applicant read", `document.body.textContent.includes('Asked to say')`)
}

func TestALinkCapturesASignatureWithoutACamera(t *testing.T) {
	h := at(t)
	link := h.link(t, map[string]any{"function": onboarding.SignatureCapture, "language": "HI"})
	p := filmed(t, refused)
	check(t, p.SetViewportSize(320, 568))
	p.visit(link.URL)
	p.heading(t, "दिखाएँ कि यह आप ही हैं")
	p.agrees(t)
	p.does(t, "continue")
	p.signs(t, specimen.Sign(7, 1))
	p.does(t, "done")
	p.sees(".preview canvas")
	p.does(t, "done")
	p.heading(t, "पूरा हुआ")
	if got := h.outcomeOf(t, link.JobID, engine.CodeSignature); got != engine.Pass {
		t.Errorf("the engine's verdict is %s", got)
	}
	p.quiet(t)
}

func TestAMicrophoneOfALinkThatIsRefusedCanBeAllowed(t *testing.T) {
	h := at(t)
	link := h.link(t, map[string]any{"function": onboarding.VoiceCapture})
	p := filmed(t, refused)
	p.visit(link.URL)
	p.agrees(t)
	p.does(t, "continue")
	p.does(t, "take")
	p.troubled(t, "Allow the microphone")
	p.does(t, "retry")
	p.does(t, "take") // at once, without what was read before
	p.troubled(t, "Allow the microphone")
	p.does(t, "cancel")
	p.heading(t, "Go on where you were")
}
