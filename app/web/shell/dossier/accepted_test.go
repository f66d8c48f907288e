package dossier_test

import (
	"testing"
	"time"

	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/app/review"
	"proofdesk/app/web/shell/dossier"
	"proofdesk/engine"
	"proofdesk/views/ui"
	"proofdesk/views/words"
)

func TestADevicesPassIsAcceptedWhereThePolicyHasNoReasonAgainstIt(t *testing.T) {
	server := engine.Check{Code: engine.CodeLiveness, RanOn: engine.OnServer, Outcome: engine.Inconclusive}
	device := engine.Check{
		Code:      engine.CodeLiveness,
		RanOn:     engine.OnDevice,
		Outcome:   engine.Pass,
		Provider:  "facelab",
		Version:   "9.4",
		Assurance: engine.Calibrated,
	}
	weak := policy.Reason{Code: "liveness.unproven", Check: engine.CodeLiveness}
	cases := map[string]struct {
		outcome onboarding.Status
		reasons []policy.Reason
		checks  []engine.Check
		want    string
	}{
		"trusted enough": {
			onboarding.Review, nil,
			[]engine.Check{server, device},
			"The device’s pass was accepted: facelab 9.4, trusted as a calibrated provider",
		},
		"not trusted enough": {onboarding.Review, []policy.Reason{weak}, []engine.Check{server, device}, ""},
		"the server failed it": {
			onboarding.Review, nil, []engine.Check{{Code: engine.CodeLiveness, Outcome: engine.Fail}, device}, "",
		},
		"declined for something else": {onboarding.Declined, nil, []engine.Check{server, device}, ""},
		"no device":                   {onboarding.Review, nil, []engine.Check{server}, ""},
	}
	for about, c := range cases {
		d := dossier.Dossier{Language: words.English, Dossier: review.Dossier{
			Report:   engine.Report{Checks: c.checks},
			Decision: policy.Decision{Outcome: c.outcome, Reasons: c.reasons},
		}}
		got := ""
		if pass := d.Accepted(engine.CodeLiveness); pass != nil {
			got = d.AcceptedText(*pass)
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", about, got, c.want)
		}
	}
}

func TestACheckHasTheColourOfTheFindingAboutIt(t *testing.T) {
	server := engine.Check{Code: engine.CodeLiveness, RanOn: engine.OnServer, Outcome: engine.Inconclusive}
	device := engine.Check{Code: engine.CodeLiveness, RanOn: engine.OnDevice, Outcome: engine.Pass}
	face := engine.Check{Code: engine.CodeFaceMatch, Outcome: engine.Warn}
	glare := engine.Check{Code: engine.CodeGlare, Outcome: engine.Warn}
	d := dossier.Dossier{Language: words.English, Dossier: review.Dossier{
		Report: engine.Report{Checks: []engine.Check{server, device, face, glare}},
		Decision: policy.Decision{Outcome: onboarding.Review, Reasons: []policy.Reason{
			{Code: "face.unsure", Check: engine.CodeFaceMatch, Band: policy.BandFraud},
			{Code: "glare.some", Check: engine.CodeGlare, Band: policy.BandQuality},
		}},
	}}
	for _, c := range []struct {
		about string
		check engine.Check
		want  ui.Tone
	}{
		{"unproven, and the device's pass was accepted", server, ui.Pass},
		{"in doubt, and a sign of fraud", face, ui.Fail},
		{"in doubt", glare, ui.Warn},
	} {
		if got := d.Tone(c.check); got != c.want {
			t.Errorf("%s: %s, want %s", c.about, got, c.want)
		}
	}
}

func TestADocumentThatExpiredYesterdaySaysSo(t *testing.T) {
	d := dossier.Dossier{Language: words.English, Dossier: review.Dossier{
		Now:    time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC),
		Report: engine.Report{Readings: []engine.Reading{{Field: "expiryDate", Value: "2026-11-19"}}},
	}}
	for language, want := range map[words.Language]string{
		words.English: "Expired on 19 Nov 2026, 1 day ago",
		words.Spanish: "Venció el 19 nov 2026, hace 1 día",
	} {
		d.Language = language
		if got := d.Sentence(policy.Reason{Code: "data.expired"}, nil); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
