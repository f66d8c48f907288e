package figure

import (
	"strconv"

	views "proofdesk/views/chart"
)

// Table returns a panel that shows nothing but its table.
func Table(p views.Panel, table views.Table, empty string) views.Panel {
	p.Wide, p.Open = "whole", true
	if p.Table = table; len(table.Rows) == 0 {
		p.Empty = empty
	}
	return p
}

// Number writes a number as a table for programs has it.
func Number(n int64) string { return strconv.FormatInt(n, 10) }

// OneDigit writes a number with one digit after the point.
func OneDigit(v float64) string { return strconv.FormatFloat(v, 'f', 1, 64) }
