package chart

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// percent writes a share of an axis, 0 to 1, as SVG takes it.
func percent(v float64) string {
	return strconv.FormatFloat(100*max(0, min(1, v)), 'f', 2, 64) + "%"
}

func point(v float64) string { return strconv.FormatFloat(v, 'f', 1, 64) }

// scale maps values to 0 (bottom) to 1 (top) of an axis with ticks.
type scale struct {
	low, high float64
	log       bool
	ticks     []float64
}

func (s scale) at(v float64) float64 {
	if s.log {
		return max(0, min(1, (math.Log(max(v, s.low))-math.Log(s.low))/(math.Log(s.high)-math.Log(s.low))))
	}
	return max(0, min(1, (v-s.low)/(s.high-s.low)))
}

// linear makes a scale from 0 to a round number at or above the highest value, with at most five ticks of whole
// numbers.
func linear(highest float64) scale {
	step := 1.0
	for _, factor := 0, 0; highest > 4*step; factor++ {
		step *= []float64{2, 2.5, 2}[factor%3]
	}
	step = math.Ceil(step)
	s := scale{high: step * max(1, math.Ceil(highest/step))}
	for v := 0.0; v <= s.high; v += step {
		s.ticks = append(s.ticks, v)
	}
	return s
}

// decades are the ticks of times on a logarithmic axis, in milliseconds: 1 ms to 10 days.
var decades = []float64{1, 10, 100, 1e3, 1e4, 6e4, 6e5, 36e5, 36e6, 864e5, 864e6}

// logarithmic makes a scale of times that holds the lowest and the highest.
func logarithmic(lowest, highest float64) scale {
	first, last := 0, len(decades)-1
	for first < last && decades[first+1] <= lowest {
		first++
	}
	for last > first+1 && decades[last-1] >= highest {
		last--
	}
	if first == last {
		first--
	}
	return scale{low: decades[first], high: decades[last], log: true, ticks: decades[first : last+1]}
}

func (s scale) axis(format func(float64) string) []Tick {
	var ticks []Tick
	for _, v := range s.ticks {
		ticks = append(ticks, Tick{At: percent(1 - s.at(v)), Text: format(v)})
	}
	return ticks
}

// reach returns the lowest value above 0 and the highest; 0 and 0 where there is none.
func reach(lines []Series) (lowest, highest float64) {
	for _, l := range lines {
		for _, v := range l.Values {
			highest = max(highest, v)
			if v > 0 && (lowest == 0 || v < lowest) {
				lowest = v
			}
		}
	}
	return lowest, highest
}

// labelled returns the labels of an axis that are not empty.
func labelled(labels []string) []Tick {
	var ticks []Tick
	for i, text := range labels {
		if text != "" {
			ticks = append(ticks, Tick{At: percent((float64(i) + .5) / float64(len(labels))), Text: text})
		}
	}
	return ticks
}

// anchor keeps the label of a place near the end of an axis from reaching beyond it.
func anchor(at string) string {
	share, err := strconv.ParseFloat(strings.TrimSuffix(at, "%"), 64)
	if err == nil && share > 92 {
		return "end"
	}
	return "middle"
}

// path draws the values that are there (at least 0) and begins anew after each that is not. A value that stands alone
// becomes a short dash.
func path(values []float64, s scale) (line, area string) {
	var l, a strings.Builder
	width := 1000 / float64(len(values))
	for i := 0; i < len(values); {
		if values[i] < 0 {
			i++
			continue
		}
		end := i
		for end < len(values) && values[end] >= 0 {
			end++
		}
		var points []string
		for k := i; k < end; k++ {
			points = append(points, point((float64(k)+.5)*width)+" "+point(100-100*s.at(values[k])))
		}
		if len(points) == 1 {
			y := point(100 - 100*s.at(values[i]))
			points = []string{point((float64(i)+.2)*width) + " " + y, point((float64(i)+.8)*width) + " " + y}
		}
		l.WriteString("M" + strings.Join(points, "L"))
		first, _, _ := strings.Cut(points[0], " ")
		last, _, _ := strings.Cut(points[len(points)-1], " ")
		a.WriteString("M" + first + " 100L" + strings.Join(points, "L") + "L" + last + " 100Z")
		i = end
	}
	return l.String(), a.String()
}

// Shade returns the class of a cell of a grid by its share of the largest value: h0 for nothing, then h1 to h6.
func Shade(n, most int64) string {
	if n <= 0 || most <= 0 {
		return "h0"
	}
	return "h" + strconv.FormatInt(min(6, 1+5*n/most), 10)
}

// Most returns the largest of numbers; 0 where there are none.
func Most(numbers []int64) int64 {
	if len(numbers) == 0 {
		return 0
	}
	return max(0, slices.Max(numbers))
}
