package web_test

import (
	"bufio"
	"context"
	"database/sql"
	"io"
	"net"
	"net/http"
	"testing"

	"github.com/valyala/fasthttp/fasthttputil"

	"proofdesk/app/access"
	"proofdesk/app/audit"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/web/webtest"
)

// A file that ends too early looks like a whole one.
func TestAnExportWhoseRowsCanNoLongerBeReadIsBrokenOff(t *testing.T) {
	for table, export := range map[string]struct {
		role access.Role
		path string
	}{"jobs": {access.Senior, "/jobs.csv"}, "audit": {access.Auditor, "/audit.csv"}} {
		t.Run(table, func(t *testing.T) {
			file := storetest.SQLiteFile(t)
			h := webtest.OpenOn(t, file)
			h.Crowd(1100)
			h.Change(func(tx *store.Tx) error { return audited(t.Context(), tx, 1100) })
			rows := begin(t, h.As(export.role), export.path)
			if heading, err := rows.ReadString('\n'); err != nil {
				t.Fatalf("read %q, %v", heading, err)
			}
			db, err := sql.Open("sqlite3", "file:"+file+"?_busy_timeout=60000")
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = db.Close() }()
			if _, err := db.ExecContext(t.Context(), "ALTER TABLE "+table+" RENAME TO away"); err != nil {
				t.Fatal(err)
			}
			if rest, err := io.ReadAll(rows); err == nil {
				t.Errorf("the file ends after %d bytes as if it were whole", len(rest))
			}
		})
	}
}

// audited writes n entries of the audit trail.
func audited(ctx context.Context, tx *store.Tx, n int) error {
	for range n {
		if err := tx.Audit(ctx, audit.Entry{Company: "acme", Actor: "system", Action: "job.decide"}); err != nil {
			return err
		}
	}
	return nil
}

// begin requests a page on a connection without buffers and returns what is to be read of the answer.
func begin(t *testing.T, b *webtest.Browser, path string) *bufio.Reader {
	t.Helper()
	ln := fasthttputil.NewInmemoryListener()
	served := make(chan error, 1)
	go func() { served <- b.Server.Serve(ln) }()
	client := &http.Client{Transport: &http.Transport{
		DialContext: func(context.Context, string, string) (net.Conn, error) { return ln.Dial() },
	}}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://console.test"+path, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range b.Cookies {
		r.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	answer, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = answer.Body.Close()
		client.CloseIdleConnections()
		_ = b.Server.Shutdown(context.Background())
		<-served
	})
	if answer.StatusCode != http.StatusOK {
		t.Fatalf("%s is answered %d", path, answer.StatusCode)
	}
	return bufio.NewReader(answer.Body)
}
