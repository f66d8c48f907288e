package control_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"proofdesk/app/clock"
	"proofdesk/app/control"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
)

func TestABackupIsMadeWhileCapturesAreRemoved(t *testing.T) {
	captures, to := t.TempDir(), filepath.Join(t.TempDir(), "backup")
	// listed, and not there when it is opened: as a capture that is removed in between, or one that is just written
	if err := os.Symlink(filepath.Join(captures, "nowhere"), filepath.Join(captures, "a")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(captures, "b"), []byte("sealed"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := &control.Commands{Store: storetest.SQLite(t, clock.NewManual(time.Now())), Captures: captures}
	args, err := json.Marshal(control.Args{Dir: to})
	if err != nil {
		t.Fatal(err)
	}
	got, err := c.Do(t.Context(), control.Request{Command: "backup", Args: args})
	if want := (control.Backup{Dir: to, Captures: 1, Bytes: 6}); got != want || err != nil {
		t.Fatalf("the backup is %+v, %v, want %+v", got, err, want)
	}
	if kept, err := os.ReadFile(filepath.Join(to, "captures", "b")); string(kept) != "sealed" || err != nil {
		t.Errorf("the backup has %q, %v", kept, err)
	}
}

func TestABackupIsWholeWithoutACaptureThatWasRemovedMeanwhile(t *testing.T) {
	ctx, captures, to := t.Context(), t.TempDir(), filepath.Join(t.TempDir(), "backup")
	c := &control.Commands{Store: storetest.SQLite(t, clock.NewManual(time.Now())), Captures: captures}
	if err := c.Store.Write(ctx, func(tx *store.Tx) error {
		if err := storetest.Job(ctx, tx, "acme", "job"); err != nil {
			return err
		}
		return tx.InsertCapture(ctx, onboarding.Capture{
			Company:     "acme",
			ID:          "capture",
			JobID:       "job",
			Kind:        onboarding.Selfie,
			ContentType: "image/jpeg",
			Size:        1,
			SHA256:      strings.Repeat("0", 64),
			Key:         "2026/11/27/capture",
			WrappedKey:  []byte("key"),
			CapturedAt:  tx.Now,
			CreatedAt:   tx.Now,
		})
	}); err != nil {
		t.Fatal(err)
	}
	args, err := json.Marshal(control.Args{Dir: to})
	if err != nil {
		t.Fatal(err)
	}
	got, err := c.Do(ctx, control.Request{Command: "backup", Args: args})
	if want := (control.Backup{Dir: to, Gone: 1}); got != want || err != nil {
		t.Fatalf("the backup is %+v, %v, want %+v", got, err, want)
	}
	found, err := control.CheckBackup(ctx, to)
	if want := (control.Checked{OK: true, Files: 1, Gone: 1}); !reflect.DeepEqual(found, want) || err != nil {
		t.Errorf("the check says %+v, %v, want %+v", found, err, want)
	}
}
