package credentials_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"proofdesk/app/admintest"
	"proofdesk/app/clock"
	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
)

// clientOf returns what is stored of a client.
func clientOf(t *testing.T, o admintest.Office, id string) store.Client {
	t.Helper()
	c, err := o.Store.Client(t.Context(), "acme", id)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestAClientIsStoredWithoutItsSecretAndChangedOnlyOverWhatWasRead(t *testing.T) {
	admintest.Each(t, func(t *testing.T, o admintest.Office, _ *clock.Manual) {
		ctx := t.Context()
		made, err := o.Credentials.CreateClient(ctx, "cli", "acme", "App", true)
		if err != nil {
			t.Fatal(err)
		}
		first := clientOf(t, o, made.ClientID)
		if !first.Sandbox || first.SecretHash == "" || strings.Contains(first.SecretHash, made.ClientSecret) {
			t.Errorf("stored as %+v", first)
		}
		again, err := o.Credentials.RotateClientSecret(ctx, "cli", "acme", made.ClientID)
		if err != nil || again.ClientSecret == made.ClientSecret ||
			clientOf(t, o, made.ClientID).SecretHash == first.SecretHash {
			t.Errorf("the secret was not replaced: %v", err)
		}
		trust := func(was onboarding.Trust, capability onboarding.Capability, assurance int) error {
			return o.Credentials.TrustClient(ctx, "cli", "acme", made.ClientID, was,
				onboarding.Trust{capability: assurance})
		}
		none := onboarding.Trust{}
		for name, err := range map[string]error{
			"more than there is":       trust(none, onboarding.LivenessDetect, 5),
			"less than nothing":        trust(none, onboarding.LivenessDetect, -1),
			"in what no device can do": trust(none, "nope", 3),
		} {
			if !fault.Is(err, fault.Invalid) {
				t.Errorf("trust %s: %v", name, err)
			}
		}
		if err := trust(none, onboarding.LivenessDetect, 3); err != nil {
			t.Fatal(err)
		}
		if err := trust(none, onboarding.LivenessDetect, 4); !fault.Is(err, fault.Conflict) {
			t.Errorf("trust over another one: %v", err)
		}
	})
}

func TestNoClientIsBothTrustedAndUsedByWebPages(t *testing.T) {
	admintest.Each(t, func(t *testing.T, o admintest.Office, _ *clock.Manual) {
		ctx := t.Context()
		none, trusted := onboarding.Trust{}, onboarding.Trust{onboarding.LivenessDetect: 3}
		shop := []string{"https://shop.example"}
		made, err := o.Credentials.CreateClient(ctx, "cli", "acme", "App", false)
		if err != nil {
			t.Fatal(err)
		}
		trust := func(was, is onboarding.Trust) error {
			return o.Credentials.TrustClient(ctx, "cli", "acme", made.ClientID, was, is)
		}
		allow := func(was, origins []string) error {
			return o.Credentials.AllowOrigins(ctx, "cli", "acme", made.ClientID, was, origins)
		}
		for _, step := range []struct {
			name, field string
			err         error
		}{
			{"pages use it", "", allow([]string{}, shop)},
			{"its devices are trusted", "trust", trust(none, trusted)},
			{"its devices are trusted with nothing", "", trust(none, onboarding.Trust{onboarding.LivenessDetect: 0})},
			{"no page uses it", "", allow(shop, []string{})},
			{"its devices are trusted now", "", trust(onboarding.Trust{onboarding.LivenessDetect: 0}, trusted)},
			{"pages are to use it", "origins", allow([]string{}, shop)},
		} {
			var f *fault.Error
			if refused := errors.As(step.err, &f) && len(f.Fields) == 1; step.field == "" && step.err != nil ||
				step.field != "" && (!refused || f.Fields[0].Name != step.field) {
				t.Errorf("%s: %v", step.name, step.err)
			}
		}
		if c := clientOf(t, o, made.ClientID); len(c.Origins) > 0 || !c.Trust.Some() {
			t.Errorf("stored as %+v", c)
		}
	})
}

func TestTheOriginsOfAClientAreLimitedAndChangedOnlyOverThoseThatWereRead(t *testing.T) {
	admintest.Each(t, func(t *testing.T, o admintest.Office, _ *clock.Manual) {
		made, err := o.Credentials.CreateClient(t.Context(), "cli", "acme", "App", false)
		if err != nil {
			t.Fatal(err)
		}
		allow := func(was []string, origins ...string) error {
			return o.Credentials.AllowOrigins(t.Context(), "cli", "acme", made.ClientID, was, origins)
		}
		var many []string
		for i := range 21 {
			many = append(many, fmt.Sprintf("https://%d.bank.example", i))
		}
		if err := allow([]string{}, many...); !fault.Is(err, fault.Invalid) {
			t.Errorf("21 origins: %v", err)
		}
		if err := allow([]string{}, "https://b.example", "https://a.example", "https://b.example"); err != nil {
			t.Fatal(err)
		}
		want := []string{"https://a.example", "https://b.example"}
		if got := clientOf(t, o, made.ClientID).Origins; !slices.Equal(got, want) {
			t.Errorf("stored as %v", got)
		}
		if err := allow([]string{}, "https://c.example"); !fault.Is(err, fault.Conflict) {
			t.Errorf("over others: %v", err)
		}
	})
}
