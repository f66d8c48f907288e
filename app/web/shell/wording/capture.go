package wording

import (
	"proofdesk/app/onboarding"
	"proofdesk/app/web/shell/format"
)

// faultNames say what is wrong with a file.
var faultNames = map[string]string{
	"empty":           "it is empty",
	"truncated":       "it ends too early",
	"too_large":       "it is too large",
	"too_many_pixels": "it has too many pixels",
	"too_many_scans":  "it has too many scans",
	"too_long":        "it is too long",
	"unsupported":     "its format is not taken",
	"corrupt":         "it is damaged",
	"timeout":         "it took too long",
	"memory":          "it took too much memory",
}

// Fault says what is wrong with a file.
func Fault(code string) string {
	if name, ok := faultNames[code]; ok {
		return name
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
