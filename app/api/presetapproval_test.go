package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"proofdesk/app/audit"
	"proofdesk/app/fault"
	"proofdesk/app/preset"
	"proofdesk/app/presets"
	"proofdesk/app/store"
)

func TestWeakeningAProtectionWaitsForASecondPerson(t *testing.T) {
	w := newWorld(t)
	a := w.call("POST", "/api/presets", admin(""), `{"name":"weak","values":{
		"selfieCaptureCustomizationOptions":{"captureOptions":{"liveFaceProbabilityThreshold":0.2}},
		"isDebugMode":true}}`)
	a = w.call("POST", "/api/presets/weak/publish", admin(a.header.Get("ETag")), `{"note":"faster"}`)
	if a.status != http.StatusAccepted || !strings.Contains(string(a.body), "liveFaceProbabilityThreshold") ||
		!strings.Contains(string(a.body), "isDebugMode") {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if a := w.call("GET", "/api/presets/weak/versions", admin(""),
		""); !strings.Contains(string(a.body), `"versions":[]`) {
		t.Fatalf("%s", a.body)
	}
	p, err := w.store.Preset(t.Context(), "acme", "weak")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.api.Presets.Approve(t.Context(), p.Proposal.By, "acme", "weak", p.Revision); err == nil {
		t.Fatal("one person approved their own proposal")
	}
	if p, err = w.api.Presets.Approve(t.Context(), "agent:ben", "acme", "weak", p.Revision); err != nil ||
		p.Latest != 1 {
		t.Fatal(p.Latest, err)
	}
	e, err := w.store.PresetEdition(t.Context(), "acme", "weak", 1)
	if err != nil || e.PublishedBy != "apikey:key-of-acme" || e.ApprovedBy != "agent:ben" {
		t.Fatalf("%+v %v", e, err)
	}
}

// holds records that people were shown the secrets of an API key.
func (w *world) holds(key string, people ...string) {
	w.write(func(tx *store.Tx) error {
		for i, person := range people {
			action := "apikey.create"
			if i > 0 {
				action = "apikey.secret_add"
			}
			e := audit.NewEntry("acme", person, action, "apikey:"+key, nil)
			if err := tx.Audit(w.t.Context(), e); err != nil {
				return err
			}
		}
		return nil
	})
}

func TestAKeyApprovesForThoseWhoHoldItOnly(t *testing.T) {
	for name, c := range map[string]struct {
		proposer string
		holders  []string
		want     int
	}{
		"somebody else's":         {"agent:ann", []string{"agent:ben"}, http.StatusOK},
		"her own key":             {"agent:ann", []string{"agent:ann"}, http.StatusForbidden},
		"a key with two secrets":  {"agent:ann", []string{"agent:ben", "agent:ann"}, http.StatusForbidden},
		"a key of nobody known":   {"agent:ann", nil, http.StatusForbidden},
		"the command line's key":  {"agent:ann", []string{"cli"}, http.StatusForbidden},
		"shown on a command line": {"agent:ann", []string{"agent:ben", "cli"}, http.StatusForbidden},
		"the key that proposed":   {"apikey:key-of-acme", []string{"agent:ben"}, http.StatusForbidden},
		"another of her own keys": {"apikey:of-ann", []string{"agent:ann"}, http.StatusForbidden},
		"another's other key":     {"apikey:of-ann", []string{"agent:ben"}, http.StatusOK},
	} {
		w := newWorld(t, unheld)
		w.holds("key-of-acme", c.holders...)
		w.holds("of-ann", "agent:ann")
		p, err := w.api.Presets.Create(t.Context(), c.proposer, "acme",
			presets.NewPreset{Name: "weak", Content: preset.Content{Values: preset.Values{"isDebugMode": true}}})
		if err == nil {
			p, err = w.api.Presets.Publish(t.Context(), c.proposer, "acme", "weak", p.Revision,
				presets.Publication{Note: "to see why captures fail", Origin: preset.ByConsole})
		}
		if err != nil {
			t.Fatal(err)
		}
		a := w.call("POST", "/api/presets/weak/approve", admin(fmt.Sprintf("%q", fmt.Sprint(p.Revision))), "")
		published := strings.Contains(string(a.body), `"latest":1`)
		if a.status != c.want || published != (c.want == http.StatusOK) {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
	}
}

func TestAProposalOfNobodyKnownIsNeitherMadeNorApproved(t *testing.T) {
	const refused = "this weakens a protection, and it is not recorded who holds this API key"
	for name, holders := range map[string][]string{
		"a key of nobody known":   nil,
		"the command line's key":  {"cli"},
		"shown on a command line": {"agent:ann", "cli"},
	} {
		w := newWorld(t, unheld)
		w.holds("key-of-acme", holders...)
		w.call("POST", "/api/presets", admin(""), `{"name":"weak","values":{"isDebugMode":true}}`)
		a := w.call("POST", "/api/presets/weak/publish", admin("*"), `{"note":"to debug"}`)
		if a.status != http.StatusForbidden || !strings.Contains(string(a.body), refused) {
			t.Errorf("%s proposes: %d %s", name, a.status, a.body)
		}
	}
	w := newWorld(t)
	a := w.call("POST", "/api/presets", admin(""), `{"name":"weak","values":{"isDebugMode":true}}`)
	a = w.call("POST", "/api/presets/weak/publish", admin(a.header.Get("ETag")), `{"note":"to debug"}`)
	if a.status != http.StatusAccepted {
		t.Fatalf("%d %s", a.status, a.body)
	}
	w.holds("key-of-acme", "cli")
	_, err := w.api.Presets.Approve(t.Context(), "agent:ben", "acme", "weak", presets.AnyRevision)
	if !fault.Is(err, fault.Forbidden) {
		t.Errorf("approved though the command line showed a secret of the key that proposed: %v", err)
	}
}

func TestTheHoldersOfAKeyAreKnownHoweverOftenItWasChanged(t *testing.T) {
	w := newWorld(t)
	w.write(func(tx *store.Tx) error {
		for range 1001 {
			e := audit.NewEntry("acme", "agent:ann", "apikey.rename", "apikey:key-of-acme", nil)
			if err := tx.Audit(t.Context(), e); err != nil {
				return err
			}
		}
		return nil
	})
	w.call("POST", "/api/presets", admin(""), `{"name":"weak","values":{"isDebugMode":true}}`)
	w.call("POST", "/api/presets/weak/publish", admin("*"), `{"note":"to debug"}`)
	_, err := w.api.Presets.Approve(t.Context(), "agent:keeper", "acme", "weak", presets.AnyRevision)
	if !fault.Is(err, fault.Forbidden) {
		t.Errorf("approved by who holds the key that proposed: %v", err)
	}
	if _, err := w.api.Presets.Approve(t.Context(), "agent:ann", "acme", "weak", presets.AnyRevision); err != nil {
		t.Error(err)
	}
}

func TestAProposalIsWithdrawnAndADescriptionChanged(t *testing.T) {
	w := newWorld(t)
	a := w.call("POST", "/api/presets", admin(""), `{"name":"weak","values":{"isDebugMode":true}}`)
	a = w.call("POST", "/api/presets/weak/publish", admin(a.header.Get("ETag")), `{"note":"to debug"}`)
	old := a.header.Get("ETag")
	a = w.call("PUT", "/api/presets/weak", admin(old), `{"description":"For the test phones"}`)
	if a.status != http.StatusOK || !strings.Contains(string(a.body), `"description":"For the test phones"`) ||
		!strings.Contains(string(a.body), `"proposal"`) {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if a := w.call("POST", "/api/presets/weak/withdraw", admin(old), ""); a.status != http.StatusPreconditionFailed {
		t.Errorf("with an old tag: %d %s", a.status, a.body)
	}
	a = w.call("POST", "/api/presets/weak/withdraw", admin(a.header.Get("ETag")), "")
	if a.status != http.StatusOK || strings.Contains(string(a.body), `"proposal"`) {
		t.Fatalf("%d %s", a.status, a.body)
	}
	for _, call := range []string{"withdraw", "approve"} {
		a := w.call("POST", "/api/presets/weak/"+call, admin(a.header.Get("ETag")), "")
		if a.status != http.StatusConflict {
			t.Errorf("%s of nothing: %d %s", call, a.status, a.body)
		}
	}
}
