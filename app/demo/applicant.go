package demo

import (
	"fmt"
	"slices"
	"time"

	"proofdesk/app/onboarding"
	"proofdesk/engine/specimen"
)

// application is one applicant of the demo: what is drawn, and what is requested.
type application struct {
	kind     specimen.Case
	function onboarding.Function
	seed     uint64
	number   string        // unique number; empty for none
	trusted  bool          // through the client whose devices' liveness is trusted
	live     string        // the device's liveness outcome; empty for none
	document specimen.Kind // that the applicant holds; empty for any
	forged   bool          // the chip holds another name than its State signed
	filled   bool          // the host application submits what auto-fill read, not what its customer typed
	extra    []string      // captures besides those that the function needs
}

// opening holds the first applicants: among them every outcome, and among the first ten every kind of capture that the
// console shows in its own way. Fast ones come first, so that there is soon something to review.
var opening = []application{
	{kind: specimen.BirthContradicts, function: onboarding.IDValidationFace, seed: 13, live: "PASS"},
	{kind: specimen.SmudgedPrint, function: onboarding.FingerprintCapture, seed: 40},
	{kind: specimen.Good, function: onboarding.Enrollment, seed: 11, number: "100011", trusted: true, live: "PASS"},
	{kind: specimen.WrongFace, function: onboarding.IDValidationFace, seed: 17, trusted: true, live: "PASS"},
	{
		kind:     specimen.Again,
		function: onboarding.VideoID,
		seed:     11,
		number:   "100011",
		trusted:  true,
		live:     "PASS",
		extra:    []string{"voice"},
	},
	{
		kind:     specimen.SubmittedDiffers,
		function: onboarding.IDValidationFace,
		seed:     14,
		live:     "PASS",
		extra:    []string{"signature", "voice"},
	},
	{
		kind:     specimen.BirthContradicts,
		function: onboarding.IDValidationFace,
		document: specimen.Passport,
		seed:     41,
		trusted:  true,
		live:     "PASS",
		extra:    []string{"nfc"},
	},
	{kind: specimen.Expired, function: onboarding.IDValidation, seed: 15},
	{kind: specimen.Photocopied, function: onboarding.IDValidation, seed: 18},
	{kind: specimen.Again, function: onboarding.Enrollment, seed: 11, number: "100011", trusted: true, live: "PASS"},
	{kind: specimen.Good, function: onboarding.IDValidation, seed: 12},
	{kind: specimen.Good, function: onboarding.IDValidation, seed: 42, filled: true},
	{kind: specimen.Truncated, function: onboarding.IDValidation, seed: 16},
	{kind: specimen.Reflecting, function: onboarding.IDValidationFace, seed: 19, live: "PASS"},
	{kind: specimen.Good, function: onboarding.IDValidationFace, seed: 20},
	{
		kind:     specimen.OtherIdentity,
		function: onboarding.Enrollment,
		seed:     11,
		number:   "100012",
		trusted:  true,
		live:     "PASS",
	},
	{
		kind:     specimen.Good,
		function: onboarding.IDValidationFace,
		document: specimen.Passport,
		seed:     43,
		trusted:  true,
		live:     "PASS",
		extra:    []string{"nfc"},
		forged:   true,
	},
	{kind: specimen.OutOfFocus, function: onboarding.IDValidation, seed: 21},
	{kind: specimen.OnScreen, function: onboarding.IDValidation, seed: 22},
	{kind: specimen.Good, function: onboarding.LiveFaceCheck, seed: 23, live: "PASS"},
	{kind: specimen.WrongDigit, function: onboarding.IDValidation, seed: 24},
	{kind: specimen.UnderAge, function: onboarding.IDValidation, seed: 25},
	{
		kind:     specimen.Good,
		function: onboarding.CustomerVerification,
		seed:     11,
		number:   "100011",
		trusted:  true,
		live:     "PASS",
	},
	{
		kind:     specimen.NameContradicts,
		function: onboarding.IDValidationFace,
		seed:     26,
		live:     "PASS",
		extra:    []string{"signature"},
	},
	{kind: specimen.Slanted, function: onboarding.IDValidation, seed: 27},
	{kind: specimen.Good, function: onboarding.VoiceCapture, seed: 28},
	{kind: specimen.NoisyVoice, function: onboarding.VoiceCapture, seed: 29},
	{kind: specimen.Good, function: onboarding.SignatureCapture, seed: 30},
	{kind: specimen.Good, function: onboarding.FingerprintCapture, seed: 44},
	{kind: specimen.Underexposed, function: onboarding.IDValidationFace, seed: 31, live: "PASS"},
	{kind: specimen.Corrupt, function: onboarding.IDValidation, seed: 32},
	{kind: specimen.Good, function: onboarding.Enrollment, seed: 33, number: "100033", live: "PASS"},
	{kind: specimen.Sideways, function: onboarding.IDValidation, seed: 34},
	{kind: specimen.UpsideDown, function: onboarding.IDValidation, seed: 35},
	{kind: specimen.NoCode, function: onboarding.IDValidationFace, seed: 36, live: "PASS"},
	{kind: specimen.Good, function: onboarding.DocumentCapture, seed: 37},
}

// later holds the cases that follow the opening, in turn.
var later = []specimen.Case{
	specimen.Good, specimen.BirthContradicts, specimen.Reflecting, specimen.WrongFace, specimen.SubmittedDiffers,
	specimen.Photocopied, specimen.Good, specimen.LongNames, specimen.Slanted,
}

// applicationAt returns the n-th applicant of the demo, from 0.
func applicationAt(n int) application {
	if n < len(opening) {
		return opening[n]
	}
	a := application{
		kind:     later[n%len(later)],
		function: onboarding.IDValidationFace,
		seed:     uint64(1000 + n),
		live:     "PASS",
	}
	switch {
	case n%4 == 0:
		a.function, a.live = onboarding.IDValidation, ""
	case n%7 == 0:
		a.document, a.extra = specimen.Passport, []string{"nfc"}
	case n%7 == 3:
		a.function, a.live, a.extra = onboarding.VideoID, "", []string{"voice", "fingerprints"}
		a.number = fmt.Sprint(100000 + n)
	case n%7 == 5:
		a.extra = []string{"signature", "voice"}
	}
	return a
}

// set draws the applicant.
func (a application) set(today time.Time) specimen.Set {
	if a.document != "" {
		return specimen.ApplicantWith(a.document, a.seed, a.kind, today)
	}
	return specimen.Applicant(a.seed, a.kind, today)
}

// request returns the host application's request for the job.
func (a application) request(set specimen.Set) map[string]any {
	request := map[string]any{
		"function":   a.function,
		"flavor":     a.flavor(),
		"sdkVersion": "11.1.13.2.18",
		"submitted":  set.Submitted,
		"location": onboarding.Location{
			Latitude:  float64(404+a.seed%50) / 10,
			Longitude: float64(int(a.seed%70)-37) / 10,
			Accuracy:  18,
		},
		"device": onboarding.Device{
			ID:           fmt.Sprintf("demo-%d", a.seed%7),
			Manufacturer: "Specimen",
			Model:        "Phone 3",
			OS:           "Android",
			OSVersion:    "15",
			AppVersion:   "4.2.0",
		},
	}
	if a.number != "" {
		request["uniqueNumber"] = a.number
	}
	return request
}

func (a application) flavor() string {
	switch a.function {
	case onboarding.LiveFaceCheck, onboarding.CustomerVerification:
		return "LIVENESS"
	case onboarding.VideoID:
		return "VIDEO_ID"
	}
	return []string{"LITE", "MEDIUM", "VIDEO_ID"}[a.seed%3]
}

// kinds returns the captures that an application sends: those that its function needs and its applicant has, the back
// of documents that have one, and the extra ones.
func (a application) kinds(can []string) []string {
	var kinds []string
	for _, need := range a.function.Needs() {
		for _, kind := range need {
			if slices.Contains(can, string(kind)) || kind == onboarding.Video {
				kinds = append(kinds, string(kind))
			}
		}
	}
	if slices.Contains(kinds, string(onboarding.IDFront)) && slices.Contains(can, string(onboarding.IDBack)) {
		kinds = append(kinds, string(onboarding.IDBack))
	}
	return append(kinds, a.extra...)
}
