package webhook_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"proofdesk/app/onboarding"
	"proofdesk/app/webhook"
)

func TestTheCauseOfARefusedSignatureIsNamed(t *testing.T) {
	at := time.Unix(fixedTime, 0)
	sent, err := json.Marshal(onboarding.Payload{
		Event:              &onboarding.EventEnvelope{ID: "01JCZ", Type: onboarding.ApplicationDecision},
		ApplicationDetails: onboarding.ApplicationDetails{JobID: "<1>", Status: onboarding.Approved},
	})
	if err != nil {
		t.Fatal(err)
	}
	var indented bytes.Buffer
	if err := json.Indent(&indented, sent, "", "  "); err != nil {
		t.Fatal(err)
	}
	var parsed map[string]any
	if err := json.Unmarshal(sent, &parsed); err != nil {
		t.Fatal(err)
	}
	var sorted bytes.Buffer // as a server writes a map: other order, < as it is
	e := json.NewEncoder(&sorted)
	e.SetEscapeHTML(false)
	if err := e.Encode(parsed); err != nil {
		t.Fatal(err)
	}
	header := webhook.Signature("k_1", fixedSecret, fixedTime, sent)
	other := strings.Replace(string(sent), "APPROVED", "DECLINED", 1)
	for name, c := range map[string]struct {
		header, secret, body string
		received             time.Time
		want                 webhook.Cause
	}{
		"as sent":             {header, fixedSecret, string(sent), at, webhook.Right},
		"at the edge":         {header, fixedSecret, string(sent), at.Add(webhook.Tolerance), webhook.Right},
		"with its name":       {"x-service-signature: " + header, fixedSecret, string(sent), at, webhook.Right},
		"late":                {header, fixedSecret, string(sent), at.Add(301 * time.Second), webhook.ClockSkew},
		"early":               {header, fixedSecret, string(sent), at.Add(-time.Hour), webhook.ClockSkew},
		"indented":            {header, fixedSecret, indented.String(), at, webhook.ParsedBody},
		"in another order":    {header, fixedSecret, sorted.String(), at, webhook.ParsedBody},
		"no prefix":           {header, fixedSecret[6:], string(sent), at, webhook.SecretSpelling},
		"a line end":          {header, fixedSecret + "\n", string(sent), at, webhook.SecretSpelling},
		"another secret":      {header, webhook.NewSecret(), string(sent), at, webhook.WrongSecret},
		"altered":             {header, fixedSecret, other + " ", at, webhook.OtherBody},
		"cut":                 {header, fixedSecret, string(sent[:20]), at, webhook.OtherBody},
		"no header":           {"", fixedSecret, string(sent), at, webhook.BadHeader},
		"a part of it":        {header[:40], fixedSecret, string(sent), at, webhook.BadHeader},
		"of the other scheme": {"v1,g0hM9SsE", fixedSecret, string(sent), at, webhook.StandardHeader},
	} {
		if got, apart := webhook.Diagnose(c.header, c.secret, []byte(c.body), c.received); got != c.want {
			t.Errorf("%s: %s (%s apart), want %s", name, got, apart, c.want)
		}
	}
}
