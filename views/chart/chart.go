package chart

import (
	"encoding/json"
	"slices"
	"strings"

	"proofdesk/views/words"
)

// Series is one line: a value per point, below 0 where there is none.
type Series struct {
	Name   string
	Class  string // s1 to s6: colour and dash; q50, q90 or q99 beside it sets another dash
	Values []float64
	Area   bool
	SoFar  bool // whether the last value is a sum over a time that is not over: it stands apart, as a ring
}

// over returns the values of the times that are over.
func (s Series) over() []float64 {
	if !s.SoFar || len(s.Values) == 0 {
		return s.Values
	}
	over := slices.Clone(s.Values)
	over[len(over)-1] = -1
	return over
}

// LineChart is what lines are made from. Labels stand under the axis, empty for most points; Moments are in full, for
// the titles; Times are Unix seconds.
type LineChart struct {
	words.Language
	Name       string
	Labels     []string
	Moments    []string
	Times      []int64
	Zone       string // IANA name of the zone that the labels are in
	Series     []Series
	Format     func(float64) string
	Log        bool    // for times in milliseconds
	Limit      float64 // drawn as a dashed line; 0 for none
	LimitLabel string
}

// fromFirst returns the chart without the points before its first value other than 0; a third of them always stays, as
// an axis needs labels.
func (c LineChart) fromFirst() LineChart {
	first := len(c.Moments)
	for _, s := range c.Series {
		if i := slices.IndexFunc(s.Values, func(v float64) bool { return v > 0 }); i >= 0 {
			first = min(first, i)
		}
	}
	first = min(first, 2*len(c.Moments)/3)
	c.Labels, c.Moments = c.Labels[first:], c.Moments[first:]
	c.Times = c.Times[min(first, len(c.Times)):]
	c.Series = slices.Clone(c.Series)
	for i := range c.Series {
		c.Series[i].Values = c.Series[i].Values[first:]
	}
	return c
}

// Draw returns the lines in place; nil where no series has a value.
func (c LineChart) Draw() *Lines {
	c = c.fromFirst()
	lowest, highest := reach(c.Series)
	if !slices.ContainsFunc(c.Series,
		func(s Series) bool { return slices.ContainsFunc(s.Values, func(v float64) bool { return v >= 0 }) }) {
		return nil
	}
	s := linear(highest)
	if c.Log {
		s = logarithmic(lowest, max(highest, c.Limit))
	}
	l := &Lines{Name: c.Name, Ys: s.axis(c.Format), Xs: labelled(c.Labels), Zoom: c.zoom()}
	if c.Limit > 0 {
		l.Limit = &Tick{At: percent(1 - s.at(c.Limit)), Text: c.LimitLabel}
	}
	for _, series := range c.Series {
		p := Path{Class: series.Class}
		p.D, p.Area = path(series.over(), s)
		if !series.Area {
			p.Area = ""
		}
		l.Paths = append(l.Paths, p)
	}
	width := 1 / float64(len(c.Labels))
	for _, series := range c.Series {
		if v := series.Values[len(series.Values)-1]; series.SoFar && v >= 0 {
			l.Rings = append(l.Rings, Ring{X: percent(1 - .5*width), Y: percent(1 - s.at(v)), Class: series.Class})
		}
	}
	for i, moment := range c.Moments {
		parts := []string{moment}
		for _, series := range c.Series {
			value := c.T("none")
			if v := series.Values[i]; v >= 0 {
				value = c.Format(v)
			}
			parts = append(parts, series.Name+": "+value)
		}
		l.Hits = append(l.Hits, Hit{
			X:     percent(float64(i) * width),
			W:     percent(width),
			Title: strings.Join(parts, "\n"),
		})
	}
	return l
}

// zoom returns the values as the zoomable chart reads them.
func (c LineChart) zoom() string {
	type line struct {
		Name   string     `json:"name"`
		Class  string     `json:"class"`
		Values []*float64 `json:"values"`
	}
	data := struct {
		Times  []int64 `json:"times"`
		Lines  []line  `json:"lines"`
		Log    bool    `json:"log"`
		Limit  float64 `json:"limit,omitempty"`
		Millis bool    `json:"millis"`
		Zone   string  `json:"zone"`
	}{Times: c.Times, Log: c.Log, Limit: c.Limit, Millis: c.Log, Zone: c.Zone}
	for _, s := range c.Series {
		l := line{Name: s.Name, Class: s.Class}
		for _, v := range s.over() {
			if v < 0 {
				l.Values = append(l.Values, nil)
				continue
			}
			l.Values = append(l.Values, &v)
		}
		data.Lines = append(data.Lines, l)
	}
	text, err := json.Marshal(data)
	if err != nil { // only for values that are not numbers
		return ""
	}
	return string(text)
}

// Stack is one standing bar to be drawn: its parts from the bottom up.
type Stack struct {
	Label string
	Title string
	Value string // shown above it
	Parts []Piece
}

// Piece is a part of a bar.
type Piece struct {
	Class string
	N     int64
}

func (s Stack) sum() int64 {
	var n int64
	for _, p := range s.Parts {
		n += p.N
	}
	return n
}

// DrawColumns returns vertical bars in place; nil where all are empty.
func DrawColumns(name string, stacks []Stack, format func(float64) string) *Columns {
	var highest int64
	for _, s := range stacks {
		highest = max(highest, s.sum())
	}
	if highest == 0 {
		return nil
	}
	axis := linear(float64(highest))
	c := &Columns{Name: name, Ys: axis.axis(format)}
	width := 1 / float64(len(stacks))
	for i, stack := range stacks {
		x := (float64(i) + .16) * width
		column := Column{
			X:     percent(float64(i) * width),
			W:     percent(width),
			Mid:   percent((float64(i) + .5) * width),
			Label: stack.Label,
			Value: stack.Value,
			Title: stack.Title,
			Top:   percent(1 - axis.at(float64(stack.sum()))),
		}
		var below int64
		for _, p := range stack.Parts {
			if p.N == 0 {
				continue
			}
			from, to := axis.at(float64(below)), axis.at(float64(below+p.N))
			column.Parts = append(column.Parts, Part{
				X:     percent(x),
				W:     percent(.68 * width),
				Y:     percent(1 - to),
				H:     percent(to - from),
				Class: p.Class,
			})
			below += p.N
		}
		c.Bars = append(c.Bars, column)
	}
	return c
}

// Spread is a histogram to be drawn over 0 to 1. Class returns a bin's class by its middle.
type Spread struct {
	words.Language
	Title  string
	Note   string
	Bins   []int64
	Class  func(middle float64) string
	Limits []float64
	Format func(float64) string
}

// Draw returns a histogram in place.
func (s Spread) Draw() Histogram {
	h := Histogram{Title: s.Title, Note: s.Note}
	most := Most(s.Bins)
	if most == 0 {
		h.Empty = s.T("not measured yet")
	}
	h.Top = s.Count(most)
	width := 1 / float64(len(s.Bins))
	for i, n := range s.Bins {
		from, to := float64(i)*width, float64(i+1)*width
		if n == 0 {
			continue
		}
		height := max(.015, float64(n)/float64(most))
		h.Parts = append(h.Parts, Part{
			X:     percent(from + .06*width),
			W:     percent(.88 * width),
			Y:     percent(1 - height),
			H:     percent(height),
			Class: s.Class((from + to) / 2),
			Title: s.T("%s to %s", s.Format(from), s.Format(to)) + ": " + s.Count(n),
		})
	}
	for _, limit := range s.Limits {
		if most == 0 { // there is a sentence in its place
			break
		}
		h.Limits = append(h.Limits, Tick{At: percent(limit), Text: s.Format(limit)})
	}
	for _, v := range []float64{0, .5, 1} {
		h.Xs = append(h.Xs, Tick{At: percent(v), Text: s.Format(v)})
	}
	return h
}

// DrawSpell returns a state in place that held from one share of the time to another. The worse the state, the taller
// it is; a time of which nothing is known is the flattest.
func DrawSpell(from, to float64, class, title string) Part {
	height := map[string]float64{"soft": .1, "pass": .3, "warn": .65, "fail": 1}[class]
	return Part{
		X:     percent(from),
		W:     percent(max(.002, to-from)),
		Y:     percent((1 - height) / 2),
		H:     percent(height),
		Class: class,
		Title: title,
	}
}

// TimeTicks labels an axis of time.
func TimeTicks(labels []string) []Tick { return labelled(labels) }
