package check

import (
	"strconv"
	"time"

	"proofdesk/engine/finding"
)

// Expiry reports whether the document is still valid today; it is valid on its last day.
//
// Code data.expiry. No score. Fails where a proven date has passed; warns where the date may be misread. Inconclusive
// without a date, and where only the month is known and has begun. Assurance: model, heuristic where the date is not
// proven.
func Expiry(v Values) finding.Check {
	c := dataCheck(finding.CodeExpiry)
	last, ok := v.lastDay()
	if !ok {
		c.Conclude(finding.Inconclusive, "data.expiry_unknown", "The date of expiry was not read")
		return c
	}
	c.ShowReading(last.reading)
	proven := v.provenEnd(last)
	if !proven {
		c.Assurance = finding.Heuristic
	}
	switch today := v.today(); {
	case !today.After(last.earliest) && v.passedIfSwapped(last.reading):
		c.Conclude(finding.Inconclusive, "data.expiry_unsure",
			"Day and month of the date of expiry can't be told apart: it may have expired on "+last.reading.Or)
	case !today.After(last.earliest):
		c.Outcome = finding.Pass
		if card, french := v.frenchCard(); french && card.printedEarly {
			c.Detail = "Valid until " + last.earliest.Format(time.DateOnly) +
				": French cards issued to adults from 2004 to 2013 hold five years longer than is printed"
		}
	case !today.After(last.latest):
		c.Conclude(finding.Inconclusive, "data.expiry_unknown",
			"It expires this month; the day does not stand in its zone")
	case !proven:
		c.Conclude(finding.Warn, "data.expiry_unsure",
			"It seems to have expired on "+last.latest.Format(time.DateOnly)+", but that date "+doubt(last.reading))
	default:
		days := int(today.Sub(last.latest).Hours() / 24)
		c.Conclude(finding.Fail, "data.expired",
			"Expired on "+last.latest.Format(time.DateOnly)+", "+strconv.Itoa(days)+" days ago")
	}
	return c
}

// lastDay is the last day on which a document is valid: the earliest and the latest that it can be, which differ where
// only a month is known, and the reading that holds it.
type lastDay struct {
	earliest, latest time.Time
	reading          finding.Reading
}

// lastDay returns the last day of the document; false where it is unknown.
func (v Values) lastDay() (lastDay, bool) {
	expiry, r, ok := v.date("expiryDate")
	card, french := v.frenchCard()
	switch {
	case french && ok && card.printedEarly && expiry.Before(card.issued.AddDate(frenchYears, frenchMonths, 0)):
		expiry = expiry.AddDate(frenchAdultYears-frenchYears, 0, 0)
	case french && !ok:
		ends := card.ends()
		return lastDay{ends.AddDate(0, 0, -1), ends.AddDate(0, 1, -1), card.number}, true
	}
	return lastDay{expiry, expiry, r}, ok
}

// passedIfSwapped reports whether a date of expiry has passed if its day and month are the other way round.
func (v Values) passedIfSwapped(r finding.Reading) bool {
	other, err := time.Parse(time.DateOnly, r.Or)
	return err == nil && v.today().After(other)
}
