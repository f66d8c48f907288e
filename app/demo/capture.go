package demo

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"proofdesk/app/onboarding"
	"proofdesk/engine/chip"
	"proofdesk/engine/face/drawn"
	"proofdesk/engine/specimen"
)

// studio creates the captures of applicants.
type studio struct {
	state *chip.State // signs their chips
}

// newStudio creates a State that signs chips for as long as the process runs, and writes its country certificate to a
// file.
func newStudio(certificate string) (studio, error) {
	state, err := chip.NewState("UT", time.Now())
	if err != nil {
		return studio{}, err
	}
	return studio{state}, os.WriteFile(certificate, state.Country, 0o600)
}

const (
	filmWidth     = 240
	portraitWidth = 240
	jsonType      = "application/json"
)

// all returns the captures that an application sends.
func (s studio) all(a application, set specimen.Set) ([]specimen.Capture, error) {
	var all []specimen.Capture
	for _, kind := range a.kinds(set.Kinds()) {
		one, err := s.capture(a, set, kind)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, nil
}

// documents returns the pictures of an identity document among captures, by kind.
func documents(captures []specimen.Capture) map[string][]byte {
	pictures := map[string][]byte{}
	for _, c := range captures {
		switch onboarding.CaptureKind(c.Kind) {
		case onboarding.IDFront, onboarding.IDBack, onboarding.Passport:
			pictures[c.Kind] = c.Bytes
		}
	}
	return pictures
}

// capture returns one capture of an applicant.
func (s studio) capture(a application, set specimen.Set, kind string) (specimen.Capture, error) {
	switch onboarding.CaptureKind(kind) {
	case onboarding.Video:
		return film(set), nil
	case onboarding.NFC:
		return s.chip(a, set)
	case onboarding.Signature:
		return signed(set)
	}
	capture, ok := set.Capture(kind)
	if !ok {
		return capture, fmt.Errorf("the applicant has no %s", kind)
	}
	return capture, nil
}

// film returns a recording of the applicant doing what a Video ID asks for.
func film(set specimen.Set) specimen.Capture {
	person := set.Person
	if set.Impostor != 0 {
		person.Face = set.Impostor
	}
	frames := specimen.Film(person, set.Seed, filmWidth, specimen.Still, specimen.TurnLeft, specimen.Blink,
		specimen.TurnRight, specimen.Grin)
	return specimen.Capture{Kind: "video", ContentType: "video/webm", Bytes: specimen.WebM(frames)}
}

// chip returns what a phone reads from the chip of the applicant's passport.
func (s studio) chip(a application, set specimen.Set) (specimen.Capture, error) {
	portrait := drawn.Portrait(set.Person.Face, drawn.Options{Size: portraitWidth})
	lines := set.Document.Lines()
	d, err := s.state.Issue(lines, specimen.JPEG(portrait, 88, 1))
	if err != nil {
		return specimen.Capture{}, err
	}
	if a.forged {
		// the surname begins with other letters
		d.Groups[1] = bytes.Replace(d.Groups[1], []byte(lines[0][5:7]), []byte("XA"), 1)
	}
	body, err := d.JSON()
	return specimen.Capture{Kind: "nfc", ContentType: jsonType, Bytes: body}, err
}

// signed returns a signature as the SDK sends it: its picture and the path of the pen.
func signed(set specimen.Set) (specimen.Capture, error) {
	written, _ := set.Capture("signature")
	body, err := json.Marshal(map[string]any{
		"SignatureImage":           written.Bytes,
		"SignatureDataCoordinates": written.Coordinates,
	})
	return specimen.Capture{Kind: "signature", ContentType: jsonType, Bytes: body}, err
}
