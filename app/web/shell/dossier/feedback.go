package dossier

import (
	"context"

	"proofdesk/app/access"
	"proofdesk/app/fault"
	"proofdesk/app/store"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/wording"
	"proofdesk/views/ui"
)

// Feedback is one line about a quality check in the history of its job.
type Feedback struct {
	At   ui.Time
	Text string
}

// FeedbackOf returns the result of a job's quality check for its history. The agent who decided sees it once a lead has
// given a verdict, a lead as soon as the check is done. Both see that nobody could do it. Where the job is masked, what
// the lead wrote is left out.
func FeedbackOf(ctx context.Context, db *store.Store, v shell.Visitor, id string, masked bool) ([]Feedback, error) {
	check, err := db.QualityCheckOf(ctx, v.Company, id)
	if fault.Is(err, fault.NotFound) {
		return nil, nil
	}
	if err != nil || check.State == store.CheckOpen {
		return nil, err
	}
	own, leads := check.First.AgentID == v.ID, v.Role.Can(access.ViewQuality)
	if !own && !leads {
		return nil, nil
	}
	if check.State == store.CheckVoid {
		text := v.T("Quality check: handed back, as nobody else may judge it. The first decision stands.")
		return []Feedback{{v.Time(check.Second.At), text}}, nil
	}
	var lines []Feedback
	if leads && !own || own && (check.Agreed || check.Verdict != "") {
		text := v.T("Quality check: a second agent reached the same result")
		if !check.Agreed {
			text = v.T("Quality check: a second agent said %s", v.T(string(check.Second.Outcome)))
		}
		lines = append(lines, Feedback{v.Time(check.Second.At), text})
	}
	if check.Verdict != "" {
		lines = append(lines, Feedback{v.Time(check.VerdictAt), verdict(v, check, masked)})
	}
	return lines, nil
}

// verdict returns what a lead said about a disagreement, and where nothing is masked in which words.
func verdict(v shell.Visitor, check store.QualityCheck, masked bool) string {
	text := v.T(wording.Verdicts[check.Verdict]) + " (" + check.JudgeName + ")"
	if check.VerdictNote != "" && !masked {
		text += ": " + check.VerdictNote
	}
	return text
}
