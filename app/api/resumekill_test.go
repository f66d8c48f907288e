package api_test

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"proofdesk/app/evidence"
	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
)

// killed is a folder of a process that ends after its last Put has stored an object, or before it deletes one.
type killed struct {
	*evidence.Folder
	puts int // that end well before
}

var errKilled = fault.New(fault.Unavailable, "the process has ended")

func (k *killed) Put(ctx context.Context, name string, r io.Reader, size int64) error {
	if err := k.Folder.Put(ctx, name, r, size); err != nil {
		return err
	}
	if k.puts--; k.puts < 0 {
		return errKilled
	}
	return nil
}

func (k *killed) Delete(context.Context, string) error { return errKilled }

// sweep removes files without a row, as the upkeep does a day later.
func (w *world) sweep(folder *evidence.Folder) int {
	w.t.Helper()
	n, err := folder.Sweep(w.t.Context(), time.Now().Add(2*evidence.Orphaned), began.AddDate(0, 0, -1),
		w.store.KnownObjects)
	if err != nil {
		w.t.Fatal(err)
	}
	return n
}

// TestAKilledUploadGoesOnWhereItEnded ends the process at each moment of an upload in two parts, starts it again, and
// asks where to go on.
func TestAKilledUploadGoesOnWhereItEnded(t *testing.T) {
	content := recording(50_000)
	steps := []step{
		{span: "0-16383/50000", body: content[:kib16]}, {span: "16384-49999/50000", body: content[kib16:]},
	}
	for name, tt := range map[string]struct {
		puts   int    // before the kill
		held   string // after it; empty where the question completes the capture
		status int
		orphan int // files without a row, which the sweep removes
		listed int // files that the retention worker removes too
	}{
		"between the first part and its row":       {0, "", 308, 1, 0},
		"between the last part and its row":        {1, "bytes=0-16383", 308, 1, 0},
		"between the last part and the completion": {2, "", 201, 1, 0},
		"before the parts' files are removed":      {3, "", 308, 2, 2},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			job, folder := w.newJob(jobBody), w.folder()
			w.in.Evidence.Store = &killed{folder, tt.puts}
			for _, s := range steps {
				w.resume(job, s)
			}
			w.in.Evidence.Store = folder
			a := w.resume(job, step{span: "*/50000"})
			if a.status != tt.status || a.header.Get("Range") != tt.held {
				t.Errorf("%d %q, want %d %q", a.status, a.header.Get("Range"), tt.status, tt.held)
			}
			if n := w.sweep(folder); n != tt.orphan {
				t.Errorf("%d files without a row, want %d", n, tt.orphan)
			}
			listed, err := w.store.RemovedObjects(t.Context(), store.RemovedObject{}, 9)
			if err != nil || len(listed) != tt.listed {
				t.Errorf("%d files are left to the retention worker, want %d: %v", len(listed), tt.listed, err)
			}
			for _, s := range steps {
				w.resume(job, s)
			}
			captures, err := w.store.Captures(t.Context(), "acme", job)
			if err != nil || len(captures) != 1 || captures[0].SHA256 != sumOf(content) {
				t.Errorf("captures: %+v, %v", captures, err)
			}
			parts, err := w.store.CaptureParts(t.Context(), "acme", job, onboarding.Voice)
			if err != nil || tt.status == 308 && len(parts) != 0 {
				t.Errorf("%d parts are left: %v", len(parts), err)
			}
		})
	}
}

func TestPartsThatCanNotBeReadAreSentAgain(t *testing.T) {
	w := newWorld(t)
	job, content := w.newJob(jobBody), recording(50_000)
	w.resume(job, step{span: "0-16383/50000", body: content[:kib16]})
	parts, err := w.store.CaptureParts(t.Context(), "acme", job, onboarding.Voice)
	if err != nil || len(parts) != 1 {
		t.Fatal(parts, err)
	}
	path := filepath.Join(w.folder().Root, filepath.FromSlash(parts[0].Object))
	if err := os.WriteFile(path, []byte("damaged"), 0o600); err != nil {
		t.Fatal(err)
	}
	a := w.resume(job, step{span: "16384-49999/50000", body: content[kib16:]})
	if a.status != 308 || a.header.Get("Range") != "" || w.files() != 0 {
		t.Fatalf("%d %q, %d files", a.status, a.header.Get("Range"), w.files())
	}
	w.resume(job, step{span: "0-16383/50000", body: content[:kib16]})
	if a := w.resume(job, step{span: "16384-49999/50000", body: content[kib16:]}); a.status != 201 {
		t.Errorf("%d %s", a.status, a.body)
	}
}

func TestUploadsAreRemovedADayAfterTheirLastPart(t *testing.T) {
	w := newWorld(t)
	content := recording(50_000)
	left, continued := w.newJob(jobBody), w.newJob(jobBody)
	for _, job := range []string{left, continued} {
		w.resume(job, step{span: "0-16383/50000", body: content[:kib16]})
	}
	w.clock.Advance(23 * time.Hour)
	w.resume(continued, step{span: "16384-32767/50000", body: content[kib16 : 2*kib16]})
	w.clock.Advance(2 * time.Hour)
	if err := w.in.PurgeUploads(t.Context()); err != nil {
		t.Fatal(err)
	}
	for job, held := range map[string]string{left: "", continued: "bytes=0-32767"} {
		if a := w.resume(job, step{span: "*/50000"}); a.status != 308 || a.header.Get("Range") != held {
			t.Errorf("%d %q, want %q", a.status, a.header.Get("Range"), held)
		}
	}
	if n := w.files(); n != 2 {
		t.Errorf("%d files are kept, want the two parts of the upload that was continued", n)
	}
}

// meanwhile is a folder during whose first removal something else happens.
type meanwhile struct {
	*evidence.Folder
	happens func()
}

func (m *meanwhile) Delete(ctx context.Context, name string) error {
	if happens := m.happens; happens != nil {
		m.happens = nil
		happens()
	}
	return m.Folder.Delete(ctx, name)
}

func TestAnUploadThatIsContinuedOnceItIsListedStays(t *testing.T) {
	w := newWorld(t)
	content := recording(50_000)
	left, continued := w.newJob(jobBody), w.newJob(jobBody)
	for _, job := range []string{left, continued} { // the one before the other, as they are listed
		w.resume(job, step{span: "0-16383/50000", body: content[:kib16]})
		w.clock.Advance(time.Second)
	}
	w.clock.Advance(25 * time.Hour)
	w.in.Evidence.Store = &meanwhile{w.folder(), func() {
		w.resume(continued, step{span: "16384-32767/50000", body: content[kib16 : 2*kib16]})
	}}
	if err := w.in.PurgeUploads(t.Context()); err != nil {
		t.Fatal(err)
	}
	for job, held := range map[string]string{left: "", continued: "bytes=0-32767"} {
		if a := w.resume(job, step{span: "*/50000"}); a.status != 308 || a.header.Get("Range") != held {
			t.Errorf("%d %q, want %q", a.status, a.header.Get("Range"), held)
		}
	}
}

func TestErasingAJobRemovesItsParts(t *testing.T) {
	w := newWorld(t)
	job, content := w.newJob(jobBody), recording(50_000)
	w.resume(job, step{span: "0-16383/50000", body: content[:kib16]})
	w.resume(job, step{span: "16384-32767/50000", body: content[kib16 : 2*kib16]})
	var objects []string
	w.write(func(tx *store.Tx) (err error) {
		objects, err = tx.EraseJob(t.Context(), "acme", job)
		return err
	})
	listed, err := w.store.RemovedObjects(t.Context(), store.RemovedObject{}, 9)
	if err != nil || len(objects) != 2 || len(listed) != 2 {
		t.Errorf("%d objects, %d are listed: %v", len(objects), len(listed), err)
	}
	if a := w.resume(job, step{span: "*/50000"}); a.status != 404 {
		t.Errorf("%d %s", a.status, a.body)
	}
}
