package artifact_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/andybalholm/brotli"

	"proofdesk/app/artifact"
	"proofdesk/app/clock"
	"proofdesk/app/fault"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/static"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// build returns what a build of a version wrote, from the text of each file by name.
func build(t *testing.T, version string, texts map[string]string) static.Bundle {
	t.Helper()
	files := fstest.MapFS{}
	b := static.Bundle{Version: version, SDK: files, Types: fstest.MapFS{"proofdesk.d.ts": {Data: []byte("export {}")}}}
	for name, text := range texts {
		var packed bytes.Buffer
		w := brotli.NewWriter(&packed)
		if _, err := w.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256([]byte(text))
		files[name+".br"] = &fstest.MapFile{Data: packed.Bytes()}
		b.Listed = append(b.Listed, static.Listed{
			Name:   name,
			SHA256: hex.EncodeToString(sum[:]),
			Size:   int64(len(text)),
		})
	}
	return b
}

const (
	oldVersion = "11.1.12.2.1"
	newVersion = "11.1.13.2.18"
)

func oldBuild(t *testing.T) static.Bundle {
	return build(t, oldVersion, map[string]string{
		"proofdesk.js": "old", "support.js": "support", "worker-01.js": "old worker",
	})
}

func newBuild(t *testing.T) static.Bundle {
	return build(t, newVersion, map[string]string{
		"proofdesk.js": "new", "support.js": "support", "worker-02.js": "new worker",
	})
}

// published returns the shelf of a program that has started with a build, and what it logged.
func published(t *testing.T, st *store.Store, b static.Bundle) (*artifact.Shelf, *strings.Builder) {
	t.Helper()
	var log strings.Builder
	s := &artifact.Shelf{Store: st, Assets: b, Log: slog.New(slog.NewTextHandler(&log, nil))}
	if err := s.Publish(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s, &log
}

// loads fails the test where a browser does not get a text from an address; none means that it gets 404.
func loads(t *testing.T, s *artifact.Shelf, address, want string) {
	t.Helper()
	version, name, _ := strings.Cut(address, "/")
	packed, err := s.ForBrowser(t.Context(), version, name)
	if want == "" {
		if !fault.Is(err, fault.NotFound) {
			t.Errorf("%s: %v, want that there is nothing", address, err)
		}
		return
	}
	plain, unpacking := artifact.Unpack(packed)
	if err != nil || unpacking != nil || string(plain) != want {
		t.Errorf("%s is %q, want %q: %v, %v", address, plain, want, err, unpacking)
	}
}

func TestWhatAnOlderVersionLoadsIsServedAfterAnUpgrade(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		published(t, st, oldBuild(t))
		s, log := published(t, st, newBuild(t))
		if log.Len() > 0 {
			t.Errorf("a new version was logged: %s", log)
		}
		for address, want := range map[string]string{
			"11/proofdesk.js": "new", newVersion + "/proofdesk.js": "new", oldVersion + "/proofdesk.js": "old",
			"11/worker-01.js": "old worker", "11/worker-02.js": "new worker",
			oldVersion + "/worker-01.js": "old worker", oldVersion + "/worker-02.js": "",
			newVersion + "/worker-01.js": "", "9.6.24.2.15/proofdesk.js": "",
			"11/proofdesk-web-sdk-11.1.12-2.1.tgz": "", "11/..%2fworker-01.js": "", "11/worker-\x00.js": "", "11/": "",
		} {
			loads(t, s, address, want)
		}
	})
}

func TestAVersionIsPublishedOnceAndNeverWithOtherBytes(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		published(t, st, oldBuild(t))
		if _, log := published(t, st, oldBuild(t)); log.Len() > 0 {
			t.Errorf("a second start was logged: %s", log)
		}
		other := build(t, oldVersion, map[string]string{
			"proofdesk.js": "changed", "support.js": "support", "worker-03.js": "third worker",
		})
		s, log := published(t, st, other)
		for _, part := range []string{
			"was published with other files", "proofdesk.js", "worker-01.js", "worker-03.js",
			"proofdesk-web-sdk-11.1.12-2.1.tgz",
		} {
			if !strings.Contains(log.String(), part) {
				t.Errorf("the log lacks %q: %s", part, log)
			}
		}
		for address, want := range map[string]string{
			"11/proofdesk.js": "changed", "11/worker-03.js": "third worker", oldVersion + "/proofdesk.js": "old",
			oldVersion + "/worker-03.js": "", "11/worker-01.js": "old worker",
		} {
			loads(t, s, address, want)
		}
	})
}

func TestNodesThatStartAtOncePublishOneSet(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		builds := []static.Bundle{oldBuild(t), oldBuild(t), oldBuild(t), oldBuild(t)}
		errs := make([]error, len(builds))
		var all sync.WaitGroup
		for i, b := range builds {
			all.Go(func() {
				s := &artifact.Shelf{Store: st, Assets: b, Log: slog.New(slog.DiscardHandler)}
				errs[i] = s.Publish(t.Context())
			})
		}
		all.Wait()
		for _, err := range errs {
			if err != nil {
				t.Error(err)
			}
		}
		files, err := st.SDKFiles(t.Context())
		if err != nil || len(files) != 4 {
			t.Errorf("%d files: %+v, %v", len(files), files, err)
		}
	})
}

func TestTheFilesOfTheBuildAreThoseThatItLists(t *testing.T) {
	st := storetest.SQLite(t, clock.System{})
	b := assets(t)
	published(t, st, b)
	files, err := st.SDKFiles(t.Context())
	if err != nil || len(files) != 5 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, listed := range files {
		f, err := st.SDKFile(t.Context(), b.Version, listed.Name)
		if err != nil {
			t.Fatal(err)
		}
		plain, err := artifact.Unpack(f.Packed)
		sum := sha256.Sum256(plain)
		if err != nil || f.SHA256 != hex.EncodeToString(sum[:]) || f.Size != int64(len(plain)) {
			t.Errorf("%s has %d bytes with another hash than %s: %v", f.Name, len(plain), f.SHA256, err)
		}
	}
	names, err := fs.Glob(b.SDK, "*")
	if err != nil || len(names) != len(b.Listed) {
		t.Errorf("%v are built, %+v listed: %v", names, b.Listed, err)
	}
}

func TestADeprecationHasAtMostFiveHundredCharacters(t *testing.T) {
	s, _ := published(t, storetest.SQLite(t, clock.System{}), newBuild(t))
	if err := s.Deprecate(t.Context(), newVersion, strings.Repeat("é", 500)); err != nil {
		t.Error(err)
	}
	if err := s.Deprecate(t.Context(), newVersion, strings.Repeat("é", 501)); !fault.Is(err, fault.Invalid) {
		t.Errorf("501 characters: %v", err)
	}
}
