package words

import "time"

// day is the largest unit of a duration.
const day = 24 * time.Hour

// Took returns how long something ran, with two or three figures: 340 ms, 2.4 s, 41 s, 3 min 20 s. It returns a dash
// for a negative one.
func (l Language) Took(d time.Duration) string {
	switch {
	case d < 0:
		return none
	case d < time.Millisecond:
		return l.T("<%s ms", l.Count(1))
	case d < 995*time.Millisecond:
		return l.T("%s ms", l.Count(d.Milliseconds()))
	case d < 9950*time.Millisecond:
		return l.T("%s s", l.Decimal(d.Seconds(), 1))
	}
	return l.Age(d.Round(time.Second))
}

// Age returns how long something takes or has lasted, in its two largest units: 41 s, 3 min 20 s, 2 h 5 min, 3 d 4 h.
func (l Language) Age(d time.Duration) string {
	d = max(0, d)
	switch {
	case d < time.Minute:
		return l.T("%s s", l.Count(int64(d/time.Second)))
	case d < time.Hour:
		return l.units(d, time.Minute, time.Second, "%s min", "%s s")
	case d < day:
		return l.units(d, time.Hour, time.Minute, "%s h", "%s min")
	}
	return l.units(d, day, time.Hour, "%s d", "%s h")
}

// units returns a duration in two units, or in the larger one where nothing is left for the smaller one.
func (l Language) units(d, large, small time.Duration, whole, rest string) string {
	text := l.T(whole, l.Count(int64(d/large)))
	if left := d % large / small; left > 0 {
		text += " " + l.T(rest, l.Count(int64(left)))
	}
	return text
}
