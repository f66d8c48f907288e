package processing

import (
	"testing"

	"proofdesk/engine"
)

func TestANameIsShownAsItIsPrinted(t *testing.T) {
	read := func(source engine.Source, first, last string) []engine.Reading {
		return []engine.Reading{
			{Source: source, Field: "firstName", Value: first},
			{Source: source, Field: "lastName", Value: last},
		}
	}
	cases := map[string]struct {
		printed, zone []engine.Reading
		want          string
	}{
		"umlauts that the zone transliterates": {
			read(engine.VIZ, "JÜRGEN", "MÜLLER"), read(engine.MRZ, "JUERGEN", "MUELLER"), "JÜRGEN MÜLLER",
		},
		"small letters and a hyphen": {
			read(engine.VIZ, "Anna-Maria", "O'Connor"), read(engine.MRZ, "ANNA MARIA", "OCONNOR"),
			"Anna-Maria O'Connor",
		},
		"a printed name whose accents were not read": {
			read(engine.VIZ, "JURGEN", "MULLER"), read(engine.MRZ, "JUERGEN", "MUELLER"), "JUERGEN MUELLER",
		},
		"a printed name that is another name": {
			read(engine.VIZ, "JANE", "MILLER"), read(engine.MRZ, "JANE", "MUELLER"), "JANE MUELLER",
		},
		"only one part was read with its accents": {
			read(engine.VIZ, "JORGEN", "ÖSTERGÅRD"), read(engine.MRZ, "JOERGEN", "OESTERGAARD"), "JOERGEN ÖSTERGÅRD",
		},
		"only one part is the same name": {
			read(engine.VIZ, "JÜRGEN", "MILLER"), read(engine.MRZ, "JUERGEN", "MUELLER"), "JÜRGEN MUELLER",
		},
		"no printed name": {nil, read(engine.MRZ, "JANE", "DOE"), "JANE DOE"},
		"no zone":         {read(engine.VIZ, "Jane", "Döe"), nil, "Jane Döe"},
		"a barcode":       {read(engine.VIZ, "José", "Peña"), read(engine.Barcode, "JOSE", "PENA"), "José Peña"},
		"no name":         {nil, nil, ""},
	}
	for about, c := range cases {
		if got := displayName(append(c.printed, c.zone...)); got != c.want {
			t.Errorf("%s: %q, want %q", about, got, c.want)
		}
	}
}

func TestAPayloadKeepsTheNameOfTheSourceThatItNames(t *testing.T) {
	p := person([]engine.Reading{
		{Source: engine.VIZ, Field: "lastName", Value: "MÜLLER"},
		{Source: engine.MRZ, Field: "lastName", Value: "MUELLER"},
	})
	if p.FullName != "MUELLER" || p.Sources["lastName"] != "MRZ" {
		t.Errorf("%+v", p)
	}
}
