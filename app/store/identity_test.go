package store_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/audit"
	"proofdesk/app/clock"
	"proofdesk/app/company"
	"proofdesk/app/fault"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
)

func write(t *testing.T, st *store.Store, fn func(tx *store.Tx) error) {
	t.Helper()
	if err := st.Write(t.Context(), fn); err != nil {
		t.Fatal(err)
	}
}

func TestIdentityRowsComeBackAsWritten(t *testing.T) {
	c := clock.NewManual(time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC))
	storetest.EachAt(t, c, func(t *testing.T, st *store.Store) {
		ctx := t.Context()
		write(t, st, func(tx *store.Tx) error {
			return joined(
				tx.InsertCompany(ctx, company.Company{
					Slug:       "acme",
					Name:       "Acme",
					WrappedKey: []byte{1},
					CreatedAt:  tx.Now,
				}),
				tx.InsertAgent(ctx, store.Agent{
					Company:      "acme",
					ID:           "a1",
					Email:        "ann@acme.test",
					DisplayName:  "Ann",
					Role:         access.Senior,
					PasswordHash: "h",
				}),
				tx.InsertClient(ctx, store.Client{
					ID:         "c1",
					Company:    "acme",
					Name:       "App",
					SecretHash: "s",
					Sandbox:    true,
				}),
				tx.InsertIntegrationUser(ctx, store.IntegrationUser{
					Company:      "acme",
					Username:     "u1",
					PasswordHash: "h",
				}),
				tx.InsertAPIKey(ctx, store.APIKey{
					Company:   "acme",
					ID:        "k1",
					Name:      "Key",
					ExpiresAt: tx.Now.Add(time.Hour),
				}),
				tx.InsertSession(ctx, store.Session{
					IDHash:    "x",
					Company:   "acme",
					AgentID:   "a1",
					Data:      []byte("{}"),
					CreatedAt: tx.Now,
					SeenAt:    tx.Now,
					ExpiresAt: tx.Now.Add(time.Hour),
				}),
				tx.InsertApplicantKey(ctx, store.ApplicantKey{Company: "acme", ID: "j1", WrappedKey: []byte{2}}),
			)
		})
		a := must(st.AgentByEmail(ctx, "ann@acme.test"))(t)
		if a.Role != access.Senior || a.State != access.StateActive || len(a.Recovery) != 0 ||
			!a.CreatedAt.Equal(c.Now()) {
			t.Errorf("agent %+v", a)
		}
		if cl := must(st.ClientByID(ctx, "c1"))(t); !cl.Sandbox || len(cl.Trust) != 0 || !cl.LastUsedAt.IsZero() {
			t.Errorf("client %+v", cl)
		}
		same(t, "key expires", must(st.APIKey(ctx, "acme", "k1"))(t).ExpiresAt, c.Now().Add(time.Hour))
		for name, err := range map[string]error{
			"agent":     second(st.Agent(ctx, "zeta", "a1")),
			"client":    second(st.Client(ctx, "zeta", "c1")),
			"user":      second(st.IntegrationUser(ctx, "zeta", "u1")),
			"key":       second(st.APIKey(ctx, "zeta", "k1")),
			"applicant": second(st.ApplicantKey(ctx, "zeta", "j1")),
			"company":   second(st.Company(ctx, "zeta")),
		} {
			missing(t, "another company's "+name, err)
		}
		for name, n := range map[string]int{
			"agents":       count(st.Agents(ctx, "acme")),
			"clients":      count(st.Clients(ctx, "acme")),
			"users":        count(st.IntegrationUsers(ctx, "acme")),
			"keys":         count(st.APIKeys(ctx, "acme")),
			"sessions":     count(st.SessionsOf(ctx, "acme", "a1")),
			"all sessions": count(st.Sessions(ctx, "acme", 9)),
			"companies":    count(st.Companies(ctx)),
		} {
			same(t, name, n, 1)
		}
	})
}

func joined(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func second[T any](_ T, err error) error { return err }

func count[T any](all []T, err error) int {
	if err != nil {
		return -1
	}
	return len(all)
}

func TestAKeyHasAtMostTwoLiveSecrets(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		ctx := t.Context()
		write(t, st, func(tx *store.Tx) error {
			return tx.InsertAPIKey(ctx, store.APIKey{Company: "acme", ID: "k", Name: "n"})
		})
		add := func(id string) error {
			return st.Write(ctx, func(tx *store.Tx) error {
				return tx.InsertAPIKeySecret(ctx, store.APIKeySecret{
					Company: "acme",
					KeyID:   "k",
					ID:      id,
					MAC:     []byte(id),
					Hint:    id,
				})
			})
		}
		if err := joined(add("1"), add("2")); err != nil {
			t.Fatal(err)
		}
		if err := add("3"); !fault.Is(err, fault.Conflict) {
			t.Fatalf("a third live secret: %v", err)
		}
		write(t, st, func(tx *store.Tx) error { return tx.RevokeAPIKeySecret(ctx, "acme", "k", "1") })
		if err := add("3"); err != nil {
			t.Fatalf("after revoking one: %v", err)
		}
		standing, err := st.APIKeyWithSecrets(ctx, "acme", "k")
		if err != nil || len(standing.MACs) != 2 || string(standing.MACs[0])+string(standing.MACs[1]) == "12" {
			t.Fatalf("standing %+v, %v", standing, err)
		}
		write(t, st, func(tx *store.Tx) error { return tx.RevokeAPIKeySecret(ctx, "acme", "k", "2") })
		write(t, st, func(tx *store.Tx) error { return tx.SetAPIKeyState(ctx, "acme", "k", access.StateDisabled) })
		if err := add("4"); !fault.Is(err, fault.Conflict) {
			t.Fatalf("a secret for a disabled key: %v", err)
		}
	})
}

func TestFailedAttemptsAreCountedInTheirWindow(t *testing.T) {
	c := clock.NewManual(time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC))
	storetest.EachAt(t, c, func(t *testing.T, st *store.Store) {
		ctx := t.Context()
		limits := []store.Throttle{
			{Scope: "narrow", Limit: 3, Window: time.Minute},
			{Scope: "wide", Limit: 100, Window: time.Hour},
		}
		fail := func() {
			write(t, st, func(tx *store.Tx) error { return tx.CountAttempts(ctx, limits) })
		}
		held := func(want time.Duration) {
			t.Helper()
			if wait, err := st.ThrottledFor(ctx, limits, c.Now()); err != nil || wait != want {
				t.Fatalf("held for %v, %v; want %v", wait, err, want)
			}
		}
		held(0)
		fail()
		fail()
		held(0)
		c.Advance(20 * time.Second)
		fail()
		held(40 * time.Second)
		fail()
		held(40 * time.Second)
		c.Advance(40 * time.Second)
		held(0)
		fail()
		held(0)
		c.Advance(time.Hour)
		write(t, st, func(tx *store.Tx) error {
			if n, err := tx.PurgeThrottles(ctx); err != nil || n != 2 {
				return fmt.Errorf("purged %d: %w", n, err)
			}
			return nil
		})
	})
}

func TestWrongPasswordsLockAndARightOneForgets(t *testing.T) {
	c := clock.NewManual(time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC))
	storetest.EachAt(t, c, func(t *testing.T, st *store.Store) {
		ctx := t.Context()
		until := c.Now().Add(time.Hour)
		write(t, st, func(tx *store.Tx) error {
			return joined(
				tx.InsertAgent(ctx, store.Agent{Company: "acme", ID: "a", Email: "a@acme.test", Role: access.Agent}),
				tx.InsertIntegrationUser(ctx, store.IntegrationUser{Company: "acme", Username: "u"}),
			)
		})
		for n := 1; n <= 3; n++ {
			write(t, st, func(tx *store.Tx) error {
				return joined(tx.AgentFailed(ctx, "acme", "a", 3, until),
					tx.IntegrationUserFailed(ctx, "acme", "u", 3, until))
			})
			a, _ := st.Agent(ctx, "acme", "a")
			u, _ := st.IntegrationUser(ctx, "acme", "u")
			if locked := n >= 3; a.Failed != n || a.LockedUntil.Equal(until) != locked || u.Failed != n ||
				u.LockedUntil.Equal(until) != locked {
				t.Fatalf("after %d: agent %d %v, user %d %v", n, a.Failed, a.LockedUntil, u.Failed, u.LockedUntil)
			}
		}
		write(t, st, func(tx *store.Tx) error {
			return joined(tx.AgentSignedIn(ctx, "acme", "a"), tx.IntegrationUserUsed(ctx, "acme", "u"))
		})
		a, _ := st.Agent(ctx, "acme", "a")
		u, _ := st.IntegrationUser(ctx, "acme", "u")
		if a.Failed != 0 || !a.LockedUntil.IsZero() || !a.LastSeenAt.Equal(c.Now()) || u.Failed != 0 ||
			!u.LockedUntil.IsZero() {
			t.Fatalf("after a right one: %+v %+v", a, u)
		}
	})
}

func TestATokensStatusFollowsItsRows(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		ctx := t.Context()
		write(t, st, func(tx *store.Tx) error {
			return joined(
				tx.InsertClient(ctx, store.Client{ID: "c", Company: "acme", Sandbox: true}),
				tx.InsertIntegrationUser(ctx, store.IntegrationUser{Company: "acme", Username: "u"}),
			)
		})
		good := store.TokenStatus{ClientState: access.StateActive, UserState: access.StateActive, Sandbox: true}
		expect := func(want store.TokenStatus, jti, company, client, user string) {
			t.Helper()
			if got, err := st.TokenStatus(ctx, jti, company, client, user); err != nil || got != want {
				t.Errorf("standing %+v, %v; want %+v", got, err, want)
			}
		}
		expect(good, "j", "acme", "c", "u")
		expect(store.TokenStatus{}, "j", "zeta", "c", "u")
		expect(store.TokenStatus{}, "j", "acme", "gone", "u")
		write(t, st, func(tx *store.Tx) error { return tx.RevokeToken(ctx, "j", tx.Now.Add(time.Hour)) })
		write(t, st, func(tx *store.Tx) error { return tx.RevokeToken(ctx, "j", tx.Now.Add(time.Hour)) })
		revoked := good
		revoked.Revoked = true
		expect(revoked, "j", "acme", "c", "u")
		write(t, st, func(tx *store.Tx) error {
			return tx.SetIntegrationUserState(ctx, "acme", "u", access.StateDisabled)
		})
		disabled := good
		disabled.UserState = access.StateDisabled
		expect(disabled, "other", "acme", "c", "u")
	})
}

func TestAuditIsSealedInOrderAndItsFirstBadRowIsNamed(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		ctx := t.Context()
		for i := range 7 {
			write(t, st, func(tx *store.Tx) error {
				company := []string{"acme", "zeta"}[i%2]
				return tx.Audit(ctx, audit.Entry{
					Company: company,
					Actor:   "system",
					Action:  "test.run",
					Target:  fmt.Sprintf("job:%d", i),
					Detail:  map[string]int{"i": i},
				})
			})
		}
		var wg sync.WaitGroup
		for range 3 { // several nodes at once
			wg.Go(func() {
				for range 6 {
					if _, err := st.SealAudit(ctx, 3); err != nil && !fault.Is(err, fault.Conflict) {
						t.Error(err)
					}
				}
			})
		}
		wg.Wait()
		for slug, rows := range map[string]int64{"acme": 4, "zeta": 3, "none": 0} {
			v := must(st.VerifyAudit(ctx, slug))(t)
			same(t, "the chain of "+slug+" is whole", v.OK(), true)
			same(t, "rows of "+slug, v.Rows, rows)
		}
		page := must(st.AuditPage(ctx, "acme", "", 2))(t)
		same(t, "page", targets(page), []string{"job:6", "job:4"})
		same(t, "detail", page[0].Detail, `{"i":6}`)
		same(t, "next page", targets(must(st.AuditPage(ctx, "acme", page[1].ID, 9))(t)), []string{"job:2", "job:0"})
		same(t, "of a target", len(must(st.AuditOf(ctx, "acme", "job:2", "", 9))(t)), 1)
	})
}

func targets(rows []audit.Row) []string {
	var all []string
	for _, r := range rows {
		all = append(all, r.Target)
	}
	return all
}

func TestEndedSessionsAreGone(t *testing.T) {
	c := clock.NewManual(time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC))
	storetest.EachAt(t, c, func(t *testing.T, st *store.Store) {
		ctx := t.Context()
		for _, id := range []string{"1", "2", "3", "4"} {
			write(t, st, func(tx *store.Tx) error {
				return tx.InsertSession(ctx, store.Session{
					IDHash:    id,
					Company:   "acme",
					AgentID:   "a",
					Data:      []byte("{}"),
					CreatedAt: tx.Now,
					SeenAt:    tx.Now,
					ExpiresAt: tx.Now.Add(8 * time.Hour),
				})
			})
		}
		write(t, st, func(tx *store.Tx) error { return tx.EndSession(ctx, "1") })
		err := st.Write(ctx, func(tx *store.Tx) error { return tx.EndSessionOf(ctx, "acme", "b", "2") })
		if !fault.Is(err, fault.NotFound) {
			t.Fatalf("another agent's session: %v", err)
		}
		err = st.Write(ctx, func(tx *store.Tx) error {
			return tx.ChangeSessionData(ctx, "1", func(map[string]string) {})
		})
		if !fault.Is(err, fault.NotFound) {
			t.Fatalf("an ended session was written: %v", err)
		}
		write(t, st, func(tx *store.Tx) error { return tx.EndSessionOf(ctx, "acme", "a", "2") })
		write(t, st, func(tx *store.Tx) error { _, err := tx.EndSessions(ctx, "acme", "a", "4"); return err })
		if left, err := st.SessionsOf(ctx, "acme", "a"); err != nil || len(left) != 1 || left[0].IDHash != "4" {
			t.Fatalf("left %+v, %v", left, err)
		}
		c.Advance(time.Hour)
		write(t, st,
			func(tx *store.Tx) error { _, err := tx.PurgeSessions(ctx, tx.Now.Add(-15*time.Minute)); return err })
		if _, err := st.Session(ctx, "4"); !fault.Is(err, fault.NotFound) {
			t.Fatalf("an idle session was kept: %v", err)
		}
	})
}
