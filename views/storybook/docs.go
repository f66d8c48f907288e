package storybook

import (
	"github.com/a-h/templ"

	"proofdesk/views/docs"
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
	state := func(name string, check *docs.Check) State {
		return State{
			Area:  "docs",
			Name:  name,
			Phone: true,
			page: func(c canvas) templ.Component {
				return docs.Document(docs.Page{
					Frame:  c.Frame,
					Twin:   "/docs/page.md",
					Blocks: docs.Parse(docsPage),
					Check:  check,
				})
			},
		}
	}
	return []State{
		state("page", nil),
		state("signature", &docs.Check{
			Path:   "/docs/signature",
			Header: "t=1763640000,kid=k_2f9c01ab77de",
			Body:   `{"event": {"id": "01KAF8QD2M4C9X0T7V5B3N6W1Z"}}`,
			Answer: "The header is not whole.",
			Do:     "Copy all of X-Service-Signature: t, kid and v1 with 64 characters.",
			Tone:   ui.Fail,
		}),
	}
}
