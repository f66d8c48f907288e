package webtest

import (
	"context"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/accounts"
	"proofdesk/app/admintest"
	"proofdesk/app/artifact"
	"proofdesk/app/clock"
	"proofdesk/app/customer"
	"proofdesk/app/evidence"
	"proofdesk/app/httpserver"
	"proofdesk/app/inspection"
	"proofdesk/app/intake"
	"proofdesk/app/keyring"
	"proofdesk/app/presets"
	"proofdesk/app/quality"
	"proofdesk/app/rendition"
	"proofdesk/app/retention"
	"proofdesk/app/review"
	"proofdesk/app/session"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/submission"
	"proofdesk/app/vault"
	"proofdesk/app/web"
	"proofdesk/app/web/administration"
	"proofdesk/app/web/shell"
	"proofdesk/engine"
	"proofdesk/engine/media"
	"proofdesk/static"
)

// Noon is the time at which a fixture opens.
var Noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// Password is every user's.
const Password = "correct horse battery 7"

// Fixture is a console with its store and its clock. Renders counts the pictures that were made.
type Fixture struct {
	T       testing.TB
	Clock   *clock.Manual
	Store   *store.Store
	Keys    *keyring.Keys
	safe    evidence.Safe
	Console *web.Console
	Server  *httpserver.Server
	Client  string // that Job names as the client of its jobs; empty for none
	Renders int
}

// Open returns a console with the companies acme and globex, which have a user of each role.
func Open(t testing.TB) *Fixture {
	t.Helper()
	return openOn(t, storetest.SQLite)
}

// OpenOn returns a console like that of Open, whose store is in an SQLite file.
func OpenOn(t testing.TB, path string) *Fixture {
	t.Helper()
	return openOn(t, func(t testing.TB, c clock.Clock) *store.Store { return storetest.SQLiteOn(t, path, c) })
}

// Each runs a test once per database on a console like that of Open.
func Each(t *testing.T, test func(h *Fixture)) {
	t.Run("sqlite", func(t *testing.T) { test(openOn(t, storetest.SQLite)) })
	t.Run("postgres", func(t *testing.T) { test(openOn(t, storetest.Postgres)) })
}

func openOn(t testing.TB, database func(testing.TB, clock.Clock) *store.Store) *Fixture {
	t.Helper()
	h := &Fixture{T: t, Clock: clock.NewManual(Noon)}
	h.Store = database(t, h.Clock)
	master := vault.Ephemeral()
	h.Keys = &keyring.Keys{Store: h.Store, Master: master}
	h.safe = evidence.Safe{Store: &evidence.Folder{Root: filepath.Join(t.TempDir(), "captures")}}
	office := admintest.On(h.Store, h.Clock, master)
	for _, slug := range []string{"acme", "globex"} {
		if _, err := office.Companies.CreateCompany(t.Context(), "cli", slug, slug); err != nil {
			t.Fatal(err)
		}
		for _, role := range access.Roles() {
			request := accounts.UserRequest{
				Company:     slug,
				Email:       string(role) + "@" + slug + ".test",
				DisplayName: "The " + string(role),
				Role:        string(role),
				Password:    Password,
			}
			if _, err := office.Accounts.CreateUser(t.Context(), "cli", request); err != nil {
				t.Fatal(err)
			}
		}
	}
	assets, err := static.Load()
	if err != nil {
		t.Fatal(err)
	}
	h.Console = &web.Console{
		Shell: &shell.Shell{
			Store:       h.Store,
			Sessions:    session.New(h.Store, h.Clock, master, "http://console.test"),
			Submissions: &submission.Desk{Store: h.Store},
			Clock:       h.Clock,
			Log:         slog.New(slog.DiscardHandler),
			Assets:      assets,
			SDK:         &artifact.Shelf{Store: h.Store, Assets: assets, Log: slog.New(slog.DiscardHandler)},
		},
		Desk:        &review.Desk{Store: h.Store, Clock: h.Clock},
		Checks:      &quality.Checker{Store: h.Store, Clock: h.Clock},
		Keys:        h.Keys,
		Safe:        h.safe,
		Accounts:    office.Accounts,
		Credentials: office.Credentials,
		Endpoints:   office.Endpoints,
		Companies:   office.Companies,
		Trail:       office.Trail,
		Presets:     &presets.Registry{Store: h.Store},
		Library: &presets.Library{
			Store: h.Store,
			Clock: h.Clock,
			Keys:  h.Keys,
			Safe:  h.safe,
			Log:   slog.New(slog.DiscardHandler),
			Check: func(_ context.Context, b []byte) (media.File, error) { return media.Check(b) },
		},
		Pictures: &rendition.Maker{
			Store:  h.Store,
			Keys:   h.Keys,
			Safe:   h.safe,
			Log:    slog.New(slog.DiscardHandler),
			Render: h.rendition,
		},
		Customers: &customer.Registry{
			Store: h.Store,
			Clock: h.Clock,
			Keys:  h.Keys,
			Safe:  h.safe,
			Log:   slog.New(slog.DiscardHandler),
		},
		Retention: &retention.Sweeper{
			Store: h.Store,
			Clock: h.Clock,
			Safe:  h.safe,
			Log:   slog.New(slog.DiscardHandler),
		},
		Intake: &intake.Intake{
			Store:       h.Store,
			Clock:       h.Clock,
			Keys:        h.Keys,
			Evidence:    h.safe,
			Environment: "test",
			Region:      "here",
			SDKVersion:  "11.1",
		},
		Installation: []administration.Setting{
			{Name: "Review deadline", Lasts: 4 * time.Hour, Variable: "PROOFDESK_REVIEW_DEADLINE"},
		},
	}
	h.Server = httpserver.New(httpserver.Options{Clock: h.Clock, Page: h.Console.ErrorPage, Bodies: web.Bodies()})
	h.Console.Routes(h.Server.App)
	return h
}

// rendition makes a rendition as the program does, without its child process.
func (h *Fixture) rendition(
	_ context.Context, _ inspection.Priority, picture []byte, size string,
) ([]byte, string, error) {
	h.Renders++
	return engine.Render(picture, engine.Rendering{
		Side: map[string]int{"thumb": 8, "view": 32}[size],
		Blur: size == "blurred",
	})
}
