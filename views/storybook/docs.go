package storybook

import (
	"github.com/a-h/templ"

	"proofdesk/views/docs"
	"proofdesk/views/layout"
	"proofdesk/views/ui"
)

// docsPage has every kind of block that a page of the documentation may have.
const docsPage = `# Events

What your server receives, as ` + "`application/json`" + `: **one body** per event, [signed](#signed).

## Fields {#fields}

| Field | Type | Meaning |
|---|---|---|
| ` + "`applicationDetails.jobId`" + ` | string | the job that is meant |
| ` + "`verificationResults.checks[].threshold`" + ` | number | from where on it passes |

### ` + "`application.decision`" + ` {#application.decision}

- sent once a job is decided
- repeated until an endpoint accepts it

## Signed {#signed}

1. read the raw body
2. compare the two values

` + "```" + `
X-Service-Signature: t=1763640000,kid=k_2f9c01ab77de,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
` + "```"

// docsStates are pages of the documentation.
func docsStates() []State {
	state := func(name string, check *docs.Check, playground *docs.Playground) State {
		return State{
			Area:  "docs",
			Name:  name,
			Phone: true,
			page: func(c canvas) templ.Component {
				return docs.Document(docs.Page{
					Frame:      c.Frame,
					Twin:       "/docs/page.md",
					Blocks:     docs.Parse(docsPage),
					Check:      check,
					Playground: playground,
				})
			},
		}
	}
	return []State{
		state("page", nil, nil),
		state("signature", &docs.Check{
			Path:   "/docs/signature",
			Header: "t=1763640000,kid=k_2f9c01ab77de",
			Body:   `{"event": {"id": "01KAF8QD2M4C9X0T7V5B3N6W1Z"}}`,
			Answer: "The header is not whole.",
			Do:     "Copy all of X-Service-Signature: t, kid and v1 with 64 characters.",
			Tone:   ui.Fail,
		}, nil),
		state("playground-signed-out", nil, &docs.Playground{
			Missing: "Sign in to the console to begin a job here.",
			Way:     layout.Link{Label: "Sign in", Href: "/login?next=/docs/playground"},
		}),
		state("playground", nil, &docs.Playground{
			CSRF:    "token",
			Choices: playgroundChoices(),
			Problem: "Choose an enabled sandbox client.",
		}),
		state("playground-run", nil, &docs.Playground{
			CSRF:    "token",
			Choices: playgroundChoices(),
			Script:  "/static/playground.js",
			Run: &docs.Run{
				Path:  "/docs/playground/019a0001-0000-7000-8000-000000000001",
				Open:  "https://desk.example/capture/019a0001-0000-7000-8000-000000000001#secret",
				State: "The capture page is not open yet",
				Tone:  ui.Soft,
				Job:   "/jobs/019a0001-0000-7000-8000-000000000002",
			},
		}),
		state("playground-decided", nil, &docs.Playground{
			CSRF:    "token",
			Choices: playgroundChoices(),
			Script:  "/static/playground.js",
			Run: &docs.Run{
				Path:  "/docs/playground/019a0001-0000-7000-8000-000000000001",
				State: "declined",
				Tone:  ui.Fail,
				Over:  true,
				Job:   "/jobs/019a0001-0000-7000-8000-000000000002",
				Events: []docs.RunEvent{{
					Type: "application.decision",
					At:   ui.Time{Text: "20 Nov 2026, 12:00"},
					Body: "{\n  \"event\": {\n    \"id\": \"01KAF8QD2M4C9X0T7V5B3N6W1Z\"\n  }\n}",
				}},
			},
		}),
	}
}

// playgroundChoices are the fields of the form that begins a job of the playground.
func playgroundChoices() []docs.Choice {
	only := func(name, label, value, text string) docs.Choice {
		return docs.Choice{Name: name, Label: label, Options: []ui.Choice{{Value: value, Label: text}}}
	}
	return []docs.Choice{
		only("function", "Function", "LIVE_FACE_CHECK", "Live face check"),
		only("specimen", "Before the camera", "passport", "Passport"),
		only("client", "On behalf of", "acme-sandbox", "Trial (acme-sandbox)"),
		only("outcome", "Outcome", "REVIEW", "review"),
	}
}
