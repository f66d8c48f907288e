package evidence_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/vault"
)

// objects lists the files of a folder.
func objects(t *testing.T, root string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(root, "*", "*", "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestACaptureIsDurableBeforeItIsAcknowledged(t *testing.T) {
	f, safe := folder(t)
	var synced []string // what was made durable, with the number of captures that had their name by then
	f.OnSync(func(file *os.File) error {
		name, err := filepath.Rel(filepath.Dir(f.Root), file.Name())
		if err != nil {
			return err
		}
		info, err := file.Stat()
		if err != nil {
			return err
		}
		if !info.IsDir() {
			if info.Size() == 0 {
				t.Errorf("%s is made durable before it is written", name)
			}
			name = "the bytes"
		}
		if final, _ := filepath.Glob(filepath.Join(f.Root, "*", "*", "*", "[^.]*")); len(final) > 0 {
			name += ", with the capture in it"
		}
		synced = append(synced, name)
		return file.Sync()
	})
	keep(t, safe, vault.NewKey(), random(100))
	want := []string{
		".", "captures", "captures/2026", "captures/2026/11", "the bytes",
		"captures/2026/11/20, with the capture in it",
	}
	if !slices.Equal(synced, want) {
		t.Errorf("made durable: %q, want %q", synced, want)
	}
}

func TestACaptureThatIsNotDurableIsNotAcknowledged(t *testing.T) {
	for _, failing := range []string{"the folders above it", "the bytes", "its folder"} {
		f, safe := folder(t)
		if failing != "the folders above it" {
			keep(t, safe, vault.NewKey(), random(10)) // its folders are durable
		}
		before := objects(t, f.Root)
		f.OnSync(func(file *os.File) error {
			info, err := file.Stat()
			if err == nil && info.IsDir() != (failing == "the bytes") {
				err = errors.New("the disk is gone")
			}
			return err
		})
		capture := onboarding.Capture{ID: ids.UUID(), Company: "acme", Size: 10, CreatedAt: day}
		err := safe.Keep(context.Background(), &capture, vault.NewKey(), bytes.NewReader(random(10)))
		if err == nil {
			t.Errorf("a capture was acknowledged although %s could not be made durable", failing)
		}
		if after := objects(t, f.Root); failing == "the bytes" && !slices.Equal(after, before) {
			t.Errorf("%s: left behind: %q", failing, after)
		}
	}
}
