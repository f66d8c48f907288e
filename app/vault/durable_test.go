package vault_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"proofdesk/app/vault"
)

func TestMasterKeysAreDurableBeforeTheyAreUsed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "master.keys")
	if _, err := vault.Init(path); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var synced []string
	restore := vault.OnSync(func(file *os.File) error {
		now, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		info, err := file.Stat()
		if err != nil {
			return err
		}
		what := "the new file"
		if info.IsDir() {
			what = "the folder"
		}
		if !slices.Equal(now, before) {
			what += " after the change"
		}
		synced = append(synced, what)
		return file.Sync()
	})
	defer restore()
	if _, err := vault.Rotate(path); err != nil {
		t.Fatal(err)
	}
	if want := []string{"the new file", "the folder after the change"}; !slices.Equal(synced, want) {
		t.Errorf("made durable: %q, want %q", synced, want)
	}
}

func TestARotationThatIsNotDurableChangesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "master.keys")
	m, err := vault.Init(path)
	if err != nil {
		t.Fatal(err)
	}
	before := m.ActiveID()
	defer vault.OnSync(func(*os.File) error { return errors.New("the disk is gone") })()
	if _, err := m.Rotate(); err == nil {
		t.Error("a rotation succeeds that is not durable")
	}
	if m.ActiveID() != before {
		t.Error("a key wraps that is not durable")
	}
	again, err := vault.Load(path)
	if err != nil || again.ActiveID() != before {
		t.Errorf("the file has changed: active %v, %v", again, err)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".master-*")); len(left) != 0 {
		t.Errorf("left behind: %q", left)
	}
}
