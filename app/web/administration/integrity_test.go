package administration_test

import (
	"database/sql"
	"errors"
	"regexp"
	"strings"
	"testing"
	"time"

	_ "github.com/mattn/go-sqlite3" // registers the driver

	"proofdesk/app/access"
	"proofdesk/app/audit"
	"proofdesk/app/store/storetest"
	"proofdesk/app/web/webtest"
)

// tampering is what someone does to the trail in its database, in the words of the page. Shown is whether the chain
// shows it.
type tampering struct {
	words string
	shown bool
	do    func(t *testing.T, db *sql.DB)
}

func executes(statements ...string) func(t *testing.T, db *sql.DB) {
	return func(t *testing.T, db *sql.DB) {
		t.Helper()
		for _, s := range statements {
			if _, err := db.ExecContext(t.Context(), s); err != nil {
				t.Fatalf("%s: %v", s, err)
			}
		}
	}
}

var tamperings = []tampering{
	{"changed", true, executes(`UPDATE audit SET actor = 'agent:nobody' WHERE company = 'acme' AND position = 2`)},
	{"inserted", true, executes(
		`UPDATE audit SET position = -position WHERE company = 'acme' AND position > 2`,
		`UPDATE audit SET position = 1 - position WHERE company = 'acme' AND position < 0`,
		`INSERT INTO audit (company, id, at, actor, action, target, detail, position, previous, hash)
			SELECT company, id || 'x', at, actor, action, target, detail, 3, hash, 'none'
			FROM audit WHERE company = 'acme' AND position = 2`)},
	{"removed", true, executes(`DELETE FROM audit WHERE company = 'acme' AND position = 2`)},
	{"are missing at the end", false, executes(`DELETE FROM audit WHERE company = 'acme' AND position > 3`)},
	{"were all written anew", false, writeAnew},
}

// writeAnew changes an entry and all hashes that follow from it.
func writeAnew(t *testing.T, db *sql.DB) {
	t.Helper()
	executes(`UPDATE audit SET actor = 'agent:nobody' WHERE company = 'acme' AND position = 2`)(t, db)
	previous := audit.Genesis("acme")
	for position := int64(1); ; position++ {
		r := audit.Row{Company: "acme"}
		var at int64
		err := db.QueryRowContext(t.Context(),
			`SELECT id, at, actor, action, target, detail FROM audit WHERE company = 'acme' AND position = ?`,
			position).
			Scan(&r.ID, &at, &r.Actor, &r.Action, &r.Target, &r.Detail)
		if errors.Is(err, sql.ErrNoRows) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		r.At = time.UnixMilli(at)
		r = audit.Seal(r, position, previous)
		_, err = db.ExecContext(t.Context(),
			`UPDATE audit SET previous = ?, hash = ? WHERE company = 'acme' AND id = ?`,
			r.Previous, r.Hash, r.ID)
		if err != nil {
			t.Fatal(err)
		}
		previous = r.Hash
	}
}

var (
	verdictOf = regexp.MustCompile(`(?s)Verification result.*?>(intact|broken)<`)
	lastHash  = regexp.MustCompile(`(?s)Hash of the last entry.*?>([0-9a-f]{64})\b`)
)

func TestThePageOfTheTrailSaysExactlyWhatItsChainShows(t *testing.T) {
	var shown, unseen []string
	for _, one := range tamperings {
		if one.shown {
			shown = append(shown, one.words)
		} else {
			unseen = append(unseen, one.words)
		}
		t.Run(one.words, func(t *testing.T) {
			path := storetest.SQLiteFile(t)
			h := webtest.OpenOn(t, path)
			b := h.As(access.Auditor)
			b.Get("/audit")
			b.Post("/audit/verify", nil).Want(200, ">intact<", "No entry up to position")
			kept := "," + lastHash.FindStringSubmatch(b.Body)[1] + "\n" // how the row of the entry ends in the file
			if b.Get("/audit.csv"); !strings.Contains(b.Body, kept) {
				t.Fatalf("the file lacks the last hash %q", kept)
			}
			db, err := sql.Open("sqlite3", "file:"+path+"?_busy_timeout=5000")
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = db.Close() }()
			one.do(t, db)
			b.Get("/audit")
			b.Post("/audit/verify", nil).Want(200)
			verdict := verdictOf.FindStringSubmatch(b.Body)
			if verdict == nil || (verdict[1] == "broken") != one.shown {
				t.Errorf("shown: %t, but the page says %q", one.shown, verdict)
			}
			b.Get("/audit.csv").Want(200, "hash")
			if !one.shown && strings.Contains(b.Body, kept) {
				t.Error("a copy of the last hash does not show it either")
			}
		})
	}
	b := webtest.Open(t).As(access.Auditor)
	last := len(shown) - 1
	b.Get("/audit").Want(200,
		"shows whether an entry was "+strings.Join(shown[:last], ", ")+" or "+shown[last],
		"shows whether entries "+strings.Join(unseen, " or "))
}
