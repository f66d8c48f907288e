package admintest_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/accounts"
	"proofdesk/app/admintest"
	"proofdesk/app/clock"
	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// user makes Ann, a senior.
func user(t testing.TB, o admintest.Office) accounts.NewUser {
	t.Helper()
	u, err := o.Accounts.CreateUser(t.Context(), "cli", accounts.UserRequest{
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
	admintest.Each(t, func(t *testing.T, o admintest.Office, _ *clock.Manual) {
		ctx := t.Context()
		company, _ := o.Companies.CreateCompany(ctx, "cli", "zeta", "Zeta")
		client, err1 := o.Credentials.CreateClient(ctx, "cli", "acme", "", false)
		robot, err2 := o.Credentials.CreateIntegrationUser(ctx, "cli", "acme", "", "")
		key, err3 := o.Credentials.CreateAPIKey(ctx, "cli", "acme", "", time.Time{})
		token, err4 := o.Credentials.CreateRepositoryToken(ctx, "cli", "acme", "", o.Clock.Now().Add(time.Hour))
		if err := errors.Join(err1, err2, err3, err4); err != nil {
			t.Fatal(err)
		}
		tests := []struct {
			result any
			keys   []string
			secret string
		}{
			{company, []string{"company"}, ""},
			{user(t, o), []string{"email", "password"}, "password"},
			{client, []string{"client_id", "client_secret"}, "client_secret"},
			{robot, []string{"username", "password"}, "password"},
			{key, []string{"id", "secret"}, "secret"},
			{token, []string{"id", "token", "expires"}, "token"},
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
	})
}

func TestAccountsAreRefusedByFieldAndRule(t *testing.T) {
	admintest.Each(t, func(t *testing.T, o admintest.Office, now *clock.Manual) {
		ctx := t.Context()
		user(t, o)
		create := func(email, role, password string) error {
			_, err := o.Accounts.CreateUser(ctx, "cli", accounts.UserRequest{
				Company:  "acme",
				Email:    email,
				Role:     role,
				Password: password,
			})
			return err
		}
		company := func(slug, name string) error {
			_, err := o.Companies.CreateCompany(ctx, "cli", slug,
				name)
			return err
		}
		integration := func(name, password string) error {
			_, err := o.Credentials.CreateIntegrationUser(ctx, "cli", "acme", name, password)
			return err
		}
		_, expired := o.Credentials.CreateAPIKey(ctx, "cli", "acme", "k", now.Now())
		_, foreign := o.Credentials.CreateClient(ctx, "cli", "none", "k", false)
		client := func(name string) error {
			_, err := o.Credentials.CreateClient(ctx, "cli", "acme", name, false)
			return err
		}
		key := func(name string) error {
			_, err := o.Credentials.CreateAPIKey(ctx, "cli", "acme", name, time.Time{})
			return err
		}
		reason := func(text string) error {
			return o.Companies.AddReason(ctx, "cli", "acme", onboarding.Data, text)
		}
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
			{"slug in capitals", company("Acme", "Acme"), fault.Invalid, "slug format"},
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
			{"user name with a space", integration("a b", ""), fault.Invalid, "username format"},
			{"integration user's short password", integration("abc", "short"), fault.Invalid, "password min_length"},
			{"expired key", expired, fault.Invalid, "expires future"},
			{"client's name in other case", client(" aPP "), fault.Conflict, "name unique"},
			{"key's name in other case", key("SERVER"), fault.Conflict, "name unique"},
			{"client without a letter", client("🙂"), fault.Invalid, "name letters"},
			{"key without a letter", key("--"), fault.Invalid, "name letters"},
			{"text turned round", client("App\u202e"), fault.Invalid, "name characters"},
			{"two lines", client("App\u2028two"), fault.Invalid, "name characters"},
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
	})
}

func TestEveryChangeIsAuditedAndTheChainIsValid(t *testing.T) {
	admintest.Each(t, func(t *testing.T, o admintest.Office, _ *clock.Manual) {
		ctx := t.Context()
		u := user(t, o)
		agent, _ := o.Store.AgentByEmail(ctx, u.Email)
		client, _ := o.Credentials.CreateClient(ctx, "agent:x", "acme", "App", true)
		_, _ = o.Credentials.CreateIntegrationUser(ctx, "cli", "acme", "robot", "")
		key, _ := o.Credentials.CreateAPIKey(ctx, "cli", "acme", "k", time.Time{})
		urn, _ := access.ParseURN(access.KindAPIKey, key.ID)
		_, _ = o.Credentials.AddAPIKeySecret(ctx, "cli", "acme", urn.ID)
		_, _ = o.Credentials.RotateClientSecret(ctx, "cli", "acme", client.ClientID)
		_, _ = o.Credentials.ResetIntegrationUserPassword(ctx, "cli", "acme", "robot")
		_, _ = o.Accounts.SignIn(ctx, u.Email, u.Password, "")
		for _, err := range []error{
			o.Accounts.SetUserRole(ctx, "cli", "acme", agent.ID, agent.Role, "admin"),
			o.Credentials.SetClientState(ctx, "cli", "acme", client.ClientID, access.StateDisabled),
			o.Credentials.SetIntegrationUserState(ctx, "cli", "acme", "robot", access.StateDisabled),
			o.Credentials.SetAPIKeyState(ctx, "cli", "acme", urn.ID, access.StateDisabled),
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
		verdicts, err := o.Trail.Verify(ctx, "")
		if err != nil || len(verdicts) != 1 || !verdicts[0].OK() || verdicts[0].Rows != int64(len(rows)) {
			t.Errorf("verdicts %+v, %v", verdicts, err)
		}
		if _, err := o.Trail.Verify(ctx, "none"); !fault.Is(err, fault.NotFound) {
			t.Errorf("an unknown company: %v", err)
		}
	})
}

func TestAChangeThatFailsIsNotAudited(t *testing.T) {
	admintest.Each(t, func(t *testing.T, o admintest.Office, _ *clock.Manual) {
		if err := o.Credentials.SetClientState(t.Context(), "cli", "acme", "none",
			access.StateDisabled); !fault.Is(err, fault.NotFound) {
			t.Fatal(err)
		}
		if rows, _ := o.Store.AuditPage(t.Context(), "acme", "", 100); len(rows) != 1 {
			t.Errorf("%d entries, want that of the company alone", len(rows))
		}
	})
}
