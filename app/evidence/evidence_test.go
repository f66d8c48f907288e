package evidence_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"testing/iotest"
	"time"

	"proofdesk/app/evidence"
	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/vault"
)

var day = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func folder(t testing.TB) (*evidence.Folder, evidence.Safe) {
	f := &evidence.Folder{Root: filepath.Join(t.TempDir(), "captures")}
	return f, evidence.Safe{Store: f}
}

func keep(t testing.TB, safe evidence.Safe, applicant vault.Key, plain []byte) onboarding.Capture {
	t.Helper()
	c := onboarding.Capture{ID: ids.UUID(), Company: "acme", Size: int64(len(plain)), CreatedAt: day}
	if err := safe.Keep(context.Background(), &c, applicant, bytes.NewReader(plain)); err != nil {
		t.Fatalf("keep: %v", err)
	}
	return c
}

func random(n int) []byte {
	b := make([]byte, n)
	_, _ = rand.Read(b)
	return b
}

func TestACaptureIsReadWholeAndInPart(t *testing.T) {
	_, safe := folder(t)
	applicant := vault.NewKey()
	for _, size := range []int{1, 100, 64 << 10, 64<<10 + 1, 300_000} {
		plain := random(size)
		c := keep(t, safe, applicant, plain)
		got, err := safe.ReadAll(context.Background(), c, applicant)
		if err != nil || !bytes.Equal(got, plain) {
			t.Fatalf("size %d: whole read differs: %v", size, err)
		}
		d, err := safe.Open(context.Background(), c, applicant)
		if err != nil {
			t.Fatalf("size %d: %v", size, err)
		}
		part := make([]byte, size-size/3)
		if n, err := d.ReadAt(part, int64(size/3)); n != len(part) || err != nil && !errors.Is(err, io.EOF) {
			t.Fatalf("size %d: read %d of %d: %v", size, n, len(part), err)
		}
		if !bytes.Equal(part, plain[size/3:]) {
			t.Fatalf("size %d: part differs", size)
		}
		if err := d.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestFilesOnDiskAreEncryptedAndInTheFolderOfTheirDay(t *testing.T) {
	f, safe := folder(t)
	plain := bytes.Repeat([]byte("recognisable "), 1000)
	c := keep(t, safe, vault.NewKey(), plain)
	if want := "2026/11/20/" + c.ID; c.Key != want {
		t.Fatalf("name %q, want %q", c.Key, want)
	}
	raw, err := os.ReadFile(filepath.Join(f.Root, c.Key))
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(raw, []byte("recognisable")) {
		t.Fatal("plain text on the disk")
	}
	if entries, _ := os.ReadDir(filepath.Dir(filepath.Join(f.Root, c.Key))); len(entries) != 1 {
		t.Fatalf("%d files, want the object alone", len(entries))
	}
}

func TestDamageIsNeverServedAsADocument(t *testing.T) {
	f, safe := folder(t)
	applicant := vault.NewKey()
	plain := random(200_000)
	damage := map[string]func([]byte) []byte{
		"a flipped bit": func(b []byte) []byte { b[100_000] ^= 1; return b },
		"a cut tail":    func(b []byte) []byte { return b[:len(b)-1] },
		"a cut package": func(b []byte) []byte { return b[:64<<10+32] },
		"packages in disorder": func(b []byte) []byte {
			return append(bytes.Clone(b[64<<10+32:2*(64<<10+32)]),
				b...)[:len(b)]
		},
		"no bytes": func([]byte) []byte { return nil },
	}
	for name, change := range damage {
		c := keep(t, safe, applicant, plain)
		path := filepath.Join(f.Root, c.Key)
		raw, _ := os.ReadFile(path)
		if err := os.WriteFile(path, change(raw), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := safe.ReadAll(context.Background(), c, applicant); !fault.Is(err, fault.Internal) {
			t.Errorf("%s: got %v, want an internal fault", name, err)
		}
	}
}

func TestDamageInAPartIsToldAsDamage(t *testing.T) {
	f, safe := folder(t)
	applicant := vault.NewKey()
	c := keep(t, safe, applicant, random(200_000))
	path := filepath.Join(f.Root, c.Key)
	raw, _ := os.ReadFile(path)
	raw[100_000] ^= 1
	if err := os.WriteFile(path, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	d, err := safe.Open(t.Context(), c, applicant)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if _, err := d.ReadAt(make([]byte, 10), 99_000); !fault.Is(err, fault.Internal) {
		t.Errorf("got %v, want an internal fault", err)
	}
}

func TestASmallFileOpensInItsPlaceOnly(t *testing.T) {
	_, safe := folder(t)
	sealed := evidence.SealedFile{
		Object: evidence.Name(time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC), "logo"),
		Key:    vault.NewKey(),
		Place:  "acme",
	}
	if err := safe.KeepFile(t.Context(), sealed, []byte("a logo")); err != nil {
		t.Fatal(err)
	}
	if plain, err := safe.File(t.Context(), sealed); string(plain) != "a logo" || err != nil {
		t.Errorf("in its place: %q, %v", plain, err)
	}
	sealed.Place = "globex"
	if _, err := safe.File(t.Context(), sealed); !fault.Is(err, fault.Internal) {
		t.Errorf("in another place: %v, want an internal fault", err)
	}
}

// A page that asks for a part of a film never reads its end, so the size is compared before anything is served.
func TestACaptureThatLostItsEndIsNotOpened(t *testing.T) {
	f, safe := folder(t)
	applicant := vault.NewKey()
	const sealedPackage = 64<<10 + 32
	for name, size := range map[string]int64{"one package of four": sealedPackage, "no bytes": 0} {
		c := keep(t, safe, applicant, random(200_000))
		if err := os.Truncate(filepath.Join(f.Root, c.Key), size); err != nil {
			t.Fatal(err)
		}
		if _, err := safe.Open(context.Background(), c, applicant); !fault.Is(err, fault.Internal) {
			t.Errorf("%s: got %v, want an internal fault", name, err)
		}
	}
}

func TestOnlyTheApplicantsKeyOpens(t *testing.T) {
	_, safe := folder(t)
	applicant := vault.NewKey()
	c := keep(t, safe, applicant, random(10))
	if _, err := safe.ReadAll(context.Background(), c, vault.NewKey()); !fault.Is(err, fault.Internal) {
		t.Errorf("another key: %v", err)
	}
	other := keep(t, safe, applicant, random(10))
	other.WrappedKey = c.WrappedKey
	if _, err := safe.ReadAll(context.Background(), other, applicant); !fault.Is(err, fault.Internal) {
		t.Errorf("another capture's wrapped key: %v", err)
	}
	other.Key = c.Key
	if _, err := safe.ReadAll(context.Background(), other, applicant); !fault.Is(err, fault.Internal) {
		t.Errorf("another capture's bytes with their wrapped key: %v", err)
	}
}

func TestAFailedPutLeavesNothing(t *testing.T) {
	f, safe := folder(t)
	cases := map[string]struct {
		r    io.Reader
		size int64
		want fault.Code
	}{
		"fewer bytes than announced": {bytes.NewReader(random(10)), 11, fault.Internal},
		"more bytes than announced":  {bytes.NewReader(random(10)), 9, fault.Internal},
		"no bytes":                   {bytes.NewReader(nil), 0, fault.Invalid},
		"disk full while writing": {
			io.MultiReader(bytes.NewReader(random(10)), iotest.ErrReader(syscall.ENOSPC)), 20, fault.StorageFull,
		},
		"a fault of the source": {iotest.ErrReader(fault.New(fault.TooLarge, "too large")), 20, fault.TooLarge},
	}
	for name, c := range cases {
		capture := onboarding.Capture{ID: ids.UUID(), Company: "acme", Size: c.size, CreatedAt: day}
		if err := safe.Keep(context.Background(), &capture, vault.NewKey(), c.r); !fault.Is(err, c.want) {
			t.Errorf("%s: got %v, want %s", name, err, c.want)
		}
	}
	_ = filepath.WalkDir(f.Root, func(path string, e os.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			t.Errorf("left behind: %s", path)
		}
		return nil
	})
}

func TestTheReserveIsKeptFree(t *testing.T) {
	f, safe := folder(t)
	f.Reserve = 1 << 62
	c := onboarding.Capture{ID: ids.UUID(), Company: "acme", Size: 10, CreatedAt: day}
	if err := safe.Keep(context.Background(), &c, vault.NewKey(),
		bytes.NewReader(random(10))); !fault.Is(err, fault.StorageFull) {
		t.Fatalf("got %v, want storage_full", err)
	}
	f.Reserve = 1
	err := f.Put(t.Context(), evidence.Name(day, ids.UUID()), bytes.NewReader(random(10)), 1<<60)
	if !fault.Is(err, fault.StorageFull) {
		t.Errorf("a capture that is larger than the disk: %v, want storage_full", err)
	}
}

func TestNamesCanNotLeaveTheFolder(t *testing.T) {
	f, _ := folder(t)
	for _, name := range []string{
		"", "x", "../../../etc/passwd", "2026/11/../x", "/2026/11/20/x", "2026/11/20/x/y", `2026/11/20/a\b`,
	} {
		if err := f.Put(context.Background(), name, bytes.NewReader([]byte("x")), 1); !fault.Is(err, fault.Internal) {
			t.Errorf("put %q: %v", name, err)
		}
		if _, _, err := f.Open(context.Background(), name); !fault.Is(err, fault.Internal) {
			t.Errorf("open %q: %v", name, err)
		}
		if err := f.Delete(context.Background(), name); !fault.Is(err, fault.Internal) {
			t.Errorf("delete %q: %v", name, err)
		}
	}
}

func TestDeletingTwiceIsNoErrorAndReadingThenNotFound(t *testing.T) {
	_, safe := folder(t)
	applicant := vault.NewKey()
	c := keep(t, safe, applicant, random(10))
	for range 2 {
		if err := safe.Delete(context.Background(), c); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := safe.Open(context.Background(), c, applicant); !fault.Is(err, fault.NotFound) {
		t.Fatalf("got %v, want not_found", err)
	}
}

func TestTheSweeperTakesOnlyOldFilesWithoutARow(t *testing.T) {
	f, safe := folder(t)
	kept, orphan, young := keep(t, safe, vault.NewKey(),
		random(9)), keep(t, safe, vault.NewKey(), random(9)), keep(t, safe, vault.NewKey(), random(9))
	part := filepath.Join(f.Root, "2026/11/20/.part-123")
	if err := os.WriteFile(part, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{filepath.Join(f.Root, kept.Key), filepath.Join(f.Root, orphan.Key), part} {
		if err := os.Chtimes(path, day, day); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chtimes(filepath.Join(f.Root, young.Key), day, day.Add(evidence.Orphaned)); err != nil {
		t.Fatal(err)
	}
	known := func(context.Context, []string) (map[string]bool, error) { return map[string]bool{kept.Key: true}, nil }
	if err := os.Chtimes(filepath.Dir(part), day, day); err != nil {
		t.Fatal(err)
	}
	now := day.Add(evidence.Orphaned + time.Hour)
	if n, err := f.Sweep(context.Background(), now, day.AddDate(0, 0, 1), known); n != 0 || err != nil {
		t.Fatalf("days before the first: %d, %v", n, err)
	}
	if n, err := f.Sweep(context.Background(), now, day, known); n != 2 || err != nil {
		t.Fatalf("swept %d, %v; want the orphan and the part", n, err)
	}
	for _, c := range []onboarding.Capture{kept, young} {
		if _, err := os.Stat(filepath.Join(f.Root, c.Key)); err != nil {
			t.Errorf("swept what stands: %v", err)
		}
	}
}

// A killed server may leave a rendition in the folder of a capture that is years old.
func TestTheSweeperLooksAtOldFoldersInWhichSomethingWasWrittenSince(t *testing.T) {
	f, safe := folder(t)
	kept, orphan := keep(t, safe, vault.NewKey(), random(9)), keep(t, safe, vault.NewKey(), random(9))
	part := filepath.Join(f.Root, filepath.Dir(kept.Key), ".part-123")
	if err := os.WriteFile(part, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	written := day.AddDate(1, 0, 0)
	for _, path := range []string{part, filepath.Join(f.Root, orphan.Key), filepath.Dir(part)} {
		if err := os.Chtimes(path, written, written); err != nil {
			t.Fatal(err)
		}
	}
	known := func(context.Context, []string) (map[string]bool, error) { return map[string]bool{kept.Key: true}, nil }
	now := written.Add(evidence.Orphaned + time.Hour)
	if n, err := f.Sweep(t.Context(), now, written.AddDate(0, 0, 1), known); n != 0 || err != nil {
		t.Errorf("swept %d of a folder that nobody wrote to since: %v", n, err)
	}
	if n, err := f.Sweep(t.Context(), now, written.AddDate(0, 0, -1), known); n != 2 || err != nil {
		t.Errorf("swept %d (%v), want the orphan and the part", n, err)
	}
	if _, err := os.Stat(filepath.Join(f.Root, kept.Key)); err != nil {
		t.Errorf("swept what stands: %v", err)
	}
}

// What can't be removed keeps no other file: a folder that holds something has taken the place of the first one.
func TestTheSweeperGoesOnAfterAFileThatStays(t *testing.T) {
	f, safe := folder(t)
	var orphans []string
	for range 2 {
		orphan := keep(t, safe, vault.NewKey(), random(9)).Key
		if err := os.Chtimes(filepath.Join(f.Root, orphan), day, day); err != nil {
			t.Fatal(err)
		}
		orphans = append(orphans, orphan)
	}
	slices.Sort(orphans)
	stuck := filepath.Join(f.Root, orphans[0])
	known := func(context.Context, []string) (map[string]bool, error) {
		return nil, errors.Join(os.Remove(stuck), os.MkdirAll(filepath.Join(stuck, "inside"), 0o700))
	}
	n, err := f.Sweep(t.Context(), day.Add(evidence.Orphaned+time.Hour), day, known)
	if n != 1 || err == nil {
		t.Errorf("swept %d, %v; want one, and the error of the other", n, err)
	}
	if _, err := os.Stat(filepath.Join(f.Root, orphans[1])); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the file after it stays: %v", err)
	}
}

func TestASweepOfNothingIsNoError(t *testing.T) {
	f, _ := folder(t)
	if n, err := f.Sweep(context.Background(), day, time.Time{}, nil); n != 0 || err != nil {
		t.Fatalf("%d, %v", n, err)
	}
}

func BenchmarkKeep(b *testing.B) {
	_, safe := folder(b)
	applicant, plain := vault.NewKey(), random(2<<20)
	b.SetBytes(int64(len(plain)))
	for b.Loop() {
		keep(b, safe, applicant, plain)
	}
}

// stubborn is a store that does not delete one object.
type stubborn struct {
	evidence.ObjectStore
	name string
}

func (s stubborn) Delete(ctx context.Context, name string) error {
	if name == s.name {
		return fault.New(fault.Internal, "the disk is read-only")
	}
	return s.ObjectStore.Delete(ctx, name)
}

func TestOnlyFilesThatAreGoneAreReportedGone(t *testing.T) {
	names := []string{"2026/11/20/a", "2026/11/20/b", "2026/11/20/c"}
	safe := evidence.Safe{Store: stubborn{&evidence.Folder{Root: t.TempDir()}, names[1]}}
	gone, err := safe.Remove(t.Context(), names)
	if !fault.Is(err, fault.Internal) || !slices.Equal(gone, []string{names[0], names[2]}) {
		t.Errorf("gone are %v, %v", gone, err)
	}
}
