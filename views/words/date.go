package words

import (
	"strconv"
	"strings"
	"time"
	"unicode"
)

// Date returns the date of a time in the time's own location, such as 02 Nov 2026.
func (l Language) Date(at time.Time) string { return l.pattern(l.Locale().Date, at) }

// Clock returns the time of day of a time in its own location, to the second.
func (l Language) Clock(at time.Time) string { return l.pattern(l.Locale().Time, at) }

// Hour returns the time of day of a time in its own location, to the minute. It is for the axes of charts.
func (l Language) Hour(at time.Time) string { return l.pattern(l.Locale().Hour, at) }

// Day returns the day and the month of a time in its own location. It is for the axes of charts.
func (l Language) Day(at time.Time) string { return l.pattern(l.Locale().Day, at) }

// WeekDay returns the day of the week and of the month of a time in its own location. It is for the axes of charts.
func (l Language) WeekDay(at time.Time) string { return l.pattern(l.Locale().WeekDay, at) }

// Moment returns the date and the time of day of a time in its own location. It is the one form of a point in time
// on a page; only a time of the current day may be shown as its Clock, as Recent does.
func (l Language) Moment(at time.Time) string {
	return strings.Replace(strings.Replace(l.Locale().Moment, "{date}", l.Date(at), 1), "{time}", l.Clock(at), 1)
}

// Recent returns the time of day of a time, with the date where it is not on the day of now, in the location of each.
func (l Language) Recent(at, now time.Time) string {
	if at.Format(time.DateOnly) == now.Format(time.DateOnly) {
		return l.Clock(at)
	}
	return l.Moment(at)
}

// Calendar returns a calendar date, given as YYYY-MM-DD, in the language. Such a date has no time zone: a date of birth
// is the same day everywhere. Of a date whose day and month are masked, as 1987-••-••, they stay so. Any other text is
// returned as it is.
func (l Language) Calendar(text string) string {
	if day, err := time.Parse(time.DateOnly, text); err == nil {
		return l.Date(day)
	}
	if year, masked := strings.CutSuffix(text, "-••-••"); masked {
		return filled(l.Locale().Date, func(letters string) string {
			if letters == "y" {
				return year
			}
			return strings.Repeat("•", len(letters))
		})
	}
	return text
}

// ISODate returns a date that somebody wrote as a language of the console does, such as 20 Nov 2026, as YYYY-MM-DD. The
// order of its parts does not matter, as a month is a name. Any other text is returned as it is.
func ISODate(text string) string {
	parts := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if len(parts) != 3 {
		return text
	}
	var year, month, day int
	for _, part := range parts {
		n, err := strconv.Atoi(part)
		switch {
		case err != nil:
			month = monthNamed(part)
		case len(part) == len("2026"):
			year = n
		default:
			day = n
		}
	}
	at := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	if year == 0 || month == 0 || at.Day() != day {
		return text
	}
	return at.Format(time.DateOnly)
}

// ISOMinute returns a date with the time of day behind it, such as 20 Nov 2026 10:30, as 2026-11-20T10:30. Any other
// text is returned as it is.
func ISOMinute(text string) string {
	date, clock, ok := cutLast(strings.TrimSpace(text), " ")
	if iso := ISODate(date); ok && iso != date {
		return iso + "T" + clock
	}
	return text
}

// Minute does for a date with its time of day, given as 2026-11-20T10:30, what Calendar does for a date.
func (l Language) Minute(text string) string {
	if date, clock, ok := strings.Cut(text, "T"); ok && l.Calendar(date) != date {
		return l.Calendar(date) + " " + clock
	}
	return text
}

// cutLast slices a text around the last separator; all of it is before where there is none.
func cutLast(text, separator string) (before, after string, found bool) {
	if i := strings.LastIndex(text, separator); i >= 0 {
		return text[:i], text[i+len(separator):], true
	}
	return text, "", false
}

// monthNamed returns the month of a name, which may be longer than the short names of the languages; 0 for none.
func monthNamed(name string) int {
	for _, l := range Languages() {
		for i, short := range l.Locale().Months {
			if strings.HasPrefix(strings.ToLower(name), strings.ToLower(short)) {
				return i + 1
			}
		}
	}
	return 0
}

// Weekday returns the short name of a day of the week.
func (l Language) Weekday(day time.Weekday) string { return l.Locale().Weekdays[(int(day)+6)%7] }

// pattern formats a time by a pattern with CLDR's letters: d, dd, M, MM, MMM, y, H, HH, h, m, mm, ss, a and EEE. What
// is not a letter, or is written between single quotes, is copied.
func (l Language) pattern(pattern string, at time.Time) string {
	return filled(pattern, func(letters string) string { return l.part(letters, at) })
}

// filled returns a pattern with each run of equal letters replaced by its part.
func filled(pattern string, part func(letters string) string) string {
	var b strings.Builder
	quoted := false
	for i := 0; i < len(pattern); {
		c := pattern[i]
		switch {
		case c == '\'':
			quoted = !quoted
			i++
		case quoted || !letter(c):
			b.WriteByte(c)
			i++
		default:
			end := i
			for end < len(pattern) && pattern[end] == c {
				end++
			}
			b.WriteString(part(pattern[i:end]))
			i = end
		}
	}
	return b.String()
}

func letter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

// part formats one run of equal letters of a pattern.
func (l Language) part(letters string, at time.Time) string {
	switch letters {
	case "MMM":
		return l.Locale().Months[at.Month()-1]
	case "EEE":
		return l.Weekday(at.Weekday())
	case "a":
		return l.Locale().Periods[at.Hour()/12]
	}
	return l.digits(partOf(letters[0], at), len(letters))
}

func partOf(letter byte, at time.Time) int {
	switch letter {
	case 'd':
		return at.Day()
	case 'M':
		return int(at.Month())
	case 'H':
		return at.Hour()
	case 'h':
		return (at.Hour()+11)%12 + 1
	case 'm':
		return at.Minute()
	case 's':
		return at.Second()
	}
	return at.Year()
}
