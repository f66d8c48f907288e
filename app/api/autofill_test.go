package api_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"proofdesk/app/intake"
	"proofdesk/engine"
	"proofdesk/engine/specimen"
)

func TestAutoFillTakesTheMostTrustedReading(t *testing.T) {
	no := false
	report := engine.Report{
		Captures: []engine.CaptureReport{{ID: "passport", Kind: "passport", Prompts: []string{"tooBlurry"}}},
		Readings: []engine.Reading{
			{Source: engine.VIZ, Field: "lastName", Capture: "passport", Value: "ERIKSS0N", Confidence: .9},
			{Source: engine.MRZ, Field: "lastName", Capture: "passport", Value: "ERIKSSON", Confidence: .8},
			{
				Source:     engine.MRZ,
				Field:      "documentNumber",
				Capture:    "passport",
				Value:      "L898902C4",
				Confidence: .9,
				CheckDigit: &no,
			},
			{Source: engine.VIZ, Field: "documentNumber", Capture: "passport", Value: "L898902C3", Confidence: .7},
			{Source: engine.Submitted, Field: "sex", Value: "F", Confidence: 1},
		},
	}
	w := newWorld(t, func(w *world) {
		w.in.Extract = func(_ context.Context, captures []engine.Capture) (engine.Report, error) {
			if len(captures) != 1 || captures[0].Kind != "passport" || captures[0].ContentType != "image/jpeg" {
				t.Errorf("captures %+v", captures)
			}
			return report, nil
		}
	})
	contentType, body := form(t, "passport", string(jpegOf(t, 30, 30)))
	a := w.call("POST", "/api/v4/autofill", bearer("acme").with("Content-Type", contentType), body)
	var filled intake.AutoFilled
	a.into(t, &filled)
	if a.status != 200 || filled.Fields["lastName"] != "ERIKSSON" || filled.Sources["lastName"] != "MRZ" ||
		filled.Fields["documentNumber"] != "L898902C3" ||
		len(filled.Fields) != 2 || len(filled.Captures) != 1 || filled.Captures[0].Prompts[0] != "tooBlurry" {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if jobs, _ := w.store.Jobs(context.Background(), "acme", 0, 10); len(jobs) != 0 {
		t.Error("auto fill left a job")
	}
}

// filled sends pictures to auto fill, which the engine itself reads.
func filled(t *testing.T, parts ...string) intake.AutoFilled {
	t.Helper()
	w := newWorld(t, func(w *world) {
		w.in.Extract = func(ctx context.Context, captures []engine.Capture) (engine.Report, error) {
			return engine.Inspect(ctx, engine.Submission{
				Captures:   captures,
				Thresholds: engine.DefaultThresholds(),
				Today:      time.Now(),
			}), nil
		}
	})
	contentType, body := form(t, parts...)
	a := w.call("POST", "/api/v4/autofill", bearer("acme").with("Content-Type", contentType), body)
	if a.status != 200 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	var f intake.AutoFilled
	a.into(t, &f)
	return f
}

func captured(t *testing.T, document specimen.Kind, c specimen.Case, kind string) string {
	t.Helper()
	capture, ok := specimen.ApplicantWith(document, 5, c, time.Now().UTC()).Capture(kind)
	if !ok {
		t.Fatalf("no %s", kind)
	}
	return string(capture.Bytes)
}

func found(f intake.AutoFilled, check, reason string) bool {
	return slices.ContainsFunc(f.Findings,
		func(one intake.Finding) bool { return one.Check == check && slices.Contains(one.Reasons, reason) })
}

func TestAutoFillReturnsTheEvidenceForEachValue(t *testing.T) {
	f := filled(t, "passport", captured(t, specimen.Passport, specimen.Good, "passport"))
	number := f.Values["documentNumber"]
	if number.Value == "" || number.Value != f.Fields["documentNumber"] || number.Source != "MRZ" ||
		number.CheckDigit != "right" || number.Kind != "passport" || number.Confidence < .9 || len(number.Box) != 4 ||
		number.Box[2] <= 0 {
		t.Errorf("%+v", number)
	}
	if len(f.Findings) > 0 || f.Captures[0].Width == 0 || f.Captures[0].Height == 0 {
		t.Errorf("%+v %+v", f.Findings, f.Captures)
	}
}

func TestAutoFillDoesNotTrustAValueThatItsCheckDigitContradicts(t *testing.T) {
	f := filled(t, "passport", captured(t, specimen.Passport, specimen.WrongDigit, "passport"))
	told := false
	for field, v := range f.Values {
		if v.CheckDigit == "wrong" {
			told = true
			if v.Confidence > .4 || f.Confidence[field] != v.Confidence {
				t.Errorf("%s: %+v", field, v)
			}
		}
	}
	if wrong := slices.IndexFunc(f.Findings,
		func(one intake.Finding) bool { return one.Check == engine.CodeCheckDigits }); !told || wrong < 0 ||
		f.Findings[wrong].Kind != "passport" {
		t.Errorf("values %+v, findings %+v", f.Values, f.Findings)
	}
}

func TestAutoFillReportsTheWrongDocument(t *testing.T) {
	if f := filled(t, "id_back",
		captured(t, specimen.Passport, specimen.Expired,
			"passport")); !found(f, engine.CodeKind, "document.wrong_type") ||
		!found(f, engine.CodeExpiry, "data.expired") {
		t.Errorf("%+v", f.Findings)
	}
	if f := filled(t, "id_front",
		captured(t, specimen.Passport, specimen.NoDocument,
			"passport")); !found(f, engine.CodeDocument, "document.none") || len(f.Fields) > 0 {
		t.Errorf("%+v %+v", f.Findings, f.Fields)
	}
}

func TestAutoFillTakesABarcodeFromItsCropBesideABackAlone(t *testing.T) {
	front, crop := captured(t, specimen.Licence, specimen.Good,
		"id_front"), captured(t, specimen.Licence, specimen.Good, "id_back")
	if f := filled(t, "id_back", front, "document", crop); f.Values["documentNumber"].Source != "BARCODE" ||
		f.Values["documentNumber"].Kind != "document" {
		t.Errorf("beside a back: %+v", f.Values)
	}
	if f := filled(t, "document", crop); len(f.Values) > 0 {
		t.Errorf("alone: %+v", f.Values)
	}
}
