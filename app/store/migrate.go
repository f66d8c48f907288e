package store

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"proofdesk/migrations"
)

// migrate brings the schema up to date. It returns an error for the schema of a newer program.
func migrate(ctx context.Context, db *sql.DB, name string) error {
	dialect, options := goose.DialectSQLite3, []goose.ProviderOption{}
	if name == "postgres" {
		locker, err := lock.NewPostgresTableLocker()
		if err != nil {
			return fmt.Errorf("migration lock: %w", err)
		}
		dialect, options = goose.DialectPostgres, []goose.ProviderOption{goose.WithLocker(locker)}
	}
	provider, err := goose.NewProvider(dialect, db, migrations.Files(name), options...)
	if err != nil {
		return fmt.Errorf("prepare migrations: %w", err)
	}
	current, target, err := provider.GetVersions(ctx)
	if err != nil {
		return fmt.Errorf("read schema version: %w", err)
	}
	if current > target {
		return fmt.Errorf("the schema is at version %d, this program knows %d: run the newer program", current, target)
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	return nil
}
