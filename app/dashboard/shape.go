package dashboard

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/webhook"
	"proofdesk/engine"
	"proofdesk/engine/face"
)

// Count is how often something happened.
type Count struct {
	Key string
	N   int64
}

// Sum adds up counts.
func Sum(counts []Count) int64 {
	var n int64
	for _, c := range counts {
		n += c.N
	}
	return n
}

// Share returns n of all as 0 to 1; 0 where there is nothing to share.
func Share(n, all int64) float64 {
	if all <= 0 {
		return 0
	}
	return float64(n) / float64(all)
}

// counted returns a metric's labels, most frequent first.
func counted(sums []store.RollupSum) []Count {
	var all []Count
	for _, s := range sums {
		if s.Count > 0 {
			all = append(all, Count{s.Label, s.Count})
		}
	}
	slices.SortFunc(all, func(a, b Count) int { return cmp.Or(cmp.Compare(b.N, a.N), cmp.Compare(a.Key, b.Key)) })
	return all
}

// ordered returns the counts of known keys in their order, then the others; keys compare without case.
func ordered(sums []store.RollupSum, keys ...string) []Count {
	all := make([]Count, len(keys))
	for i, k := range keys {
		all[i].Key = k
	}
	for _, c := range counted(sums) {
		at := slices.IndexFunc(all, func(known Count) bool { return strings.EqualFold(known.Key, c.Key) })
		if at < 0 {
			all = append(all, c)
			continue
		}
		all[at].N += c.N
	}
	return all
}

// perPoint adds a metric up per point of the window.
func perPoint(w Window, sums []store.RollupSum, counts func(label string) bool) []int64 {
	points := make([]int64, w.Points())
	for _, s := range sums {
		if s.Step >= 0 && s.Step < int64(len(points)) && counts(s.Label) {
			points[s.Step] += s.Count
		}
	}
	return points
}

func every(string) bool { return true }

// Flow holds how many jobs were submitted, were finished, and were open at the end of each point.
type Flow struct {
	Inflow, Completed, Backlog []int64
}

// flowOf counts back from the jobs that are open now.
func flowOf(w Window, submitted, automated, reviewed []store.RollupSum, now int64) Flow {
	final := func(outcome string) bool { return !strings.EqualFold(outcome, string(onboarding.Review)) }
	f := Flow{
		Inflow:    perPoint(w, submitted, every),
		Completed: perPoint(w, automated, final),
		Backlog:   make([]int64, w.Points()),
	}
	for i, n := range perPoint(w, reviewed, every) {
		f.Completed[i] += n
	}
	for i := w.Points() - 1; i >= 0; i-- {
		f.Backlog[i] = max(0, now)
		now += f.Completed[i] - f.Inflow[i]
	}
	return f
}

// timesPer returns the buckets of each point.
func timesPer(w Window, sums []store.RollupSum) []Times {
	points := make([]Times, w.Points())
	for _, s := range sums {
		if s.Step >= 0 && s.Step < int64(len(points)) {
			points[s.Step].add(s.Label, s.Count, s.Total)
		}
	}
	return points
}

// timesOf returns buckets by the first part of their labels.
func timesOf(sums []store.RollupSum) map[string]*Times {
	all := map[string]*Times{}
	for _, s := range sums {
		name, bucket := cut(s.Label)
		if all[name] == nil {
			all[name] = &Times{}
		}
		all[name].add(bucket, s.Count, s.Total)
	}
	return all
}

func timesIn(sums []store.RollupSum) *Times {
	t := &Times{}
	for _, s := range sums {
		t.add(s.Label, s.Count, s.Total)
	}
	return t
}

// Steps holds the mean time of the engine's steps per job: for each name its points, -1 where a step did not run.
type Steps struct {
	Names []string // the longest first
	Mean  [][]time.Duration
}

func stepsOf(w Window, sums []store.RollupSum) Steps {
	var s Steps
	means, total := map[string][]time.Duration{}, map[string]float64{}
	for _, sum := range sums {
		name := sum.Label
		if means[name] == nil {
			means[name] = slices.Repeat([]time.Duration{-1}, w.Points())
			s.Names = append(s.Names, name)
		}
		total[name] += sum.Total
		if sum.Step >= 0 && sum.Step < int64(w.Points()) && sum.Count > 0 {
			means[name][sum.Step] = time.Duration(sum.Total / float64(sum.Count) * float64(time.Millisecond))
		}
	}
	slices.SortFunc(s.Names,
		func(a, b string) int { return cmp.Or(cmp.Compare(total[b], total[a]), cmp.Compare(a, b)) })
	for _, name := range s.Names {
		s.Mean = append(s.Mean, means[name])
	}
	return s
}

// OutcomeMatrix counts the engine's leaning (rows) against the agents' decisions (columns).
type OutcomeMatrix struct {
	Rows, Columns []string
	N             [][]int64
}

func matrixOf(sums []store.RollupSum) OutcomeMatrix {
	m := OutcomeMatrix{
		Rows: []string{string(LeanApprove), string(LeanUnsure), string(LeanDecline)},
		Columns: []string{
			string(onboarding.ReviewApproved), string(onboarding.ReviewDeclined), string(onboarding.ReviewSuspicious),
		},
	}
	m.N = make([][]int64, len(m.Rows))
	for i := range m.N {
		m.N[i] = make([]int64, len(m.Columns))
	}
	for _, s := range sums {
		lean, outcome := cut(s.Label)
		row := slices.Index(m.Rows, lean)
		column := slices.IndexFunc(m.Columns, func(c string) bool { return strings.EqualFold(c, outcome) })
		if row >= 0 && column >= 0 {
			m.N[row][column] += s.Count
		}
	}
	return m
}

// Scores is the distribution of a check's scores over equal bins from 0 to 1, with the threshold at which it passes.
type Scores struct {
	Check     string
	Bins      [scoreBins]int64
	Threshold float64
	Unsure    float64 // beyond it the result is certain, between it and the threshold a person reviews; 0 for none
	Below     bool    // whether a pass is a score at or below the threshold
}

// plots returns the checks whose scores are drawn, with the thresholds that apply where a preset sets no others.
func plots() []Scores {
	t := engine.DefaultThresholds()
	return []Scores{
		{Check: engine.CodeFocus, Threshold: t.Focus},
		{Check: engine.CodeGlare, Threshold: t.Glare, Below: true},
		{Check: engine.CodeRealness, Threshold: t.FrontRealness},
		{Check: engine.CodeFaceMatch, Threshold: face.SameUpTo, Unsure: face.UnsureUpTo, Below: true},
		{Check: engine.CodeMRZ, Threshold: t.MRZ},
	}
}

func plotted(code string) bool {
	return slices.ContainsFunc(plots(), func(s Scores) bool { return s.Check == code })
}

func scoresOf(sums []store.RollupSum) []Scores {
	all := plots()
	for _, s := range sums {
		code, bin := cut(s.Label)
		at := slices.IndexFunc(all, func(p Scores) bool { return p.Check == code })
		i, err := strconv.Atoi(bin)
		if at >= 0 && err == nil && i >= 0 && i < scoreBins {
			all[at].Bins[i] += s.Count
		}
	}
	return all
}

// AttemptCount counts the attempts of one number by how they ended.
type AttemptCount struct {
	N       int // 11 for any later than the tenth
	Success int64
	Failed  []Count // by class, most frequent first
}

func attemptsOf(sums []store.RollupSum) []AttemptCount {
	all := make([]AttemptCount, webhook.MaxAttempts+1)
	for i := range all {
		all[i].N = i + 1
	}
	for _, c := range counted(sums) {
		number, class := cut(c.Key)
		n, err := strconv.Atoi(number)
		switch {
		case err != nil || n < 1 || n > len(all):
		case class == string(webhook.Success):
			all[n-1].Success += c.N
		default:
			all[n-1].Failed = append(all[n-1].Failed, Count{class, c.N})
		}
	}
	return all
}

// arrivalsOf counts submissions by weekday, Monday first, and hour, in the window's zone.
func arrivalsOf(w Window, sums []store.RollupSum) [7][24]int64 {
	var week [7][24]int64
	for _, s := range sums {
		at := hour(w.From+s.Step, w.Zone)
		week[(int(at.Weekday())+6)%7][at.Hour()] += s.Count
	}
	return week
}

// Spell is a time in which a host's breaker was in one state. Reason is why it changed to it. Unused is true where the
// breaker was closed and no delivery to the host was made: nothing proves that one would have arrived.
type Spell struct {
	From, Until time.Time
	State       webhook.BreakerState
	Reason      string
	Unused      bool
}

// withUse divides the spells of a closed breaker into those with new deliveries and those without, by the points of the
// window. Used reports for each point whether there were any.
func (w Window) withUse(spells []Spell, used []bool) []Spell {
	var all []Spell
	for _, s := range spells {
		if s.State != webhook.Closed {
			all = append(all, s)
			continue
		}
		for i, inUse := range used {
			part := s
			part.Unused = !inUse
			if begin := w.At(i); begin.After(s.From) {
				part.From = begin
			}
			if end := w.At(i + 1); end.Before(s.Until) {
				part.Until = end
			}
			if !part.From.Before(part.Until) {
				continue
			}
			if last := len(all) - 1; last >= 0 && all[last].State == s.State && all[last].Unused == part.Unused &&
				!all[last].From.Before(s.From) {
				all[last].Until = part.Until
				continue
			}
			all = append(all, part)
		}
	}
	return all
}

// spellsOf returns the spells of a host from its changes, oldest first, between from and now.
func spellsOf(changes []store.BreakerChange, from, now time.Time) []Spell {
	spells := []Spell{{From: from, State: webhook.Closed}}
	if len(changes) > 0 && !changes[0].At.Before(from) {
		spells[0].State = changes[0].From
	}
	for _, c := range changes {
		if !c.At.After(from) {
			spells[0].State, spells[0].Reason = c.To, c.Reason
			continue
		}
		spells[len(spells)-1].Until = c.At
		spells = append(spells, Spell{From: c.At, State: c.To, Reason: c.Reason})
	}
	spells[len(spells)-1].Until = now
	return spells
}
