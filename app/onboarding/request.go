package onboarding

import "slices"

// CaptureRequest is what an agent who reviews a job asks its applicant for anew.
type CaptureRequest struct {
	Captures []AskedCapture `json:"captures,omitempty"`
	Words    string         `json:"words,omitempty"` // the agent's own to the applicant
}

// AskedCapture is a capture that is asked for, with the code of the reason.
type AskedCapture struct {
	Kind   CaptureKind `json:"kind"`
	Reason string      `json:"reason"`
}

// Kinds returns what is asked for.
func (r CaptureRequest) Kinds() []CaptureKind {
	var kinds []CaptureKind
	for _, c := range r.Captures {
		kinds = append(kinds, c.Kind)
	}
	return kinds
}

// Takes reports whether a capture of a kind answers the request: a passport may stand for a card, and a selfie has the
// film of the moves that were asked for with it.
func (r CaptureRequest) Takes(kind CaptureKind) bool {
	return slices.Contains(r.Kinds(), kind) || kind == Passport && slices.Contains(r.Kinds(), IDFront) ||
		kind == Video && slices.Contains(r.Kinds(), Selfie)
}

// Missing returns what is asked for and not among the kinds that there are: a passport has no back.
func (r CaptureRequest) Missing(have []CaptureKind) []CaptureKind {
	card := slices.Contains(have, Passport)
	return slices.DeleteFunc(r.Kinds(), func(k CaptureKind) bool {
		return slices.Contains(have, k) || card && (k == IDFront || k == IDBack)
	})
}

// Supersedes returns the kinds whose captures a new one takes the place of: a passport stands for both sides of a card,
// and a card for a passport.
func (k CaptureKind) Supersedes() []CaptureKind {
	switch k {
	case Passport:
		return []CaptureKind{Passport, IDFront, IDBack}
	case IDFront:
		return []CaptureKind{IDFront, Passport}
	}
	return []CaptureKind{k}
}

// Excludes returns the kinds of which a request keeps none beside a new capture: what came before of its kind, and the
// other document, as an applicant shows a card or a passport.
func (k CaptureKind) Excludes() []CaptureKind {
	if k == IDBack {
		return []CaptureKind{IDBack, Passport}
	}
	return k.Supersedes()
}

// Askable returns the captures of a job of f that an agent may ask for anew: those that the hosted capture page can
// take.
func (f Function) Askable() []CaptureKind {
	return slices.DeleteFunc([]CaptureKind{IDFront, IDBack, Passport, Selfie},
		func(k CaptureKind) bool { return !f.Takes(k) })
}

// reasonsToAsk are the codes of why a capture is asked for anew, in the order in which they are offered.
var (
	documentReasons = []string{"blurred", "glare", "dark", "cut_off", "covered", "wrong_document"}
	faceReasons     = []string{"blurred", "dark", "cut_off", "covered", "several_faces"}
)

// ReasonsToAsk returns the codes of why a capture of the kind may be asked for anew.
func (k CaptureKind) ReasonsToAsk() []string {
	if k == Selfie {
		return faceReasons
	}
	return documentReasons
}
