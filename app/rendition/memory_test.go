package rendition_test

import (
	"testing"

	"proofdesk/app/rendition"
)

func TestNoPictureStaysInMemoryForLongerBecauseSomebodyLooksAtIt(t *testing.T) {
	m := rendition.NewMemory()
	m.Set("a", rendition.Picture{Bytes: []byte("a")})
	made, ok := m.GetEntryQuietly("a")
	if !ok || made.ExpiresAfter() > rendition.MemoryLife {
		t.Fatalf("kept %v, for %v", ok, made.ExpiresAfter())
	}
	m.GetIfPresent("a")
	m.Set("a", rendition.Picture{Bytes: []byte("b")})
	if seen, _ := m.GetEntryQuietly("a"); seen.ExpiresAtNano != made.ExpiresAtNano {
		t.Errorf("expires %d, not %d", seen.ExpiresAtNano, made.ExpiresAtNano)
	}
}
