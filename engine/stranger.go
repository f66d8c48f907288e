package engine

import (
	"slices"
	"strings"
)

// coded are the sources whose readings tell one document from another.
var coded = []Source{MRZ, Barcode, Chip}

// part takes the readings of every capture that shows another document than the first one out of what is compared and
// told: one person's values are never mixed with another's. What was taken out stays in the report as Others.
func (in *inspector) part() {
	for _, name := range in.strangers() {
		for _, r := range in.report.Readings {
			if r.Capture == name {
				in.report.Others = append(in.report.Others, r)
			}
		}
		in.report.Readings = slices.DeleteFunc(slices.Clone(in.report.Readings),
			func(r Reading) bool { return r.Capture == name })
	}
}

// strangers lists the captures in which a coded source names somebody else, or another document, than where that source
// was read first.
func (in *inspector) strangers() []string {
	var names []string
	for _, r := range in.report.Readings {
		if r.Capture == "" || !identifying[r.Field] || !slices.Contains(coded, r.Source) ||
			slices.Contains(names, r.Capture) {
			continue
		}
		first := slices.IndexFunc(in.report.Readings,
			func(o Reading) bool { return o.Source == r.Source && o.Field == r.Field })
		if o := in.report.Readings[first]; o.Capture != r.Capture && o.Capture != "" &&
			!slices.Contains(names, o.Capture) && match(r.Field, o, r) == MatchNone {
			names = append(names, r.Capture)
		}
	}
	return names
}

// another says that the captures show more than one document, and where.
func (in *inspector) another(check *Check) {
	if len(in.report.Others) == 0 {
		return
	}
	var told []string
	for _, r := range in.report.Others {
		if !identifying[r.Field] || !slices.Contains(coded, r.Source) {
			continue
		}
		told = append(told, spaced(r.Field)+" "+r.Value)
		check.at(r)
	}
	check.say(Fail, "data.other_document",
		"One capture shows another document than the first: "+strings.Join(told, ", "))
}
