package store_test

import (
	"database/sql"
	"errors"
	"os"
	"testing"

	"proofdesk/app/clock"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
)

func TestTheLogOfSQLiteIsEmptiedUnlessSomebodyReads(t *testing.T) {
	path := storetest.SQLiteFile(t)
	st, err := store.Open(t.Context(), store.Options{URL: "sqlite:" + path, Clock: clock.NewManual(tenantNow)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = st.Close() })
	reader, err := sql.Open("sqlite3", "file:"+path+"?_query_only=1")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = reader.Close() })
	long, err := reader.Begin()
	if err != nil {
		t.Fatal(err)
	}
	var companies int
	if err := long.QueryRow("SELECT count(*) FROM companies").Scan(&companies); err != nil {
		t.Fatal(err)
	}
	seedTenants(t, st, owner, twin)
	if emptied, err := st.EmptyLog(t.Context()); emptied || err != nil {
		t.Errorf("while somebody reads: %v, %v", emptied, err)
	}
	if err := long.Rollback(); err != nil {
		t.Fatal(err)
	}
	emptied, err := st.EmptyLog(t.Context())
	log, missing := os.Stat(path + "-wal")
	if err := errors.Join(err, missing); err != nil || !emptied || log.Size() > 0 {
		t.Fatalf("afterwards: %v, %v", emptied, err)
	}
}
