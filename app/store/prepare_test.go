package store_test

import (
	"context"
	"database/sql"
	"strings"
	"testing"

	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
)

// opened is a raw connection to a migrated database of an engine.
func opened(t *testing.T, engine string) *sql.DB {
	t.Helper()
	driver, address, o := "pgx", "", store.Options{}
	if engine == "sqlite" {
		file := storetest.SQLiteFile(t)
		driver, address, o.URL = "sqlite3", file, "sqlite:"+file
	} else {
		address = storetest.PostgresURL(t)
		o.URL = address
	}
	st, err := store.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open(driver, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// sqliteOnly begins the statements that only SQLite's writer and its upkeep send, or that read a copy of a database.
var sqliteOnly = []string{
	"BEGIN IMMEDIATE", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE", "PRAGMA", "VACUUM", "WITH copied",
}

func onlyForSQLite(text string) bool {
	for _, start := range sqliteOnly {
		if strings.HasPrefix(text, start) {
			return true
		}
	}
	return false
}

// dressed returns a text as the engine gets it.
func dressed(engine, text string) string {
	for name, mark := range fragments {
		fragment := ""
		if engine == "postgres" {
			fragment = store.Fragments[name]
		}
		text = strings.ReplaceAll(text, mark, fragment)
	}
	if engine == "sqlite" {
		return text
	}
	return store.Rebind(text)
}

func TestEveryQueryPreparesOnBothEngines(t *testing.T) {
	const fewest = 180 // less would mean that the search for texts is broken
	texts := readSource(t).texts(t)
	if len(texts) < fewest {
		t.Fatalf("only %d query texts were found", len(texts))
	}
	for _, engine := range storetest.Engines() {
		t.Run(engine, func(t *testing.T) {
			db := opened(t, engine)
			for text, where := range texts {
				if engine != "sqlite" && onlyForSQLite(text) {
					continue
				}
				statement, err := db.PrepareContext(context.Background(), dressed(engine, text))
				if err != nil {
					t.Errorf("%s: %v\n%s", where, err, text)
					continue
				}
				_ = statement.Close()
			}
		})
	}
}
