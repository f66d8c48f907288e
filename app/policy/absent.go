package policy

import (
	"slices"

	"proofdesk/engine"
)

// present leaves out the checks that only follow from captures without a document: that there is none is reported once
// per capture.
func present(checks []engine.Check) []engine.Check {
	absent := map[string]bool{}
	for _, c := range checks {
		if c.Code == engine.CodeDocument && c.Outcome == engine.Fail &&
			(hasReason(c, "document.none") || hasReason(c, "document.person")) {
			absent[c.Capture] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(checks), func(c engine.Check) bool {
		return absent[c.Capture] && (c.Code == engine.CodeKind || c.Code == engine.CodeRealness)
	})
}

// several reports whether a capture shows more than one document, so that nobody knows which one the applicant meant.
func several(checks []engine.Check) bool {
	return slices.ContainsFunc(checks,
		func(c engine.Check) bool { return c.Code == engine.CodeDocument && hasReason(c, "document.multiple") })
}

func hasReason(c engine.Check, reason string) bool { return slices.Contains(c.Reasons, reason) }

func asked(checks []engine.Check, code string) bool {
	return slices.ContainsFunc(checks, func(c engine.Check) bool { return c.Code == code })
}
