package engine

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"proofdesk/engine/mrz"
)

// From these confidences of characters, a wrong check digit is the document's fault and not the reader's: of every
// line, and of every field that the digit covers.
const (
	sureLine  = .97
	sureField = .95
)

// data judges the values by themselves: check digits, expiry, age, order of dates.
func (in *inspector) data() {
	read := false
	for _, r := range in.report.Readings {
		read = read || r.Source != Submitted && !r.Unproven
	}
	if !read {
		return
	}
	in.add(in.expiry())
	in.add(in.age())
	in.add(in.dates())
}

func dataCheck(code string) Check {
	return Check{
		Code:      code,
		Group:     GroupData,
		Provider:  builtIn,
		Version:   Version,
		Assurance: Model,
		RanOn:     OnServer,
		Outcome:   NotRun,
	}
}

// checkDigits judges the printed digits of a zone as they were read before any repair.
func (in *inspector) checkDigits(c *card) {
	check := dataCheck(CodeCheckDigits)
	check.Capture = c.capture.ID
	if !c.hasZone {
		check.say(Pass, "", "The barcode carries no check digits; its error correction held")
		in.add(check)
		return
	}
	wrong := []string{}
	for _, d := range c.zone.CheckDigits {
		if !d.OK {
			wrong = append(wrong, string(d.Field))
		}
	}
	total := len(c.zone.CheckDigits)
	share := 1.0
	if total > 0 {
		share = float64(total-len(wrong)) / float64(total)
	}
	one := 1.0
	check.Score, check.Threshold = &share, &one
	check.see(c.capture.ID, "mrz", c.quadBox(c.zone.Quad))
	switch {
	case len(wrong) == 0:
		check.Outcome = Pass
	case len(c.zone.Record.Failed()) == 0:
		check.say(Pass, "mrz.repaired", "Agree after "+strconv.Itoa(len(c.zone.Repairs))+" repaired characters")
		check.Assurance = Heuristic
	case c.certain():
		check.say(Fail, "mrz."+wrong[0]+"_digit", "Wrong check digit: "+strings.Join(wrong, ", "))
	default:
		check.say(Warn, "mrz."+wrong[0]+"_digit",
			"Check digits do not agree ("+strings.Join(wrong, ", ")+"), or were misread")
	}
	in.add(check)
}

// certain reports whether a zone was read so surely, and without any repair, that what contradicts itself in it is
// printed so.
func (c *card) certain() bool {
	if len(c.zone.Repairs) > 0 {
		return false
	}
	for _, l := range c.zone.Lines {
		if l.Confidence < sureLine {
			return false
		}
	}
	for _, f := range c.zone.Fields {
		switch f.Field {
		case mrz.FieldNumber, mrz.FieldBirth, mrz.FieldExpiry, mrz.FieldPersonal:
			if f.Confidence < sureField {
				return false
			}
		}
	}
	return true
}

// listDigits takes the zone's check digits over into the report, each with its place.
func (c *card) listDigits() {
	failed := c.zone.Record.Failed()
	for _, d := range c.zone.CheckDigits {
		one := CheckDigit{
			Field:    string(d.Field),
			Printed:  d.Printed,
			Computed: d.Computed,
			OK:       d.OK,
			After:    !slices.Contains(failed, d.Field),
		}
		if d.Line < len(c.zone.Lines) {
			line := c.zone.Lines[d.Line]
			quad := columns(line.Quad, d.Pos, d.Pos+1, len(line.Text))
			box := c.quadBox(quad)
			one.Box, one.Quad = &box, &quad
		}
		c.report.CheckDigits = append(c.report.CheckDigits, one)
	}
}

// columns is the place of the characters from one (included) to another (excluded) of n that fill a quad.
func columns(q [8]float64, first, end, n int) [8]float64 {
	from, to := float64(first)/float64(max(n, 1)), float64(end)/float64(max(n, 1))
	var c [8]float64
	for k := range 2 {
		top, bottom := q[2+k]-q[k], q[4+k]-q[6+k]
		c[k], c[2+k] = q[k]+from*top, q[k]+to*top
		c[6+k], c[4+k] = q[6+k]+from*bottom, q[6+k]+to*bottom
	}
	return c
}

func (in *inspector) date(field string) (time.Time, Reading, bool) {
	r, ok := in.value(field)
	t, err := time.Parse(time.DateOnly, r.Value)
	return t, r, ok && err == nil
}

// at takes over where a reading stands.
func (c *Check) at(r Reading) {
	if r.Box != nil {
		c.Evidence = append(c.Evidence, Evidence{Capture: r.Capture, Label: r.Field, Box: r.Box, Quad: r.Quad})
	}
}

// expiry reports whether the document is still valid today; it is valid on its last day.
func (in *inspector) expiry() Check {
	check := dataCheck(CodeExpiry)
	earliest, latest, r, ok := in.last()
	if !ok {
		check.say(Inconclusive, "data.expiry_unknown", "The date of expiry was not read")
		return check
	}
	check.at(r)
	if !in.provenEnd(latest, r) {
		check.Assurance = Heuristic
	}
	today := in.Today.UTC().Truncate(24 * time.Hour)
	last := latest.Format(time.DateOnly)
	card, french := in.french()
	switch {
	case !today.After(earliest) && in.otherPast(r):
		check.say(Inconclusive, "data.expiry_unsure",
			"Day and month of the date of expiry can't be told apart: it may have expired on "+r.Or)
	case !today.After(earliest):
		check.Outcome = Pass
		if french && card.printed {
			check.Detail = "Valid until " + earliest.Format(time.DateOnly) +
				": French cards issued to adults from 2004 to 2013 hold five years longer than is printed"
		}
	case !today.After(latest):
		check.say(Inconclusive, "data.expiry_unknown", "It expires this month; the day does not stand in its zone")
	case !in.provenEnd(latest, r):
		check.say(Warn, "data.expiry_unsure", "It seems to have expired on "+last+", but that date "+r.unsure())
	default:
		check.say(Fail, "data.expired",
			"Expired on "+last+", "+strconv.Itoa(int(today.Sub(latest).Hours()/24))+" days ago")
	}
	return check
}

// age reports whether the applicant has reached the minimum age today.
func (in *inspector) age() Check {
	check := dataCheck(CodeAge)
	birth, r, ok := in.date("dateOfBirth")
	if !ok {
		check.say(Inconclusive, "data.birth_unknown", "The date of birth was not read")
		return check
	}
	check.at(r)
	years := in.Today.Year() - birth.Year()
	if birth.AddDate(years, 0, 0).After(in.Today) {
		years--
	}
	proven := in.proven(r)
	if !proven {
		check.Assurance = Heuristic
	}
	score, least := float64(years), float64(in.MinimumAge)
	check.Score, check.Threshold = &score, &least
	switch {
	case years >= in.MinimumAge:
		check.Outcome = Pass
	case !proven:
		check.say(Warn, "data.age_unsure",
			"The applicant seems to be "+strconv.Itoa(years)+", but the date of birth "+r.unsure())
	default:
		check.say(Fail, "data.under_age",
			"The applicant is "+strconv.Itoa(years)+", under "+strconv.Itoa(in.MinimumAge))
	}
	return check
}

// dates reports whether birth, issue and expiry follow each other and none lies where it can't.
func (in *inspector) dates() Check {
	check := dataCheck(CodeDates)
	birth, birthReading, hasBirth := in.date("dateOfBirth")
	issue, issueReading, hasIssue := in.date("issueDate")
	_, expiry, expiryReading, hasExpiry := in.last()
	outcome := Fail
	unless := func(proven ...bool) { // a date that may be misread proves nothing
		for _, is := range proven {
			if !is {
				outcome, check.Assurance = Warn, Heuristic
			}
		}
	}
	switch {
	case !hasBirth || !hasExpiry:
		check.say(Inconclusive, "data.dates_unknown", "Not all dates were read")
	case birth.After(in.Today):
		unless(in.proven(birthReading))
		check.say(outcome, "data.born_later", "The date of birth lies ahead")
	case hasIssue && issue.After(in.Today):
		unless(in.proven(issueReading))
		check.say(outcome, "data.issued_later", "The date of issue lies ahead")
		check.at(issueReading)
	case hasIssue && !issue.After(birth), hasIssue && !expiry.After(issue):
		unless(in.proven(birthReading), in.proven(issueReading), in.provenEnd(expiry, expiryReading))
		check.say(outcome, "data.dates_order", "Birth, issue and expiry do not follow each other")
		check.at(expiryReading)
	case !expiry.After(birth):
		unless(in.proven(birthReading), in.provenEnd(expiry, expiryReading))
		check.say(outcome, "data.dates_order", "Birth, issue and expiry do not follow each other")
		check.at(expiryReading)
	default:
		check.Outcome = Pass
	}
	return check
}
