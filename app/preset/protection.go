package preset

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"time"

	"proofdesk/app/onboarding"
)

// Choice is a version of a preset that applicants get; the defaults where it has no preset.
type Choice struct {
	Preset  string
	Version int
}

// Loss is a protection of which some applicants of a client and function get less. An empty client stands for those of
// which no assignment names the client, an empty function for sessions without one.
type Loss struct {
	Client   string              `json:"client,omitempty"`
	Function onboarding.Function `json:"function,omitempty"`
	Path     string              `json:"path"`
	From     float64             `json:"from"` // how strong it is, on average; comparable with To only
	To       float64             `json:"to"`
}

// PathsOf lists the options of some losses, each once.
func PathsOf(losses []Loss) []string {
	var paths []string
	for _, l := range losses {
		if !slices.Contains(paths, l.Path) {
			paths = append(paths, l.Path)
		}
	}
	return paths
}

// Losses lists the protections that fewer applicants have, or have less of, when other assignments are made: now, when
// any of them begins, and when their hold rules hold them. Values returns the values in force of a version.
func Losses(before, after []Assignment, values func(Choice) Values, now time.Time) []Loss {
	was, will := byScope(before), byScope(after)
	var losses []Loss
	for _, at := range beginnings(now, before, after) {
		for _, client := range clientsOf(before, after) {
			for _, function := range append(onboarding.Functions(), "") {
				for _, holding := range []bool{false, true} {
					a := was.shares(client, function, at, holding)
					b := will.shares(client, function, at, holding)
					if !maps.Equal(a, b) {
						losses = append(losses, lost(a, b, values, Loss{Client: client, Function: function})...)
					}
				}
			}
		}
	}
	slices.SortFunc(losses, func(a, b Loss) int {
		return cmp.Or(cmp.Compare(a.Client, b.Client), cmp.Compare(a.Function, b.Function),
			cmp.Compare(a.Path, b.Path), cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	return slices.Compact(losses)
}

// beginnings lists now, and when assignments begin later.
func beginnings(now time.Time, lists ...[]Assignment) []time.Time {
	all := []time.Time{now}
	for _, a := range slices.Concat(lists...) {
		if a.From.After(now) {
			all = append(all, a.From)
		}
	}
	slices.SortFunc(all, time.Time.Compare)
	return slices.CompactFunc(all, time.Time.Equal)
}

// clientsOf lists the clients that assignments name, and one that stands for all others.
func clientsOf(lists ...[]Assignment) []string {
	all := []string{""}
	for _, a := range slices.Concat(lists...) {
		all = append(all, a.Client)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// scoped holds assignments by for whom they are.
type scoped map[scope][]Assignment

func byScope(all []Assignment) scoped {
	some := scoped{}
	for _, a := range all {
		s := scope{a.Client, a.Function}
		some[s] = append(some[s], a)
	}
	return some
}

// shares returns which part of the applicants gets which version, as Choose gives them out. Holding stands for that
// every hold rule was broken.
func (all scoped) shares(client string, function onboarding.Function, at time.Time, holding bool) map[Choice]float64 {
	parts, left := map[Choice]float64{}, 1.
	seen := map[scope]bool{}
	for _, s := range scopesOf(client, function) {
		if seen[s] {
			continue
		}
		seen[s] = true
		begun := s.begun(all[s], at)
		held := func(a Assignment) bool { return a.Held() != nil || holding && a.Hold != nil }
		others := slices.DeleteFunc(slices.Clone(begun), held)
		given := 0.
		give := func(a Assignment, part float64) {
			parts[Choice{a.Preset, a.InForce()}] += left * part
			given += part
		}
		for _, a := range begun {
			part := float64(a.Percent) / 100
			before, ok := a.Before()
			switch {
			case !held(a):
				give(a, part)
			case ok:
				give(before, part)
			default:
				for _, other := range others {
					give(other, part*float64(other.Percent)/float64(sharesOf(others)))
				}
			}
		}
		left *= max(0, 1-given)
	}
	parts[Choice{}] += left
	return parts
}

// lost lists the protections that fewer applicants have at any of the strengths that occur.
func lost(before, after map[Choice]float64, values func(Choice) Values, of Loss) []Loss {
	const rounding = 1e-9
	var losses []Loss
	for _, path := range protections() {
		strengths := map[Choice]float64{}
		for _, parts := range []map[Choice]float64{before, after} {
			for u := range parts {
				strengths[u] = values(u).strength(path)
			}
		}
		weaker := false
		for _, level := range strengths {
			weaker = weaker || reaching(after, strengths, level) < reaching(before, strengths, level)-rounding
		}
		if weaker {
			of.Path, of.From, of.To = path, average(before, strengths), average(after, strengths)
			losses = append(losses, of)
		}
	}
	return losses
}

// reaching returns which part of the applicants has at least a strength.
func reaching(parts, strengths map[Choice]float64, level float64) float64 {
	sum := 0.
	for u, part := range parts {
		if strengths[u] >= level {
			sum += part
		}
	}
	return sum
}

// average returns the mean strength, rounded so that the order of adding does not show.
func average(parts, strengths map[Choice]float64) float64 {
	sum := 0.
	for u, part := range parts {
		sum += part * strengths[u]
	}
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(sum, 'g', 9, 64), 64)
	return rounded
}

// protections lists the options that Weakened looks at.
func protections() []string { return slices.Concat(weakerBelow, weakerAbove, weakerTrue, weakerFalse) }

// strength returns how much an option protects: the more, the stronger.
func (v Values) strength(path string) float64 {
	switch {
	case slices.Contains(weakerBelow, path):
		return number(v, path)
	case slices.Contains(weakerAbove, path):
		return -number(v, path)
	case v.effective(path) == slices.Contains(weakerTrue, path):
		return 0
	}
	return 1
}
