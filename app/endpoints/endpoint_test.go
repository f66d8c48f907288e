package endpoints_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"proofdesk/app/admintest"
	"proofdesk/app/clock"
	"proofdesk/app/endpoints"
	"proofdesk/app/fault"
	"proofdesk/app/store/storetest"
	"proofdesk/app/webhook"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// described returns the description that an endpoint has now.
func described(t *testing.T, o admintest.Office, id string) endpoints.Description {
	t.Helper()
	e, err := o.Store.Endpoint(t.Context(), "acme", id)
	if err != nil {
		t.Fatal(err)
	}
	return endpoints.DescriptionOf(e)
}

func hook(t *testing.T, o admintest.Office) endpoints.NewEndpoint {
	t.Helper()
	return hookOf(t, o, "acme")
}

func hookOf(t *testing.T, o admintest.Office, company string) endpoints.NewEndpoint {
	t.Helper()
	made, err := o.Endpoints.CreateEndpoint(t.Context(), "cli", endpoints.EndpointRequest{
		Company: company,
		URL:     "https://hooks.example/in",
		Headers: map[string]string{"X-One": "1"},
	})
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func TestStaticHeadersAreSetAndRemovedOneByOne(t *testing.T) {
	admintest.Each(t, func(t *testing.T, o admintest.Office, _ *clock.Manual) {
		made := hook(t, o)
		want := func(headers map[string]string) {
			t.Helper()
			e, err := o.Store.Endpoint(t.Context(), "acme", made.ID)
			if err != nil || !slices.Equal(e.HeaderNames, slices.Sorted(maps.Keys(headers))) {
				t.Fatalf("%v %v", e.HeaderNames, err)
			}
			got := map[string]string{}
			if len(e.SealedHeaders) > 0 {
				plain, err := o.Keys.Open(t.Context(), "acme", e.SealedHeaders, webhook.HeadersContext(made.ID))
				if err != nil || json.Unmarshal(plain, &got) != nil {
					t.Fatal(err)
				}
			}
			if !maps.Equal(got, headers) {
				t.Errorf("%v, want %v", got, headers)
			}
		}
		want(map[string]string{"X-One": "1"})
		for _, set := range [][2]string{{"x-two", "2"}, {"X-ONE", "one"}} {
			err := o.Endpoints.SetEndpointHeader(t.Context(), "cli", "acme", made.ID, set[0], set[1],
				[]string{"X-One"})
			if err != nil {
				t.Fatal(err)
			}
		}
		err := o.Endpoints.SetEndpointHeader(t.Context(), "cli", "acme", made.ID, "X-Two", "3", []string{"X-One"})
		if !fault.Is(err, fault.Conflict) {
			t.Errorf("a header is replaced that was set meanwhile: %v", err)
		}
		want(map[string]string{"X-One": "one", "X-Two": "2"})
		update := endpoints.EndpointRequest{Company: "acme", URL: "https://hooks.example/other"}
		before := described(t, o, made.ID)
		if err := o.Endpoints.UpdateEndpoint(t.Context(), "cli", made.ID, before, update); err != nil {
			t.Fatal(err)
		}
		want(map[string]string{"X-One": "one", "X-Two": "2"})
		for _, name := range []string{"X-One", "X-Two"} {
			if err := o.Endpoints.RemoveEndpointHeader(t.Context(), "cli", "acme", made.ID, name); err != nil {
				t.Fatal(err)
			}
		}
		want(nil)
		if err := o.Endpoints.RemoveEndpointHeader(t.Context(), "cli", "acme", made.ID,
			"X-One"); !fault.Is(err, fault.NotFound) {
			t.Errorf("removed twice: %v", err)
		}
	})
}

func TestAnEndpointIsChangedOnlyOverTheDescriptionThatWasRead(t *testing.T) {
	admintest.Each(t, func(t *testing.T, o admintest.Office, _ *clock.Manual) {
		made, ctx := hook(t, o), t.Context()
		was := described(t, o, made.ID)
		key, err := o.Endpoints.AddEndpointKey(ctx, "cli", "acme", made.ID)
		for i, err := range []error{
			err,
			o.Endpoints.PauseEndpoint(ctx, "cli", "acme", made.ID, ""),
			o.Endpoints.ResumeEndpoint(ctx, "cli", "acme", made.ID),
			o.Endpoints.SetEndpointHeader(ctx, "cli", "acme", made.ID, "X-Two", "2", nil),
			o.Endpoints.PromoteEndpointKey(ctx, "cli", "acme", made.ID, key.KID),
			o.Endpoints.PauseEndpoint(ctx, "cli", "acme", made.ID, "a move"),
		} {
			if err != nil {
				t.Fatalf("step %d: %v", i, err)
			}
		}
		update := endpoints.EndpointRequest{Company: "acme", URL: "https://hooks.example/other"}
		if err := o.Endpoints.UpdateEndpoint(ctx, "cli", made.ID, was, update); err != nil {
			t.Fatal(err)
		}
		update.URL = "https://hooks.example/third"
		if err := o.Endpoints.UpdateEndpoint(ctx, "cli", made.ID, was, update); !fault.Is(err, fault.Conflict) {
			t.Errorf("changed over another description: %v", err)
		}
	})
}

func TestEveryChangeOfAnEndpointIsAuditedWithoutSecrets(t *testing.T) {
	admintest.Each(t, func(t *testing.T, o admintest.Office, _ *clock.Manual) {
		made := hook(t, o)
		ctx := t.Context()
		key, err := o.Endpoints.AddEndpointKey(ctx, "cli", "acme", made.ID)
		if err != nil {
			t.Fatal(err)
		}
		spare, err := o.Endpoints.AddEndpointKey(ctx, "cli", "acme", made.ID)
		if err != nil {
			t.Fatal(err)
		}
		const host = "https://hooks.example:443"
		for i, err := range []error{
			o.Endpoints.SetEndpointHeader(ctx, "cli", "acme", made.ID, "X-Two", "hush", nil),
			o.Endpoints.PromoteEndpointKey(ctx, "cli", "acme", made.ID, key.KID),
			o.Endpoints.DropEndpointKey(ctx, "cli", "acme", made.ID, spare.KID),
			o.Endpoints.PauseEndpoint(ctx, "cli", "acme", made.ID, ""),
			o.Endpoints.ResumeEndpoint(ctx, "cli", "acme", made.ID),
			o.Endpoints.ForceBreaker(ctx, "cli", "acme", host, "x"),
			o.Endpoints.ResetBreaker(ctx, "cli", "acme", host, ""),
			o.Endpoints.DeleteEndpoint(ctx, "cli", "acme", made.ID),
		} {
			if err != nil {
				t.Fatalf("step %d: %v", i, err)
			}
		}
		rows, err := o.Store.AuditPage(ctx, "acme", "", 100)
		if err != nil {
			t.Fatal(err)
		}
		var actions []string
		for _, r := range rows {
			actions = append(actions, r.Action)
			for _, secret := range []string{made.Secret, key.Secret, spare.Secret, "hush"} {
				if strings.Contains(r.Detail, secret) {
					t.Errorf("%s: %s", r.Action, r.Detail)
				}
			}
		}
		for _, want := range []string{
			"endpoint.create", "endpoint.key.create", "endpoint.headers", "endpoint.key.promote", "endpoint.key.drop",
			"endpoint.pause", "endpoint.resume", "breaker.force", "breaker.reset", "endpoint.delete",
		} {
			if !slices.Contains(actions, want) {
				t.Errorf("no entry %s in %v", want, actions)
			}
		}
		before := len(rows)
		for name, err := range map[string]error{
			"a key that is gone":  o.Endpoints.PromoteEndpointKey(ctx, "cli", "acme", made.ID, spare.KID),
			"a host that is gone": o.Endpoints.ForceBreaker(ctx, "cli", "acme", host, "x"),
			"an endpoint":         o.Endpoints.PauseEndpoint(ctx, "cli", "acme", made.ID, ""),
		} {
			if !fault.Is(err, fault.NotFound) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if rows, _ = o.Store.AuditPage(ctx, "acme", "", 100); len(rows) != before {
			t.Error("what failed is in the trail")
		}
	})
}

func TestAKeyThatSignsNothingAnyMoreIsDropped(t *testing.T) {
	admintest.Each(t, func(t *testing.T, o admintest.Office, _ *clock.Manual) {
		made, ctx := hook(t, o), t.Context()
		key, err := o.Endpoints.AddEndpointKey(ctx, "cli", "acme", made.ID)
		if err != nil {
			t.Fatal(err)
		}
		if err := o.Endpoints.PromoteEndpointKey(ctx, "cli", "acme", made.ID, key.KID); err != nil {
			t.Fatal(err)
		}
		if err := o.Endpoints.DropEndpointKey(ctx, "cli", "acme", made.ID, made.KID); err != nil {
			t.Errorf("a retired key: %v", err)
		}
		if err := o.Endpoints.DropEndpointKey(ctx, "cli", "acme", made.ID, key.KID); !fault.Is(err, fault.NotFound) {
			t.Errorf("the key that signs: %v", err)
		}
	})
}

func TestWhatAnEndpointCanNotDoIsRefused(t *testing.T) {
	admintest.Each(t, func(t *testing.T, o admintest.Office, now *clock.Manual) {
		made, ctx := hook(t, o), t.Context()
		const host = "https://hooks.example:443"
		if _, err := o.Companies.CreateCompany(ctx, "cli", "zeta", "Zeta"); err != nil {
			t.Fatal(err)
		}
		long := strings.Repeat("a", 201)
		if err := o.Endpoints.PauseEndpoint(ctx, "cli", "acme", made.ID, long); !fault.Is(err, fault.Invalid) {
			t.Errorf("a reason of 201 characters: %v", err)
		}
		if err := o.Endpoints.ForceBreaker(ctx, "cli", "zeta", host, "x"); !fault.Is(err, fault.NotFound) {
			t.Errorf("a host of another company: %v", err)
		}
		other := endpoints.EndpointRequest{Company: "zeta", URL: "https://hooks.example/zeta"}
		if _, err := o.Endpoints.CreateEndpoint(ctx, "cli", other); err != nil {
			t.Fatal(err)
		}
		if err := o.Endpoints.ForceBreaker(ctx, "cli", "zeta", host, "x"); !fault.Is(err, fault.Conflict) {
			t.Errorf("a host that another company uses too: %v", err)
		}
		if err := o.Endpoints.PauseEndpoint(ctx, "cli", "acme", made.ID, "a move"); err != nil {
			t.Fatal(err)
		}
		if _, err := o.Endpoints.SendTest(ctx, "cli", "acme", made.ID); !fault.Is(err, fault.Conflict) ||
			!strings.Contains(err.Error(), "paused") {
			t.Errorf("a test for a paused endpoint: %v", err)
		}
		window := endpoints.DeliveryWindow{
			State: webhook.Failed,
			From:  now.Now(),
			Until: now.Now().Add(-time.Hour),
		}
		if _, err := o.Endpoints.PreviewWindow(ctx, "acme", window); !fault.Is(err, fault.Invalid) {
			t.Errorf("a window that ends before it begins: %v", err)
		}
		if _, err := o.Endpoints.Settle(ctx, "agent:a", "acme", []string{"d1"}, " "); !fault.Is(err, fault.Invalid) {
			t.Errorf("settled for no reason: %v", err)
		}
	})
}

func TestANewKeySignsNothingUntilItIsPromoted(t *testing.T) {
	admintest.Each(t, func(t *testing.T, o admintest.Office, _ *clock.Manual) {
		made := hook(t, o)
		added, err := o.Endpoints.AddEndpointKey(t.Context(), "cli", "acme", made.ID)
		if err != nil {
			t.Fatal(err)
		}
		keys, err := o.Store.EndpointKeys(t.Context(), "acme", made.ID)
		if err != nil || len(keys) != 2 {
			t.Fatal(keys, err)
		}
		for _, k := range keys {
			if (k.KID == added.KID) != (k.State == webhook.KeyPending) {
				t.Errorf("the key %s is %s", k.KID, k.State)
			}
		}
	})
}
