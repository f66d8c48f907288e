package demo

import (
	"proofdesk/app/onboarding"
	"proofdesk/engine/specimen"
)

// application is one applicant of the demo: what is drawn, and what is asked of it.
type application struct {
	kind     specimen.Case
	function onboarding.Function
	seed     uint64
	number   string // unique number; empty for none
	trusted  bool   // through the client whose devices' liveness is trusted
	live     string // what the device says of liveness; empty for nothing
	extra    []string
}

// opening are the first applicants: among them every outcome.
var opening = []application{
	{kind: specimen.Good, function: onboarding.Enrollment, seed: 11, number: "100011", trusted: true, live: "PASS"},
	{kind: specimen.Good, function: onboarding.IDValidation, seed: 12},
	{kind: specimen.BirthContradicts, function: onboarding.IDValidationFace, seed: 13, live: "PASS"},
	{kind: specimen.SubmittedDiffers, function: onboarding.IDValidationFace, seed: 14, live: "PASS", extra: []string{"signature", "voice"}},
	{kind: specimen.Again, function: onboarding.Enrollment, seed: 11, number: "100011", trusted: true, live: "PASS"},
	{kind: specimen.Expired, function: onboarding.IDValidation, seed: 15},
	{kind: specimen.Truncated, function: onboarding.IDValidation, seed: 16},
	{kind: specimen.WrongFace, function: onboarding.IDValidationFace, seed: 17, trusted: true, live: "PASS"},
	{kind: specimen.Photocopied, function: onboarding.IDValidation, seed: 18},
	{kind: specimen.Reflecting, function: onboarding.IDValidationFace, seed: 19, live: "PASS"},
	{kind: specimen.Good, function: onboarding.IDValidationFace, seed: 20},
	{kind: specimen.OtherIdentity, function: onboarding.Enrollment, seed: 11, number: "100012", trusted: true, live: "PASS"},
	{kind: specimen.OutOfFocus, function: onboarding.IDValidation, seed: 21},
	{kind: specimen.OnScreen, function: onboarding.IDValidation, seed: 22},
	{kind: specimen.Good, function: onboarding.LiveFaceCheck, seed: 23, live: "PASS"},
	{kind: specimen.WrongDigit, function: onboarding.IDValidation, seed: 24},
	{kind: specimen.UnderAge, function: onboarding.IDValidation, seed: 25},
	{kind: specimen.Good, function: onboarding.CustomerVerification, seed: 11, number: "100011", trusted: true, live: "PASS"},
	{kind: specimen.NameContradicts, function: onboarding.IDValidationFace, seed: 26, live: "PASS", extra: []string{"signature"}},
	{kind: specimen.Slanted, function: onboarding.IDValidation, seed: 27},
	{kind: specimen.Good, function: onboarding.VoiceCapture, seed: 28},
	{kind: specimen.NoisyVoice, function: onboarding.VoiceCapture, seed: 29},
	{kind: specimen.Good, function: onboarding.SignatureCapture, seed: 30},
	{kind: specimen.Underexposed, function: onboarding.IDValidationFace, seed: 31, live: "PASS"},
	{kind: specimen.Corrupt, function: onboarding.IDValidation, seed: 32},
	{kind: specimen.Good, function: onboarding.Enrollment, seed: 33, number: "100033", live: "PASS"},
	{kind: specimen.Sideways, function: onboarding.IDValidation, seed: 34},
	{kind: specimen.UpsideDown, function: onboarding.IDValidation, seed: 35},
	{kind: specimen.NoCode, function: onboarding.IDValidationFace, seed: 36, live: "PASS"},
	{kind: specimen.Good, function: onboarding.DocumentCapture, seed: 37},
}

// later are the cases that go on coming after the opening, in turn.
var later = []specimen.Case{
	specimen.Good, specimen.BirthContradicts, specimen.Reflecting, specimen.WrongFace, specimen.SubmittedDiffers, specimen.Photocopied, specimen.Good, specimen.LongNames, specimen.Slanted,
}

// applicationAt gives the n-th applicant of the demo, from 0.
func applicationAt(n int) application {
	if n < len(opening) {
		return opening[n]
	}
	a := application{kind: later[n%len(later)], function: onboarding.IDValidationFace, seed: uint64(1000 + n), live: "PASS"}
	if n%4 == 0 {
		a.function, a.live = onboarding.IDValidation, ""
	}
	return a
}

// kinds are the captures that an application sends, of those that its applicant can make.
func (a application) kinds(can []string) []string {
	var want []string
	for _, need := range a.function.Needs() {
		for _, kind := range need {
			want = append(want, string(kind))
		}
	}
	if a.function != onboarding.LiveFaceCheck && a.function != onboarding.CustomerVerification {
		want = append(want, string(onboarding.IDBack))
	}
	want = append(want, a.extra...)
	var kinds []string
	for _, kind := range can {
		for _, w := range want {
			if w == kind {
				kinds = append(kinds, kind)
				break
			}
		}
	}
	return kinds
}
