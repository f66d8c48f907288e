package dashboard

import (
	"proofdesk/app/dashboard"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/figure"
	"proofdesk/app/web/shell/wording"
	views "proofdesk/views/chart"
)

// devicesPanel reports how long applicants' devices took, as the SDK measured it there.
func devicesPanel(v shell.Visitor, found dashboard.DeviceFigures, window dashboard.Window) views.Panel {
	panel := views.Panel{
		Key:   "devices",
		Title: v.T("On applicants' devices"),
		Unit:  v.T("as the web SDK measured it, %s", spanLabel(v.Language, window.Span)),
		CSV:   "/dashboard/devices.csv?range=" + window.Name,
		Note: v.T("The engine is ready once it can look at a picture, counted from initialize; a capture counts from " +
			"the camera's first picture until one was taken automatically. Half of the captures, and nine in ten, " +
			"had at least the frames per second shown."),
	}
	table := views.Table{
		Head: []string{
			v.T("measured"), v.T("times"), v.T("automatic (%)"), "p50 (s)", "p90 (s)", v.T("frames/s, half"),
			v.T("frames/s, nine in ten"),
		},
		Names: 1,
	}
	for _, ready := range []struct {
		name string
		took *dashboard.Times
	}{
		{v.T("engine ready, from the browser's cache"), found.Cached},
		{v.T("engine ready, downloaded"), found.Downloaded},
	} {
		if ready.took != nil {
			table.Rows = append(table.Rows, []string{
				ready.name, figure.Number(ready.took.Count), "–", secondsOf(ready.took, .5), secondsOf(ready.took, .9),
				"–", "–",
			})
		}
	}
	for _, one := range found.Captures {
		table.Rows = append(table.Rows, []string{
			v.T(wording.Capture(one.Kind)), figure.Number(one.All), perCent(one.Automatic, one.All),
			secondsOf(one.Took, .5), secondsOf(one.Took, .9), rateOf(one, .5), rateOf(one, .9),
		})
	}
	return figure.Table(panel, table, v.T("No device measured anything in this period."))
}

// rateOf returns the frames per second that a share of captures had at least; "–" where none was measured.
func rateOf(c dashboard.CaptureFigures, share float64) string {
	rate, known := c.Rate(share)
	if !known {
		return "–"
	}
	return figure.OneDigit(rate)
}
