package chart

import (
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"proofdesk/views/layout"
	"proofdesk/views/ui"
	"proofdesk/views/words"
)

// Page is a page of figures.
type Page struct {
	layout.Frame
	Style  string // URL paths of the page's own assets
	Zoom   string
	Tabs   []Choice
	Spans  []Choice
	Note   string   // of what time and zone the figures are
	Broken *Warning // what is out of order now; nil for nothing
	Tiles  []Tile
	Panels []Panel
	Empty  string // what to do where there is nothing to show; empty where there is
	Guide  *Choice
	Choose templ.Component // beside the spans; nil for none
	Below  templ.Component // what stands under the plots; nil for nothing
}

// Choice is a link of which one may be chosen.
type Choice struct {
	Label string
	Href  string
	On    bool
}

// Tile is one figure of the headline.
type Tile struct {
	Label string
	Value string
	Note  string
	Tone  ui.Tone // of the note
}

// Panel is one plot with its table. One of the shapes is set, or Empty is the reason why there is none.
type Panel struct {
	Key        string // unique on the page
	Title      string
	Unit       string // what is measured, over what
	Wide       string // quarter, half or whole
	CSV        string
	Empty      string
	Lines      *Lines
	Columns    *Columns
	Bars       []BarList
	Grid       *Grid
	Histograms []Histogram
	Timeline   *Timeline
	Legend     []Mark
	Note       string // how to read it
	Table      Table
	Open       bool // whether the panel is its table
	Warnings   []Warning
}

// Warning is something that needs somebody, with the page on which it is dealt with.
type Warning struct {
	Text string
	Link *layout.Link
}

// Table is the values of a plot in rows, as a file has them: numbers with a point, times as RFC 3339 and days as
// dates. A page shows them in its language. Cells of all columns but the first Names are numbers.
type Table struct {
	Head  []string
	Rows  [][]string
	Names int
	Links []string // of the first cell of each row; nil for none
}

func (t Table) link(row, column int) string {
	if column > 0 || row >= len(t.Links) {
		return ""
	}
	return t.Links[row]
}

func (t Table) names() int { return max(1, t.Names) }

// shown returns a cell of a table as a page in the language shows it. The dashboard has thousands of them, so that what
// can't be a time or a number is not read as one.
func shown(l words.Language, cell string, isNumber bool) string {
	switch {
	case isNumber:
		v, err := strconv.ParseFloat(cell, 64)
		if err != nil {
			return cell
		}
		_, fraction, _ := strings.Cut(cell, ".")
		return l.Decimal(v, len(fraction))
	case len(cell) == len(time.DateOnly):
		return l.Calendar(cell)
	case len(cell) > len(time.DateOnly):
		if at, err := time.Parse(time.RFC3339, cell); err == nil {
			return l.Moment(at)
		}
	}
	return cell
}

// Mark is an entry of a legend: what a line or an area of a plot stands for. Class sets its colour and its pattern.
type Mark struct {
	Class string
	Label string
	Line  bool // whether it is drawn as a line
}

// Tick is a value on an axis. At is a percentage of the axis.
type Tick struct {
	At   string
	Text string
}

// Lines is lines over time. Points of lines are in a box of 1000 by 100.
type Lines struct {
	Name  string // of the picture, for who can't see it
	Ys    []Tick
	Xs    []Tick
	Paths []Path
	Rings []Ring
	Limit *Tick
	Hits  []Hit
	Zoom  string // JSON of the values for the zoomable chart
}

// Path is one line, in pieces where values are missing.
type Path struct {
	Class string
	D     string
	Area  string // the area below it; empty for none
}

// Ring is a value of a time that is not over.
type Ring struct {
	X, Y  string
	Class string
}

// Hit is a strip that shows its values when pointed at.
type Hit struct {
	X, W  string
	Title string
}

// Columns is standing bars, each of parts that stand on each other.
type Columns struct {
	Name string
	Ys   []Tick
	Bars []Column
}

// Column is one bar.
type Column struct {
	X, W, Mid string
	Label     string
	Value     string
	Top       string // of the highest part
	Parts     []Part
	Title     string
}

// Part is a piece of a bar.
type Part struct {
	X, Y, W, H string
	Class      string
	Title      string
}

// BarList is lying bars under a heading.
type BarList struct {
	Heading string
	Bars    []Bar
	Empty   string
}

// Bar is one lying bar. Width is 0 to 100.
type Bar struct {
	Label string
	Title string
	Width string
	Class string
	Value string
	Share string
}

// Grid is a table whose cells are shaded by their values.
type Grid struct {
	Name    string
	Corner  string
	Columns []string
	Rows    []GridRow
	Small   bool // whether there are many cells
}

// GridRow is one row of a grid.
type GridRow struct {
	Label string
	Cells []GridCell
}

// GridCell is one value. Class is its shade, h0 to h6.
type GridCell struct {
	Text  string
	Class string
	Title string
}

// Histogram is how values are spread, with the threshold drawn in.
type Histogram struct {
	Title  string
	Note   string
	Parts  []Part
	Xs     []Tick
	Limits []Tick
	Top    string // the highest bar's value
	Empty  string
}

// Timeline is what state each of some things was in.
type Timeline struct {
	Rows []TimelineRow
	Xs   []Tick
}

// TimelineRow is one thing.
type TimelineRow struct {
	Label string
	State string
	Tone  ui.Tone
	Use   string // how much of the time it was in use, for screen readers
	Parts []Part
}
