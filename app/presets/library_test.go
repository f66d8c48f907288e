package presets_test

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/png"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"proofdesk/app/clock"
	"proofdesk/app/company"
	"proofdesk/app/evidence"
	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/keyring"
	"proofdesk/app/preset"
	"proofdesk/app/presets"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/vault"
	"proofdesk/engine/media"
)

func TestMain(m *testing.M) { storetest.Main(m) }

const symbol = "idCaptureCustomizationOptions.imageOptions.retryScreenImage"

// office is the use cases of presets of two companies on one database.
type office struct {
	*testing.T
	store   *store.Store
	folder  *evidence.Folder
	library *presets.Library
	presets *presets.Registry
}

func open(t *testing.T, st *store.Store) office {
	t.Helper()
	keys := &keyring.Keys{Store: st, Master: vault.Ephemeral()}
	o := office{
		T:       t,
		store:   st,
		folder:  &evidence.Folder{Root: filepath.Join(t.TempDir(), "captures")},
		presets: &presets.Registry{Store: st},
	}
	o.library = &presets.Library{
		Store: st,
		Clock: clock.System{},
		Keys:  keys,
		Safe:  evidence.Safe{Store: o.folder},
		Log:   slog.New(slog.DiscardHandler),
		Check: func(_ context.Context, b []byte) (media.File, error) { return media.Check(b) },
	}
	for _, slug := range []string{"acme", "other"} {
		err := st.Write(t.Context(), func(tx *store.Tx) error {
			return tx.InsertCompany(t.Context(), company.Company{
				Slug:       slug,
				Name:       slug,
				WrappedKey: keys.NewCompanyKey(slug),
				CreatedAt:  tx.Now,
			})
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return o
}

// logo is a picture that differs by its shade.
func logo(t *testing.T, shade uint8) []byte {
	t.Helper()
	m := image.NewGray(image.Rect(0, 0, 8, 4))
	m.SetGray(1, 1, color.Gray{Y: shade})
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func (o office) upload(name string, b []byte) preset.Media {
	o.Helper()
	m, _, err := o.library.Upload(o.Context(), "agent:ann", "acme", name, b)
	if err != nil {
		o.Fatal(err)
	}
	return m
}

// files lists the sealed files.
func (o office) files() []string {
	o.Helper()
	found, err := filepath.Glob(filepath.Join(o.folder.Root, "*", "*", "*", "*"))
	if err != nil {
		o.Fatal(err)
	}
	return found
}

func TestAnUploadIsStoredSealedAndOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		o := open(t, st)
		sent := logo(t, 7)
		m := o.upload(`C:\art\Our "logo".final.png`, sent)
		if m.Name != "Our logo.final.png" || m.Width != 8 || m.Height != 4 || m.ContentType != media.PNG {
			t.Errorf("%q %d × %d %s", m.Name, m.Width, m.Height, m.ContentType)
		}
		again, fresh, err := o.library.Upload(t.Context(), "agent:ben", "acme", "copy.png", sent)
		if err != nil || fresh || again.SHA256 != m.SHA256 || again.Name != m.Name {
			t.Errorf("%+v %v %v", again, fresh, err)
		}
		files := o.files()
		if len(files) != 1 {
			t.Fatalf("%d files", len(files))
		}
		raw, err := os.ReadFile(files[0])
		if err != nil || bytes.Contains(raw, sent[:8]) {
			t.Errorf("not sealed: %v", err)
		}
		stored, err := st.PresetMedia(t.Context(), "acme", m.SHA256)
		if err != nil {
			t.Fatal(err)
		}
		if shown, err := o.library.Bytes(t.Context(), stored); err != nil || !bytes.Equal(shown, sent) {
			t.Errorf("read back: %v", err)
		}
		stored.Company = "other"
		if _, err := o.library.Bytes(t.Context(), stored); !fault.Is(err, fault.Internal) {
			t.Errorf("with another company's key: %v", err)
		}
		if _, err := st.PresetMedia(t.Context(), "other", m.SHA256); !fault.Is(err, fault.NotFound) {
			t.Errorf("another company reads it: %v", err)
		}
	})
}

func TestTheSameFileUploadedAtOnceIsOneUpload(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		o := open(t, st)
		sent := logo(t, 9)
		const uploaders = 8
		var all sync.WaitGroup
		fresh := make([]bool, uploaders)
		failed := make([]error, uploaders)
		for i := range uploaders {
			all.Go(func() {
				_, fresh[i], failed[i] = o.library.Upload(t.Context(), "agent:ann", "acme", "logo.png", sent)
			})
		}
		all.Wait()
		stored := 0
		for i := range uploaders {
			if fresh[i] {
				stored++
			}
			if failed[i] != nil {
				t.Error(failed[i])
			}
		}
		rows, err := st.AllPresetMedia(t.Context(), "acme")
		if err != nil || len(rows) != 1 || stored != 1 {
			t.Errorf("%d rows, %d of the uploads were new: %v", len(rows), stored, err)
		}
		if files := o.files(); len(files) != 1 {
			t.Errorf("%d files", len(files))
		}
		if _, err := o.library.Bytes(t.Context(), rows[0]); err != nil {
			t.Error(err)
		}
	})
}

func TestWhatAPresetShowsIsNotDeleted(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		o := open(t, st)
		ctx := t.Context()
		m := o.upload("logo.png", logo(t, 3))
		shows := preset.Content{Values: preset.Values{symbol: m.Ref()}}
		p, err := o.presets.Create(ctx, "agent:ann", "acme", presets.NewPreset{Name: "retail", Content: shows})
		if err != nil {
			t.Fatal(err)
		}
		want := func(when, message string) {
			t.Helper()
			err := o.library.Remove(ctx, "agent:ann", "acme", m.SHA256)
			var f *fault.Error
			if !errors.As(err, &f) || f.Code != fault.Conflict || f.Message != message {
				t.Errorf("%s: %v", when, err)
			}
		}
		want("in a draft", "the upload is used by the draft of retail: choose another there first")
		p, err = o.presets.Publish(ctx, "agent:ann", "acme", "retail", p.Revision,
			presets.Publication{Note: "our logo", Origin: preset.ByConsole})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := o.presets.ReplaceDraft(ctx, "agent:ann", "acme", "retail", p.Revision,
			preset.Filling{Content: preset.Content{Values: preset.Values{symbol: ""}}}); err != nil {
			t.Fatal(err)
		}
		want("in a version",
			"the upload is used by version 1 of retail: versions are kept, and so are their images and fonts")
		unused := o.upload("other.png", logo(t, 4))
		if err := o.library.Remove(ctx, "agent:ann", "acme", unused.SHA256); err != nil {
			t.Error(err)
		}
		if err := o.library.Remove(ctx, "agent:ann", "acme", unused.SHA256); !fault.Is(err, fault.NotFound) {
			t.Errorf("a second time: %v", err)
		}
		if err := o.library.Remove(ctx, "agent:ann", "other", m.SHA256); !fault.Is(err, fault.NotFound) {
			t.Errorf("by another company: %v", err)
		}
		listed, err := st.RemovedObjects(ctx, store.RemovedObject{}, 9)
		if err != nil || len(listed) != 0 || len(o.files()) != 1 {
			t.Errorf("%d files, %d still to remove: %v", len(o.files()), len(listed), err)
		}
	})
}

// Whichever comes first, a draft never names an upload that is gone.
func TestAnUploadThatIsDeletedWhileADraftTakesItUpIsEitherKeptOrRefused(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		o := open(t, st)
		if _, err := o.presets.Create(t.Context(), "agent:ann", "acme", presets.NewPreset{Name: "retail"}); err != nil {
			t.Fatal(err)
		}
		for round := range 6 {
			m := o.upload("logo.png", logo(t, uint8(20+round)))
			var both sync.WaitGroup
			var removed, edited error
			both.Go(func() { removed = o.library.Remove(t.Context(), "agent:ann", "acme", m.SHA256) })
			both.Go(func() {
				p, err := st.Preset(t.Context(), "acme", "retail")
				if err != nil {
					edited = err
					return
				}
				_, _, edited = o.presets.EditDraft(t.Context(), "agent:ben", "acme", "retail", []preset.Edit{
					{Path: symbol, Base: p.Draft.Content().Values[symbol], Value: m.Ref()},
				})
			})
			both.Wait()
			if (removed == nil) == (edited == nil) {
				t.Errorf("deleted: %v, taken up: %v", removed, edited)
			}
		}
	})
}

func TestAPresetNamesOnlyUploadsOfItsCompany(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		o := open(t, st)
		ctx := t.Context()
		m := o.upload("logo.png", logo(t, 5))
		const font = "idCaptureCustomizationOptions.fontOptions.labelFont"
		shows := preset.Content{Values: preset.Values{symbol: m.Ref(), font: m.Ref()}}
		want := func(err error, rules ...string) {
			t.Helper()
			var f *fault.Error
			var got []string
			if errors.As(err, &f) {
				for _, field := range f.Fields {
					got = append(got, field.Name+":"+field.Rule)
				}
			}
			if len(got) != len(rules) {
				t.Fatalf("got %q (%v), want %q", got, err, rules)
			}
			for i := range rules {
				if got[i] != rules[i] {
					t.Errorf("got %q, want %q", got, rules)
				}
			}
		}
		_, err := o.presets.Create(ctx, "agent:ann", "other", presets.NewPreset{Name: "retail", Content: shows})
		want(err, font+":unknown_media", symbol+":unknown_media")
		_, err = o.presets.Create(ctx, "agent:ann", "acme", presets.NewPreset{Name: "retail", Content: shows})
		want(err, font+":media")
		p, err := o.presets.Create(ctx, "agent:ann", "acme", presets.NewPreset{Name: "retail"})
		if err != nil {
			t.Fatal(err)
		}
		_, err = o.presets.ReplaceDraft(ctx, "agent:ann", "acme", "retail", p.Revision, preset.Filling{Content: shows})
		want(err, font+":media")
		_, _, err = o.presets.EditDraft(ctx, "agent:ann", "acme", "retail",
			[]preset.Edit{{Path: font, Value: m.Ref()}, {Path: symbol, Value: m.Ref()}})
		want(err, font+":media")
	})
}

// brokenStore fails where a process would end: after the bytes are stored.
type brokenStore struct {
	*evidence.Folder
	cut context.CancelFunc
}

// Put stores an object and then ends the request.
func (s brokenStore) Put(ctx context.Context, name string, r io.Reader, size int64) error {
	err := s.Folder.Put(ctx, name, r, size)
	s.cut()
	return err
}

func TestAFileWithoutARowIsSweptAndAnUploadNever(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		o := open(t, st)
		m := o.upload("logo.png", logo(t, 6))

		// A process that is killed between the file and the row leaves a file.
		orphan := evidence.SealedFile{Object: evidence.Name(time.Now(), ids.UUID()), Key: vault.NewKey(), Place: "x"}
		if err := o.library.Safe.KeepFile(t.Context(), orphan, []byte("left behind")); err != nil {
			t.Fatal(err)
		}
		later := time.Now().Add(evidence.Orphaned + time.Hour)
		swept, err := o.folder.Sweep(t.Context(), later, time.Now().AddDate(0, 0, -1), st.KnownObjects)
		if err != nil || swept != 1 {
			t.Errorf("%d files were swept: %v", swept, err)
		}
		if _, err := o.library.Bytes(t.Context(), m); err != nil {
			t.Errorf("the upload: %v", err)
		}

		// A request that ends there leaves one too, as the row may have been written: only the sweep can tell.
		ctx, cut := context.WithCancel(t.Context())
		o.library.Safe.Store = brokenStore{o.folder, cut}
		if _, _, err := o.library.Upload(ctx, "agent:ann", "acme", "next.png", logo(t, 8)); err == nil {
			t.Error("an upload without a row was acknowledged")
		}
		swept, err = o.folder.Sweep(t.Context(), later, time.Now().AddDate(0, 0, -1), st.KnownObjects)
		if files := o.files(); err != nil || swept != 1 || len(files) != 1 {
			t.Errorf("%d files were swept, %d are left: %v", swept, len(files), err)
		}
	})
}
