package wording

import (
	"proofdesk/app/catalogue"
	"proofdesk/app/onboarding"
	"proofdesk/app/web/shell/format"
)

// Fault returns what is wrong with a file.
func Fault(code string) string {
	if f, ok := catalogue.FaultOf(code); ok {
		return f.Text.English
	}
	return format.Words(code)
}

// captureNames are the kinds of captures as people read them.
var captureNames = map[onboarding.CaptureKind]string{
	onboarding.IDFront:        "ID front",
	onboarding.IDBack:         "ID back",
	onboarding.Passport:       "passport",
	onboarding.SecondaryFront: "2nd front",
	onboarding.SecondaryBack:  "2nd back",
	onboarding.Selfie:         "selfie",
	onboarding.Document:       "document",
	onboarding.Voice:          "voice",
	onboarding.Signature:      "signature",
	onboarding.Fingerprints:   "prints",
	onboarding.Video:          "video",
	onboarding.NFC:            "chip",
}

// Capture names a kind of capture.
func Capture(k onboarding.CaptureKind) string {
	if name, ok := captureNames[k]; ok {
		return name
	}
	return format.Words(string(k))
}
