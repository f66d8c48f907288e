package onboarding

import "slices"

// Desktop is whether an applicant may capture with the camera of a desktop.
type Desktop string

// What a desktop is good for: it shows a code for the phone first, it shows nothing else, or it captures.
const (
	PhonePreferred Desktop = "phone_preferred"
	PhoneOnly      Desktop = "phone_only"
	DesktopAllowed Desktop = "allowed"
)

// Desktops lists what a desktop may be good for.
func Desktops() []Desktop { return []Desktop{PhonePreferred, PhoneOnly, DesktopAllowed} }

// DesktopFor returns what a desktop is good for where nobody says it: documents and fingers are captured better with a
// phone.
func DesktopFor(takes func(CaptureKind) bool) Desktop {
	if slices.ContainsFunc([]CaptureKind{IDFront, IDBack, Passport, Document, Fingerprints}, takes) {
		return PhonePreferred
	}
	return DesktopAllowed
}
