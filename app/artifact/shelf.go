package artifact

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"path"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"
	"unicode/utf8"

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
	Models func() []ModelFile // of this program

	foreign atomic.Bool // this program's version was published with other bytes
}

// Publish adds the version of this program to those that are kept. A version is published once: where it is there with
// other bytes it stays, because pages may hold the hash of its script, and the log names the files that differ.
func (s *Shelf) Publish(ctx context.Context) error {
	tgz, err := Package(s.Assets)
	if err != nil {
		return err
	}
	files, err := s.files(tgz)
	if err != nil {
		return err
	}
	kept, err := s.Store.SDKFiles(ctx)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(kept, s.isOwn) {
		added, err := s.add(ctx, files, tgz)
		if err != nil || added {
			return err
		}
		if kept, err = s.Store.SDKFiles(ctx); err != nil {
			return err
		}
	}
	if differ := differing(files, slices.DeleteFunc(kept, s.isForeign)); len(differ) > 0 {
		s.foreign.Store(true)
		s.Log.ErrorContext(ctx, "this version of the SDK was published with other files, which stay: give it a new "+
			"version in static/sdk/version.json", "version", s.Assets.Version, "files", differ)
	}
	return nil
}

func (s *Shelf) isOwn(f store.SDKFile) bool { return f.Version == s.Assets.Version }

func (s *Shelf) isForeign(f store.SDKFile) bool { return f.Version != s.Assets.Version }

// files returns a list of the files of this program's version: what a browser loads, and the package.
func (s *Shelf) files(tgz []byte) ([]store.SDKFile, error) {
	var all []store.SDKFile
	for _, f := range s.Assets.Listed {
		all = append(all, store.SDKFile{Name: f.Name, SHA256: f.SHA256, Size: f.Size})
	}
	name, err := PackageFile(s.Assets.Version)
	sum := sha256.Sum256(tgz)
	return append(all, store.SDKFile{Name: name, SHA256: hex.EncodeToString(sum[:]), Size: int64(len(tgz))}), err
}

// add stores the files of this program's version, packed, and reports whether the version was not there yet. They are
// packed here and not at every start: that takes more memory than the program at rest.
func (s *Shelf) add(ctx context.Context, files []store.SDKFile, tgz []byte) (added bool, err error) {
	files = slices.Clone(files)
	for i, f := range files {
		if i < len(s.Assets.Listed) {
			files[i].Packed, err = fs.ReadFile(s.Assets.SDK, f.Name+".br")
		} else {
			files[i].Packed, err = pack(tgz)
		}
		if err != nil {
			return false, fmt.Errorf("a file of the SDK: %w", err)
		}
	}
	err = s.Store.Write(ctx, func(tx *store.Tx) (err error) {
		added, err = tx.PublishSDK(ctx, s.Assets.Version, files)
		return err
	})
	debug.FreeOSMemory() // otherwise the packing's garbage is most of what an idle program holds
	return added, err
}

// differing returns the names of the files that are not the same in both lists.
func differing(own, kept []store.SDKFile) []string {
	sums := map[string][2]string{}
	for _, f := range own {
		sums[f.Name] = [2]string{f.SHA256}
	}
	for _, f := range kept {
		sums[f.Name] = [2]string{sums[f.Name][0], f.SHA256}
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
