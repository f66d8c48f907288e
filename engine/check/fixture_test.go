package check_test

import (
	"image"
	"slices"
	"testing"
	"time"

	"proofdesk/engine/check"
	"proofdesk/engine/document"
	"proofdesk/engine/face"
	"proofdesk/engine/finding"
	"proofdesk/engine/mrz"
	"proofdesk/engine/raster"
)

var day = time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)

// frame is a capture of 1600 × 1200 pixels whose working picture is half as large.
var frame = finding.Frame{Capture: "front", Width: 1600, Height: 1200, Scale: 2}

// want is what a check is expected to find.
type want struct {
	outcome finding.Outcome
	reason  string // the first one; empty for none
}

var pass = want{finding.Pass, ""}

func passing(reason string) want      { return want{finding.Pass, reason} }
func warn(reason string) want         { return want{finding.Warn, reason} }
func fail(reason string) want         { return want{finding.Fail, reason} }
func inconclusive(reason string) want { return want{finding.Inconclusive, reason} }
func notRun(reason string) want       { return want{finding.NotRun, reason} }

// expect fails the test where a check found anything else.
func expect(t *testing.T, name string, got finding.Check, want want) {
	t.Helper()
	reason := ""
	if len(got.Reasons) > 0 {
		reason = got.Reasons[0]
	}
	if got.Outcome != want.outcome || reason != want.reason {
		t.Errorf("%s: %s %v (%s), want %s %q", name, got.Outcome, got.Reasons, got.Detail, want.outcome, want.reason)
	}
	if got.Outcome != finding.Pass && got.Detail == "" {
		t.Errorf("%s: %s without a sentence", name, got.Outcome)
	}
	if got.Code == "" || got.Group == "" || got.Provider == "" || got.RanOn == "" {
		t.Errorf("%s: incomplete: %+v", name, got)
	}
}

// only returns the single check of a list; it fails the test where there is none or more than one.
func only(t *testing.T, name string, checks []finding.Check) finding.Check {
	t.Helper()
	if len(checks) != 1 {
		t.Fatalf("%s: %d checks, want one", name, len(checks))
	}
	return checks[0]
}

// labels lists the labels of a check's evidence.
func labels(c finding.Check) []string {
	var all []string
	for _, e := range c.Evidence {
		all = append(all, e.Label)
	}
	return all
}

// card is a side with a clear outline in the middle of the working picture, sharp and light, with nothing on it.
func card(kind string) check.Side {
	return check.Side{
		Frame:      frame,
		Kind:       kind,
		WorkWidth:  800,
		WorkHeight: 600,
		ZoneSought: true,
		Outline: &document.Outline{
			Quad:       raster.QuadOf(100, 100, 600, 380),
			Confidence: .95,
			Aspect:     600. / 380,
			Format:     document.ID1,
		},
		Quality:   document.Quality{Focus: 1, Lens: 1, Textured: .5, Brightness: .5},
		TextLines: func() int { return 10 },
	}
}

// portrait is a face of a width in pixels of the working picture.
func portrait(x, y, width int) face.Face {
	return face.Face{Box: image.Rect(x, y, x+width, y+width), Score: 20, HasPupils: true, Confirmed: true}
}

// zone returns a zone as it is read from lines without any repair, across the lower part of the capture.
func zone(t *testing.T, lines ...string) *mrz.Reading {
	t.Helper()
	record, err := mrz.Parse(lines, day)
	if err != nil {
		t.Fatal(err)
	}
	r := &mrz.Reading{
		Text:        lines,
		Record:      record,
		CheckDigits: record.CheckDigits,
		Confidence:  .99,
		Quad:        raster.QuadOf(300, 800, 1000, 100).Corners(),
	}
	for _, l := range lines {
		r.Lines = append(r.Lines, mrz.Line{Text: l, Confidence: .99, Quad: r.Quad})
	}
	return r
}

// The specimens of ICAO 9303-4, -5 and -6, and a French card in its own layout.
func passportZone(t *testing.T) *mrz.Reading {
	t.Helper()
	return zone(t, "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10")
}

func backZone(t *testing.T) *mrz.Reading {
	t.Helper()
	return zone(t, "I<UTOD231458907<<<<<<<<<<<<<<<", "7408122F1204159UTO<<<<<<<<<<<6", "ERIKSSON<<ANNA<MARIA<<<<<<<<<<")
}

func frontZone(t *testing.T) *mrz.Reading {
	t.Helper()
	return zone(t, "I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<", "D231458907UTO7408122F1204159<<<<<<<6")
}

// reading is a value from one source, read with certainty.
func reading(source finding.Source, field, value string) finding.Reading {
	return finding.Reading{
		Source:     source,
		Field:      field,
		Value:      value,
		Capture:    "front",
		Confidence: 1,
		Box:        &finding.Box{W: 10, H: 10},
	}
}

// digit is a reading from a zone with its check digit.
func digit(field, value string, agrees bool) finding.Reading {
	r := reading(finding.MRZ, field, value)
	r.CheckDigit = &agrees
	return r
}

// valuesOf are the values of a document that was read today.
func valuesOf(readings ...finding.Reading) check.Values {
	return check.NewValues(readings, nil, nil, nil, day)
}

func contains(all []string, one string) bool { return slices.Contains(all, one) }
