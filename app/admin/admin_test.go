package admin_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"strings"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/admin"
	"proofdesk/app/apikey"
	"proofdesk/app/clock"
	"proofdesk/app/fault"
	"proofdesk/app/keyring"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/vault"
)

var cheap = access.Params{Memory: 64, Passes: 1, Lanes: 1}

type office struct {
	*admin.Accounts
	clock *clock.Manual
}

func newOffice(t testing.TB) office {
	t.Helper()
	c := clock.NewManual(time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC))
	st := storetest.SQLite(t, c)
	o := office{clock: c, Accounts: &admin.Accounts{
		Store:       st,
		Clock:       c,
		Keys:        &keyring.Keys{Store: st, Master: vault.Ephemeral()},
		Hasher:      access.NewHasher(2, 32, cheap),
		Environment: "test",
		Region:      "local",
		Limits:      admin.DefaultLimits,
		Log:         slog.New(slog.DiscardHandler),
	}}
	if _, err := o.CreateCompany(t.Context(), "cli", "acme", "Acme"); err != nil {
		t.Fatal(err)
	}
	return o
}

func (o office) user(t testing.TB) admin.NewUser {
	t.Helper()
	u, err := o.CreateUser(t.Context(), "cli", admin.UserRequest{
		Company: "acme",
		Email:   "Ann@Acme.test",
		Role:    "senior",
	})
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func TestResultsHaveTheKeysOfTheContractAndLogNoSecret(t *testing.T) {
	o := newOffice(t)
	ctx := t.Context()
	company, _ := o.CreateCompany(ctx, "cli", "zeta", "Zeta")
	client, err1 := o.CreateClient(ctx, "cli", "acme", "", false)
	user, err2 := o.CreateIntegrationUser(ctx, "cli", "acme", "", "")
	key, err3 := o.CreateAPIKey(ctx, "cli", "acme", "", time.Time{})
	if err := errors.Join(err1, err2, err3); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		result any
		keys   []string
		secret string
	}{
		{company, []string{"company"}, ""},
		{o.user(t), []string{"email", "password"}, "password"},
		{client, []string{"client_id", "client_secret"}, "client_secret"},
		{user, []string{"username", "password"}, "password"},
		{key, []string{"id", "secret"}, "secret"},
	}
	for _, tt := range tests {
		encoded, err := json.Marshal(tt.result)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]string{}
		if err := json.Unmarshal(encoded, &got); err != nil || len(got) != len(tt.keys) {
			t.Errorf("%T encodes as %s", tt.result, encoded)
		}
		for _, k := range tt.keys {
			if got[k] == "" {
				t.Errorf("%T has no %q: %s", tt.result, k, encoded)
			}
		}
		var log bytes.Buffer
		slog.New(slog.NewJSONHandler(&log, nil)).Info("made", "result", tt.result)
		if tt.secret != "" &&
			strings.Contains(log.String()+fmt.Sprintf("%v%+v%s", tt.result, tt.result, tt.result), got[tt.secret]) {
			t.Errorf("%T shows its secret in a log", tt.result)
		}
	}
}

func TestAccountsAreRefusedByFieldAndRule(t *testing.T) {
	o := newOffice(t)
	ctx := t.Context()
	o.user(t)
	create := func(email, role, password string) error {
		_, err := o.CreateUser(ctx, "cli", admin.UserRequest{
			Company:  "acme",
			Email:    email,
			Role:     role,
			Password: password,
		})
		return err
	}
	company := func(slug, name string) error { _, err := o.CreateCompany(ctx, "cli", slug, name); return err }
	integration := func(name, password string) error {
		_, err := o.CreateIntegrationUser(ctx, "cli", "acme", name, password)
		return err
	}
	_, expired := o.CreateAPIKey(ctx, "cli", "acme", "k", o.clock.Now())
	_, foreign := o.CreateClient(ctx, "cli", "none", "k", false)
	client := func(name string) error { _, err := o.CreateClient(ctx, "cli", "acme", name, false); return err }
	key := func(name string) error { _, err := o.CreateAPIKey(ctx, "cli", "acme", name, time.Time{}); return err }
	reason := func(text string) error { return o.AddReason(ctx, "cli", "acme", nil, onboarding.Data, text) }
	if err := errors.Join(client("App"), client(""), client(""), key("Server"), key(""), key(""),
		reason("Wrong person 2")); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name string
		err  error
		code fault.Code
		at   string
	}{
		{"slug in capitals", company("Acme", "Acme"), fault.Invalid, "slug pattern"},
		{"taken slug", company("acme", "Acme"), fault.Conflict, "slug unique"},
		{"no name", company("beta", "  "), fault.Invalid, "name required"},
		{"long name", company("beta", strings.Repeat("x", 101)), fault.Invalid, "name max_length"},
		{"no address", create("", "agent", ""), fault.Invalid, "email required"},
		{"not an address", create("ann", "agent", ""), fault.Invalid, "email format"},
		{"address with a name", create("Ann <a@acme.test>", "agent", ""), fault.Invalid, "email format"},
		{"no domain", create("x@y", "agent", ""), fault.Invalid, "email domain"},
		{"a dot at the end", create("x@y.", "agent", ""), fault.Invalid, "email format"},
		{"a number for a domain", create("x@10.0.0.1", "agent", ""), fault.Invalid, "email domain"},
		{"taken address", create("ANN@acme.test", "agent", ""), fault.Conflict, "email unique"},
		{"unknown role", create("b@acme.test", "root", ""), fault.Invalid, "role one_of"},
		{"short password", create("b@acme.test", "agent", "short"), fault.Invalid, "password min_length"},
		{
			"own name as password", create("barbara.jones@acme.test", "agent", "barbarajones1"), fault.Invalid,
			"password guessable",
		},
		{"user name with a space", integration("a b", ""), fault.Invalid, "username pattern"},
		{"integration user's short password", integration("abc", "short"), fault.Invalid, "password min_length"},
		{"expired key", expired, fault.Invalid, "expires future"},
		{"client's name in other case", client(" aPP "), fault.Conflict, "name unique"},
		{"key's name in other case", key("SERVER"), fault.Conflict, "name unique"},
		{"client without a letter", client("🙂"), fault.Invalid, "name letters"},
		{"key without a letter", key("--"), fault.Invalid, "name letters"},
		{"text turned round", client("App\u202e"), fault.Invalid, "name characters"},
		{"a reason without words", reason("🙂 7"), fault.Invalid, "text letters"},
		{"foreign company", foreign, fault.NotFound, ""},
	}
	for _, tt := range tests {
		var f *fault.Error
		at := ""
		if errors.As(tt.err, &f) && len(f.Fields) > 0 {
			at = f.Fields[0].Name + " " + f.Fields[0].Rule
		}
		if !fault.Is(tt.err, tt.code) || at != tt.at {
			t.Errorf("%s: %v at %q, want %s at %q", tt.name, tt.err, at, tt.code, tt.at)
		}
	}
}

func TestSignIn(t *testing.T) {
	o := newOffice(t)
	ctx := t.Context()
	u := o.user(t)
	if a, err := o.SignIn(ctx, " ANN@acme.test ", u.Password, "192.0.2.1"); err != nil || a.Role != access.Senior {
		t.Fatalf("right password: %+v, %v", a, err)
	}
	wrong := []struct{ email, password string }{
		{u.Email, "wrong"},
		{u.Email, ""},
		{"nobody@acme.test", u.Password},
		{"", ""},
		{strings.Repeat("x", 300) + "@acme.test", u.Password},
		{u.Email, strings.Repeat("x", 5000)},
	}
	var text string
	for _, w := range wrong {
		_, err := o.SignIn(ctx, w.email, w.password, "192.0.2.1")
		if !fault.Is(err, fault.Unauthenticated) || (text != "" && err.Error() != text) {
			t.Errorf("%.20q: %v", w.email, err)
		}
		text = err.Error()
	}
	agent, _ := o.Store.AgentByEmail(ctx, u.Email)
	if err := o.SetUserState(ctx, "cli", "acme", agent.ID, store.StateDisabled); err != nil {
		t.Fatal(err)
	}
	if _, err := o.SignIn(ctx, u.Email, u.Password, "192.0.2.1"); err == nil || err.Error() != text {
		t.Errorf("disabled: %v", err)
	}
}

func TestSignInIsThrottledPerAccountAndPerAddressThenLocked(t *testing.T) {
	o := newOffice(t)
	ctx := t.Context()
	u := o.user(t)
	for i := range o.Limits.Account {
		if _, err := o.SignIn(ctx, u.Email, "wrong",
			fmt.Sprintf("192.0.2.%d", i)); !fault.Is(err, fault.Unauthenticated) {
			t.Fatalf("attempt %d: %v", i, err)
		}
	}
	o.clock.Advance(20 * time.Second)
	_, err := o.SignIn(ctx, u.Email, u.Password, "192.0.2.200")
	var f *fault.Error
	if !errors.As(err, &f) || f.Code != fault.Throttled || f.RetryAfter != 40*time.Second {
		t.Fatalf("beyond the account's limit: %v", err)
	}
	o.clock.Advance(40 * time.Second)
	if _, err := o.SignIn(ctx, u.Email, u.Password, "192.0.2.200"); !fault.Is(err, fault.Unauthenticated) {
		t.Fatalf("a locked account: %v", err)
	}
	o.clock.Advance(o.Limits.LockFor)
	if _, err := o.SignIn(ctx, u.Email, u.Password, "192.0.2.200"); err != nil {
		t.Fatalf("after the lock: %v", err)
	}
	for i := range o.Limits.Address {
		_, _ = o.SignIn(ctx, fmt.Sprintf("x%d@acme.test", i), "wrong", "2001:db8::1")
	}
	if _, err := o.SignIn(ctx, u.Email, u.Password, "2001:db8::2"); !fault.Is(err, fault.Throttled) {
		t.Fatalf("beyond the network's limit: %v", err)
	}
	if _, err := o.SignIn(ctx, u.Email, u.Password, "2001:db8:0:1::2"); err != nil {
		t.Fatalf("from another network: %v", err)
	}
}

func TestRightPasswordsAreNeverThrottled(t *testing.T) {
	o := newOffice(t)
	u := o.user(t)
	for i := range 3 * o.Limits.Account {
		if _, err := o.SignIn(t.Context(), u.Email, u.Password, "192.0.2.1"); err != nil {
			t.Fatalf("sign-in %d: %v", i, err)
		}
	}
}

func TestPasswordChangeEndsOtherSessions(t *testing.T) {
	o := newOffice(t)
	ctx := t.Context()
	u := o.user(t)
	agent, _ := o.Store.AgentByEmail(ctx, u.Email)
	for _, id := range []string{"here", "there"} {
		err := o.Store.Write(ctx, func(tx *store.Tx) error {
			return tx.InsertSession(ctx, store.Session{
				IDHash:    id,
				Company:   "acme",
				AgentID:   agent.ID,
				Data:      []byte("{}"),
				SeenAt:    tx.Now,
				CreatedAt: tx.Now,
				ExpiresAt: tx.Now.Add(time.Hour),
			})
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := o.ChangePassword(ctx, "acme", agent.ID, "wrong", "another long secret",
		"here"); !fault.Is(err, fault.Invalid) {
		t.Fatalf("wrong current password: %v", err)
	}
	if err := o.ChangePassword(ctx, "acme", agent.ID, u.Password, u.Password, "here"); !fault.Is(err, fault.Invalid) {
		t.Fatalf("same password: %v", err)
	}
	if err := o.ChangePassword(ctx, "acme", agent.ID, u.Password, "another long secret", "here"); err != nil {
		t.Fatal(err)
	}
	if left, _ := o.Store.SessionsOf(ctx, "acme", agent.ID); len(left) != 1 || left[0].IDHash != "here" {
		t.Errorf("sessions left: %+v", left)
	}
	if _, err := o.SignIn(ctx, u.Email, u.Password, ""); err == nil {
		t.Error("the old password still signs in")
	}
	again, err := o.ResetUserPassword(ctx, "cli", "acme", agent.ID)
	if err != nil {
		t.Fatal(err)
	}
	if a, err := o.SignIn(ctx, u.Email, again.Password, ""); err != nil || !a.MustChange {
		t.Errorf("after a reset: %v, must change %v", err, a.MustChange)
	}
	if left, _ := o.Store.SessionsOf(ctx, "acme", agent.ID); len(left) != 0 {
		t.Errorf("sessions after a reset: %d", len(left))
	}
}

func TestEveryChangeIsAuditedAndTheChainHolds(t *testing.T) {
	o := newOffice(t)
	ctx := t.Context()
	u := o.user(t)
	agent, _ := o.Store.AgentByEmail(ctx, u.Email)
	client, _ := o.CreateClient(ctx, "agent:x", "acme", "App", true)
	_, _ = o.CreateIntegrationUser(ctx, "cli", "acme", "robot", "")
	key, _ := o.CreateAPIKey(ctx, "cli", "acme", "k", time.Time{})
	urn, _ := access.ParseURN(access.KindAPIKey, key.ID)
	_, _ = o.AddAPIKeySecret(ctx, "cli", "acme", urn.ID)
	_, _ = o.RotateClientSecret(ctx, "cli", "acme", client.ClientID)
	_, _ = o.ResetIntegrationUserPassword(ctx, "cli", "acme", "robot")
	_, _ = o.SignIn(ctx, u.Email, u.Password, "")
	for _, err := range []error{
		o.SetUserRole(ctx, "cli", "acme", agent.ID, "admin"),
		o.SetClientState(ctx, "cli", "acme", client.ClientID, store.StateDisabled),
		o.SetIntegrationUserState(ctx, "cli", "acme", "robot", store.StateDisabled),
		o.SetAPIKeyState(ctx, "cli", "acme", urn.ID, store.StateDisabled),
	} {
		if err != nil {
			t.Error(err)
		}
	}
	rows, err := o.Store.AuditPage(ctx, "acme", "", 100)
	if err != nil {
		t.Fatal(err)
	}
	var actions []string
	for _, r := range rows {
		actions = append(actions, r.Action)
	}
	want := "apikey.state integration_user.state client.state user.role user.sign_in integration_user.password " +
		"client.secret apikey.secret_add " +
		"apikey.create integration_user.create client.create user.create company.create"
	if got := strings.Join(actions, " "); got != want {
		t.Errorf("trail:\n%s, want\n%s", got, want)
	}
	verdicts, err := o.VerifyAudit(ctx, "")
	if err != nil || len(verdicts) != 1 || !verdicts[0].OK() || verdicts[0].Rows != int64(len(rows)) {
		t.Errorf("verdicts %+v, %v", verdicts, err)
	}
	if _, err := o.VerifyAudit(ctx, "none"); !fault.Is(err, fault.NotFound) {
		t.Errorf("an unknown company: %v", err)
	}
}

func TestAChangeThatFailsIsNotAudited(t *testing.T) {
	o := newOffice(t)
	if err := o.SetClientState(t.Context(), "cli", "acme", "none",
		store.StateDisabled); !fault.Is(err, fault.NotFound) {
		t.Fatal(err)
	}
	if rows, _ := o.Store.AuditPage(t.Context(), "acme", "", 100); len(rows) != 1 {
		t.Errorf("%d entries, want that of the company alone", len(rows))
	}
}

func TestAPIKeyRotationAndItsEnds(t *testing.T) {
	o := newOffice(t)
	ctx := t.Context()
	v := &apikey.Verifier{
		Store:       o.Store,
		Clock:       o.clock,
		Master:      o.Keys.Master,
		Environment: "test",
		Region:      "local",
		Log:         o.Log,
	}
	key, err := o.CreateAPIKey(ctx, "cli", "acme", "k", o.clock.Now().Add(24*time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`^urn:apikeysv1:test:local:acme:[0-9a-f-]{36}$`).MatchString(key.ID) {
		t.Errorf("id %q", key.ID)
	}
	urn, _ := access.ParseURN(access.KindAPIKey, key.ID)
	second, err := o.AddAPIKeySecret(ctx, "cli", "acme", urn.ID)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := o.AddAPIKeySecret(ctx, "cli", "acme", urn.ID); !fault.Is(err, fault.Conflict) {
		t.Errorf("a third secret: %v", err)
	}
	good := func(secret string) bool {
		i, err := v.Verify(ctx, key.ID, secret, "192.0.2.1")
		return err == nil && i == apikey.Identity{Company: "acme", KeyID: urn.ID}
	}
	if !good(key.Secret) || !good(second.Secret) {
		t.Fatal("one of two live secrets is refused")
	}
	secrets, _ := o.Store.APIKeySecrets(ctx, "acme", urn.ID)
	for _, s := range secrets {
		if strings.Contains(string(s.MAC), key.Secret) ||
			(s.Hint != access.Hint(key.Secret) && s.Hint != access.Hint(second.Secret)) {
			t.Errorf("secret row %+v", s)
		}
		if s.Hint == access.Hint(key.Secret) {
			if err := o.RevokeAPIKeySecret(ctx, "cli", "acme", urn.ID, s.ID); err != nil {
				t.Fatal(err)
			}
		}
	}
	if good(key.Secret) || !good(second.Secret) {
		t.Error("a revoked secret counts, or the other one does not")
	}
	if err := v.Flush(ctx); err != nil {
		t.Fatal(err)
	}
	if k, _ := o.Store.APIKey(ctx, "acme", urn.ID); !k.LastUsedAt.Equal(o.clock.Now()) {
		t.Errorf("last used %v", k.LastUsedAt)
	}
	o.clock.Advance(24 * time.Hour)
	if good(second.Secret) {
		t.Error("an expired key counts")
	}
}

func TestAPIKeyFailuresAreOneAnswerAndThrottled(t *testing.T) {
	o := newOffice(t)
	ctx := t.Context()
	v := &apikey.Verifier{
		Store:       o.Store,
		Clock:       o.clock,
		Master:      o.Keys.Master,
		Environment: "test",
		Region:      "local",
		Log:         o.Log,
	}
	key, _ := o.CreateAPIKey(ctx, "cli", "acme", "k", time.Time{})
	other, _ := o.CreateAPIKey(ctx, "cli", "acme", "other", time.Time{})
	if _, err := o.CreateCompany(ctx, "cli", "zeta", "Zeta"); err != nil {
		t.Fatal(err)
	}
	tests := map[string][2]string{
		"wrong secret":       {key.ID, access.NewAPIKeySecret()},
		"another's secret":   {key.ID, other.Secret},
		"cut secret":         {key.ID, key.Secret[:50]},
		"no secret":          {key.ID, ""},
		"no id":              {"", key.Secret},
		"not a URN":          {"acme", key.Secret},
		"unknown id":         {strings.Replace(key.ID, key.ID[len(key.ID)-4:], "0000", 1), key.Secret},
		"other company":      {strings.Replace(key.ID, ":acme:", ":zeta:", 1), key.Secret},
		"other environment":  {strings.Replace(key.ID, ":test:", ":prod:", 1), key.Secret},
		"other region":       {strings.Replace(key.ID, ":local:", ":eu:", 1), key.Secret},
		"document's URN":     {strings.Replace(key.ID, "apikeysv1", "documentsv1", 1), key.Secret},
		"secret as the id":   {key.Secret, key.Secret},
		"bad UTF-8 in id":    {key.ID + "\xff", key.Secret},
		"very long id":       {strings.Repeat("x", 10000), key.Secret},
		"space after secret": {key.ID, key.Secret + " "},
	}
	var text string
	for name, pair := range tests {
		_, err := v.Verify(ctx, pair[0], pair[1], "192.0.2.1")
		if !fault.Is(err, fault.Unauthenticated) || (text != "" && err.Error() != text) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		text = err.Error()
	}
	for range 60 {
		_, _ = v.Verify(ctx, key.ID, "x", "192.0.2.1")
	}
	if _, err := v.Verify(ctx, key.ID, key.Secret, "192.0.2.1"); !fault.Is(err, fault.Throttled) {
		t.Errorf("after too many: %v", err)
	}
	if _, err := v.Verify(ctx, key.ID, key.Secret, "192.0.2.2"); err != nil {
		t.Errorf("from another address: %v", err)
	}
	o.clock.Advance(time.Minute)
	if _, err := v.Verify(ctx, key.ID, key.Secret, "192.0.2.1"); err != nil {
		t.Errorf("a minute later: %v", err)
	}
}

func BenchmarkVerifyAPIKey(b *testing.B) {
	o := newOffice(b)
	v := &apikey.Verifier{
		Store:       o.Store,
		Clock:       o.clock,
		Master:      o.Keys.Master,
		Environment: "test",
		Region:      "local",
		Log:         o.Log,
	}
	key, err := o.CreateAPIKey(b.Context(), "cli", "acme", "k", time.Time{})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := v.Verify(b.Context(), key.ID, key.Secret, "192.0.2.1"); err != nil {
			b.Fatal(err)
		}
	}
}
