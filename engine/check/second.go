package check

import (
	"strings"
	"time"

	"proofdesk/engine/crosscheck"
	"proofdesk/engine/finding"
)

// IsSecond reports whether a capture of this kind should show a second document.
func IsSecond(kind string) bool { return kind == "secondary_front" || kind == "secondary_back" }

// ApartSecond divides the readings into those of the first document and those of the second one.
func ApartSecond(readings []finding.Reading, captures []finding.CaptureReport) (first, second []finding.Reading) {
	seconds := map[string]bool{}
	for _, c := range captures {
		seconds[c.ID] = IsSecond(c.Kind)
	}
	for _, r := range readings {
		if seconds[r.Capture] {
			second = append(second, r)
		} else {
			first = append(first, r)
		}
	}
	return first, second
}

// holder are the fields that name the same person on every document.
var holder = []string{"lastName", "firstName", "dateOfBirth"}

// Second reports whether a second document that was captured is another one than the first, valid, and of the same
// person. No check where none was captured.
//
// Code data.second_document. No score. Fails for the same document once more, for another person's and for an expired
// one. Inconclusive where its number, or nobody's birth date and name, could be compared. Assurance: model.
func Second(v Values, captures []finding.CaptureReport) []finding.Check {
	captured, copied := secondCaptures(captures)
	if !captured {
		return nil
	}
	c := dataCheck(finding.CodeSecond)
	number, numbered := finding.Surest(v.Second, "documentNumber")
	first, firstNumbered := finding.Surest(v.Readings, "documentNumber")
	others := differing(v)
	switch ends, r, ok := (Values{Readings: v.Second}).date("expiryDate"); {
	case copied:
		c.Conclude(finding.Fail, "data.same_document", "The picture of the second ID is the first's, byte by byte")
	case numbered && firstNumbered && sameDocument(v, number, first):
		c.ShowReading(number)
		c.Conclude(finding.Fail, "data.same_document", "The second ID is the first one once more: number "+number.Value)
	case len(others) > 0:
		c.Conclude(finding.Fail, "data.other_person",
			"The second ID names another person: "+strings.Join(others, ", "))
	case ok && ends.Before(v.today()):
		c.ShowReading(r)
		c.Conclude(finding.Fail, "data.second_expired", "The second ID expired on "+ends.Format(time.DateOnly))
	case !numbered || !firstNumbered || !compared(v):
		c.Conclude(finding.Inconclusive, "data.second_unread",
			"Too little was read to tell whether the second ID is another document of the same person")
	default:
		c.Outcome = finding.Pass
	}
	return []finding.Check{c}
}

// secondCaptures reports whether a second document was captured, and whether a picture of it is one of the first.
func secondCaptures(captures []finding.CaptureReport) (captured, copied bool) {
	for _, c := range captures {
		if !IsSecond(c.Kind) {
			continue
		}
		captured = true
		for _, o := range captures {
			copied = copied || !IsSecond(o.Kind) && c.SameAs != "" && (c.SameAs == o.ID || c.SameAs == o.SameAs)
		}
	}
	return captured, copied
}

// sameDocument reports whether two documents of one number are one. In some States a licence has the number of the
// identity card, but it does not end on the same day.
func sameDocument(v Values, second, first finding.Reading) bool {
	if crosscheck.Match("documentNumber", first, second) != finding.MatchFull {
		return false
	}
	for _, field := range []string{"expiryDate", "issuingCountry"} {
		a, known := finding.Surest(v.Readings, field)
		b, alike := finding.Surest(v.Second, field)
		if known && alike && crosscheck.Match(field, a, b) == finding.MatchNone {
			return false
		}
	}
	return true
}

// differing lists what the second document says of its holder that the first contradicts.
func differing(v Values) []string {
	var all []string
	for _, field := range holder {
		a, known := finding.Surest(v.Readings, field)
		b, said := finding.Surest(v.Second, field)
		if known && said && crosscheck.Match(field, a, b) == finding.MatchNone {
			all = append(all, crosscheck.FieldWords(field)+" "+b.Value)
		}
	}
	return all
}

// compared reports whether a name and the birth date stand on both documents.
func compared(v Values) bool {
	for _, field := range []string{"lastName", "dateOfBirth"} {
		_, known := finding.Surest(v.Readings, field)
		if _, said := finding.Surest(v.Second, field); !known || !said {
			return false
		}
	}
	return true
}

// secondReasons are the reasons of a comparison of faces as they are named where one is a second document's.
var secondReasons = map[string]string{
	"face.mismatch":  "face.second_mismatch",
	"face.unsure":    "face.second_unsure",
	"face.small":     "face.second_small",
	"face.too_small": "face.second_small",
}

// SecondPortrait reports whether a second document shows the person of the first one. Of two small portraits that agree
// nothing is said against either.
//
// Code face.second. Score, thresholds and assurance are those of FaceMatch.
func SecondPortrait(first, second Likeness) finding.Check {
	c := matchCheck(finding.CodeSecondFace, finding.GroupFace)
	compareFaces(&c, first, second)
	for i, reason := range c.Reasons {
		c.Reasons[i] = secondReasons[reason]
	}
	if c.Outcome == finding.Warn && c.Reasons[0] == "face.second_small" {
		c.Outcome = finding.Inconclusive
	}
	return c
}
