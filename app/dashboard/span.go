package dashboard

import (
	"time"

	"proofdesk/app/store"
)

// Span is the period that figures are shown for.
type Span struct {
	Name  string // as in the URL
	Hours int64
	Step  int64 // hours per point of a line
}

// Spans returns the spans to choose from. The second is the default.
func Spans() []Span {
	return []Span{{"24h", 24, 1}, {"48h", 48, 1}, {"7d", 7 * 24, 1}, {"30d", 30 * 24, 6}}
}

// SpanOf returns the span with a name; an empty name is the second span, and ok is false for an unknown name.
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

// WindowAt returns the window of a span that ends at a time. It is shown in the zone; nil is UTC.
func WindowAt(s Span, now time.Time, zone *time.Location) Window {
	if zone == nil {
		zone = time.UTC
	}
	until := store.HourOf(now) + 1
	return Window{Span: s, From: until - s.Hours, Until: until, Now: now, Zone: zone}
}

// Points returns how many points a line over the window has.
func (w Window) Points() int { return int(w.Hours / w.Step) }

// At returns when a point's step begins.
func (w Window) At(i int) time.Time { return hour(w.From+int64(i)*w.Step, w.Zone) }

func hour(h int64, zone *time.Location) time.Time { return time.Unix(h*3600, 0).In(zone) }

// midnight returns the Unix hour in which the day of the window's end began.
func (w Window) midnight() int64 {
	y, m, d := w.Now.In(w.Zone).Date()
	return store.HourOf(time.Date(y, m, d, 0, 0, 0, 0, w.Zone))
}
