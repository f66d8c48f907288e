package store

import (
	"context"
	"time"
)

// SDKVersion is a version of the web SDK that this installation has served.
type SDKVersion struct {
	Version     string
	PublishedAt time.Time
	Deprecated  string // why it should be replaced; empty while it need not be
}

// SDKFile is a file of a version of the web SDK.
type SDKFile struct {
	Version string
	Name    string
	SHA256  string // of the file itself, in hexadecimal
	Size    int64  // of the file itself, in bytes
	Packed  []byte // by brotli; nil in a list
}

const (
	sdkVersionList = `
		SELECT version, published_at, deprecated
		FROM sdk_versions
		ORDER BY published_at DESC, version`
	sdkVersionInsert = `
		INSERT INTO sdk_versions (version, published_at)
		VALUES (?, ?)
		ON CONFLICT (version) DO NOTHING`
	sdkVersionDeprecate = `UPDATE sdk_versions SET deprecated = ? WHERE version = ?`

	sdkFileList   = `SELECT version, name, sha256, size FROM sdk_files ORDER BY version, name`
	sdkFileInsert = `INSERT INTO sdk_files (version, name, sha256, size, packed) VALUES (?, ?, ?, ?, ?)`
	sdkFile       = `SELECT version, name, sha256, size, packed FROM sdk_files WHERE version = ? AND name = ?`
	sdkFileNamed  = `
		SELECT f.version, f.name, f.sha256, f.size, f.packed
		FROM sdk_files f
		JOIN sdk_versions v ON v.version = f.version
		WHERE f.name = ?
		ORDER BY v.published_at DESC, v.version
		LIMIT 1`
)

const (
	noSDKVersion = "this version of the SDK was never published here"
	noSDKFile    = "this version of the SDK does not have this file"
)

func scanSDKVersion(scan scanner) (SDKVersion, error) {
	var v SDKVersion
	err := scan(&v.Version, instant{&v.PublishedAt}, &v.Deprecated)
	return v, err
}

func scanSDKFile(scan scanner) (SDKFile, error) {
	var f SDKFile
	err := scan(&f.Version, &f.Name, &f.SHA256, &f.Size, &f.Packed)
	return f, err
}

// SDKVersions returns the versions of the web SDK, the one that was published last first.
func (q queries) SDKVersions(ctx context.Context) ([]SDKVersion, error) {
	return list(ctx, q, scanSDKVersion, sdkVersionList)
}

// SDKFiles returns the files of all versions without their bytes, by version and name.
func (q queries) SDKFiles(ctx context.Context) ([]SDKFile, error) {
	return list(ctx, q, func(scan scanner) (SDKFile, error) {
		var f SDKFile
		err := scan(&f.Version, &f.Name, &f.SHA256, &f.Size)
		return f, err
	}, sdkFileList)
}

// SDKFile returns a file of a version.
func (q queries) SDKFile(ctx context.Context, version, name string) (SDKFile, error) {
	return scanSDKFile(q.row(ctx, sdkFile, version, name).or(noSDKFile).scan)
}

// SDKFileNamed returns the file with this name of the version that has it and was published last.
func (q queries) SDKFileNamed(ctx context.Context, name string) (SDKFile, error) {
	return scanSDKFile(q.row(ctx, sdkFileNamed, name).or(noSDKFile).scan)
}

// PublishSDK adds a version with its files, and reports whether it was not there yet. A version that is there stays as
// it is: of two nodes that publish it at once, one adds it and the other waits for it and adds nothing.
func (tx *Tx) PublishSDK(ctx context.Context, version string, files []SDKFile) (bool, error) {
	n, err := tx.exec(ctx, sdkVersionInsert, version, millis(tx.Now))
	if err != nil || n == 0 {
		return false, err
	}
	for _, f := range files {
		if err := tx.change(ctx, sdkFileInsert, version, f.Name, f.SHA256, f.Size, f.Packed); err != nil {
			return false, err
		}
	}
	return true, nil
}

// DeprecateSDK sets why a version should be replaced; an empty reason takes that back.
func (tx *Tx) DeprecateSDK(ctx context.Context, version, reason string) error {
	return tx.mustChange(ctx, noSDKVersion, sdkVersionDeprecate, reason, version)
}
