package store

import (
	"context"
	"sync"

	"proofdesk/app/audit"
)

// Journal records what the transactions of one context wrote, for a caller who has to know after a failure whether
// anything was stored. It is safe for concurrent use.
type Journal struct {
	mu      sync.Mutex
	wrote   bool
	entries []audit.Entry
}

type journalKey struct{}

// WithJournal returns a context whose transactions are recorded, and their journal.
func WithJournal(ctx context.Context) (context.Context, *Journal) {
	j := &Journal{}
	return context.WithValue(ctx, journalKey{}, j), j
}

// Wrote reports whether a transaction wrote anything that is stored, or that may be because its commit failed.
func (j *Journal) Wrote() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.wrote
}

// Entries returns the audit entries that were stored, in their order.
func (j *Journal) Entries() []audit.Entry {
	j.mu.Lock()
	defer j.mu.Unlock()
	return append([]audit.Entry(nil), j.entries...)
}

func (j *Journal) add(wrote bool, entries []audit.Entry) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.wrote = j.wrote || wrote
	j.entries = append(j.entries, entries...)
}

// recorded runs fn in a transaction of the writer and notes in the journal what it wrote.
func (s *Store) recorded(ctx context.Context, j *Journal, fn func(tx *Tx) error) error {
	var wrote bool
	var entries []audit.Entry
	err := s.writer.write(ctx, s.timeline, func(tx *Tx) error {
		tx.entries = nil
		err := fn(tx)
		wrote, entries = err == nil && tx.dirty, tx.entries
		return err
	})
	if err != nil {
		entries = nil
	}
	j.add(wrote, entries)
	return err
}
