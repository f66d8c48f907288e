//go:build !js

package main_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"proofdesk/engine"
	"proofdesk/engine/specimen"
)

var folder string

func TestMain(m *testing.M) {
	var err error
	if folder, err = os.MkdirTemp("", "proofdesk-device-"); err != nil {
		panic(err)
	}
	code := m.Run()
	_ = os.RemoveAll(folder)
	os.Exit(code)
}

// packed builds the device half once.
var packed = sync.OnceValues(func() ([]byte, error) {
	return exec.Command("go", "run", "./pack", "-o", folder).CombinedOutput()
})

func pack(t *testing.T) {
	t.Helper()
	if out, err := packed(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

// node runs a script of testdata.
func node(t *testing.T, script string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command("node", append([]string{filepath.Join("testdata", script)}, args...)...)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v: %s", script, err, out)
	}
	return out
}

type answers struct {
	Version   string
	Assess    engine.CaptureReport
	Inspect   engine.Report
	Prints    engine.Report
	Signature engine.CaptureReport
	Lenient   engine.CaptureReport
	Strict    engine.CaptureReport
	Garbage   engine.CaptureReport
	Bad       map[string]struct{ Error string }
}

func TestTheDeviceBuildReadsAPassportUnderNode(t *testing.T) {
	pack(t)
	day := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	set := specimen.ApplicantWith(specimen.Passport, 5, specimen.Good, day)
	photo, _ := set.Capture("passport")
	file := filepath.Join(t.TempDir(), "passport.jpg")
	if err := os.WriteFile(file, photo.Bytes, 0o600); err != nil {
		t.Fatal(err)
	}
	var got answers
	if err := json.Unmarshal(node(t, "run.mjs", folder, file), &got); err != nil {
		t.Fatal(err)
	}
	if got.Version != engine.Version {
		t.Errorf("version %q", got.Version)
	}
	if got.Assess.Fault != "" || got.Assess.Document == nil || got.Assess.Scores["focus"] == 0 {
		t.Errorf("assess: %+v", got.Assess)
	}
	passport(t, got.Inspect, set.Document.Lines())
	for _, c := range got.Prints.Checks {
		if c.Code == engine.CodeFingerprints && c.Outcome != engine.NotRun {
			t.Errorf("fingerprints on the device: %+v", c)
		}
	}
	if got.Signature.Fault != "empty" && got.Signature.Fault != "corrupt" && got.Signature.Fault != "unsupported" {
		t.Errorf("an empty signature: %+v", got.Signature)
	}
	if got.Garbage.Fault != "unsupported" {
		t.Errorf("four bytes: %+v", got.Garbage)
	}
	if slices.Contains(got.Lenient.Prompts, "tooMuchGlare") || !slices.Contains(got.Strict.Prompts, "tooMuchGlare") {
		t.Errorf("options change nothing: %v, %v", got.Lenient.Prompts, got.Strict.Prompts)
	}
	if len(got.Bad) != 11 {
		t.Errorf("%d answers to bad calls", len(got.Bad))
	}
	for name, answer := range got.Bad {
		if answer.Error == "" {
			t.Errorf("%s: no Error", name)
		}
	}
}

// passport checks a report against the lines that were drawn.
func passport(t *testing.T, r engine.Report, lines []string) {
	t.Helper()
	if len(r.Captures) != 1 || len(r.Captures[0].MRZLines) != len(lines) {
		t.Fatalf("%d captures", len(r.Captures))
	}
	for i, l := range r.Captures[0].MRZLines {
		if l.Text != lines[i] {
			t.Errorf("line %d: %q, want %q", i+1, l.Text, lines[i])
		}
	}
	if len(r.Captures[0].Faces) == 0 {
		t.Error("no face on the page")
	}
	for _, c := range r.Checks {
		if c.RanOn != engine.OnDevice {
			t.Errorf("%s ran on %s", c.Code, c.RanOn)
		}
		if c.Code == engine.CodePrint && c.Outcome != engine.NotRun {
			t.Errorf("printed text on the device: %+v", c)
		}
	}
	if len(r.Templates) != 0 {
		t.Error("templates on the device")
	}
}
