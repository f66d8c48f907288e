package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"proofdesk/engine"
	"proofdesk/engine/chip"
	"proofdesk/engine/face/drawn"
	"proofdesk/engine/specimen"
)

// file writes bytes into the shell's folder.
func (s *shell) file(name string, b []byte) string {
	s.Helper()
	path := filepath.Join(s.dir, name)
	if err := os.WriteFile(path, b, 0o600); err != nil {
		s.Fatal(err)
	}
	return path
}

func TestInspectPrintsValuesWithTheirConfidence(t *testing.T) {
	s := newShell(t)
	back, ok := specimen.ApplicantWith(specimen.Licence, 5, specimen.Good, time.Now().UTC()).Capture("id_back")
	if !ok {
		t.Fatal("no back")
	}
	passport, ok := specimen.ApplicantWith(specimen.Passport, 7, specimen.WrongDigit,
		time.Now().UTC()).Capture("passport")
	if !ok {
		t.Fatal("no passport")
	}
	args := []string{
		"inspect", "id_back=" + s.file("back.jpg", back.Bytes), "passport=" + s.file("page.jpg", passport.Bytes),
		"--function", "ID_VALIDATION",
	}
	got := s.do("", args...)
	if got.code != 0 {
		t.Fatalf("exit %d: %s", got.code, got.err)
	}
	for _, want := range []string{
		"back.jpg: id_back, jpeg ", "PDF417 (", `"@\n`, "page.jpg: passport, jpeg ", "  MRZ P<",
		"check digit composite: ", " wrong, the characters ask for ", "check digit right; page.jpg", "≥ 0.98",
		"documentNumber ",
	} {
		if !strings.Contains(got.out, want) {
			t.Errorf("%q is not in\n%s", want, got.out)
		}
	}
	if again := s.do("", args...); again.out != got.out {
		t.Errorf("a second run prints\n%s\nafter\n%s", again.out, got.out)
	}
	var outcomes []int
	for _, line := range strings.Split(got.out, "\n") {
		if at := slices.Index(worst, engine.Outcome(strings.SplitN(line, " ", 2)[0])); at >= 0 {
			outcomes = append(outcomes, at)
		}
	}
	if len(outcomes) < 10 || !slices.IsSorted(outcomes) {
		t.Errorf("the checks do not stand worst first: %v", outcomes)
	}
}

func TestInspectFailsOnAFileThatItCantRead(t *testing.T) {
	s := newShell(t)
	gif, empty := s.file("a.gif", []byte("GIF89a\x01\x00\x01\x00")), s.file("none.jpg", nil)
	for _, flags := range [][]string{nil, {"--json"}} {
		got := s.do("", append([]string{"inspect", "passport=" + gif, "selfie=" + empty}, flags...)...)
		if got.code == 0 ||
			!strings.Contains(got.err, "a.gif can't be read: its format is not taken: it must be JPEG or PNG") ||
			!strings.Contains(got.err, "none.jpg can't be read: it is empty") {
			t.Errorf("exit %d: %s", got.code, got.err)
		}
		if flags != nil && !json.Valid([]byte(got.out)) {
			t.Errorf("standard output is not one object: %s", got.out)
		}
	}
}

func TestInspectVerifiesAChipWithTheOperatorsCountryCertificates(t *testing.T) {
	s := newShell(t)
	now := time.Now().UTC()
	// whose certificate the standard library can't read
	state, err := chip.NewStateOn("brainpoolP384r1", true, "UT", now)
	if err != nil {
		t.Fatal(err)
	}
	set := specimen.ApplicantWith(specimen.Passport, 5, specimen.Good, now)
	d, err := state.Issue(set.Document.Lines(),
		specimen.JPEG(drawn.Portrait(set.Person.Face, drawn.Options{Size: 240}), 88, 1))
	if err != nil {
		t.Fatal(err)
	}
	body, err := d.JSON()
	if err != nil {
		t.Fatal(err)
	}
	nfc, certificate := "nfc="+s.file("chip.json", body), s.file("country.der", state.Country)
	if got := s.do("", "inspect", nfc); !strings.Contains(got.out, "INCONCLUSIVE chip.authentication") ||
		!strings.Contains(got.out, "not proven") {
		t.Errorf("without certificates: %s%s", got.out, got.err)
	}
	proven := func(args ...string) {
		t.Helper()
		got := s.do("", append([]string{"inspect", nfc}, args...)...)
		if got.code != 0 || !strings.Contains(got.out, "PASS         chip.authentication") ||
			!strings.Contains(got.out, "data group 1: hash right") || strings.Contains(got.out, "not proven") {
			t.Errorf("%v: exit %d: %s%s", args, got.code, got.out, got.err)
		}
	}
	proven("--country-certs", certificate)
	s.env = append(s.env, "PROOFDESK_COUNTRY_CERTS="+certificate)
	proven()
	s.refused("", []string{"no.der", "certificate"}, "inspect", nfc, "--country-certs", s.file("no.der", body))
}
