package web

import (
	"proofdesk/app/web/shell/dossier"
	"proofdesk/app/web/shell/wording"
	"proofdesk/engine"
)

func chipVerdict(d dossier.Dossier, check *engine.Check) string {
	for _, code := range check.Reasons {
		if s, ok := wording.Reasons[code]; ok {
			return d.WithLimits(s, check)
		}
	}
	switch check.Outcome {
	case engine.Pass:
		return d.T("The data of the chip is what a trusted State signed")
	case engine.Fail:
		return d.T("The data of the chip is not what its State signed")
	}
	return d.T("The data of the chip is sound, but who signed it can't be traced to a trusted State")
}
