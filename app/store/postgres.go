package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	_ "github.com/jackc/pgx/v5/stdlib" // registers the pgx driver
	"golang.org/x/sync/semaphore"

	"proofdesk/app/fault"
	"proofdesk/app/ids"
)

const (
	postgresPool = 32
	// postgresWriters is how many transactions write at once. The rest wait in the order in which they came, which
	// database/sql does not keep for a connection, and leave connections for those who only read.
	postgresWriters = 16
	postgresRetries = 8

	// These two do not lock the key of the row: rows that refer to it can be inserted meanwhile, and a claim does not
	// skip a row for that.
	postgresSkipLocked = "FOR NO KEY UPDATE SKIP LOCKED"
	postgresForUpdate  = " FOR NO KEY UPDATE"
	postgresForShare   = " FOR SHARE"
	postgresForKey     = " FOR KEY SHARE"

	postgresForRemoval = " FOR UPDATE"
)

func openPostgres(ctx context.Context, o Options) (*Store, error) {
	db, err := sql.Open("pgx", o.URL)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", redactURL(o.URL), err)
	}
	db.SetMaxOpenConns(postgresPool)
	db.SetMaxIdleConns(postgresPool)
	if err := migrate(ctx, db, "postgres"); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	d := &dialect{
		name:       "postgres",
		numbered:   true,
		skipLocked: postgresSkipLocked,
		forUpdate:  postgresForUpdate,
		forShare:   postgresForShare,
		forKey:     postgresForKey,
		forRemoval: postgresForRemoval,
		classify:   classifyPostgres,
	}
	return &Store{
		queries:  queries{db: db, dialect: d},
		timeline: timeline{clock: o.Clock, seq: ids.NewSequence(o.Node)},
		node:     o.Node,
		readers:  db,
		writer:   &transactions{db: db, dialect: d, turn: semaphore.NewWeighted(postgresWriters)},
	}, nil
}

// transactions is PostgreSQL's writer: one transaction per request, which is run again where the server asks for it.
type transactions struct {
	db      *sql.DB
	dialect *dialect
	turn    *semaphore.Weighted
}

func (t *transactions) write(ctx context.Context, at timeline, fn func(*Tx) error) error {
	for attempt := 1; ; attempt++ {
		err := t.once(ctx, at, fn)
		if err == nil || attempt == postgresRetries || !retryable(err) {
			return t.dialect.fault(err)
		}
		select {
		case <-ctx.Done():
			return t.dialect.fault(err)
		case <-time.After(time.Duration(attempt*attempt) * time.Millisecond):
		}
	}
}

func (t *transactions) once(ctx context.Context, at timeline, fn func(*Tx) error) error {
	if err := t.turn.Acquire(ctx, 1); err != nil {
		return err
	}
	defer t.turn.Release(1)
	dbtx, err := t.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	tx := &Tx{queries: queries{db: dbtx, dialect: t.dialect}, Now: at.clock.Now(), seq: at.seq}
	if err := guarded(fn, tx); err != nil {
		_ = dbtx.Rollback()
		return err
	}
	return dbtx.Commit()
}

func (t *transactions) close() error { return nil }

// retryable reports whether an error is a serialization failure or a deadlock, after which a transaction is run again.
func retryable(err error) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && (e.Code == "40001" || e.Code == "40P01")
}

func classifyPostgres(err error) fault.Code {
	var e *pgconn.PgError
	if !errors.As(err, &e) {
		return fault.Unavailable
	}
	switch {
	case e.Code == "23505":
		return fault.Conflict
	case e.Code == "23503":
		return fault.NotFound
	case e.Code == "53100":
		return fault.StorageFull
	case retryable(err), e.Code == "57014", e.Code == "55P03", e.Code[:2] == "08", e.Code[:2] == "53",
		e.Code[:2] == "57":
		return fault.Unavailable
	}
	return fault.Internal
}
