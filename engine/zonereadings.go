package engine

import (
	"slices"
	"strings"

	"proofdesk/engine/check"
	"proofdesk/engine/finding"
	"proofdesk/engine/mrz"
)

// zoneReadings lists the values of a side's zone, each with its place and check digit.
func zoneReadings(s check.Side) []finding.Reading {
	if s.Zone == nil {
		return nil
	}
	r := s.Zone.Record
	given := mrz.FieldName
	if slices.ContainsFunc(s.Zone.Fields, func(f mrz.FieldQuad) bool { return f.Field == mrz.FieldGivenNames }) {
		given = mrz.FieldGivenNames
	}
	var readings []finding.Reading
	for _, f := range []struct {
		field   string
		element mrz.Field
		value   string
	}{
		{"documentType", mrz.FieldCode, documentType(r.Code)},
		{"issuingCountry", mrz.FieldState, stateCode(r.State)},
		{"lastName", mrz.FieldName, r.Surname},
		{"firstName", given, r.GivenNames},
		{"documentNumber", mrz.FieldNumber, r.Number},
		{"nationality", mrz.FieldNationality, stateCode(r.Nationality)},
		{"dateOfBirth", mrz.FieldBirth, fullDate(r.Birth)},
		{"sex", mrz.FieldSex, r.Sex},
		{"expiryDate", mrz.FieldExpiry, fullDate(r.Expiry)},
		{"issueDate", mrz.FieldIssue, fullDate(r.Issue)},
		{"personalNumber", mrz.FieldPersonal, r.Personal},
	} {
		if f.value != "" {
			readings = append(readings, zoneReading(s, f.field, f.element, f.value))
		}
	}
	return readings
}

// zoneReading is one value of a zone, from one of its elements.
func zoneReading(s check.Side, field string, element mrz.Field, value string) finding.Reading {
	zone := s.Zone
	reading := finding.Reading{
		Source:     finding.MRZ,
		Field:      field,
		Value:      value,
		Capture:    s.Capture,
		Confidence: zone.Confidence,
		Truncated:  zone.Record.Truncated && (element == mrz.FieldName || element == mrz.FieldGivenNames),
	}
	for _, f := range zone.Fields {
		if f.Field == element {
			from, to := valueColumns(f, field)
			quad := columnQuad(f.Quad, from, to, len(f.Raw))
			box := s.BoxAround(quad)
			reading.Box, reading.Quad, reading.Confidence, reading.Raw = &box, &quad, f.Confidence, f.Raw
		}
	}
	for _, d := range zone.CheckDigits {
		if d.Field == element {
			ok := d.OK
			reading.CheckDigit = &ok
		}
	}
	for _, repair := range zone.Repairs {
		if strings.HasSuffix(repair, "("+string(element)+")") {
			reading.Repairs = append(reading.Repairs, repair)
		}
	}
	return reading
}

// valueColumns returns the columns of an element in which a value stands, without the fillers around it; surname and
// given names share an element of most zones.
func valueColumns(f mrz.FieldQuad, field string) (from, to int) {
	value := f.Raw
	if surname, given, apart := strings.Cut(f.Raw, "<<"); apart && f.Field == mrz.FieldName {
		if value = surname; field == "firstName" {
			value, from = given, len(surname)+len("<<")
		}
	}
	from += len(value) - len(strings.TrimLeft(value, "<"))
	value = strings.Trim(value, "<")
	if value == "" {
		return 0, len(f.Raw)
	}
	return from, from + len(value)
}

// columnQuad is the place of the characters from one (included) to another (excluded) of n that fill a quad.
func columnQuad(q [8]float64, first, end, n int) [8]float64 {
	from, to := float64(first)/float64(max(n, 1)), float64(end)/float64(max(n, 1))
	var c [8]float64
	for k := range 2 {
		top, bottom := q[2+k]-q[k], q[4+k]-q[6+k]
		c[k], c[2+k] = q[k]+from*top, q[k]+to*top
		c[6+k], c[4+k] = q[6+k]+from*bottom, q[6+k]+to*bottom
	}
	return c
}

// zoneLines lists the lines of a side's zone as they are reported.
func zoneLines(s check.Side) []finding.Line {
	if s.Zone == nil {
		return nil
	}
	var lines []finding.Line
	for _, l := range s.Zone.Lines {
		lines = append(lines, finding.Line{Text: l.Text, Confidence: l.Confidence, Box: s.BoxAround(l.Quad)})
	}
	return lines
}

// zoneDigits lists the check digits of a side's zone as they are reported, each with its place.
func zoneDigits(s check.Side) []finding.CheckDigit {
	if s.Zone == nil {
		return nil
	}
	failed := s.Zone.Record.Failed()
	var digits []finding.CheckDigit
	for _, d := range s.Zone.CheckDigits {
		digit := finding.CheckDigit{
			Field:    string(d.Field),
			Printed:  d.Printed,
			Computed: d.Computed,
			OK:       d.OK,
			After:    !slices.Contains(failed, d.Field),
		}
		if d.Line < len(s.Zone.Lines) {
			line := s.Zone.Lines[d.Line]
			quad := columnQuad(line.Quad, d.Pos, d.Pos+1, len(line.Text))
			box := s.BoxAround(quad)
			digit.Box, digit.Quad = &box, &quad
		}
		digits = append(digits, digit)
	}
	return digits
}

// stateCode returns the code of a State with three letters; Germany prints a single one (ICAO 9303-3, part D).
func stateCode(code string) string {
	if code == "D" {
		return "DEU"
	}
	return code
}

// fullDate returns a date as YYYY-MM-DD; empty where a part of it is unknown.
func fullDate(d mrz.Date) string {
	if !d.Known() {
		return ""
	}
	return d.String()
}

// documentType returns the type of a document by the first letter of its code (ICAO 9303-3 §4.4).
func documentType(code string) string {
	if code == "" {
		return ""
	}
	switch code[0] {
	case 'P':
		return "PASSPORT"
	case 'V':
		return "VISA"
	}
	return "ID_CARD"
}
