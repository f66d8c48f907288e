package store_test

import (
	"strings"
	"testing"
)

// TestTheCheckOfACopyReadsEveryTableThatNamesAFile: removed_objects lists files that are to go.
func TestTheCheckOfACopyReadsEveryTableThatNamesAFile(t *testing.T) {
	rows, err := opened(t, "sqlite").QueryContext(t.Context(), `
		SELECT m.name
		FROM sqlite_master m JOIN pragma_table_info(m.name) p
		WHERE m.type = 'table' AND p.name = 'object' AND m.name <> 'removed_objects'`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	check, tables := "", 0
	for text := range readSource(t).texts(t) {
		if strings.HasPrefix(text, "WITH copied") {
			check = strings.ReplaceAll(oneLine(text), ")", " ")
		}
	}
	for ; rows.Next(); tables++ {
		var table string
		if err := rows.Scan(&table); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(check, "FROM "+table+" ") {
			t.Errorf("the files of %s are not looked for: %s", table, check)
		}
	}
	if err := rows.Err(); err != nil || tables == 0 {
		t.Fatalf("%d tables, %v", tables, err)
	}
}
