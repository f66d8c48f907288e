package engine_test

import (
	"context"
	"testing"

	"proofdesk/engine"
	"proofdesk/engine/specimen"
)

func TestValuesOfAZoneStandApart(t *testing.T) {
	for _, name := range []specimen.Case{specimen.Good, specimen.Slanted} {
		r := engine.Inspect(context.Background(), submission(specimen.ApplicantWith(specimen.Passport, 4, name, today)))
		at := map[string]*[8]float64{}
		for _, v := range r.Readings {
			if v.Source == engine.MRZ {
				if at[v.Field] = v.Quad; v.Quad == nil {
					t.Errorf("%s: %s tells no corners", name, v.Field)
				}
			}
		}
		surname, given := at["lastName"], at["firstName"]
		if surname == nil || given == nil {
			t.Fatalf("%s: the names were not read", name)
		}
		if surname[2] >= given[0] || given[2] <= given[0] {
			t.Errorf("%s: surname %v and given names %v overlap", name, *surname, *given)
		}
		for _, c := range r.Captures {
			for _, d := range c.CheckDigits {
				if d.Quad == nil {
					t.Errorf("%s: the check digit of %s tells no corners", name, d.Field)
				}
			}
		}
	}
}
