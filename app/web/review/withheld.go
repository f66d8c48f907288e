package review

import (
	"slices"

	"proofdesk/app/onboarding"
	"proofdesk/app/web/shell/dossier"
	views "proofdesk/views/review"
)

// withheld returns panes in place of the captures that a job's function needs and its preset keeps on the device.
func withheld(d dossier.Dossier) []views.Pane {
	var have []onboarding.CaptureKind
	for _, c := range d.Captures {
		have = append(have, c.Kind)
	}
	kept := d.Request.Settings.Withheld()
	var panes []views.Pane
	for _, need := range d.Job.Function.Missing(have) {
		switch {
		case !slices.Contains(kept, need[0]):
		case ofPerson(need[0]):
			panes = append(panes, views.Pane{
				Key:   "b",
				Title: d.T("Face, not sent"),
				Kind:  "missing",
				Note: d.T("The preset of this job keeps pictures of the face on the device. They were not sent, and " +
					"nothing checked them."),
			})
		default:
			panes = append(panes, views.Pane{
				Key:   "a",
				Title: d.T("ID, not sent"),
				Kind:  "missing",
				Note: d.T("The preset of this job keeps pictures of the ID on the device. They were not sent, and " +
					"nothing checked them."),
			})
		}
	}
	return panes
}

// apart returns the first document for pane A and the first capture of the person for pane B. One that is missing
// leaves its pane free.
func apart(captures []onboarding.Capture) (a, b string) {
	for _, c := range captures {
		switch {
		case ofPerson(c.Kind) && b == "":
			b = c.ID
		case !ofPerson(c.Kind) && a == "":
			a = c.ID
		}
	}
	return a, b
}

// filled adds panes to those of captures where nothing else is shown: pane A comes first.
func filled(panes, kept []views.Pane) []views.Pane {
	for _, p := range kept {
		p.Shown = !slices.ContainsFunc(panes, func(other views.Pane) bool { return other.Shown && other.Key == p.Key })
		if p.Key == "a" {
			panes = slices.Insert(panes, 0, p)
		} else {
			panes = append(panes, p)
		}
	}
	return panes
}
