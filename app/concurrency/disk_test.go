package concurrency_test

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"proofdesk/app/clock"
)

func TestNothingOfAnErasedPersonCanBeReadInTheFilesOfSQLite(t *testing.T) {
	now := clock.NewManual(noon)
	w := newWorld(t, open(t, "sqlite", now), now, 0)
	w.live()
	if before := w.onDisk(); len(before) < 15 {
		t.Errorf("only %q are in the files: nothing would show that they stay", before)
	}
	record, err := w.customers.Record(t.Context(), w.slug, unique)
	w.must(err)
	_, err = w.customers.Erase(t.Context(), "agent:ann", w.slug, unique, record.Digest(), 100)
	w.must(err)
	if left := w.onDisk(); len(left) > 0 {
		t.Errorf("they are still in the files: %q", left)
	}
}

// packed begins a document as the database keeps it.
var packed = []byte("\x28\xb5\x2f\xfd")

// onDisk returns the canaries that whoever has the files of SQLite finds there: as they are, or in a document.
func (w *world) onDisk() (found []string) {
	w.Helper()
	var path string
	w.must(w.engine.raw.QueryRow("SELECT file FROM pragma_database_list").Scan(&path))
	unpacker, err := zstd.NewReader(nil)
	w.must(err)
	defer unpacker.Close()
	for _, file := range []string{path, path + "-wal"} {
		raw, err := os.ReadFile(file)
		w.must(err)
		texts := [][]byte{raw}
		for _, rest := range bytes.Split(raw, packed)[1:] {
			start := slices.Concat(packed, rest)
			w.must(unpacker.Reset(bytes.NewReader(start)))
			text := make([]byte, 1<<16)
			n, _ := unpacker.Read(text) // what follows the document is none
			texts = append(texts, text[:n])
		}
		text := bytes.ToLower(bytes.Join(texts, []byte("\n")))
		for _, canary := range canaries() {
			if bytes.Contains(text, []byte(strings.ToLower(canary))) && !slices.Contains(found, canary) {
				found = append(found, canary)
			}
		}
	}
	return found
}
