package chip_test

import (
	"crypto/x509"
	"maps"
	"slices"
	"strings"
	"testing"

	"proofdesk/engine/chip"
)

var curveNames = []string{
	"P-224", "P-256", "P-384", "P-521", "brainpoolP224r1", "brainpoolP256r1", "brainpoolP320r1", "brainpoolP384r1",
	"brainpoolP512r1",
}

func TestChipsSignedOnEveryCurveAreAuthentic(t *testing.T) {
	for _, name := range curveNames {
		for _, explicit := range []bool{false, true} {
			state, err := chip.NewStateOn(name, explicit, "UT", now)
			if err != nil {
				t.Fatal(err)
			}
			d, err := state.Issue(zone, nil)
			if err != nil {
				t.Fatal(err)
			}
			r, err := chip.Authenticate(d, [][]byte{state.Country}, now)
			if err != nil || !r.Authentic() || r.Country != "UT" {
				t.Errorf("%s, explicit %v: %+v, %v", name, explicit, r, err)
			}
			changed := slices.Clone(d.SOD)
			changed[len(changed)-5] ^= 4
			r, err = chip.Authenticate(chip.Document{SOD: changed, Groups: d.Groups}, [][]byte{state.Country}, now)
			if err != nil || !slices.Contains(r.Findings, chip.BadSignature) {
				t.Errorf("%s, explicit %v, changed: %+v, %v", name, explicit, r, err)
			}
		}
	}
}

func TestTheCurvesAreAsTheirStandardsSay(t *testing.T) {
	for _, name := range curveNames {
		if err := chip.CheckCurve(name); err != nil {
			t.Error(err)
		}
	}
}

func TestTheStandardLibraryAcceptsOurCertificates(t *testing.T) {
	for _, name := range curveNames[1:4] {
		state, err := chip.NewStateOn(name, false, "UT", now)
		if err != nil {
			t.Fatal(err)
		}
		c, err := x509.ParseCertificate(state.Country)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.CheckSignatureFrom(c); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestACurveWithAnotherGeneratorIsNotTaken(t *testing.T) {
	state, err := chip.NewStateOn("brainpoolP256r1", true, "UT", now)
	if err != nil {
		t.Fatal(err)
	}
	d, err := state.Issue(zone, nil)
	if err != nil {
		t.Fatal(err)
	}
	generator := "\x8b\xd2\xae\xb9\xcb\x7e" // the first bytes of the generator as RFC 5639 has it
	if strings.Count(string(d.SOD), generator) != 1 {
		t.Fatal("the certificate does not write the curve out")
	}
	d.SOD = []byte(strings.Replace(string(d.SOD), generator, "\x8b\xd2\xae\xb9\xcb\x7f", 1))
	r, err := chip.Authenticate(d, [][]byte{state.Country}, now)
	if err != nil || !slices.Equal(r.Findings, []chip.Finding{chip.UnknownAlgorithm}) ||
		!maps.Equal(r.Hashes, map[int]chip.Hash{1: chip.HashRight}) {
		t.Errorf("%+v, %v", r, err)
	}
}
