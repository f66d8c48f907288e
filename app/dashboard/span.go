package dashboard

import (
	"time"

	"proofdesk/app/store"
)

// Span is how far back figures are asked for.
type Span struct {
	Name  string // as it stands in the URL
	Hours int64
	Step  int64 // hours that one point of a line stands for
}

// Spans lists what there is to choose from. The second is where nothing was chosen.
func Spans() []Span {
	return []Span{{"24h", 24, 1}, {"48h", 48, 1}, {"7d", 7 * 24, 1}, {"30d", 30 * 24, 6}}
}

// SpanOf returns the span of a name; empty is the second, and false comes for a name that there is not.
func SpanOf(name string) (Span, bool) {
	if name == "" {
		return Spans()[1], true
	}
	for _, s := range Spans() {
		if s.Name == name {
			return s, true
		}
	}
	return Span{}, false
}

// Window is a span that ends with the current hour. From and Until are Unix hours; Until is the one after the current.
type Window struct {
	Span
	From, Until int64
	Now         time.Time
	Zone        *time.Location
}

// WindowAt lays a span before a time. What is shown of it is in the zone; nil is UTC.
func WindowAt(s Span, now time.Time, zone *time.Location) Window {
	if zone == nil {
		zone = time.UTC
	}
	until := store.HourOf(now) + 1
	return Window{Span: s, From: until - s.Hours, Until: until, Now: now, Zone: zone}
}

// Points is how many points a line over the window has.
func (w Window) Points() int { return int(w.Hours / w.Step) }

// At returns when a point's step begins.
func (w Window) At(i int) time.Time { return hour(w.From+int64(i)*w.Step, w.Zone) }

func hour(h int64, zone *time.Location) time.Time { return time.Unix(h*3600, 0).In(zone) }

// midnight returns the Unix hour in which the day of the window's end began.
func (w Window) midnight() int64 {
	y, m, d := w.Now.In(w.Zone).Date()
	return store.HourOf(time.Date(y, m, d, 0, 0, 0, 0, w.Zone))
}
