package control

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"proofdesk/app/evidence"
	"proofdesk/app/fault"
	"proofdesk/app/store"
)

// Backup is the result of backup and restore.
type Backup struct {
	Dir      string `json:"dir"`
	Captures int    `json:"captures"`
	Bytes    int64  `json:"bytes"`
	// Gone is how many files the database of a backup names that were not there: they were removed meanwhile, or lost.
	Gone int `json:"gone,omitempty"`
}

const (
	backupDatabase = "proofdesk.db"
	backupCaptures = "captures"
	backupManifest = "SHA256SUMS"
)

// backup copies the database first and the captures after it, so that every capture that the copy refers to exists, and
// writes the digests of all files last. The master keys are not part of it; keep them elsewhere.
func (c *Commands) backup(ctx context.Context, a Args) (any, error) {
	dir := a.Dir
	if c.Store.Dialect() != "sqlite" {
		return nil, fault.New(fault.Invalid, "back up PostgreSQL with its own tools, then copy the captures")
	}
	if dir == "" || !filepath.IsAbs(dir) {
		return nil, fault.BadField("dir", "absolute", "name the folder of the backup")
	}
	if err := emptyDir(dir); err != nil {
		return nil, err
	}
	if err := c.Store.CopyTo(ctx, filepath.Join(dir, backupDatabase)); err != nil {
		return nil, err
	}
	var list manifest
	n, size, err := copyTree(ctx, c.Captures, filepath.Join(dir, backupCaptures), list.add)
	if err != nil {
		return nil, err
	}
	gone, err := list.write(ctx, dir)
	return Backup{Dir: dir, Captures: n, Bytes: size, Gone: gone}, err
}

// Restore restores a backup into an empty data folder, unless one of its files is not as it was written. No server may
// be running on it. A backup of an older version has no list of digests: only its database is verified.
func Restore(ctx context.Context, dir, database, captures string) (Backup, error) {
	if _, err := os.Stat(database); err == nil {
		return Backup{}, fault.New(fault.Conflict, "%s exists: restore into an empty data folder", database)
	}
	if _, err := os.Stat(filepath.Join(dir, backupManifest)); err == nil {
		found, err := CheckBackup(ctx, dir)
		if err != nil {
			return Backup{}, err
		}
		if !found.OK {
			return Backup{}, fault.New(fault.Invalid, "the backup is damaged: nothing was restored. %s",
				strings.Join(found.Problems, "; "))
		}
	}
	if err := os.MkdirAll(filepath.Dir(database), 0o700); err != nil {
		return Backup{}, err
	}
	if _, _, err := copyFile(filepath.Join(dir, backupDatabase), database); err != nil {
		return Backup{}, fault.Wrap(err, fault.Invalid, "%s holds no backup", dir)
	}
	if err := store.CheckSQLite(ctx, database); err != nil {
		return Backup{}, errors.Join(fault.Wrap(err, fault.Invalid,
			"the backup's database is damaged: nothing was restored"), os.Remove(database))
	}
	n, size, err := copyTree(ctx, filepath.Join(dir, backupCaptures), captures, func(string, string) {})
	return Backup{Dir: dir, Captures: n, Bytes: size}, err
}

func emptyDir(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fault.Wrap(err, fault.Invalid, "the folder can't be made")
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fault.Wrap(err, fault.Invalid, "the folder can't be read")
	}
	if len(entries) > 0 {
		return fault.BadField("dir", "empty_folder", "the folder is not empty")
	}
	return nil
}

// copyTree copies a folder, and tells of each file its name in the folder and its digest. What is removed meanwhile is
// left out.
func copyTree(ctx context.Context, from, to string, copied func(name, sum string)) (n int, size int64, err error) {
	err = filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // there were never any, or they were just purged
		}
		if err = errors.Join(err, ctx.Err()); err != nil {
			return err
		}
		if evidence.IsRendition(path) { // made again when it is looked at
			return nil
		}
		relative, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		if entry.IsDir() {
			return os.MkdirAll(filepath.Join(to, relative), 0o700)
		}
		written, sum, err := copyFile(path, filepath.Join(to, relative))
		if errors.Is(err, errGone) {
			return nil
		}
		if err == nil {
			copied(filepath.ToSlash(relative), sum)
		}
		n, size = n+1, size+written
		return err
	})
	return n, size, err
}

// errGone is returned for a file that is not there to be copied.
var errGone = errors.New("the file is gone")

// copyFile copies a file and syncs it to disk, and returns its size and digest; errGone where there is none.
func copyFile(from, to string) (n int64, sum string, err error) {
	in, err := os.Open(from)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, "", errGone
	}
	if err != nil {
		return 0, "", err
	}
	defer func() { _ = in.Close() }()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return 0, "", err
	}
	digest := sha256.New()
	n, err = io.Copy(io.MultiWriter(out, digest), in)
	return n, hex.EncodeToString(digest.Sum(nil)), errors.Join(err, out.Sync(), out.Close())
}
