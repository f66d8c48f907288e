package rendition_test

import (
	"bytes"
	"context"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"proofdesk/app/clock"
	"proofdesk/app/company"
	"proofdesk/app/evidence"
	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/inspection"
	"proofdesk/app/keyring"
	"proofdesk/app/onboarding"
	"proofdesk/app/rendition"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/vault"
)

// house is a store with a job whose passport and selfie can be shown. made lists the renditions in the order in which
// they were made.
type house struct {
	*testing.T
	store    *store.Store
	keys     *keyring.Keys
	folder   *evidence.Folder
	job      string
	key      vault.Key
	captures []onboarding.Capture

	mu     sync.Mutex
	made   []string
	during func() // called while a rendition is made; may be nil
}

func open(t *testing.T) *house {
	t.Helper()
	now := clock.NewManual(time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC))
	h := &house{T: t, store: storetest.SQLite(t, now), job: ids.UUID()}
	h.keys = &keyring.Keys{Store: h.store, Master: vault.Ephemeral()}
	h.folder = &evidence.Folder{Root: filepath.Join(t.TempDir(), "captures")}
	h.write(func(tx *store.Tx) error {
		return tx.InsertCompany(t.Context(), company.Company{
			Slug:       "acme",
			Name:       "Acme",
			WrappedKey: h.keys.NewCompanyKey("acme"),
		})
	})
	row, key, err := h.keys.NewApplicantKey(t.Context(), "acme", h.job)
	h.must(err)
	h.key = key
	h.write(func(tx *store.Tx) error {
		if err := tx.InsertApplicantKey(t.Context(), row); err != nil {
			return err
		}
		return tx.InsertJob(t.Context(), onboarding.Job{
			ID:         h.job,
			Seq:        tx.NextSeq(),
			Company:    "acme",
			Function:   onboarding.LiveFaceCheck,
			Flavor:     "LITE",
			Line:       onboarding.CurrentLine,
			SDKVersion: "11.1",
			Status:     onboarding.Capturing,
			CreatedAt:  tx.Now,
		})
	})
	for kind, contentType := range map[onboarding.CaptureKind]string{
		onboarding.Passport: "image/jpeg", onboarding.Selfie: "image/png", onboarding.Video: "video/mp4",
	} {
		h.capture(kind, contentType, now.Now())
	}
	return h
}

func (h *house) capture(kind onboarding.CaptureKind, contentType string, at time.Time) {
	h.Helper()
	c := onboarding.Capture{
		ID:          ids.UUID(),
		Company:     "acme",
		JobID:       h.job,
		Kind:        kind,
		ContentType: contentType,
		Size:        int64(len(kind)),
		CreatedAt:   at,
	}
	safe := evidence.Safe{Store: h.folder}
	h.must(safe.Keep(h.Context(), &c, h.key, bytes.NewReader([]byte(kind))))
	h.write(func(tx *store.Tx) error { return tx.InsertCapture(h.Context(), c) })
	h.captures = append(h.captures, c)
}

func (h *house) write(fn func(tx *store.Tx) error) {
	h.Helper()
	h.must(h.store.Write(h.Context(), fn))
}

func (h *house) must(err error) {
	h.Helper()
	if err != nil {
		h.Fatal(err)
	}
}

// maker returns the maker of a program that has just started.
func (h *house) maker() *rendition.Maker {
	return &rendition.Maker{
		Store:  h.store,
		Keys:   h.keys,
		Safe:   evidence.Safe{Store: h.folder},
		Log:    slog.New(slog.DiscardHandler),
		Render: h.render,
	}
}

func (h *house) render(
	_ context.Context, p inspection.Priority, image []byte, size string,
) ([]byte, string, error) {
	if string(image) == "broken" {
		return nil, "", fault.New(fault.Invalid, "the picture can't be shown")
	}
	h.mu.Lock()
	h.made = append(h.made, map[bool]string{true: "ahead "}[p == inspection.Batch]+size)
	h.mu.Unlock()
	if h.during != nil {
		h.during()
	}
	return []byte(string(image) + " as " + size), "image/jpeg", nil
}

// passport returns the capture of the passport.
func (h *house) passport() onboarding.Capture {
	for _, c := range h.captures {
		if c.Kind == onboarding.Passport {
			return c
		}
	}
	return onboarding.Capture{}
}

// want requests a picture and compares what had to be made for it.
func (h *house) want(m *rendition.Maker, size, picture, made string) {
	h.Helper()
	h.made = nil
	p, err := m.Picture(h.Context(), h.passport(), h.key, size)
	h.must(err)
	if string(p.Bytes) != picture || p.ContentType != "image/jpeg" {
		h.Errorf("%s is %q of type %q", size, p.Bytes, p.ContentType)
	}
	if got := strings.Join(h.made, ", "); got != made {
		h.Errorf("for %s were made: %q, want %q", size, got, made)
	}
}

func (h *house) files() (all []string) {
	_ = filepath.WalkDir(h.folder.Root, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			all = append(all, path)
		}
		return nil
	})
	return all
}

func TestARenditionIsMadeOnceAndSurvivesARestart(t *testing.T) {
	h := open(t)
	m := h.maker()
	h.want(m, rendition.Thumb, "passport as view as thumb", "view, thumb")
	h.want(m, rendition.View, "passport as view", "")
	h.want(m, rendition.Full, "passport as full", "full")
	restarted := h.maker()
	for size, picture := range map[string]string{
		rendition.Thumb: "passport as view as thumb",
		rendition.View:  "passport as view",
		rendition.Full:  "passport as full",
	} {
		h.want(restarted, size, picture, "")
	}
}

func TestADamagedRenditionIsMadeAgain(t *testing.T) {
	h := open(t)
	h.want(h.maker(), rendition.View, "passport as view", "view")
	file := filepath.Join(h.folder.Root, h.passport().Key+".view")
	for _, size := range []int64{0, 10} {
		h.must(os.Truncate(file, size))
		h.want(h.maker(), rendition.View, "passport as view", "view")
		h.want(h.maker(), rendition.View, "passport as view", "")
	}
}

func TestWhatTheReviewPageShowsIsMadeAheadOfTime(t *testing.T) {
	h := open(t)
	h.must(h.maker().Prepare(t.Context(), "acme", h.job))
	if got := strings.Join(h.made, ", "); got != "ahead view, ahead thumb, ahead view, ahead thumb" {
		t.Errorf("made %q", got)
	}
	m := h.maker()
	h.want(m, rendition.View, "passport as view", "")
	h.want(m, rendition.Thumb, "passport as view as thumb", "")
}

func TestAPictureThatCannotBeShownKeepsNoOtherFromBeingPrepared(t *testing.T) {
	h := open(t)
	key := "broken"
	h.capture(onboarding.CaptureKind(key), "image/jpeg", h.captures[0].CreatedAt)
	h.must(h.maker().Prepare(t.Context(), "acme", h.job))
	if len(h.made) != 4 {
		t.Errorf("made %q", h.made)
	}
}

func TestAStoreThatFailsOnlyCostsTime(t *testing.T) {
	h := open(t)
	h.must(os.Mkdir(filepath.Join(h.folder.Root, h.passport().Key+".view"), 0o700))
	for range 2 {
		h.want(h.maker(), rendition.View, "passport as view", "view")
	}
}

func TestARemovedCaptureKeepsNoRendition(t *testing.T) {
	h := open(t)
	h.during = func() {
		var objects []string
		h.write(func(tx *store.Tx) (err error) {
			objects, err = tx.RemoveCaptures(t.Context(), "acme", h.job)
			return err
		})
		_, err := evidence.Safe{Store: h.folder}.Remove(t.Context(), objects)
		h.must(err)
	}
	h.want(h.maker(), rendition.View, "passport as view", "view")
	if left := h.files(); len(left) > 0 {
		t.Errorf("left of a removed job: %q", left)
	}
}
