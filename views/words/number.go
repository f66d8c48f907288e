package words

import (
	"golang.org/x/text/message"
	"golang.org/x/text/number"
)

// printer returns what formats numbers in the language.
func (l Language) printer() *message.Printer {
	if p, ok := current.printers[l]; ok {
		return p
	}
	return current.printers[English]
}

// small holds the numbers below a hundred, with at least one digit and with two: the parts of a date. A page with a
// list has hundreds of them.
type small [2][100]string

func smallNumbers(p *message.Printer) *small {
	s := &small{}
	for i := range s {
		for n := range s[i] {
			s[i][n] = digits(p, n, i+1)
		}
	}
	return s
}

// digits returns a number without grouping and with at least so many digits.
func digits(p *message.Printer, n, least int) string {
	return p.Sprint(number.Decimal(n, number.NoSeparator(), number.MinIntegerDigits(least)))
}

// digits returns a number without grouping and with at least so many digits, as the language writes them.
func (l Language) digits(n, least int) string {
	known, ok := current.small[l]
	if !ok {
		known = current.small[English]
	}
	const hundred = len(known[0])
	switch {
	case n < 0 || n >= hundred*hundred || least < 1 || least > len(known):
		return digits(l.printer(), n, least)
	case n >= hundred:
		return known[0][n/hundred] + known[1][n%hundred]
	}
	return known[least-1][n]
}

// Count returns a whole number with its thousands grouped.
func (l Language) Count(n int64) string {
	if 0 <= n && n < 100 {
		return l.digits(int(n), 1)
	}
	return l.printer().Sprint(number.Decimal(n))
}

// Decimal returns a number with so many digits after the decimal separator, and its thousands grouped.
func (l Language) Decimal(v float64, places int) string {
	if n := int(v); places == 0 && 0 <= v && v < 100 && float64(n) == v {
		return l.digits(n, 1)
	}
	return l.printer().Sprint(number.Decimal(v, number.Scale(places)))
}

// Short returns a number with at most so many digits after the decimal separator.
func (l Language) Short(v float64, places int) string {
	return l.printer().Sprint(number.Decimal(v, number.MaxFractionDigits(places)))
}

// Percent returns a share, 0 to 1, in per cent with so many digits after the decimal separator.
func (l Language) Percent(share float64, places int) string {
	return l.printer().Sprint(number.Percent(share, number.Scale(places)))
}

// none is shown where there is no number.
const none = "–"

// Share returns n as a share of all in per cent: with a digit after the decimal separator near none and near all, where
// that digit matters. It returns a dash where all is 0.
func (l Language) Share(n, all int64) string {
	if all <= 0 {
		return none
	}
	share, places := float64(n)/float64(all), 0
	if share > 0 && share < .1 || share > .9 && share < 1 {
		places = 1
	}
	return l.Percent(share, places)
}

// Score returns 0 to 1 with two digits after the separator, and 10 or more as a whole number.
func (l Language) Score(v float64) string {
	if v >= 10 {
		return l.Decimal(v, 0)
	}
	return l.Decimal(v, 2)
}

// The sizes of files: a kilobyte is 1,000 bytes.
const (
	kilobyte = 1000
	megabyte = 1000 * kilobyte
	gigabyte = 1000 * megabyte
)

// Size returns a number of bytes in the largest unit that fits.
func (l Language) Size(bytes int64) string {
	switch {
	case bytes >= gigabyte:
		return l.T("%s GB", l.Decimal(float64(bytes)/gigabyte, 1))
	case bytes >= megabyte:
		return l.T("%s MB", l.Decimal(float64(bytes)/megabyte, 1))
	case bytes >= kilobyte:
		return l.T("%s kB", l.Decimal(float64(bytes)/kilobyte, 1))
	}
	return l.T("%s B", l.Count(bytes))
}
