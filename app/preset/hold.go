package preset

import (
	"strconv"
	"strings"
	"time"

	"proofdesk/app/fault"
)

// Hold is the rule of an assignment by which it is held: when more of the jobs of its version than a rate were captured
// again or ended in error. Counted are the jobs of the assignment's client and function, those included for which the
// host application named the version: it names the one that initialize answered, so that they can't be told apart.
type Hold struct {
	RetryRate float64       // of submitted jobs with a capture that was replaced, 0 to 1; 1 for no limit
	ErrorRate float64       // of decided jobs that ended in error, 0 to 1; 1 for no limit
	MinJobs   int64         // fewer jobs than these decide nothing
	Window    time.Duration // how far back jobs are counted
	Resumed   time.Time     // when somebody resumed the assignment; jobs from before don't count. Zero for never
	Held      *Held         // nil where the rule was kept
}

// Figure is what a hold rule limits.
type Figure string

// The figures.
const (
	RetryFigure Figure = "RETRY"
	ErrorFigure Figure = "ERROR"
)

// Held is since when an assignment is held, and why.
type Held struct {
	Since   time.Time
	Version int // whose jobs broke the rule
	Figure  Figure
	Jobs    int64 // that were counted
	Bad     int64 // of them: those that were captured again, or ended in error
}

// Rate returns the share that broke the rule, 0 to 1.
func (h Held) Rate() float64 { return rateOf(h.Bad, h.Jobs) }

// Limit returns the rate that a figure may reach.
func (h Hold) Limit(f Figure) float64 {
	if f == ErrorFigure {
		return h.ErrorRate
	}
	return h.RetryRate
}

// Outcomes counts what became of the jobs of a version.
type Outcomes struct {
	Kept    int64 // submitted jobs whose captures are still there
	Retaken int64 // of Kept: with a capture that replaced another
	Ended   int64 // jobs with an outcome, of the engine or a person
	Errors  int64 // of Ended: with the outcome ERROR
}

// Plus returns the sum of both.
func (o Outcomes) Plus(other Outcomes) Outcomes {
	return Outcomes{
		Kept:    o.Kept + other.Kept,
		Retaken: o.Retaken + other.Retaken,
		Ended:   o.Ended + other.Ended,
		Errors:  o.Errors + other.Errors,
	}
}

// Since returns from when jobs count at a time.
func (h Hold) Since(now time.Time) time.Time {
	since := now.Add(-h.Window)
	if h.Resumed.After(since) {
		return h.Resumed
	}
	return since
}

// Broken returns how the outcomes of a version's jobs break the rule; nil where they keep it.
func (h Hold) Broken(version int, o Outcomes, now time.Time) *Held {
	for _, f := range []struct {
		figure    Figure
		bad, jobs int64
	}{{ErrorFigure, o.Errors, o.Ended}, {RetryFigure, o.Retaken, o.Kept}} {
		if f.jobs >= h.MinJobs && rateOf(f.bad, f.jobs) > h.Limit(f.figure) {
			return &Held{Since: now, Version: version, Figure: f.figure, Jobs: f.jobs, Bad: f.bad}
		}
	}
	return nil
}

func rateOf(bad, jobs int64) float64 {
	if jobs == 0 {
		return 0
	}
	return float64(bad) / float64(jobs)
}

// Same reports whether two rules limit the same, whatever became of them.
func (h Hold) Same(other Hold) bool {
	return h.RetryRate == other.RetryRate && h.ErrorRate == other.ErrorRate && h.MinJobs == other.MinJobs &&
		h.Window == other.Window
}

// MaxHoldJobs limits how many jobs a rule may ask for before it decides.
const MaxHoldJobs = 1_000_000

// A rule looks back from MinHoldWindow to MaxHoldWindow.
const (
	MinHoldWindow = time.Hour
	MaxHoldWindow = 30 * 24 * time.Hour
)

// Check returns what is wrong with a rule, under a field's name such as assignments[0].hold.
func (h Hold) Check(under string) []fault.Field {
	var mistakes []fault.Field
	outside := func(name, bounds string) {
		name = under + "." + name
		mistakes = append(mistakes, fault.Field{Name: name, Rule: "range", Message: name + " must be from " + bounds})
	}
	if !(h.RetryRate >= 0 && h.RetryRate <= 1) {
		outside("retryRate", "0 to 1")
	}
	if !(h.ErrorRate >= 0 && h.ErrorRate <= 1) {
		outside("errorRate", "0 to 1")
	}
	if h.RetryRate == 1 && h.ErrorRate == 1 {
		name := under + ".retryRate"
		message := name + " is missing: a hold limits retryRate, errorRate or both below 1"
		mistakes = append(mistakes, fault.Field{Name: name, Rule: "required", Message: message})
	}
	if h.MinJobs < 1 || h.MinJobs > MaxHoldJobs {
		outside("minJobs", "1 to "+strconv.Itoa(MaxHoldJobs))
	}
	if h.Window < MinHoldWindow || h.Window > MaxHoldWindow {
		outside("window", "1h to 30d")
	}
	return mistakes
}

// ParseWindow parses a number of hours or days, such as 24h or 7d.
func ParseWindow(text string) (time.Duration, bool) {
	units := map[string]time.Duration{"h": time.Hour, "d": 24 * time.Hour}
	for name, unit := range units {
		digits, ok := strings.CutSuffix(text, name)
		n, err := strconv.ParseUint(digits, 10, 16)
		if ok && err == nil && !strings.HasPrefix(digits, "+") {
			return time.Duration(n) * unit, true
		}
	}
	return 0, false
}

// WindowText returns a window as ParseWindow reads it: in days where it is whole days of more than one.
func WindowText(window time.Duration) string {
	const day = 24 * time.Hour
	if window > day && window%day == 0 {
		return strconv.Itoa(int(window/day)) + "d"
	}
	return strconv.Itoa(int(window/time.Hour)) + "h"
}
