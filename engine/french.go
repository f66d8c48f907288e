package engine

import (
	"strconv"
	"strings"
	"time"
)

// The French identity card of 1988 to 2021 carries in its zone the month of issue, which leads its number, and no date
// of expiry. It was valid for ten years; one issued to an adult from 2004 to 2013 is valid for five years more than is
// printed on it, and one issued to an adult later for fifteen (decree 2013-1188).
const (
	frenchYears      = 10
	frenchAdultYears = 15
	frenchLine       = 36
	frenchAdult      = 18
)

// frenchCard is what the zone of a French card tells about its validity: the first day of the month of issue, and for
// how many years. Printed is set where the printed date of expiry is five years too early.
type frenchCard struct {
	issued  time.Time
	years   int
	printed bool
	number  Reading
}

// french finds the card among what was read; false where there is none or its number tells no month.
func (in *inspector) french() (frenchCard, bool) {
	layout := false
	for _, c := range in.report.Captures {
		layout = layout ||
			len(c.MRZLines) == 2 && len(c.MRZLines[0].Text) == frenchLine &&
				strings.HasPrefix(c.MRZLines[0].Text, "IDFRA")
	}
	number, ok := in.value("documentNumber")
	if !layout || !ok || number.Source != MRZ || len(number.Value) < 4 {
		return frenchCard{}, false
	}
	yy, err := strconv.Atoi(number.Value[:2])
	mm, err2 := strconv.Atoi(number.Value[2:4])
	if err != nil || err2 != nil || mm < 1 || mm > 12 {
		return frenchCard{}, false
	}
	year := 2000 + yy
	if yy >= 88 {
		year = 1900 + yy
	}
	card := frenchCard{
		issued: time.Date(year, time.Month(mm), 1, 0, 0, 0, 0, time.UTC),
		years:  frenchYears,
		number: number,
	}
	birth, _, known := in.date("dateOfBirth")
	if year >= 2004 && known && !birth.AddDate(frenchAdult, 0, 0).After(card.issued) {
		card.years, card.printed = frenchAdultYears, year <= 2013
	}
	return card, true
}

// last returns the last day on which a document is valid, with the earliest that it can be where only a month is known,
// and the reading that tells it.
func (in *inspector) last() (earliest, latest time.Time, r Reading, ok bool) {
	expiry, r, ok := in.date("expiryDate")
	card, french := in.french()
	switch {
	case french && ok && card.printed && expiry.Before(card.issued.AddDate(frenchYears, 2, 0)):
		expiry = expiry.AddDate(frenchAdultYears-frenchYears, 0, 0)
	case french && !ok:
		ends := card.issued.AddDate(card.years, 0, 0)
		return ends.AddDate(0, 0, -1), ends.AddDate(0, 1, -1), card.number, true
	}
	return expiry, expiry, r, ok
}
