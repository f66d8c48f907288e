package credentials_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/admintest"
	"proofdesk/app/clock"
	"proofdesk/app/onboarding"
)

func TestTheTrailSaysWhatWasChangedOfWhich(t *testing.T) {
	admintest.Each(t, func(t *testing.T, o admintest.Office, _ *clock.Manual) {
		ctx := t.Context()
		client, err1 := o.Credentials.CreateClient(ctx, "cli", "acme", "App", true)
		key, err2 := o.Credentials.CreateAPIKey(ctx, "cli", "acme", "k", time.Time{})
		robot, err3 := o.Credentials.CreateIntegrationUser(ctx, "cli", "acme", "robot", "")
		if err := errors.Join(err1, err2, err3); err != nil {
			t.Fatal(err)
		}
		urn, _ := access.ParseURN(access.KindAPIKey, key.ID)
		secrets, err := o.Store.APIKeySecrets(ctx, "acme", urn.ID)
		if err != nil {
			t.Fatal(err)
		}
		id, trust := client.ClientID, onboarding.Trust{onboarding.LivenessDetect: 3}
		_, rotated := o.Credentials.RotateClientSecret(ctx, "cli", "acme", id)
		if err := errors.Join(
			o.Credentials.SetClientState(ctx, "cli", "acme", id, access.StateDisabled),
			rotated,
			o.Credentials.TrustClient(ctx, "cli", "acme", id, onboarding.Trust{}, trust),
			o.Credentials.SetIntegrationUserState(ctx, "cli", "acme", robot.Username, access.StateDisabled),
			o.Credentials.SetAPIKeyState(ctx, "cli", "acme", urn.ID, access.StateDisabled),
			o.Credentials.RevokeAPIKeySecret(ctx, "cli", "acme", urn.ID, secrets[0].ID),
		); err != nil {
			t.Fatal(err)
		}
		disabled := map[string]any{"state": access.StateDisabled}
		for _, want := range []struct {
			action, target string
			detail         map[string]any
		}{
			{"client.create", "client:" + id, map[string]any{"sandbox": true}},
			{"client.state", "client:" + id, disabled},
			{"client.secret", "client:" + id, nil},
			{"client.trust", "client:" + id, map[string]any{string(onboarding.LivenessDetect): 3.}},
			{"integration_user.state", "user:robot", disabled},
			{"apikey.state", "apikey:" + urn.ID, disabled},
			{"apikey.secret_revoke", "apikey:" + urn.ID, map[string]any{"secret": secrets[0].ID}},
		} {
			found := false
			rows, err := o.Store.AuditOf(ctx, "acme", want.target, "", 100)
			if err != nil {
				t.Fatal(err)
			}
			for _, row := range rows {
				if row.Action != want.action {
					continue
				}
				found = true
				detail := map[string]any{}
				if err := json.Unmarshal([]byte(row.Detail), &detail); err != nil {
					t.Fatal(err)
				}
				if len(detail)+len(want.detail) > 0 && !reflect.DeepEqual(detail, want.detail) {
					t.Errorf("%s: %v, want %v", want.action, detail, want.detail)
				}
			}
			if !found {
				t.Errorf("no %s about %s", want.action, want.target)
			}
		}
	})
}
