package storybook

import (
	"github.com/a-h/templ"

	"proofdesk/views/layout"
	"proofdesk/views/page"
	"proofdesk/views/ui"
)

func adminStates() []State {
	state := func(name string, p page.Page) State {
		return State{
			Area:  "admin",
			Name:  name,
			Phone: true,
			page: func(c canvas) templ.Component {
				p.Frame = c.Frame
				return page.SectionPage(p)
			},
		}
	}
	side := []page.Group{
		{
			Heading: "People",
			Links: []layout.Link{
				{Key: "users", Label: "Users", Href: "/admin/list"},
				{Key: "audit", Label: "Audit", Href: "/admin/record"},
			},
		},
		{
			Heading: "Integration",
			Links: []layout.Link{
				{Key: "clients", Label: "Clients", Href: "/admin/empty"},
				{Key: "keys", Label: "API keys", Href: "/admin/secrets"},
				{Key: "tokens", Label: "Repository tokens", Href: "/admin/tokens"},
			},
		},
	}
	me, settings := ownPages()
	var kept []State
	for _, name := range []string{
		"retention", "retention-running", "retention-failed", "retention-empty", "retention-dry-run",
		"retention-refused",
	} {
		kept = append(kept, state(name, retentionPages()[name]))
	}
	return append([]State{
		state("account", me),
		state("settings", settings),
		state("list", page.Page{
			Side:     side,
			Current:  "users",
			Heading:  "Users",
			Intro:    "People who can sign in to this console.",
			Sections: []page.Section{userList(), inviteForm("")},
		}),
		state("form-refused", page.Page{
			Side:     side,
			Current:  "users",
			Heading:  "Users",
			Problem:  "Nothing was saved. Correct the marked fields.",
			Sections: []page.Section{inviteForm("A user with this address already exists.")},
		}),
		state("secrets", page.Page{
			Side:    side,
			Current: "keys",
			Heading: "Back office",
			Done:    "Saved.",
			Back:    &layout.Link{Label: "API keys", Href: "/admin/list"},
			Secrets: page.Secrets{
				Values: []page.Value{
					{Label: "Key id", Value: "9f1d6c0e-6c1b-4d39-9a57-6c2f6b1c0d11"},
					{Label: "Secret", Value: "pdk_7Yx2QmWc0fHn4Lr8Tz"},
				}, Note: "Share it over a secure channel. It must be changed at the first sign-in.",
			},
		}),
		state("tokens", page.Page{
			Side:     side,
			Current:  "tokens",
			Heading:  "Repository tokens",
			Secrets:  page.Secrets{Values: []page.Value{{Label: "Private-Token", Value: "pdr_7Yx2QmWc0fHn4Lr8Tz"}}},
			Sections: []page.Section{tokenList()},
		}),
		state("recovery-codes", page.Page{
			Side:    side,
			Heading: "Your account",
			Secrets: page.Secrets{
				List: []string{
					"k2mt-9wqx-ab3d-77pq-x2mn", "p7rd-4hvn-c8wz-5tkj-m9sd", "z8cb-1ytf-q4ng-2rvx-h6lp",
					"m3gs-6lkj-w5td-8bfz-n7qc",
				},
			},
		}),
		state("empty", page.Page{
			Side:    side,
			Current: "clients",
			Heading: "Clients",
			Sections: []page.Section{
				{Columns: []string{"Name", "State"}, Empty: "No client yet. Create one: its id and secret get tokens."},
			},
		}),
		state("record", page.Page{
			Side:     side,
			Current:  "audit",
			Heading:  "Customer 100011",
			Sections: []page.Section{record(), erase()},
		}),
		state("filters", page.Page{
			Side:     side,
			Current:  "audit",
			Heading:  "Audit",
			Sections: []page.Section{auditList()},
		}),
	}, kept...)
}

func tokenList() page.Section {
	row := func(name, hint, by string, expires page.Cell, actions ...page.Form) page.Row {
		return page.Row{
			Cells: []page.Cell{
				{Text: name},
				{Text: hint, Data: true},
				{Text: by, Under: "20 Nov 2026 09:12"},
				expires,
				{Time: on("2026-11-20 09:12:00"), Data: true},
			},
			Actions: actions,
		}
	}
	return page.Section{
		Heading: "Repository tokens",
		Columns: []string{"Token", "Ends in", "Created by", "Expires", "Last used"},
		Form: &page.Form{Path: "/repository-tokens", Button: "Add token", Fields: []page.Field{
			{Name: "name", Label: "Name", Kind: "text", Required: true},
			{Name: "days", Label: "Valid for", Kind: "select", Options: []page.Option{{Value: "90", Label: "90 days"}}},
		}},
		Rows: []page.Row{
			row("Build server", "r8Tz", "Noor Haddad", page.Cell{Text: "in 3 d", Tone: ui.Warn, Tag: true}, page.Form{
				Path:    "/repository-tokens/1/revoke",
				Button:  "Revoke",
				Danger:  true,
				Confirm: "This token stops working immediately and can't be restored.",
			}),
			row("Old build server", "Qm4x", "command line", page.Cell{Text: "revoked", Tone: ui.Fail, Tag: true}),
		},
	}
}

func userList() page.Section {
	end := page.Form{
		Path:    "/users/1/state",
		Button:  "Disable",
		Danger:  true,
		Confirm: "Sam Okafor is signed out everywhere and can't sign in until enabled again.",
		Hidden:  []page.Value{{Label: "state", Value: "disabled"}},
	}
	password := page.Form{Path: "/users/1/password", Button: "New password"}
	row := func(name, email, role string, state page.Cell, actions ...page.Form) page.Row {
		return page.Row{
			Cells: []page.Cell{
				{Text: name, Under: email, Href: "/admin/record"},
				{Text: role},
				state,
				{Time: on("2026-11-20 09:12:00"), Data: true},
			},
			Actions: actions,
		}
	}
	active := page.Cell{Text: "active", Tone: ui.Pass, Tag: true}
	locked := page.Cell{Text: "locked", Tone: ui.Warn, Tag: true, Under: "wrong passwords, until 11:20"}
	off := page.Cell{Text: "disabled", Tone: ui.Fail, Tag: true}
	return page.Section{
		Columns: []string{"Name", "Role", "State", "Last sign-in"},
		More:    "/admin/list",
		Export:  "/admin/list",
		Rows: []page.Row{
			row("Noor Haddad", "noor@acme.example", "senior", active, password, end),
			row("Sam Okafor", "sam@acme.example", "agent", locked, password,
				page.Form{Path: "/users/1/unlock", Button: "Unlock"}, end),
			row("Ines Okafor", "ines@acme.example", "agent", off, password,
				page.Form{Path: "/users/1/state", Button: "Enable"}),
			row("Maximiliane von Hohenstein-Wittelsbach", "maximiliane.von.hohenstein@acme.example", "auditor", active,
				password, end),
		},
	}
}

func inviteForm(problem string) page.Section {
	return page.Section{
		Note: "New users get a generated password, shown here once. They must change it when they first sign " +
			"in. Passwords have 12 to 128 characters and can't be common passwords or contain the user's own name.",
		Form: &page.Form{
			Path:   "/users",
			Button: "Add user",
			Fields: []page.Field{
				{
					Name:     "email",
					Label:    "E-mail",
					Kind:     "email",
					Required: true,
					Value:    "noor@acme.example",
					Problem:  problem,
				},
				{Name: "name", Label: "Name", Kind: "text", Value: "Ana Lima"},
				{Name: "role", Label: "Role", Kind: "select", Options: []page.Option{
					{Value: "agent", Label: "agent: reviews jobs", On: true},
					{Value: "senior", Label: "senior: also escalations, exports, customers, deliveries"},
				}},
			},
		},
	}
}

func record() page.Section {
	return page.Section{Heading: "Enrolled", Facts: []page.Fact{
		{Name: "Unique number", Cell: page.Cell{Text: "100011", Data: true}},
		{Name: "Face", Cell: page.Cell{Text: "212 days old", Tone: ui.Pass, Tag: true}, Hint: "From job 01ka…0001"},
		{Name: "Voice", Cell: page.Cell{Text: "none", Tone: ui.Warn, Tag: true}},
	}}
}

func erase() page.Section {
	return page.Section{
		Heading: "Erase",
		Warning: "Captures, values and templates of this customer can't be brought back.",
		Forms: []page.Form{
			{Path: "/erase", Button: "See what would go"},
			{
				Path:    "/erase",
				Button:  "Erase",
				Danger:  true,
				Confirm: "Type “100011” to confirm",
				Fields:  []page.Field{{Name: "number", Label: "Unique number", Kind: "text", Required: true}},
			},
		},
	}
}

func auditList() page.Section {
	return page.Section{
		Filter: &page.Form{
			Path:   "/audit",
			Button: "Filter",
			Fields: []page.Field{
				{Name: "q", Label: "Actor", Kind: "search"},
				{Name: "from", Label: "From", Kind: "day", Value: "2026-11-01"},
			},
		},
		Columns: []string{"When", "Who", "What", "Target"},
		Rows: []page.Row{
			{
				Cells: []page.Cell{
					{Time: on("2026-11-20 10:52:58"), Data: true},
					{Text: "Noor Haddad"},
					{Text: "Decided a job", Under: "outcome DECLINED, 1 reason", Wrap: true},
					{Text: "01ka…0001", Data: true, Href: "/review/decided"},
				},
			},
		},
		Export: "/admin/filters",
	}
}

// ownPages are the visitor's account and the settings of the company.
func ownPages() (me, settings page.Page) {
	me = page.Page{Heading: "Your account", Intro: "Noor Haddad, lead, noor@acme.example", Sections: []page.Section{
		{Heading: "Profile and preferences", Form: &page.Form{
			Path:   "/me",
			Button: "Save",
			Tall:   true,
			Fields: []page.Field{
				{
					Name:    "theme",
					Label:   "Theme",
					Kind:    "select",
					Options: []page.Option{{Value: "auto", Label: "auto", On: true}, {Value: "dark", Label: "dark"}},
				},
				{
					Name:  "timeZone",
					Label: "Time zone",
					Kind:  "text",
					Value: "America/Mexico_City",
					List:  []string{"UTC", "America/Mexico_City"},
				},
				{
					Name:  "blur",
					Label: "Blur pictures",
					Kind:  "checkbox",
					On:    true,
					Hint:  "Until you hover over them or focus them with the keyboard.",
				},
			},
		}},
		{
			Heading: "Second factor",
			Facts: []page.Fact{
				{
					Name: "Authenticator",
					Cell: page.Cell{Text: "off", Tone: ui.Warn, Tag: true},
					Hint: "Protects your account even if your password is stolen.",
				},
			},
			Forms: []page.Form{{Path: "/me/totp", Button: "Set up an authenticator"}},
		},
		{
			Heading: "Active sessions",
			Columns: []string{"Browser", "Address", "Since"},
			Rows: []page.Row{
				{
					Cells: []page.Cell{
						{Text: "Firefox on Linux", Under: "this browser"},
						{Text: "203.0.113.9", Data: true},
						{Time: on("2026-11-20 08:01:00"), Data: true},
					},
				},
			},
		},
	}}
	settings = page.Page{Heading: "Settings", Done: "Saved. The change applies from now on.", Sections: []page.Section{
		{Heading: "Review", Form: &page.Form{
			Path:   "/settings",
			Button: "Save",
			Tall:   true,
			Fields: []page.Field{
				{
					Name:  "deadline",
					Label: "Deadline",
					Kind:  "number",
					Value: "240",
					Low:   "1",
					Top:   "10080",
					Hint: "Leave empty to use the installation default; a function below that is left empty " +
						"uses this deadline. Applies to jobs that enter the queue from now on.",
				},
				{
					Name:  "second",
					Label: "Second review",
					Kind:  "checkbox",
					Value: "Declined",
					On:    true,
					Group: "Outcomes that another agent confirms",
				},
			},
		}},
		{
			Heading: "Installation",
			Note:    "Set in the environment for all companies; changes take effect after a restart.",
			Facts: []page.Fact{
				{Name: "Undo", Cell: page.Cell{Text: "8 s", Data: true}, Hint: "PROOFDESK_UNDO_HOLD"},
			},
		},
	}}
	return me, settings
}
