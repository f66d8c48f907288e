package chart_test

import (
	"io"
	"strconv"
	"strings"
	"testing"
	"time"

	"proofdesk/views/chart"
	"proofdesk/views/words"
)

func plain(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

func TestAxesEndAtRoundNumbersAboveTheHighest(t *testing.T) {
	for highest, want := range map[float64]string{
		0:     "1",
		1:     "1",
		4:     "4",
		7:     "8",
		37:    "40",
		118:   "150",
		1284:  "1500",
		24793: "30000",
	} {
		c := chart.LineChart{
			Format:  plain,
			Labels:  []string{""},
			Moments: []string{""},
			Series:  []chart.Series{{Values: []float64{highest}}},
		}
		ys := c.Draw().Ys
		if last := ys[len(ys)-1]; last.Text != want || last.At != "0.00%" || ys[0].Text != "0" ||
			ys[0].At != "100.00%" || len(ys) > 6 {
			t.Errorf("%v: %+v", highest, ys)
		}
	}
}

func TestTimesStandOnALogarithmicAxisThatHoldsTheLimit(t *testing.T) {
	c := chart.LineChart{
		Format:  plain,
		Log:     true,
		Limit:   15_000,
		Labels:  []string{"", ""},
		Moments: []string{"", ""},
		Series:  []chart.Series{{Values: []float64{12, 340}}},
	}
	l := c.Draw()
	if first, last := l.Ys[0],
		l.Ys[len(l.Ys)-1]; first.Text != "10" || last.Text != "60000" || l.Limit == nil ||
		strings.HasPrefix(l.Limit.At, "0.") {
		t.Errorf("%+v %+v", l.Ys, l.Limit)
	}
	zero := chart.LineChart{
		Format:  plain,
		Log:     true,
		Labels:  []string{""},
		Moments: []string{""},
		Series:  []chart.Series{{Values: []float64{0}}},
	}
	if d := zero.Draw().Paths[0].D; strings.Contains(d, "NaN") || strings.Contains(d, "Inf") {
		t.Errorf("a time of nothing is drawn at %q", d)
	}
}

func TestALineBreaksWhereValuesAreMissing(t *testing.T) {
	c := chart.LineChart{
		Format:  plain,
		Labels:  make([]string, 5),
		Moments: make([]string, 5),
		Series:  []chart.Series{{Name: "a", Values: []float64{1, 2, -1, -1, 3}}},
	}
	l := c.Draw()
	if n := strings.Count(l.Paths[0].D, "M"); n != 2 {
		t.Errorf("%d pieces: %s", n, l.Paths[0].D)
	}
	if !strings.Contains(l.Hits[2].Title, "a: none") || !strings.Contains(l.Zoom, "[1,2,null,null,3]") {
		t.Errorf("%q %s", l.Hits[2].Title, l.Zoom)
	}
}

func TestNothingIsDrawnOfNothing(t *testing.T) {
	c := chart.LineChart{
		Format:  plain,
		Labels:  make([]string, 2),
		Moments: make([]string, 2),
		Series:  []chart.Series{{Values: []float64{-1, -1}}},
	}
	if c.Draw() != nil || (chart.LineChart{Format: plain}).Draw() != nil {
		t.Error("lines without values are drawn")
	}
	if chart.DrawColumns("", []chart.Stack{{Label: "a"}}, plain) != nil ||
		chart.DrawColumns("", nil, plain) != nil {
		t.Error("columns without values are drawn")
	}
	if h := (chart.Spread{Bins: make([]int64, 4), Format: plain}).Draw(); h.Empty == "" || len(h.Parts) != 0 {
		t.Errorf("%+v", h)
	}
	if s := chart.Shade(0, 0); s != "h0" {
		t.Errorf("shade of nothing: %s", s)
	}
}

func TestThePartsOfAColumnStandOnEachOther(t *testing.T) {
	c := chart.DrawColumns("",
		[]chart.Stack{{Parts: []chart.Piece{{"pass", 1}, {"warn", 0}, {"fail", 3}}}}, plain)
	parts := c.Bars[0].Parts
	if len(parts) != 2 || parts[0].Y != "75.00%" || parts[0].H != "25.00%" || parts[1].Y != "0.00%" ||
		parts[1].H != "75.00%" {
		t.Errorf("%+v", parts)
	}
}

func TestAnAxisBeginsAtTheFirstValueAndKeepsAThird(t *testing.T) {
	for first, want := range map[int]int{0: 48, 20: 28, 47: 16} {
		c := chart.LineChart{
			Format:  plain,
			Labels:  make([]string, 48),
			Moments: make([]string, 48),
			Times:   make([]int64, 48),
			Series:  []chart.Series{{Values: make([]float64, 48)}, {Values: make([]float64, 48)}},
		}
		c.Series[1].Values[first] = 7
		if l := c.Draw(); len(l.Hits) != want || strings.Count(l.Paths[0].D, " ") != want {
			t.Errorf("first value at %d of 48: %d points, want %d", first, len(l.Hits), want)
		}
	}
}

// Lines through a sentence can't be read, and a threshold says nothing where nothing was measured.
func TestAHistogramOfNothingHasNoThresholds(t *testing.T) {
	s := chart.Spread{Bins: make([]int64, 4), Limits: []float64{.5}, Format: plain}
	if h := s.Draw(); h.Empty == "" || len(h.Limits) != 0 {
		t.Errorf("%q with the thresholds %v", h.Empty, h.Limits)
	}
	s.Bins[1], s.Class = 1, func(float64) string { return "pass" }
	if h := s.Draw(); h.Empty != "" || len(h.Limits) != 1 {
		t.Errorf("%q with the thresholds %v", h.Empty, h.Limits)
	}
}

// BenchmarkPlot draws the table of the dashboard that has the most cells: a week by the hour.
func BenchmarkPlot(b *testing.B) {
	p := chart.Panel{Title: "Arrivals", Table: chart.Table{
		Head:  []string{"from", "weekday", "jobs", "share (%)"},
		Names: 2,
	}}
	begin := time.Date(2026, time.November, 2, 0, 0, 0, 0, time.UTC)
	for hour := range 7 * 24 {
		at := begin.Add(time.Duration(hour) * time.Hour)
		p.Table.Rows = append(p.Table.Rows,
			[]string{at.Format(time.RFC3339), at.Weekday().String()[:3], strconv.Itoa(hour % 13), ""})
	}
	ctx := words.With(b.Context(), words.English)
	b.ReportAllocs()
	for b.Loop() {
		if err := chart.Plot(p).Render(ctx, io.Discard); err != nil {
			b.Fatal(err)
		}
	}
}
