package mrz

import (
	"fmt"
	"time"
)

// Date is a calendar date of a zone. Month and Day are 0 where the document leaves them open, all three where
// nothing is known (ICAO 9303-3 §4.8: unknown parts are fillers).
type Date struct {
	Year, Month, Day int
}

// Known is true for a whole date.
func (d Date) Known() bool { return d.Year > 0 && d.Month > 0 && d.Day > 0 }

// String returns YYYY-MM-DD, YYYY-MM, YYYY or "".
func (d Date) String() string {
	switch {
	case d.Year == 0:
		return ""
	case d.Month == 0:
		return fmt.Sprintf("%04d", d.Year)
	case d.Day == 0:
		return fmt.Sprintf("%04d-%02d", d.Year, d.Month)
	}
	return fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Day)
}

// Before reports whether d lies before the day of t; an open month or day counts as its first.
func (d Date) Before(t time.Time) bool {
	y, m, day := t.Date()
	return d.ordinal() < Date{y, int(m), day}.ordinal()
}

func (d Date) ordinal() int { return d.Year*10000 + max(d.Month, 1)*100 + max(d.Day, 1) }

// yymmdd writes the six characters of a date, fillers for what is open.
func (d Date) yymmdd() string {
	if d.Year == 0 {
		return "<<<<<<"
	}
	s := fmt.Sprintf("%02d", d.Year%100)
	for _, part := range []int{d.Month, d.Day} {
		if part == 0 {
			s += "<<"
		} else {
			s += fmt.Sprintf("%02d", part)
		}
	}
	return s
}

// parseDate reads YYMMDD with a given century rule. ok is false where the characters are no date.
func parseDate(s string, century func(yy int, d Date) int) (Date, bool) {
	var parts [3]int
	for i := range parts {
		a, b := s[2*i], s[2*i+1]
		switch {
		case a == '<' && b == '<':
			parts[i] = -1
		case a >= '0' && a <= '9' && b >= '0' && b <= '9':
			parts[i] = int(a-'0')*10 + int(b-'0')
		default:
			return Date{}, false
		}
	}
	if parts[0] < 0 {
		return Date{}, parts[1] < 0 && parts[2] < 0
	}
	d := Date{0, max(parts[1], 0), max(parts[2], 0)}
	if d.Month > 12 || d.Day > 31 {
		return Date{}, false
	}
	d.Year = century(parts[0], d)
	return d, d.exists()
}

// exists reports whether there is such a date. 00 as day or month means unknown, as some States print it.
func (d Date) exists() bool {
	if !d.Known() {
		return true
	}
	t := time.Date(d.Year, time.Month(d.Month), d.Day, 0, 0, 0, 0, time.UTC)
	return t.Day() == d.Day
}

// bornBy chooses the latest century in which a birth is not after today.
func bornBy(today time.Time) func(int, Date) int {
	return func(yy int, d Date) int {
		d.Year = today.Year()/100*100 + yy
		if d.ordinal() > (Date{today.Year(), int(today.Month()), today.Day()}).ordinal() {
			d.Year -= 100
		}
		return d.Year
	}
}

// How far from today a two-digit year of expiry or issue is taken to lie, in years: a century in all. Documents are
// valid for fifteen years at most.
const (
	yearsAhead = 49
	yearsBack  = 50
)

// near chooses the century in which an expiry or an issue is within fifty years of today.
func near(today time.Time) func(int, Date) int {
	return func(yy int, _ Date) int {
		year := today.Year()/100*100 + yy
		switch {
		case year > today.Year()+yearsAhead:
			year -= 100
		case year < today.Year()-yearsBack:
			year += 100
		}
		return year
	}
}
