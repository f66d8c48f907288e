// Package migrations holds the schema's steps, one folder per dialect, with the same tables in both.
package migrations

import "embed"

// Files holds sqlite/*.sql and postgres/*.sql.
//
//go:embed sqlite/*.sql postgres/*.sql
var Files embed.FS
