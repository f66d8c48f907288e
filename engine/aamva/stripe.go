package aamva

import "strings"

// parseStripe reads the three tracks of a magnetic stripe (Annex F): %state city^names^address^? ;issuer number =
// expiry birth? and a third with fixed columns. Only track 1 or 2 makes it a stripe.
func parseStripe(s string) (License, bool) {
	s = strings.ReplaceAll(s, "\n", "")
	second := strings.IndexByte(s, ';')
	firstPart := s
	if second >= 0 {
		firstPart = s[:second]
	}
	first := strings.LastIndexByte(firstPart, '%')
	if first < 0 || strings.Count(firstPart[first:], "^") < 1 || strings.Contains(s, "ANSI ") {
		return License{}, false
	}
	l := License{Layout: Stripe}
	readTrack1(&l, until(firstPart[first+1:], '?'))
	if second >= 0 {
		track2 := until(s[second+1:], '?')
		readTrack2(&l, track2)
		if second+1+len(track2) >= len(s) { // the number may continue behind the dates
			l.open("DAQ")
		}
		readTrack3(&l, s[min(second+2+len(track2), len(s)):])
	} else {
		if !strings.Contains(firstPart[first:], "?") && len(l.Elements) > 0 {
			l.open(l.Elements[len(l.Elements)-1].ID)
		}
		l.warn("track.missing:2")
	}
	fill(&l)
	if l.Surname == "" && l.DocumentNumber == "" {
		return License{}, false
	}
	return l, true
}

// readTrack1 reads state (2), city (at most 13), names (at most 35, parts between $) and address (lines between $).
func readTrack1(l *License, t string) {
	if len(t) < 2 {
		return
	}
	l.add("DAJ", t[:2])
	city, rest := column(t[2:], 13)
	l.add("DAI", city)
	names, rest := column(rest, 35)
	parts := strings.Split(names, "$")
	for i, id := range []string{"DCS", "DAC", "DAD"} {
		l.add(id, part(parts, i))
	}
	street := strings.Split(strings.Trim(until(rest, '^'), ` \`), "$")
	l.add("DAG", street[0])
	if len(street) > 1 {
		l.add("DAH", street[1])
	}
}

// column cuts a column of at most n characters that ends early with ^.
func column(s string, n int) (value, rest string) {
	if i := strings.IndexByte(s, '^'); i >= 0 && i <= n {
		return s[:i], s[i+1:]
	}
	n = min(n, len(s))
	return s[:n], s[n:]
}

// readTrack2 reads issuer (6), number (at most 13), =, expiry YYMM, birth CCYYMMDD, and what did not fit of the number.
func readTrack2(l *License, t string) {
	if digits(t) < 6 {
		l.warn("track.malformed:2")
		return
	}
	l.IIN = t[:6]
	id, dates, ok := strings.Cut(t[6:], "=")
	if !ok || digits(dates) < 12 {
		l.warn("track.malformed:2")
		l.add("DAQ", id)
		return
	}
	overflow := strings.Trim(dates[12:], "= ")
	if l.IIN == IIN("FL") {
		id = floridaNumber(id)
	}
	l.add("DAQ", id+overflow)
	birth, expiry := stripeDates(dates[4:12], dates[:4])
	l.add("DBB", birth)
	l.add("DBA", expiry)
	if expiry != "" {
		l.warn("expiry.day_derived")
	}
}

// floridaNumber replaces the two digits that encode the letter of a Florida number by that letter (01 is A).
func floridaNumber(id string) string {
	if n := number(id, 0, 2); digits(id) >= 2 && n >= 1 && n <= 26 {
		return string(rune('A'+n-1)) + id[2:]
	}
	return id
}

// stripeDates returns full dates for CCYYMMDD and YYMM. Month 99 of the expiry means the birthday and 88 the end of the
// birth month; Florida does the reverse and writes 99 as the month of birth. 77 marks a card that never expires.
func stripeDates(birth, expiry string) (string, string) {
	year, month := 2000+number(expiry, 0, 2), number(expiry, 2, 4)
	birthMonth, day := number(birth, 4, 6), number(birth, 6, 8)
	onBirthday := month == 99
	if birthMonth == 99 && month <= 12 {
		birthMonth, onBirthday = month, true
	}
	if month == 99 || month == 88 {
		month = birthMonth
	}
	born := ""
	if y := number(birth, 0, 4); isDate(y, birthMonth, day) {
		born = iso(y, birthMonth, day)
	}
	if month < 1 || month > 12 {
		return born, ""
	}
	if !onBirthday || !isDate(year, month, day) {
		day = lastDay(year, month)
	}
	return born, iso(year, month, day)
}

// readTrack3 reads the columns behind a start character and two version characters: postal code 11, class 2,
// restrictions 10, endorsements 4, sex 1, height 3, weight 3, hair 3, eyes 3.
func readTrack3(l *License, t string) {
	i := strings.IndexAny(t, "%#!")
	if i < 0 {
		return
	}
	t = t[i:]
	if t[0] != '!' {
		t = t[1:]
	}
	if len(t) < 2 {
		return
	}
	t, whole := t[2:], strings.Contains(t, "?")
	t = until(t, '?')
	for _, c := range []struct {
		id    string
		width int
	}{
		{"DAK", 11}, {"DAR", 2}, {"DAS", 10}, {"DAT", 4}, {"DBC", 1}, {"DAU", 3}, {"DAW", 3}, {"DAZ", 3}, {"DAY", 3},
	} {
		n := min(c.width, len(t))
		l.add(c.id, t[:n])
		if n > 0 && n < c.width && !whole {
			l.open(c.id)
		}
		t = t[n:]
	}
}

func (l *License) add(id, value string) {
	if value = strings.TrimSpace(value); value != "" {
		l.Elements = append(l.Elements, Element{ID: id, Value: value})
	}
}

func until(s string, end byte) string {
	if i := strings.IndexByte(s, end); i >= 0 {
		return s[:i]
	}
	return s
}
