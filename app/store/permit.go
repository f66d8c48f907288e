package store

import "context"

// Reads has every read as a method.
type Reads struct{ queries }

// Permit returns an error once whoever sent a request may no longer write. It reads what was committed.
type Permit func(ctx context.Context, r Reads) error

type permitKey struct{}

// WithPermit returns a context whose transactions are carried out only while the permit lasts. A request may have
// waited for long after it was checked: for its body, or for a row that another transaction holds.
func WithPermit(ctx context.Context, p Permit) context.Context {
	return context.WithValue(ctx, permitKey{}, p)
}

// WithoutPermit returns a context for what the program itself writes about a request, whatever became of its sender.
func WithoutPermit(ctx context.Context) context.Context { return WithPermit(ctx, nil) }

// watched returns fn under the permit of a context. Where one transaction runs at a time the permit is asked first, as
// nothing changes until the commit. Where others run beside it, it is asked last, and reads what they committed while
// fn waited for them. Neither sees what fn itself writes, so that people can end their own session. The second
// connection is always there: half of the pool is left to those who only read (postgresWriters), and they wait for
// nobody.
func (s *Store) watched(ctx context.Context, fn func(*Tx) error) func(*Tx) error {
	permit, _ := ctx.Value(permitKey{}).(Permit)
	if permit == nil {
		return fn
	}
	return func(tx *Tx) error {
		beside := tx.dialect.forUpdate != ""
		if !beside {
			if err := permit(ctx, Reads{tx.queries}); err != nil {
				return err
			}
		}
		if err := fn(tx); err != nil || !beside || !tx.dirty {
			return err
		}
		return permit(ctx, Reads{s.queries})
	}
}
