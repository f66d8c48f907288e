package storybook

import (
	"github.com/a-h/templ"

	"proofdesk/views/jobs"
	"proofdesk/views/layout"
	"proofdesk/views/review"
	"proofdesk/views/ui"
)

func jobStates() []State {
	search := func(name string, s jobs.Search) State {
		return State{Area: "jobs", Name: name, page: func(c canvas) templ.Component {
			s.Frame = c.Frame
			return jobs.SearchPage(s)
		}}
	}
	filters := []ui.Select{
		{
			Name:  "status",
			Label: "Status",
			Value: "REVIEW",
			Choices: []ui.Choice{
				{Label: "Any status"}, {Value: "REVIEW", Label: "REVIEW"}, {Value: "APPROVED", Label: "APPROVED"},
			},
		},
		{Name: "from", Label: "From", Days: true, Value: "2026-11-01"},
	}
	chips := []ui.Chip{
		{Label: "Status", Value: "REVIEW", Off: "/jobs/found"},
		{Label: "From", Value: "2026-11-01", Off: "/jobs/found"},
	}
	return []State{
		search("found", jobs.Search{
			Query:        "doe",
			Kept:         keptViews(""),
			Filters:      filters,
			Chips:        chips,
			Reset:        "/jobs/found",
			Zone:         "UTC",
			Customers:    []layout.Link{{Label: "DOE, JANE · 100011", Href: "/admin/record"}},
			AllCustomers: &layout.Link{Label: "All enrolled customers with “doe”", Href: "/admin/list"},
			NotEnrolled:  &layout.Link{Label: "DOE", Href: "/admin/record"},
			Ignored:      "Unknown filter “score” was ignored.",
			Heading:      "Jobs with “doe”",
			Rows:         foundRows(),
			More:         "/jobs/found",
			CSV:          "/jobs/found",
		}),
		search("nothing-found", jobs.Search{
			Query:   "zz",
			Zone:    "UTC",
			Kept:    keptViews("A view with this name already exists."),
			Filters: filters,
			Heading: "Jobs with “zz”",
			Problem: "The last day is before the first.",
			Empty:   "Nothing found.",
			Advice: "Remove a filter. You can search by the beginning of a name, document number, unique number, " +
				"job or event id, or URN.",
		}),
		{Area: "jobs", Name: "history", page: func(c canvas) templ.Component {
			return jobs.HistoryPage(jobs.History{
				Frame:   c.Frame,
				Job:     layout.Link{Label: "The job", Href: "/review/decided"},
				Heading: "History of DOE, JANE",
				Zone:    "UTC",
				Entries: historyEntries(),
			})
		}},
		{
			Area: "jobs",
			Name: "payload",
			page: func(c canvas) templ.Component { return jobs.PayloadPage(payload(c.Frame)) },
		},
		{Area: "jobs", Name: "snapshot", page: func(c canvas) templ.Component {
			p := payload(c.Frame)
			p.Events, p.Sends, p.Facts, p.Snapshot, p.Covered = nil, nil,
				[]jobs.Pair{{Label: "Size", Value: "412 bytes"}}, true, true
			return jobs.PayloadPage(p)
		}},
		{Area: "jobs", Name: "report", Phone: true, page: func(c canvas) templ.Component {
			return review.ReportPage(paper(c.Frame))
		}},
	}
}

func foundRows() []jobs.Row {
	row := func(status string, tone ui.Tone, name, document, function string) jobs.Row {
		return jobs.Row{
			Href:     "/review/decided",
			ID:       "01ka…0001",
			Whole:    "01kaf8qd-2m4c-7x0t-8v5b-3n6w1z000001",
			Status:   status,
			Tone:     tone,
			Name:     name,
			Number:   "100011",
			Document: document,
			Function: function,
			Created:  on("2026-11-20 10:41:07"),
		}
	}
	return []jobs.Row{
		row("REVIEW", ui.Warn, "DOE, JANE", "MX passport", "Enrolment"),
		row("APPROVED", ui.Pass, "Okonkwo, Chidi", "NG passport", "ID validation"),
		row("DECLINED", ui.Fail, "Name unknown", "", "live face check"),
		row("PROCESSING", ui.Plain, "Singh, Harpreet", "US driver license", "auto fill"),
	}
}

func historyEntries() []jobs.Entry {
	return []jobs.Entry{
		{At: on("2026-11-20 10:41:07"), Who: "Mobile app", What: "Job created", Detail: "enrolment"},
		{At: on("2026-11-20 10:41:40"), Who: "Engine", What: "Decided REVIEW", Detail: "4 reasons in 1.1 s"},
		{At: on("2026-11-20 10:52:13"), Who: "Noor Haddad", What: "Took the job"},
		{At: on("2026-11-20 10:52:58"), Who: "Noor Haddad", What: "Declined", Detail: "Document is not genuine"},
		{
			At:     on("2026-11-20 10:53:06"),
			Who:    "Webhook",
			What:   "application.reviewed delivered",
			Detail: "attempt 1, 200 in 84 ms",
		},
	}
}

func payload(f layout.Frame) jobs.Payload {
	const raw = `{"event":{"id":"evt_01KAF8QD2M4C7X0T8V5B3N6W1Z","type":"application.reviewed",` +
		`"occurredAt":"2026-11-20T10:52:58Z"},` +
		`"applicationDetails":{"jobId":"01kaf8qd-2m4c-7x0t-8v5b-3n6w1z000001","status":"Declined"}}`
	return jobs.Payload{
		Frame:   f,
		Heading: "Payload of DOE, JANE",
		Job:     layout.Link{Label: "The job", Href: "/review/decided"},
		RawHref: "/jobs/payload",
		Raw:     raw,
		Pretty: "{\n  \"event\": {\n    \"id\": \"evt_01KAF8QD2M4C7X0T8V5B3N6W1Z\",\n    \"type\": " +
			"\"application.reviewed\",\n    \"occurredAt\": \"2026-11-20T10:52:58Z\"\n  },\n  " +
			"\"applicationDetails\": {\n    \"jobId\": \"01kaf8qd-2m4c-7x0t-8v5b-3n6w1z000001\",\n    \"status\": " +
			"\"Declined\"\n  }\n}",
		Events: []jobs.Part{
			{Label: on("2026-11-20 10:41:40").Text, Count: "application.decision", Href: "/jobs/payload"},
			{Label: on("2026-11-20 10:52:58").Text, Count: "application.reviewed", Href: "/jobs/payload", On: true},
		},
		Facts: []jobs.Pair{
			{Label: "Event", Value: "application.reviewed"},
			{Label: "Event id", Value: "evt_01KAF8QD2M4C7X0T8V5B3N6W1Z", Copy: true},
			{Label: "Occurred", Time: on("2026-11-20 10:52:58")},
			{Label: "Size", Value: "412 bytes"},
			{Label: "SHA-256", Value: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", Copy: true},
		},
		Zone: "UTC",
		Sends: []jobs.Send{{
			To:    "hooks.acme.example",
			Href:  "/webhooks/delivery",
			State: "delivered",
			Tone:  ui.Pass,
			Attempts: []jobs.Attempt{
				{
					Title:   "attempt 1 of 10",
					At:      on("2026-11-20 10:53:06"),
					Result:  "server error · 503 · 41 ms",
					Tone:    ui.Fail,
					Headers: "Content-Type: application/json",
					Signature: []jobs.Pair{
						{Label: "t", Value: "1795171986", Copy: true},
						{Label: "kid", Value: "k1", Copy: true},
						{
							Label: "v1",
							Value: "5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd",
							Copy:  true,
						},
					},
				},
				{
					Title:   "attempt 2 of 10",
					At:      on("2026-11-20 10:53:16"),
					Result:  "200 · 84 ms",
					Tone:    ui.Pass,
					Headers: "Content-Type: application/json",
				},
			},
		}},
	}
}

func paper(f layout.Frame) review.Report {
	return review.Report{
		Frame:   f,
		Heading: "DOE, JANE",
		Job:     "01kaf8qd-2m4c-7x0t-8v5b-3n6w1z000001",
		Status:  "DECLINED",
		Tone:    ui.Fail,
		About:   "MX passport · enrolment · 20 Nov 2026 10:41:00 UTC",
		Made:    "Printed by Noor Haddad, 20 Nov 2026 11:02:11 UTC",
		Shots:   []review.Shot{{Src: "/media/passport", Label: "ID front"}, {Src: "/media/selfie", Label: "Selfie"}},
		Verdict: []string{"DECLINED by Noor Haddad, 20 Nov 2026 10:52:58 UTC", "Document is not genuine"},
		Findings: []string{
			"Date of birth differs: printed 04 Jul 1990, MRZ 07 Apr 1990",
			"The faces differ: score 0.61, passes at 0.55 or less",
		},
		Person: []review.Pair{
			{Label: "Surname", Value: "Doe"},
			{Label: "Given name", Value: "Jane"},
			{Label: "Born", Value: "1990-07-04"},
		},
		Sources: []string{"Printed", "MRZ"},
		Compared: []review.Line{
			{Cells: []string{"Birth date", "1990-07-04", "1990-04-07", "no match"}},
			{Cells: []string{"Surname", "DOE", "DOE", "match"}},
		},
		Checks: []review.Line{
			{Cells: []string{"Glare", "ID front", "PASS", "0.04", "0.20", "engine 1"}},
			{Cells: []string{"Face match", "Selfie", "WARN", "0.61", "0.55", "descriptor 1"}},
		},
		History: []review.Pair{
			{Label: "10:41:07", Value: "Job created"},
			{Label: "10:52:58", Value: "Noor Haddad: DECLINED"},
		},
	}
}

func keptViews(problem string) ui.Kept {
	views := []ui.KeptView{
		{ID: "v1", Name: "Declined this week", Href: "/jobs/found", Count: "41", On: true, Changes: true},
		{ID: "v2", Name: "Passports to check", Href: "/jobs/found", Count: "999+", Shared: true, Start: true},
	}
	return ui.Kept{
		CSRF:    "token-of-the-form",
		Page:    "jobs",
		Query:   "status=REVIEW",
		Views:   views,
		Current: &views[0],
		Share:   true,
		Name:    "Declined this week",
		Problem: problem,
	}
}
