package engine

import (
	"proofdesk/engine/aamva"
	"proofdesk/engine/check"
	"proofdesk/engine/finding"
)

// doubtfulConfidence is the most that a value is trusted that its record ends in, or that runs over its picture's edge,
// 0..1. Set by judgement.
const doubtfulConfidence = .4

// noNumber is printed in place of a document number on specimens of licences.
const noNumber = "NONE"

// licenceReadings lists the values of the driving licence's record on a side.
func licenceReadings(s check.Side) []finding.Reading {
	if s.Record == nil {
		return nil
	}
	l := s.Record.Licence
	kind := "DRIVING_LICENCE"
	if l.Kind == "ID" {
		kind = "ID_CARD"
	}
	number := l.DocumentNumber
	if number == noNumber {
		number = ""
	}
	doubtful, box := l.Doubtful, s.BoxAround(s.Record.Symbol.Corners)
	var readings []finding.Reading
	for _, f := range []struct {
		field, value    string
		cut, unfinished bool
	}{
		{"documentType", kind, false, false},
		{"issuingCountry", l.Country, false, doubtful(aamva.Country)},
		{"lastName", l.Surname, l.SurnameCut == aamva.CutYes, doubtful(aamva.Surname)},
		{
			"firstName", l.GivenNames, l.FirstNameCut == aamva.CutYes || l.MiddleNamesCut == aamva.CutYes,
			doubtful(aamva.GivenNames),
		},
		{"documentNumber", number, false, doubtful(aamva.DocumentNumber)},
		{"dateOfBirth", l.BirthDate, false, doubtful(aamva.BirthDate)},
		{"sex", l.Sex, false, doubtful(aamva.Sex)},
		{"expiryDate", l.ExpiryDate, false, doubtful(aamva.ExpiryDate)},
		{"issueDate", l.IssueDate, false, doubtful(aamva.IssueDate)},
		{"address.line1", l.Address.Line1, false, doubtful(aamva.Line1)},
		{"address.city", l.Address.City, false, doubtful(aamva.City)},
		{"address.state", l.Address.State, false, doubtful(aamva.State)},
		{"address.postalCode", l.Address.PostalCode, false, doubtful(aamva.PostalCode)},
		{"address.country", l.Address.Country, false, doubtful(aamva.Country)},
	} {
		if f.value != "" {
			readings = append(readings, licenceReading(s, &box, f.field, f.value, f.cut, f.unfinished))
		}
	}
	return readings
}

// licenceReading is one value of a licence's record. It is cut short where the record marks it so, and unfinished where
// the record ends in it.
func licenceReading(
	s check.Side, box *finding.Box, field, value string, cut, unfinished bool,
) finding.Reading {
	r := finding.Reading{
		Source:     finding.Barcode,
		Field:      field,
		Value:      value,
		Capture:    s.Capture,
		Box:        box,
		Confidence: s.Record.Symbol.Confidence,
		Truncated:  cut || unfinished,
	}
	if unfinished {
		r.Confidence = min(r.Confidence, doubtfulConfidence)
	}
	return r
}
