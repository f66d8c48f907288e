package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"proofdesk/app/apiclient"
	"proofdesk/app/onboarding"
)

// signed is a capture that is quickly judged.
const signed = `{"strokes":[[{"x":0,"y":60,"t":0},{"x":14,"y":90,"t":20},{"x":33,"y":52,"t":40},{"x":52,"y":88,"t":60},{"x":70,"y":61,"t":80}]]}`

// company makes a company with what a host application needs.
func (s *shell) company(slug string) *apiclient.App {
	s.Helper()
	s.object("", []string{"company"}, "company", "create", "--slug", slug, "--name", "Acme")
	client := s.object("", []string{"client_id", "client_secret"}, "client", "create", "--company", slug)
	user := s.object("", []string{"username", "password"}, "integration-user", "create", "--company", slug)
	key := s.object("", []string{"id", "secret"}, "apikey", "create", "--company", slug)
	return &apiclient.App{
		Base: s.base,
		HTTP: &http.Client{Timeout: 2 * time.Minute},
		Credentials: apiclient.Credentials{
			ClientID:     client["client_id"].(string),
			ClientSecret: client["client_secret"].(string),
			Username:     user["username"].(string),
			Password:     user["password"].(string),
			KeyID:        key["id"].(string),
			KeySecret:    key["secret"].(string),
		},
	}
}

// decided takes one job to its outcome and returns its payload.
func (s *shell) decided(app *apiclient.App) onboarding.Payload {
	s.Helper()
	ctx := s.Context()
	job, err := app.Job(ctx, map[string]any{
		"function":   onboarding.SignatureCapture,
		"flavor":     "LITE",
		"sdkVersion": "11.1.13.2.18",
	})
	s.must(err)
	s.must(app.Capture(ctx, job, "signature", "application/json", []byte(signed)))
	s.must(app.Submit(ctx, job))
	s.until("the job is decided", nil, func() bool {
		status, err := app.Status(ctx, job)
		s.must(err)
		return onboarding.Status(status).Decided()
	}, nil)
	return s.snapshot(app, job)
}

func (s *shell) must(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

func (s *shell) snapshot(app *apiclient.App, job string) onboarding.Payload {
	s.Helper()
	var p onboarding.Payload
	s.must(app.Snapshot(s.Context(), job, &p))
	return p
}

func document(ctx context.Context, app *apiclient.App, urn string) ([]byte, error) {
	var body []byte
	header := map[string]string{"X-Api-Key-Id": app.Credentials.KeyID, "X-Api-Key-Secret": app.Credentials.KeySecret}
	err := app.Do(ctx, http.MethodGet, "/api/documents/"+urn, header, nil, &body)
	return body, err
}

// moved returns a shell like s in another folder below its own.
func (s *shell) moved(name string) *shell {
	dir := filepath.Join(s.dir, name)
	return &shell{
		T:   s.T,
		dir: dir,
		env: append(s.env[:len(s.env):len(s.env)], "PROOFDESK_DATA_DIR="+dir,
			"PROOFDESK_MASTER_KEYS="+filepath.Join(s.dir, "master.keys")),
	}
}

// tamper changes the database behind the program's back.
func (s *shell) tamper(statement string) {
	s.Helper()
	db, err := sql.Open("sqlite3", filepath.Join(s.dir, "proofdesk.db"))
	s.must(err)
	result, err := db.ExecContext(s.Context(), statement)
	s.must(err)
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		s.Fatalf("%s changed %d rows (%v)", statement, n, err)
	}
	s.must(db.Close())
}

func (s *shell) files() int {
	n := 0
	_ = filepath.WalkDir(filepath.Join(s.dir, "captures"), func(_ string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			n++
		}
		return nil
	})
	return n
}

func TestARestoredBackupServesTheSameJobsAndCaptures(t *testing.T) {
	s := newShell(t)
	s.object("", []string{"file", "key_id"}, "keys", "init")
	stop := s.serve()
	app := s.company("acme")
	before := s.decided(app)
	kept := s.object("", []string{"dir", "captures", "bytes"}, "backup", filepath.Join(s.dir, "backup"))
	if kept["captures"] != 1.0 {
		t.Errorf("the backup says %v", kept)
	}
	s.refused("", []string{"empty"}, "backup", filepath.Join(s.dir, "backup"))
	stop()
	sound := s.object("", []string{"ok", "files"}, "backup", "--check", filepath.Join(s.dir, "backup"))
	if sound["ok"] != true || sound["files"] != 2.0 {
		t.Errorf("the check says %v", sound)
	}

	second := s.moved("second")
	second.object("", []string{"dir", "captures", "bytes"}, "restore", filepath.Join(s.dir, "backup"))
	second.refused("", []string{"exists"}, "restore", filepath.Join(s.dir, "backup"))
	stop = second.serve()
	defer stop()
	app.Base = second.base
	after := second.snapshot(app, before.ApplicationDetails.JobID)
	if !reflect.DeepEqual(before, after) {
		t.Errorf("the snapshot differs after the restore:\n%+v\n%+v", before, after)
	}
	if body, err := document(t.Context(), app, after.Documents[0].URN); err != nil || string(body) != signed {
		t.Errorf("the restored capture: %q, %v", body, err)
	}
}

func TestAFolderWithoutABackupIsNotRestored(t *testing.T) {
	s := newShell(t)
	s.object("", []string{"file", "key_id"}, "keys", "init")
	second := s.moved("second")
	second.refused("", []string{"holds no backup"}, "restore", s.dir, "--json")
	second.object("", []string{"database", "schema"}, "migrate") // nothing was left in its way
}

func TestPurgeRemovesOldJobsWithTheirFilesAndKeepsTheAuditLog(t *testing.T) {
	s := newShell(t)
	s.object("", []string{"file", "key_id"}, "keys", "init")
	stop := s.serve()
	app := s.company("acme")
	old, recent := s.decided(app), s.decided(app)
	stop()
	s.tamper("UPDATE jobs SET created_at = created_at - 864000000, decided_at = decided_at - 864000000, seq = seq - " +
		"(864000000 << 22) WHERE id = '" + old.ApplicationDetails.JobID + "'")
	if got := s.object("", []string{"jobs", "captures"}, "purge", "--company", "acme", "--days",
		"9"); got["jobs"] != 1.0 || got["captures"] != 1.0 {
		t.Errorf("purge says %v", got)
	}
	if n := s.files(); n != 1 {
		t.Errorf("%d files are left, want the recent job's one", n)
	}
	if trail := s.object("", []string{"ok", "companies"}, "verify-audit"); trail["ok"] != true {
		t.Errorf("the trail after a purge: %v", trail)
	}
	defer s.serve()()
	app.Base = s.base
	s.snapshot(app, recent.ApplicationDetails.JobID)
	var gone onboarding.Payload
	err := app.Snapshot(t.Context(), old.ApplicationDetails.JobID, &gone)
	if refused, ok := err.(*apiclient.Refused); !ok || refused.Status != http.StatusNotFound {
		t.Errorf("the purged job answers %v", err)
	}
}

func TestVerifyAuditNamesATamperedRow(t *testing.T) {
	s := newShell(t)
	s.object("", []string{"file", "key_id"}, "keys", "init")
	s.company("acme")
	if sound := s.object("", []string{"ok", "companies"}, "verify-audit"); sound["ok"] != true {
		t.Fatalf("before: %v", sound)
	}
	s.tamper("UPDATE audit SET actor = 'someone else' WHERE company = 'acme' AND position = 2")
	got := s.do("", "verify-audit", "--json")
	var verdict struct {
		OK        bool
		Companies []struct {
			Company  string
			Position int64
			BadID    string `json:"bad_id"`
			Reason   string
		}
	}
	err := json.Unmarshal([]byte(got.out), &verdict)
	if err != nil || got.code == 0 || verdict.OK || len(verdict.Companies) != 1 || verdict.Companies[0].BadID == "" ||
		verdict.Companies[0].Reason == "" {
		t.Errorf("exit %d, %s (%v)\n%s", got.code, got.out, err, got.err)
	}
}

// capture returns the only capture of a backup.
func (s *shell) capture(backup string) (path string) {
	s.Helper()
	s.must(filepath.WalkDir(filepath.Join(backup, "captures"), func(at string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			path = at
		}
		return err
	}))
	return path
}

func TestABackupThatIsNotWholeIsToldByNameAndNotRestored(t *testing.T) {
	s := newShell(t)
	s.object("", []string{"file", "key_id"}, "keys", "init")
	stop := s.serve()
	s.decided(s.company("acme"))
	backup := filepath.Join(s.dir, "backup")
	s.object("", []string{"dir", "captures", "bytes"}, "backup", backup)
	stop()
	whole, err := os.ReadFile(filepath.Join(backup, "SHA256SUMS"))
	s.must(err)
	database, capture := filepath.Join(backup, "proofdesk.db"), s.capture(backup)
	name, err := filepath.Rel(backup, capture)
	s.must(err)
	flip := func(path string, at int64) {
		f, err := os.OpenFile(path, os.O_RDWR, 0)
		s.must(err)
		var b [1]byte
		_, err = f.ReadAt(b[:], at)
		s.must(err)
		_, err = f.WriteAt([]byte{b[0] ^ 1}, at)
		s.must(errors.Join(err, f.Close()))
	}
	unlisted := strings.ReplaceAll(string(whole), name, "elsewhere")
	for _, tt := range []struct {
		what     string
		harm     func()
		undo     func()
		told     []string
		restored bool // as the backup of an older version is
	}{
		{
			"a capture of other content", func() { flip(capture, 40) }, func() { flip(capture, 40) },
			[]string{name + ": its content is not what was written"},
			false,
		},
		{
			"a database of other content", func() { flip(database, 24) }, func() { flip(database, 24) },
			[]string{"proofdesk.db: its content is not what was written"},
			false,
		},
		{
			"a capture that is missing",
			func() { s.must(os.Rename(capture, capture+"x")) },
			func() { s.must(os.Rename(capture+"x", capture)) },
			[]string{name + ": it is missing"},
			false,
		},
		{
			"a database that is missing",
			func() { s.must(os.Rename(database, database+"x")) },
			func() { s.must(os.Rename(database+"x", database)) },
			[]string{"proofdesk.db: it is missing"},
			false,
		},
		{
			"a capture that the database names and no list", func() {
				s.must(os.Rename(capture, capture+"x"))
				s.must(os.WriteFile(filepath.Join(backup, "SHA256SUMS"), []byte(unlisted), 0o600))
			}, func() { s.must(os.Rename(capture+"x", capture)) },
			[]string{name + ": the database names it, and it is not there", "elsewhere: it is missing"},
			false,
		},
		{
			"a list of files elsewhere", func() {
				listed := string(whole) + strings.Repeat("0", 64) + "  ../master.keys\n"
				s.must(os.WriteFile(filepath.Join(backup, "SHA256SUMS"), []byte(listed), 0o600))
			}, func() {},
			[]string{"SHA256SUMS: line 3 can't be read"},
			false,
		},
		{
			"no list", func() { s.must(os.Remove(filepath.Join(backup, "SHA256SUMS"))) }, func() {},
			[]string{"SHA256SUMS: it is missing"},
			true,
		},
	} {
		tt.harm()
		s.refused("", tt.told, "backup", "--check", backup)
		var found struct{ Problems []string }
		got := s.do("", "backup", "--check", backup, "--json")
		s.must(json.Unmarshal([]byte(got.out), &found))
		if len(found.Problems) != len(tt.told) || got.code != 1 {
			t.Errorf("%s: exit %d with %q", tt.what, got.code, found.Problems)
		}
		if to := s.moved(tt.what); tt.restored {
			to.object("", []string{"dir", "captures", "bytes"}, "restore", backup)
		} else {
			to.refused("", append(tt.told, "nothing was restored"), "restore", backup)
		}
		tt.undo()
		s.must(os.WriteFile(filepath.Join(backup, "SHA256SUMS"), whole, 0o600))
	}
	if sound := s.object("", []string{"ok", "files"}, "backup", "--check", backup); sound["ok"] != true {
		t.Errorf("the check of a whole backup says %v", sound)
	}
}

func TestADamagedBackupIsNotRestored(t *testing.T) {
	s := newShell(t)
	s.object("", []string{"file", "key_id"}, "keys", "init")
	damaged := t.TempDir()
	if err := os.WriteFile(filepath.Join(damaged, "proofdesk.db"),
		[]byte("this is no database, however long it may be"), 0o600); err != nil {
		t.Fatal(err)
	}
	second := s.moved("second")
	second.refused("", []string{"damaged", "nothing was restored"}, "restore", damaged, "--json")
	second.object("", []string{"database", "schema"}, "migrate")
}
