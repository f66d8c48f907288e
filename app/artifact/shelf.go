package artifact

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"github.com/andybalholm/brotli"

	"proofdesk/app/fault"
	"proofdesk/app/store"
	"proofdesk/static"
)

// Newest is the path of the newest SDK of this major version, in place of a version.
const Newest = "11"

// Shelf holds the files of every version of the SDK: those of this program, and those that earlier ones have published.
// Its fields are set once, before use.
type Shelf struct {
	Store  *store.Store
	Assets static.Bundle
	Log    *slog.Logger

	foreign atomic.Bool // this program's version was published with other bytes
}

// Publish adds the version of this program to those that are kept. A version is published once: where it is there with
// other bytes it stays, because pages may hold the hash of its script, and the log names the files that differ.
func (s *Shelf) Publish(ctx context.Context) error {
	files, err := s.files()
	if err != nil {
		return err
	}
	var added bool
	err = s.Store.Write(ctx, func(tx *store.Tx) (err error) {
		added, err = tx.PublishSDK(ctx, s.Assets.Version, files)
		return err
	})
	if err != nil || added {
		return err
	}
	kept, err := s.Store.SDKFiles(ctx)
	if err != nil {
		return err
	}
	if differ := differing(files, kept, s.Assets.Version); len(differ) > 0 {
		s.foreign.Store(true)
		s.Log.ErrorContext(ctx, "this version of the SDK was published with other files, which stay: give it a new "+
			"version in static/sdk/version.json", "version", s.Assets.Version, "files", differ)
	}
	return nil
}

// files returns the files of this program's version: what a browser loads, and the package.
func (s *Shelf) files() ([]store.SDKFile, error) {
	var all []store.SDKFile
	for _, f := range s.Assets.Listed {
		packed, err := fs.ReadFile(s.Assets.SDK, f.Name+".br")
		if err != nil {
			return nil, fmt.Errorf("a file of the SDK: %w", err)
		}
		all = append(all, store.SDKFile{Name: f.Name, SHA256: f.SHA256, Size: f.Size, Packed: packed})
	}
	name, err := PackageFile(s.Assets.Version)
	if err != nil {
		return nil, err
	}
	tgz, err := Package(s.Assets)
	if err != nil {
		return nil, err
	}
	var packed bytes.Buffer
	w := brotli.NewWriter(&packed)
	if _, err := w.Write(tgz); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	sum := sha256.Sum256(tgz)
	return append(all, store.SDKFile{
		Name:   name,
		SHA256: hex.EncodeToString(sum[:]),
		Size:   int64(len(tgz)),
		Packed: packed.Bytes(),
	}), nil
}

// differing returns the names of the files of a version that are not the same in both lists.
func differing(own, kept []store.SDKFile, version string) []string {
	sums := map[string][2]string{}
	for _, f := range own {
		sums[f.Name] = [2]string{f.SHA256}
	}
	for _, f := range kept {
		if f.Version == version {
			sums[f.Name] = [2]string{sums[f.Name][0], f.SHA256}
		}
	}
	var names []string
	for name, sum := range sums {
		if sum[0] != sum[1] {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// longestReason is how many characters a deprecation may have.
const longestReason = 500

// Deprecate sets why a version should be replaced, in a sentence for those who use it; an empty one takes that back.
func (s *Shelf) Deprecate(ctx context.Context, version, reason string) error {
	reason = strings.TrimSpace(reason)
	if utf8.RuneCountInString(reason) > longestReason {
		return fault.BadField("reason", "max_length", "the reason must have at most %d characters", longestReason)
	}
	return s.Store.Write(ctx, func(tx *store.Tx) error { return tx.DeprecateSDK(ctx, version, reason) })
}

// safeName matches what a file or a version may be called.
var safeName = regexp.MustCompile(`^[0-9A-Za-z][-.0-9A-Za-z]{0,99}$`)

// ForBrowser returns a file that pages load, packed by brotli. Newest in place of a version has the files of this
// program, and those of earlier versions whose names hold their hash: a script that a page has kept asks for its own.
func (s *Shelf) ForBrowser(ctx context.Context, version, name string) ([]byte, error) {
	if !safeName.MatchString(version) || !safeName.MatchString(name) ||
		!slices.Contains([]string{".js", ".wasm"}, path.Ext(name)) {
		return nil, fault.New(fault.NotFound, "this version of the SDK does not have this file")
	}
	own := version == Newest || version == s.Assets.Version && !s.foreign.Load()
	if own {
		packed, err := fs.ReadFile(s.Assets.SDK, name+".br")
		if err == nil {
			return packed, nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return nil, fault.Wrap(err, fault.Internal, "a file of the SDK can't be read")
		}
	}
	f, err := s.kept(ctx, version, name)
	return f.Packed, err
}

// kept returns a published file.
func (s *Shelf) kept(ctx context.Context, version, name string) (store.SDKFile, error) {
	if version != Newest {
		return s.Store.SDKFile(ctx, version, name)
	}
	return s.Store.SDKFileNamed(ctx, name)
}
