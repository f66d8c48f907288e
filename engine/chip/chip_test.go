package chip_test

import (
	"bytes"
	"encoding/pem"
	"errors"
	"flag"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"proofdesk/engine/chip"
	"proofdesk/engine/golden"
)

var now = time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)

var zone = []string{"P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10"}

func issued(t testing.TB) (*chip.State, chip.Document) {
	t.Helper()
	state, err := chip.NewState("UT", now)
	if err != nil {
		t.Fatal(err)
	}
	d, err := state.Issue(zone, []byte("\xff\xd8\xff\xe0portrait"))
	if err != nil {
		t.Fatal(err)
	}
	return state, d
}

func TestAGenuineChipIsAuthentic(t *testing.T) {
	state, d := issued(t)
	r, err := chip.Authenticate(d, [][]byte{state.Country}, now)
	if err != nil || !r.Authentic() || !maps.Equal(r.Hashes, map[int]chip.Hash{1: chip.HashRight, 2: chip.HashRight}) ||
		r.Country != "UT" {
		t.Errorf("got %+v, %v", r, err)
	}
	lines, err := d.Lines()
	if err != nil || !slices.Equal(lines, zone) {
		t.Errorf("lines %v, %v", lines, err)
	}
	if !strings.HasPrefix(string(d.Portrait()), "\xff\xd8\xff") {
		t.Errorf("portrait %q", d.Portrait())
	}
}

func TestEachStepOfPassiveAuthenticationCanFail(t *testing.T) {
	state, genuine := issued(t)
	stranger, _ := issued(t)
	cases := map[string]struct {
		change    func(*chip.Document)
		countries [][]byte
		at        time.Time
		want      chip.Finding
		forged    bool
	}{
		"another name in the zone": {
			func(d *chip.Document) { d.Groups[1] = []byte(strings.Replace(string(d.Groups[1]), "ANNA", "EMMA", 1)) },
			[][]byte{state.Country},
			now, chip.HashMismatch, true,
		},
		"a group that was not signed": {
			func(d *chip.Document) { d.Groups[11] = []byte{0x6b, 0} },
			[][]byte{state.Country},
			now, chip.GroupUnnamed,
			true,
		},
		"a changed security object": {
			func(d *chip.Document) { d.SOD[len(d.SOD)-3] ^= 1 }, [][]byte{state.Country}, now, chip.BadSignature, true,
		},
		"no country certificate": {func(*chip.Document) {}, nil, now, chip.UnknownCountry, false},
		"another State's certificate": {
			func(*chip.Document) {}, [][]byte{stranger.Country}, now, chip.UnknownCountry, false,
		},
		"a signer out of its time": {
			func(*chip.Document) {}, [][]byte{state.Country}, now.AddDate(20, 0, 0), chip.SignerExpired, false,
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			d := chip.Document{
				SOD:    slices.Clone(genuine.SOD),
				Groups: map[int][]byte{1: slices.Clone(genuine.Groups[1]), 2: genuine.Groups[2]},
			}
			c.change(&d)
			r, err := chip.Authenticate(d, c.countries, c.at)
			if err != nil || !slices.Contains(r.Findings, c.want) || r.Forged() != c.forged {
				t.Errorf("got %+v, %v; want %s, forged %v", r, err, c.want, c.forged)
			}
		})
	}
}

func TestACaptureIsReadBackAsItWasWritten(t *testing.T) {
	_, d := issued(t)
	b, err := d.JSON()
	if err != nil {
		t.Fatal(err)
	}
	back, err := chip.ParseJSON(b)
	if err != nil || string(back.SOD) != string(d.SOD) || len(back.Groups) != 2 {
		t.Errorf("got %d groups, %v", len(back.Groups), err)
	}
}

func TestBadCapturesAreNamed(t *testing.T) {
	for body, want := range map[string]error{
		`[]`:             chip.ErrCorrupt,
		`{"sod":1}`:      chip.ErrCorrupt,
		`{"dg17":""}`:    chip.ErrCorrupt,
		`{"x":""}`:       chip.ErrCorrupt,
		`{}`:             chip.ErrMissing,
		`{"sod":"AA=="}`: chip.ErrMissing,
	} {
		if _, err := chip.ParseJSON([]byte(body)); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", body, err, want)
		}
	}
}

func TestASecurityObjectCutAtAnyByteIsAnError(t *testing.T) {
	state, d := issued(t)
	for n := range len(d.SOD) - 1 {
		cut := chip.Document{SOD: d.SOD[:n], Groups: d.Groups}
		if r, err := chip.Authenticate(cut, [][]byte{state.Country}, now); err == nil && r.Authentic() {
			t.Fatalf("cut at %d it is still authentic", n)
		}
	}
}

// A chip that was issued once stays authentic, whatever is changed in the reading of it: the capture as the app sends
// it, and the certificate of its made-up State, are kept. -update issues another one.
func TestAChipIssuedEarlierIsStillAuthentic(t *testing.T) {
	if flag.Lookup("update").Value.String() == "true" {
		state, d := issued(t)
		capture, err := d.JSON()
		if err != nil {
			t.Fatal(err)
		}
		golden.Check(t, "chip.json", string(capture))
		golden.Check(t, "country.pem",
			string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: state.Country})))
	}
	capture, err := os.ReadFile("testdata/chip.json")
	if err != nil {
		t.Fatal(err)
	}
	country, err := os.ReadFile("testdata/country.pem")
	if err != nil {
		t.Fatal(err)
	}
	d, err := chip.ParseJSON(capture)
	if err != nil {
		t.Fatal(err)
	}
	block, _ := pem.Decode(country)
	if block == nil {
		t.Fatal("no certificate")
	}
	r, err := chip.Authenticate(d, [][]byte{block.Bytes}, now)
	if err != nil || !r.Authentic() {
		t.Errorf("got %+v, %v", r, err)
	}
	if lines, err := d.Lines(); err != nil || !slices.Equal(lines, zone) {
		t.Errorf("lines %v, %v", lines, err)
	}
}

func FuzzParseJSON(f *testing.F) {
	_, d := issued(f)
	whole, err := d.JSON()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole)
	f.Add([]byte(`{"sod":"AA==","dg1":"AA==","dg2":""}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		d, err := chip.ParseJSON(b)
		if err != nil {
			if !errors.Is(err, chip.ErrCorrupt) && !errors.Is(err, chip.ErrMissing) {
				t.Errorf("an error without a name: %v", err)
			}
			return
		}
		again, err := d.JSON()
		if err != nil {
			t.Fatal(err)
		}
		back, err := chip.ParseJSON(again)
		if err != nil || !bytes.Equal(back.SOD, d.SOD) || !maps.EqualFunc(back.Groups, d.Groups, bytes.Equal) {
			t.Errorf("%d groups come back as %d, %v", len(d.Groups), len(back.Groups), err)
		}
	})
}

func FuzzAuthenticate(f *testing.F) {
	_, d := issued(f)
	f.Add(d.SOD, d.Groups[1])
	f.Fuzz(func(t *testing.T, sod, group []byte) {
		changed := chip.Document{SOD: sod, Groups: map[int][]byte{1: group}}
		if r, err := chip.Authenticate(changed, nil, now); err == nil && r.Authentic() {
			t.Error("authentic without a country certificate")
		}
		_, _ = changed.Lines()
		_ = changed.Portrait()
	})
}

func BenchmarkAuthenticate(b *testing.B) {
	state, d := issued(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := chip.Authenticate(d, [][]byte{state.Country}, now); err != nil {
			b.Fatal(err)
		}
	}
}
