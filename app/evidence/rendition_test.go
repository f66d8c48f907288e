package evidence_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"proofdesk/app/evidence"
	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/vault"
)

var shown = evidence.Rendition{
	Size:        "view",
	Version:     "1",
	ContentType: "image/jpeg",
	Bytes:       bytes.Repeat([]byte("recognisable\n"), 1000),
}

// rendered stores a capture with a rendition, and returns the rendition's file.
func rendered(t *testing.T, f *evidence.Folder, safe evidence.Safe, key vault.Key) (onboarding.Capture, string) {
	t.Helper()
	c := keep(t, safe, key, random(100))
	if err := safe.KeepRendition(t.Context(), c, key, shown); err != nil {
		t.Fatal(err)
	}
	return c, filepath.Join(f.Root, c.Key+".view")
}

func TestARenditionIsStoredSealed(t *testing.T) {
	f, safe := folder(t)
	key := vault.NewKey()
	c, file := rendered(t, f, safe, key)
	got, err := safe.Rendition(t.Context(), c, key, "view", "1")
	if err != nil || got.ContentType != shown.ContentType || !bytes.Equal(got.Bytes, shown.Bytes) {
		t.Fatalf("read %q with %d bytes: %v", got.ContentType, len(got.Bytes), err)
	}
	raw, err := os.ReadFile(file)
	if err != nil || bytes.Contains(raw, []byte("recognisable")) || bytes.Contains(raw, []byte("jpeg")) {
		t.Errorf("the file is not sealed: %v", err)
	}
	if !evidence.IsRendition(file) || evidence.IsRendition(c.Key) {
		t.Error("a rendition is not told from a capture by its name")
	}
}

func TestARenditionIsReadOnlyInItsPlace(t *testing.T) {
	f, safe := folder(t)
	key := vault.NewKey()
	c, file := rendered(t, f, safe, key)
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	flipped := bytes.Clone(whole)
	flipped[len(flipped)/2] ^= 1
	cases := []struct {
		name          string
		change        func(c *onboarding.Capture)
		key           vault.Key
		size, version string
		file          []byte
	}{
		{name: "another size", size: "thumb"},
		{name: "another version", version: "2"},
		{name: "another applicant's key", key: vault.NewKey()},
		{name: "another capture", change: func(c *onboarding.Capture) { c.ID = "other" }},
		{name: "another company", change: func(c *onboarding.Capture) { c.Company = "globex" }},
		{name: "a truncated file", file: whole[:len(whole)-1]},
		{name: "an empty file", file: []byte{}},
		{name: "a changed file", file: flipped},
	}
	for _, one := range cases {
		asked, k, size, version := c, key, "view", "1"
		if one.change != nil {
			one.change(&asked)
		}
		if one.key != (vault.Key{}) {
			k = one.key
		}
		if one.size != "" {
			size = one.size
		}
		if one.version != "" {
			version = one.version
		}
		content := whole
		if one.file != nil {
			content = one.file
		}
		if err := os.WriteFile(file, content, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := safe.Rendition(t.Context(), asked, k, size, version); !fault.Is(err, fault.NotFound) {
			t.Errorf("%s: got %v, want not_found", one.name, err)
		}
	}
}

func TestARenditionIsRemovedWithItsCapture(t *testing.T) {
	f, safe := folder(t)
	key := vault.NewKey()
	first, firstFile := rendered(t, f, safe, key)
	for _, size := range []string{"thumb", "full", "blurred"} {
		r := shown
		r.Size = size
		if err := safe.KeepRendition(t.Context(), first, key, r); err != nil {
			t.Fatal(err)
		}
	}
	second, secondFile := rendered(t, f, safe, key)
	if err := safe.Delete(t.Context(), first); err != nil {
		t.Fatal(err)
	}
	if gone, err := safe.Remove(t.Context(), []string{second.Key}); len(gone) != 1 || err != nil {
		t.Fatalf("removed %v: %v", gone, err)
	}
	third, thirdFile := rendered(t, f, safe, key)
	if err := safe.DropRenditions(t.Context(), third); err != nil {
		t.Fatal(err)
	}
	if left, err := filepath.Glob(filepath.Join(f.Root, first.Key) + "*"); len(left) > 0 || err != nil {
		t.Errorf("%v are left: %v", left, err)
	}
	for _, file := range []string{firstFile, secondFile, thirdFile} {
		if _, err := os.Stat(file); err == nil {
			t.Errorf("%s is left", file)
		}
	}
	if _, err := safe.ReadAll(t.Context(), third, key); err != nil {
		t.Errorf("the capture went with its renditions: %v", err)
	}
}

func TestTheSweeperKeepsTheRenditionsOfKnownCapturesOnly(t *testing.T) {
	f, safe := folder(t)
	key := vault.NewKey()
	known, kept := rendered(t, f, safe, key)
	_, orphan := rendered(t, f, safe, key)
	for _, file := range []string{kept, orphan, strings.TrimSuffix(orphan, ".view")} {
		if err := os.Chtimes(file, day, day); err != nil {
			t.Fatal(err)
		}
	}
	rows := func(_ context.Context, names []string) (map[string]bool, error) {
		found := map[string]bool{}
		for _, name := range names {
			found[name] = name == known.Key
		}
		return found, nil
	}
	n, err := f.Sweep(t.Context(), day.Add(evidence.Orphaned+time.Hour), day, rows)
	if n != 2 || err != nil {
		t.Errorf("swept %d files (%v), want the unknown capture with its rendition", n, err)
	}
	if _, err := os.Stat(kept); err != nil {
		t.Error(err)
	}
}
