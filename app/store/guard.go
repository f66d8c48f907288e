package store

import "context"

// Reads has every read as a method.
type Reads struct{ queries }

// Guard returns an error once whoever sent a request may no longer write. It reads what was committed.
type Guard func(ctx context.Context, r Reads) error

type guardKey struct{}

// WithGuard returns a context whose transactions are carried out only while the guard lets them be. A request may have
// waited for long after it was checked: for its body, or for a row that another transaction holds.
func WithGuard(ctx context.Context, g Guard) context.Context {
	return context.WithValue(ctx, guardKey{}, g)
}

// WithoutGuard returns a context for what the program itself writes about a request, whatever became of its sender.
func WithoutGuard(ctx context.Context) context.Context { return WithGuard(ctx, nil) }

// watched returns fn under the guard of a context. Where one transaction runs at a time the guard comes first: nothing
// changes until the commit. Where others run beside it the guard comes last, and reads what they committed while fn
// waited for them. Neither sees what fn itself writes, so that people can end their own session. The second connection
// is always there: half of the pool is left to those who only read (postgresWriters), and they wait for nobody.
func (s *Store) watched(ctx context.Context, fn func(*Tx) error) func(*Tx) error {
	guard, _ := ctx.Value(guardKey{}).(Guard)
	if guard == nil {
		return fn
	}
	return func(tx *Tx) error {
		beside := tx.dialect.forUpdate != ""
		if !beside {
			if err := guard(ctx, Reads{tx.queries}); err != nil {
				return err
			}
		}
		if err := fn(tx); err != nil || !beside || !tx.dirty {
			return err
		}
		return guard(ctx, Reads{s.queries})
	}
}
