package engine

import (
	"errors"
	"strconv"

	"proofdesk/engine/fingerprint"
)

// leastMinutiae is how many minutiae a print needs to be worth comparing.
const leastMinutiae = 12

// fingerprints judges a capture of four prints side by side: quality of each, and whether minutiae were found.
func (in *inspector) fingerprints(c Capture) {
	p := open(c)
	defer func() { in.report.Captures = append(in.report.Captures, p.report) }()
	if p.report.Fault != "" {
		in.add(Unreadable(p.report))
		return
	}
	check := p.check(CodeFingerprints, GroupFingerprint)
	check.Provider, check.Assurance = "sourceafis", Model
	prints := fingerprint.Split(p.full.Gray())
	weakest, good, absent := 1.0, 0, false
	var templates []fingerprint.Template
	for i, print := range prints {
		q := fingerprint.Judge(print)
		p.score("finger "+strconv.Itoa(i+1), q.Score)
		weakest = min(weakest, q.Score)
		template, err := fingerprint.Extract(print, 0)
		absent = absent || errors.Is(err, fingerprint.ErrAbsent)
		if err == nil && len(template.Minutiae) >= leastMinutiae && q.Score >= fingerprint.Floor {
			good++
		}
		templates = append(templates, template)
	}
	floor := fingerprint.Floor
	weakest = rounded(weakest)
	check.Score, check.Threshold = &weakest, &floor
	switch {
	case absent:
		check.say(NotRun, "", "Minutiae are found on the server")
	case good == len(prints) && good > 1:
		check.Outcome = Pass
		in.keepPrints(c, templates, weakest)
	case good == 0:
		check.say(Fail, "fingerprint.unusable", "No print is fit for comparison")
	default:
		check.say(Warn, "fingerprint.poor",
			strconv.Itoa(good)+" of "+strconv.Itoa(len(prints))+" prints are fit for comparison")
	}
	in.add(check)
}
