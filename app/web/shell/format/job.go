package format

import (
	"proofdesk/app/onboarding"
	"proofdesk/views/ui"
)

var functionNames = map[onboarding.Function]string{
	onboarding.LiveFaceCheck:        "live face check",
	onboarding.IDValidation:         "ID validation",
	onboarding.IDValidationFace:     "ID validation with face",
	onboarding.Enrollment:           "enrolment",
	onboarding.BiometricEnrollment:  "biometric enrolment",
	onboarding.CustomerVerification: "customer verification",
	onboarding.AutoFill:             "auto fill",
	onboarding.VideoID:              "video ID",
	onboarding.DocumentCapture:      "document capture",
	onboarding.VoiceCapture:         "voice capture",
	onboarding.SignatureCapture:     "signature capture",
	onboarding.FingerprintCapture:   "fingerprint capture",
}

// Function names the function of a job.
func Function(f onboarding.Function) string {
	if name, ok := functionNames[f]; ok {
		return name
	}
	return Words(string(f))
}

// StatusTone returns the colour of a job's status.
func StatusTone(s onboarding.Status) ui.Tone {
	switch {
	case s.Is(onboarding.Approved), s.Is(onboarding.ExistingCustomer):
		return ui.Pass
	case s.Is(onboarding.Review), s.Is(onboarding.Suspicious):
		return ui.Warn
	case s.Is(onboarding.Declined), s.Is(onboarding.Errored):
		return ui.Fail
	}
	return ui.Plain
}
