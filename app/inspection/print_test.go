package inspection_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"proofdesk/app/inspection"
	"proofdesk/engine"
	"proofdesk/engine/mrz"
	"proofdesk/engine/specimen"
)

// TestPrintedTextIsReadAsPrinted holds the fields that the recogniser of printed text gives against those that were
// drawn. It needs Debian's tesseract, which make test installs.
func TestPrintedTextIsReadAsPrinted(t *testing.T) {
	today := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	p := newPool(t, 1, 5*time.Minute)
	kinds := []specimen.Kind{specimen.Passport, specimen.FrenchID, specimen.CardTD1, specimen.Licence}
	if testing.Short() {
		kinds = kinds[:2]
	}
	for _, kind := range kinds {
		s := specimen.ApplicantWith(kind, 0, specimen.Good, today)
		s.Megapixels = 3
		side := "id_front"
		if kind == specimen.Passport {
			side = "passport"
		}
		c, _ := s.Capture(side)
		report, err := p.Inspect(t.Context(), inspection.Batch, engine.Submission{
			Thresholds: engine.DefaultThresholds(), Today: today, Captures: []engine.Capture{
				{ID: side, Kind: side, ContentType: c.ContentType, Bytes: c.Bytes},
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]engine.Reading{}
		for _, r := range report.Readings {
			if r.Source == engine.VIZ {
				got[r.Field] = r
			}
		}
		if problem := printedWrong(got, s, report.Captures[0]); problem != "" {
			t.Errorf("%s: %s", kind, problem)
		}
	}
}

// printedWrong names the first field that was not read as drawn.
func printedWrong(got map[string]engine.Reading, s specimen.Set, c engine.CaptureReport) string {
	want := map[string]string{
		"lastName":    s.Person.Surname,
		"firstName":   s.Person.GivenNames,
		"sex":         s.Person.Sex,
		"dateOfBirth": s.Person.Birth.Format(time.DateOnly),
		"expiryDate":  s.Document.Expiry.Format(time.DateOnly),
	}
	for field, value := range want {
		r, read := got[field]
		same := r.Value == value
		if field == "lastName" || field == "firstName" {
			same, _ = mrz.NamesMatch(r.Value, value)
		}
		if !read || !same {
			return fmt.Sprintf("%s %q, drawn %q", field, r.Value, value)
		}
		if r.Box == nil || r.Box.W < 4 || r.Box.H < 4 || r.Box.X+r.Box.W > c.Width || r.Box.Y+r.Box.H > c.Height ||
			r.Confidence <= 0 {
			return fmt.Sprintf("%s stands at %+v, confidence %v", field, r.Box, r.Confidence)
		}
	}
	return ""
}

// TestTheRecogniserHasAShareOfARequestsTime guards that an installation on a busy machine can give it more.
func TestTheRecogniserHasAShareOfARequestsTime(t *testing.T) {
	for limit, want := range map[time.Duration]string{0: "8s", 20 * time.Second: "8s", time.Minute: "24s"} {
		if got := ask(t, newPool(t, 1, limit), "reading"); got != want {
			t.Errorf("of %s the recogniser has %s, want %s", limit, got, want)
		}
	}
}

func TestTheRecogniserIsNotEndedWhileItWaitsForAProcessor(t *testing.T) {
	dir := t.TempDir()
	program, finish := filepath.Join(dir, "program"), filepath.Join(dir, "finish")
	if err := syscall.Mkfifo(finish, 0o600); err != nil {
		t.Fatal(err)
	}
	pipe, err := os.OpenFile(finish, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer pipe.Close()
	if err := os.WriteFile(program, []byte("#!/bin/sh\nread line <"+finish+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, starved := range []bool{true, false} {
		var stood time.Duration // how long the timers stood that are over
		after := func(d time.Duration) <-chan time.Time {
			if stood > 0 { // the first is over: the program ends in the time that it is given
				_, _ = pipe.WriteString("\n")
				return nil
			}
			stood = d
			over := make(chan time.Time)
			close(over)
			return over
		}
		err := inspection.Recognise(program, 8*time.Second, after, func() time.Duration {
			if starved {
				return stood
			}
			return 0
		})
		var ended engine.TimeoutError
		if starved && err != nil || !starved && (!errors.As(err, &ended) || ended.Limit != 8*time.Second) {
			t.Errorf("a recogniser that waited for a processor (%t) ends with %v", starved, err)
		}
	}
}

func TestDocumentsAreReadInTheirStatesLanguageWhereItIsInstalled(t *testing.T) {
	for state, want := range map[string]string{
		"ISL": "isl",
		"D":   "deu",
		"CHE": "deu",
		"EST": "eng",
		"USA": "eng",
		"":    "eng",
		"IS":  "eng",
	} {
		if got := inspection.Language(state, "eng", "isl", "deu"); got != want {
			t.Errorf("documents of %q are read in %q, want %q", state, got, want)
		}
	}
}
