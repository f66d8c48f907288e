package docs

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"proofdesk/app/onboarding"
	"proofdesk/app/webhook"
	views "proofdesk/views/docs"
)

// happened holds when an event of each type is sent.
var happened = map[onboarding.EventType]string{
	onboarding.ApplicationDecision: "Automated processing of a job has ended. The status is in upper case: " +
		"`APPROVED`, `DECLINED`, `ERROR`, `EXISTING_CUSTOMER`, or `REVIEW` where an agent has to look.",
	onboarding.ApplicationReviewed: "An agent has decided a job that was in `REVIEW`. The status is the console's " +
		"word, such as `Approved`, and `reviewDetails` says who decided and why.",
}

// Keys of the example: it is no secret of anybody.
const (
	exampleSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw2m0pNQ1uXkM="
	exampleKID    = "k_2f9c01ab77de"
	exampleTime   = 1763640000
)

// events is the page of what endpoints receive.
func events(base string) string {
	var b, types, retries strings.Builder
	for _, t := range webhook.EventTypes() {
		fmt.Fprintf(&types, "### %s {#%s}\n\n%s\n\n", views.Literal(string(t)), t, happened[t])
	}
	total := time.Duration(0)
	for n := 1; n < webhook.MaxAttempts; n++ {
		wait := webhook.Wait(n)
		total += wait
		fmt.Fprintf(&retries, "| %d | %s | %s |\n", n+1, wait, total)
	}
	d := openAPI()
	body := exampleBody()
	b.WriteString(filled("events.md", base,
		"{types}", strings.TrimSpace(types.String()),
		"{fields}", strings.TrimSpace(d.fieldTable(d.schema("Event"), true)),
		"{retries}", strings.TrimSpace(retries.String()),
		"{attempts}", fmt.Sprint(webhook.MaxAttempts),
		"{timeout}", fmt.Sprint(webhook.EndpointTimeout.Seconds()),
		"{tolerance}", fmt.Sprint(webhook.Tolerance.Seconds()),
		"{header}", webhook.SignatureHeader,
		"{test}", webhook.TestHeader,
		"{standard}", views.Literal(webhook.StandardID)+", "+views.Literal(webhook.StandardTimestamp)+" and "+
			views.Literal(webhook.StandardSignature),
		"{secret}", exampleSecret,
		"{body}", string(body),
		"{signature}", webhook.Signature(exampleKID, exampleSecret, exampleTime, body),
	))
	return b.String()
}

// exampleBody is the body that the example of a signature is made over.
func exampleBody() []byte {
	body, err := json.Marshal(map[string]any{"event": onboarding.EventEnvelope{
		ID:         "01KAF8QD2M4C9X0T7V5B3N6W1Z",
		Type:       onboarding.ApplicationDecision,
		OccurredAt: onboarding.Timestamp(time.Unix(exampleTime, 0)),
	}})
	if err != nil {
		panic(err) // an envelope can always be encoded
	}
	return body
}
