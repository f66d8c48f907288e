package e2e_test

import (
	"bytes"
	"encoding/base64"
	"image/png"
	"testing"

	"proofdesk/engine/specimen"
)

// moves are what applicants are told to do before the camera, with what a drawn person then does: the applicant's left
// is the picture's right.
var moves = map[string]specimen.Move{
	"Turn your head to the left":   specimen.TurnRight,
	"Turn your head to the right":  specimen.TurnLeft,
	"Look up":                      specimen.LookUp,
	"Close your eyes for a second": specimen.Blink,
	"Come closer":                  specimen.Closer,
}

// posed returns a picture of a person in the middle of a move.
func posed(t *testing.T, p specimen.Person, move specimen.Move) []byte {
	t.Helper()
	var out bytes.Buffer
	check(t, png.Encode(&out, specimen.Pose(p, 1, 420, move)))
	return out.Bytes()
}

// obeys lets the person before the camera of a scene do what the prompts say while a face is asked for, look into it
// where they ask for no move, and try again where the moves were not seen; it notes the number of each move as
// window.told. The page itself does it, so that it is not late where the test is.
func (p *page) obeys(t *testing.T, person specimen.Person) {
	t.Helper()
	p.performs(t, func(move specimen.Move) []byte { return posed(t, person, move) })
}

// performs is obeys with a picture of one's own for each move.
func (p *page) performs(t *testing.T, pictureOf func(specimen.Move) []byte) {
	t.Helper()
	poses := map[string]any{"": base64.StdEncoding.EncodeToString(shown(t, pictureOf(specimen.Still)))}
	for told, move := range moves {
		poses[told] = base64.StdEncoding.EncodeToString(shown(t, pictureOf(move)))
	}
	_, err := p.Evaluate(`async poses => {
		await Promise.all(Object.values(poses).map(decode)) // which takes longer than a prompt stands where a page is slow
		let last, again = false
		window.told = []
		setInterval(() => {
			const screen = document.querySelector('dialog > div')?.shadowRoot
			const now = screen?.querySelector('.prompt')?.textContent
			// A machine that is too busy films too little to follow the moves.
			if (/^We could not see/.test(screen?.querySelector('.reason')?.textContent)) {
				again = true
				screen.querySelector('.main').click()
			}
			const take = screen?.querySelector('.phrase') && screen.querySelector('[data-action=take]')
			if (again && take) {
				again = false
				take.click() // a video, which ends by itself after twenty seconds
			}
			if (now === last || !screen?.querySelector('[data-subject=face]')) return
			last = now
			void show(poses[now] ?? poses[''])
			if (poses[now] && !screen.querySelector('.shutter')) window.told.push(screen.querySelector('.phrase').textContent)
		}, 50)
	}`, poses)
	check(t, err)
}
