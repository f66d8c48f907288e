package storybook

import (
	"proofdesk/views/layout"
	"proofdesk/views/page"
	"proofdesk/views/ui"
)

// retentionPages are the states of the page that sets how long jobs are kept, by name.
func retentionPages() map[string]page.Page {
	sections := func(parts ...page.Section) page.Page {
		side := []page.Group{
			{
				Heading: "Company",
				Links: []layout.Link{
					{Key: "settings", Label: "Settings", Href: "/admin/settings"},
					{Key: "retention", Label: "Retention", Href: "/admin/retention"},
				},
			},
		}
		return page.Page{
			Side:     side,
			Current:  "retention",
			Heading:  "Retention",
			Intro:    "How long finished jobs and their captures are kept. Times are America/Mexico_City.",
			Sections: parts,
		}
	}
	dry := sections(dryRun())
	dry.Back = &layout.Link{Href: "/admin/retention", Label: "Keep the current rule"}
	refused := sections(retentionRule("30", "90",
		"Captures are removed with their job after 30 days: enter fewer days, or leave it empty."), retentionRuns())
	refused.Problem = "Nothing was saved. Correct the marked fields."
	unset := retentionRule("", "", "")
	unset.Note = "Nothing is removed until you set a rule. Before the rule is saved, you see what it would remove."
	left := retentionRule("365", "90", "")
	left.Warning = "Files of removed captures that could not be deleted yet: 200. They can't be opened; deletion is " +
		"retried every hour."
	stopped := "Files of removed captures could not be deleted: they can't be opened, and deletion is retried every " +
		"hour."
	return map[string]page.Page{
		"retention": sections(retentionRule("365", "90", ""), due(true),
			retentionRuns(pastRun("2026-11-19 22:14:08", "automatic", "done", ui.Pass, "", "412", "1,760"),
				pastRun("2026-11-18 09:30:41", "Noor Haddad", "stopped", ui.Warn, "", "100", "431"))),
		"retention-running": sections(retentionRule("365", "90", ""), due(false), retentionRuns(
			page.Row{Cells: []page.Cell{
				{Time: on("2026-11-20 11:02:40"), Data: true},
				{Text: "running", Tone: ui.Info, Tag: true},
				{Text: "automatic"},
				{Text: "jobs 365 days, captures 90 days"},
				{Text: "800 of 1,204", Data: true, Share: "66"},
				{Text: "3,402 of 5,110", Data: true, Share: "66"},
				{Text: "1.3 s", Data: true},
			}, Actions: []page.Form{
				{
					Path:   "/retention/stop",
					Button: "Stop",
					Danger: true,
					Hidden: []page.Value{{Label: "id", Value: "01KA"}},
				},
			}},
			pastRun("2026-11-19 22:14:08", "command line", "done", ui.Pass, "", "412", "1,760"))),
		"retention-failed": sections(left, due(true),
			retentionRuns(pastRun("2026-11-20 10:14:08", "automatic", "failed to finish", ui.Fail, stopped, "100",
				"431"))),
		"retention-empty":   sections(unset, retentionRuns()),
		"retention-dry-run": dry,
		"retention-refused": refused,
	}
}

func retentionRule(jobs, captures, problem string) page.Section {
	return page.Section{Heading: "Rule", Form: &page.Form{
		Path:   "/retention",
		Button: "Save",
		Tall:   true,
		Hidden: []page.Value{{Label: "version", Value: "3"}},
		Fields: []page.Field{
			{
				Name:  "jobDays",
				Label: "Days until jobs are removed",
				Kind:  "number",
				Value: jobs,
				Low:   "1",
				Top:   "3650",
				Hint: "Counted from the day a job was finished: decided, and reviewed if required; one that was " +
					"never submitted, from its last capture or the end of its link. Captures, readings, events and " +
					"deliveries are removed with their job. Leave empty to keep jobs.",
			},
			{
				Name:    "captureDays",
				Label:   "Days until captures are removed",
				Kind:    "number",
				Value:   captures,
				Low:     "1",
				Top:     "3650",
				Problem: problem,
				Focus:   problem != "",
				Hint: "Pictures, sound and video are removed before their job; the data read from them is kept. " +
					"Leave empty to keep them as long as their job.",
			},
		},
	}}
}

// goes are the facts of what would go.
func goes() []page.Fact {
	return []page.Fact{
		{Name: "Jobs to remove", Cell: page.Cell{Text: "1,204", Data: true}},
		{
			Name: "Captures to remove",
			Cell: page.Cell{Text: "5,110", Data: true},
			Hint: "with those of 74 jobs that stay",
		},
		{Name: "Oldest from", Cell: page.Cell{Time: on("2025-03-02 08:15:30"), Data: true}},
		{
			Name: "Due, but kept for now",
			Cell: page.Cell{Text: "12 in review, 3 in a second review, 41 with undelivered events"},
			Hint: "They are removed when nothing depends on them any more.",
		},
	}
}

func due(run bool) page.Section {
	s := page.Section{
		Heading: "Due now",
		Facts: append(goes(), page.Fact{
			Name: "Next run",
			Cell: page.Cell{Time: on("2026-11-20 12:02:40"), Data: true},
			Hint: "Jobs and captures that are due are removed once an hour.",
		}),
	}
	if run {
		s.Forms = []page.Form{
			{
				Path:    "/retention/run",
				Button:  "Run now",
				Danger:  true,
				Confirm: "Jobs and captures that are due are removed immediately and can't be restored.",
			},
		}
	}
	return s
}

func dryRun() page.Section {
	return page.Section{
		Heading: "Dry run",
		Warning: "Nothing is saved yet. Removed data can't be restored.",
		Facts: append([]page.Fact{
			{Name: "Finished jobs", Cell: page.Cell{Text: "removed 30 days after they were finished"}},
			{Name: "Their captures", Cell: page.Cell{Text: "removed 7 days after they were finished"}},
		}, goes()...),
		Forms: []page.Form{
			{
				Path:   "/retention",
				Button: "Save this rule",
				Danger: true,
				Hidden: []page.Value{
					{Label: "jobDays", Value: "30"},
					{Label: "captureDays", Value: "7"},
					{Label: "version", Value: "3"},
					{Label: "seen", Value: "1"},
				},
			},
		},
	}
}

func retentionRuns(rows ...page.Row) page.Section {
	s := page.Section{
		ID:      "runs",
		Heading: "Last runs",
		Columns: []string{"Started", "State", "By", "Rule", "Jobs", "Captures", "Took"},
		Rows:    rows,
		Empty:   "No runs yet. Set a rule first; each run that removes something is listed here.",
	}
	for _, r := range rows {
		if len(r.Actions) > 0 {
			s.Live = "/admin/retention-running"
		}
	}
	return s
}

func pastRun(at, by, state string, tone ui.Tone, why, jobs, captures string) page.Row {
	return page.Row{Cells: []page.Cell{
		{Time: on(at), Data: true},
		{Text: state, Tone: tone, Tag: true, Under: why, Wrap: why != ""},
		{Text: by},
		{Text: "jobs 365 days, captures 90 days"},
		{Text: jobs, Data: true},
		{Text: captures, Data: true},
		{Text: "812 ms", Data: true},
	}}
}
