package check

import (
	"strconv"
	"strings"
	"time"

	"proofdesk/engine/finding"
)

// The French identity card of 1988 to 2021 carries in its zone the month of issue, which leads its number, and no date
// of expiry. It was valid for ten years; one issued to an adult from 2004 to 2013 is valid for five years more than is
// printed on it, and one issued to an adult later for fifteen (decree 2013-1188).
const (
	frenchFirstYear  = 1988 // in which the card was introduced
	frenchAdultFrom  = 2004 // first year of issue whose cards of adults are valid for longer
	frenchAdultTo    = 2013 // last year of issue whose cards of adults have the shorter date printed on them
	frenchYears      = 10   // for which a card is valid
	frenchAdultYears = 15   // … of an adult
	frenchAdult      = 18   // age in years

	frenchLine  = 36      // characters in each of the two lines of its zone
	frenchStart = "IDFRA" // with which the zone begins

	// frenchMonths is how many months a printed day may lie from the one in a card's number, which holds the month
	// only. Set by judgement.
	frenchMonths = 2
	longestMonth = 31 * 24 * time.Hour
)

// IsFrenchCard reports whether the zone of a French identity card of 1988 to 2021 is among the captures.
func IsFrenchCard(captures []finding.CaptureReport) bool {
	for _, c := range captures {
		if len(c.MRZLines) == 2 && len(c.MRZLines[0].Text) == frenchLine &&
			strings.HasPrefix(c.MRZLines[0].Text, frenchStart) {
			return true
		}
	}
	return false
}

// frenchCard is what the number of a French card encodes about its validity.
type frenchCard struct {
	issued       time.Time // first day of the month of issue
	years        int       // for which it is valid
	printedEarly bool      // the date that is printed on it is five years too early
	number       finding.Reading
}

// ends returns the first day of the month in which the card expires.
func (c frenchCard) ends() time.Time { return c.issued.AddDate(c.years, 0, 0) }

// frenchCard returns what the number of a French card encodes; false where there is no such card or its number holds no
// month.
func (v Values) frenchCard() (frenchCard, bool) {
	number, ok := finding.Surest(v.Readings, "documentNumber")
	if !v.French || !ok || number.Source != finding.MRZ {
		return frenchCard{}, false
	}
	issued, ok := frenchMonth(number.Value)
	if !ok {
		return frenchCard{}, false
	}
	card := frenchCard{issued: issued, years: frenchYears, number: number}
	birth, _, known := v.date("dateOfBirth")
	if issued.Year() >= frenchAdultFrom && known && !birth.AddDate(frenchAdult, 0, 0).After(issued) {
		card.years, card.printedEarly = frenchAdultYears, issued.Year() <= frenchAdultTo
	}
	return card, true
}

// frenchMonth returns the first day of the month of issue, with which a card's number begins as YYMM.
func frenchMonth(number string) (time.Time, bool) {
	if len(number) < len("YYMM") {
		return time.Time{}, false
	}
	yy, err := strconv.Atoi(number[:2])
	mm, err2 := strconv.Atoi(number[2:4])
	if err != nil || err2 != nil || mm < 1 || mm > 12 {
		return time.Time{}, false
	}
	year := 1900 + yy
	if year < frenchFirstYear {
		year += 100
	}
	return time.Date(year, time.Month(mm), 1, 0, 0, 0, 0, time.UTC), true
}
