package policy

import "proofdesk/engine"

// unread reports whether the recogniser of printed text is installed and gave up, so that values that should have been
// compared were not.
func unread(c engine.Check) bool {
	return c.Code == engine.CodePrint && c.Outcome == engine.NotRun && len(c.Reasons) > 0
}
