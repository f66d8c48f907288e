package session_test

import (
	"encoding/base64"
	"net/http"
	"strings"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/clock"
	"proofdesk/app/fault"
	"proofdesk/app/session"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/vault"
)

func TestMain(m *testing.M) { storetest.Main(m) }

type console struct {
	*session.Browsers
	store *store.Store
	clock *clock.Manual
	agent store.Agent
}

func eachConsole(t *testing.T, test func(t *testing.T, c console)) {
	manual := clock.NewManual(time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC))
	storetest.EachAt(t, manual, func(t *testing.T, st *store.Store) {
		c := console{
			store: st,
			clock: manual,
			agent: store.Agent{
				Company:     "acme",
				ID:          "a1",
				Email:       "ann@acme.test",
				DisplayName: "Ann",
				Role:        access.Agent,
			},
		}
		c.Browsers = session.New(st, manual, vault.Ephemeral(), "https://id.example.test")
		if err := st.Write(t.Context(),
			func(tx *store.Tx) error { return tx.InsertAgent(t.Context(), c.agent) }); err != nil {
			t.Fatal(err)
		}
		test(t, c)
	})
}

// start signs in and returns the Cookie header that a browser sends from then on.
func (c console) start(t *testing.T, cookies string) string {
	t.Helper()
	set, err := c.Start(t.Context(), cookies, c.agent, "192.0.2.1", "Browser/1.0")
	if err != nil {
		t.Fatal(err)
	}
	pair, _, _ := strings.Cut(set, ";")
	return pair
}

func (c console) lives(t *testing.T, cookies string) bool {
	t.Helper()
	current, err := c.Current(t.Context(), cookies)
	if err != nil && !fault.Is(err, fault.Unauthenticated) {
		t.Fatal(err)
	}
	return err == nil && current.Agent.ID == c.agent.ID
}

func TestTheCookieIsBoundToTheHostAndHoldsOnlyAnID(t *testing.T) {
	eachConsole(t, func(t *testing.T, c console) {
		set, err := c.Start(t.Context(), "", c.agent, "192.0.2.1", "Browser/1.0")
		if err != nil {
			t.Fatal(err)
		}
		cookie, err := http.ParseSetCookie(set)
		if err != nil {
			t.Fatal(err)
		}
		if cookie.Name != "__Host-proofdesk_session" || !cookie.HttpOnly || !cookie.Secure ||
			cookie.SameSite != http.SameSiteLaxMode ||
			cookie.Path != "/" || cookie.Domain != "" || cookie.MaxAge != 8*3600 {
			t.Errorf("cookie %s", set)
		}
		rows, err := c.store.SessionsOf(t.Context(), "acme", "a1")
		if err != nil || len(rows) != 1 || rows[0].Address != "192.0.2.1" || rows[0].UserAgent != "Browser/1.0" ||
			strings.Contains(inside(t, cookie.Value), rows[0].IDHash) {
			t.Errorf("rows %+v, %v", rows, err)
		}
		plain := session.New(c.store, c.clock, vault.Ephemeral(), "http://127.0.0.1:8080")
		if set, _ := plain.Start(t.Context(), "", c.agent, "", ""); !strings.HasPrefix(set, "proofdesk_session=") ||
			strings.Contains(set, "Secure") {
			t.Errorf("cookie over http: %s", set)
		}
	})
}

// inside returns what a cookie's value holds: base64 of the time, the value in base64 and a MAC.
func inside(t *testing.T, cookie string) string {
	t.Helper()
	sealed, err := base64.URLEncoding.DecodeString(cookie)
	if err != nil {
		t.Fatal(err)
	}
	parts := strings.SplitN(string(sealed), "|", 3)
	value, err := base64.URLEncoding.DecodeString(parts[1])
	if err != nil || len(value) < 32 {
		t.Fatalf("%q holds %q, %v", sealed, value, err)
	}
	return string(value)
}

func TestASessionEndsByRestAndByAge(t *testing.T) {
	eachConsole(t, func(t *testing.T, c console) {
		cookies := c.start(t, "")
		c.clock.Advance(session.Idle - time.Second)
		if !c.lives(t, cookies) {
			t.Fatal("ended before 15 minutes of rest")
		}
		c.clock.Advance(session.Idle - time.Second)
		if !c.lives(t, cookies) {
			t.Fatal("use did not keep it alive")
		}
		c.clock.Advance(session.Idle)
		if c.lives(t, cookies) {
			t.Fatal("lives after 15 minutes of rest")
		}
		cookies = c.start(t, "")
		const pause = 10 * time.Minute
		for begin := c.clock.Now(); c.clock.Now().Sub(begin) < session.Absolute; c.clock.Advance(pause) {
			if !c.lives(t, cookies) {
				t.Fatalf("ended after %v of use", c.clock.Now().Sub(begin))
			}
		}
		if c.lives(t, cookies) {
			t.Fatal("lives after 8 hours")
		}
	})
}

func TestSigningInMakesANewSessionAndEndsTheOld(t *testing.T) {
	eachConsole(t, func(t *testing.T, c console) {
		first := c.start(t, "")
		second := c.start(t, first)
		if first == second || c.lives(t, first) || !c.lives(t, second) {
			t.Fatal("the old session lives, or the new one does not")
		}
	})
}

func TestEndingWorksAtOnce(t *testing.T) {
	eachConsole(t, func(t *testing.T, c console) {
		ctx := t.Context()
		out, kept := c.start(t, ""), c.start(t, "")
		set, err := c.End(ctx, out)
		if err != nil || !strings.Contains(set, "Max-Age=0") || c.lives(t, out) || !c.lives(t, kept) {
			t.Fatalf("sign-out: %q, %v", set, err)
		}
		current, err := c.Current(ctx, kept)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.store.Write(ctx,
			func(tx *store.Tx) error { return tx.EndSessionOf(ctx, "acme", "a1", current.Hash) }); err != nil {
			t.Fatal(err)
		}
		if c.lives(t, kept) {
			t.Error("an ended session lives")
		}
		if err := c.Keep(ctx, current, map[string]string{"x": "y"}); !fault.Is(err, fault.NotFound) {
			t.Errorf("an ended session was written: %v", err)
		}
		again := c.start(t, "")
		if err := c.store.Write(ctx,
			func(tx *store.Tx) error { return tx.SetAgentState(ctx, "acme", "a1", access.StateDisabled) }); err != nil {
			t.Fatal(err)
		}
		if c.lives(t, again) {
			t.Error("a disabled agent's session lives")
		}
	})
}

func TestAChangedRoleCountsFromTheNextRequest(t *testing.T) {
	eachConsole(t, func(t *testing.T, c console) {
		ctx := t.Context()
		cookies := c.start(t, "")
		if err := c.store.Write(ctx,
			func(tx *store.Tx) error { return tx.SetAgentRole(ctx, "acme", "a1", access.Auditor) }); err != nil {
			t.Fatal(err)
		}
		if current, err := c.Current(ctx, cookies); err != nil || current.Agent.Role != access.Auditor {
			t.Errorf("%+v, %v", current, err)
		}
	})
}

func TestForgedCookiesAreRefused(t *testing.T) {
	eachConsole(t, func(t *testing.T, c console) {
		good := c.start(t, "")
		current, _ := c.Current(t.Context(), good)
		name, value, _ := strings.Cut(good, "=")
		other := session.New(c.store, c.clock, vault.Ephemeral(), "https://id.example.test")
		for what, cookies := range map[string]string{
			"none":           "",
			"empty":          name + "=",
			"other name":     "proofdesk_session=" + value,
			"changed":        name + "=" + value[:len(value)-3] + "abc",
			"the row's hash": name + "=" + current.Hash,
			"garbage":        "\x00;;;=",
			"long":           name + "=" + strings.Repeat("A", 20000),
		} {
			if c.lives(t, cookies) {
				t.Errorf("%s: somebody's", what)
			}
		}
		if _, err := other.Current(t.Context(), good); !fault.Is(err, fault.Unauthenticated) {
			t.Errorf("a cookie of another installation: %v", err)
		}
	})
}

func TestValuesAndFormTokensBelongToTheirSession(t *testing.T) {
	eachConsole(t, func(t *testing.T, c console) {
		ctx := t.Context()
		first, second := c.start(t, ""), c.start(t, "")
		one, err := c.Current(ctx, first)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Keep(ctx, one, map[string]string{"flash": "Saved", "agent": "a1"}); err != nil {
			t.Fatal(err)
		}
		one, _ = c.Current(ctx, first)
		two, _ := c.Current(ctx, second)
		if one.Value("flash") != "Saved" || two.Value("flash") != "" {
			t.Errorf("values %q and %q", one.Value("flash"), two.Value("flash"))
		}
		if !one.ValidToken(one.Token) || one.ValidToken(two.Token) || one.ValidToken("") {
			t.Error("a form token counts in another session")
		}
		if err := c.Keep(ctx, one, map[string]string{"flash": ""}); err != nil {
			t.Fatal(err)
		}
		if one, _ = c.Current(ctx, first); one.Value("flash") != "" {
			t.Error("a removed value stays")
		}
	})
}

func TestOfABrowsersNameTheBeginningIsKept(t *testing.T) {
	eachConsole(t, func(t *testing.T, c console) {
		if _, err := c.Start(t.Context(), "", c.agent, "192.0.2.1", strings.Repeat("é", 150)+"\xff"); err != nil {
			t.Fatal(err)
		}
		all, err := c.store.Sessions(t.Context(), "acme", 10)
		if err != nil || len(all) != 1 || all[0].UserAgent != strings.Repeat("é", 100) {
			t.Errorf("%+v, %v", all, err)
		}
	})
}

func TestPurgeRemovesExpiredRows(t *testing.T) {
	eachConsole(t, func(t *testing.T, c console) {
		c.start(t, "")
		c.clock.Advance(session.Idle)
		live := c.start(t, "")
		if err := c.Purge(t.Context()); err != nil {
			t.Fatal(err)
		}
		if rows, _ := c.store.SessionsOf(t.Context(), "acme", "a1"); len(rows) != 1 || !c.lives(t, live) {
			t.Errorf("%d sessions left", len(rows))
		}
	})
}
