package dossier

import (
	"context"

	"proofdesk/app/fault"
	"proofdesk/app/store"
	"proofdesk/app/web/shell"
)

// CheckLost returns why the quality check of a job that was open in a window is no longer the visitor's, and what they
// can do now. It reveals nothing about the job, and not who judged it.
func CheckLost(ctx context.Context, s *store.Store, v shell.Visitor, job string) (string, error) {
	check, err := s.QualityCheckOf(ctx, v.Company, job)
	if err != nil && !fault.Is(err, fault.NotFound) {
		return "", err
	}
	switch {
	case check.State == store.CheckDone && check.Second.AgentID == v.ID:
		return v.T("You judged this check in another window, %s. You can take the next one.",
			v.When(check.Second.At)), nil
	case check.State == store.CheckVoid:
		return v.T("This check was closed: nobody has to judge it any more. What you typed is kept."), nil
	case check.State == store.CheckDone:
		return v.T("Somebody else judged this check, %s. You can take the next one. What you typed is kept.",
			v.When(check.Second.At)), nil
	case check.Holder == v.ID:
		return v.T("You hold this check in another window: open it from the list of checks."), nil
	case check.Holder != "":
		return v.T("Somebody else holds this check now. You can take the next one. What you typed is kept."), nil
	}
	return v.T("You no longer hold this check: it was skipped or handed back. What you typed is kept."), nil
}
