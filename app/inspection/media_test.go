package inspection_test

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/png"
	"testing"
	"time"

	"golang.org/x/image/font/gofont/goregular"

	"proofdesk/app/fault"
	"proofdesk/engine/media"
)

func TestUploadsAreDecodedInAChildAndRefusedByName(t *testing.T) {
	p := newPool(t, 1, 5*time.Minute)
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 9, 6))); err != nil {
		t.Fatal(err)
	}
	f, err := p.CheckMedia(t.Context(), picture.Bytes())
	if err != nil || f.Width != 9 || f.Height != 6 || !bytes.Equal(f.Bytes, picture.Bytes()) {
		t.Errorf("%+v %v", f, err)
	}
	if f, err = p.CheckMedia(t.Context(), goregular.TTF); err != nil || f.Name != "Go Regular" || f.Kind != media.Font {
		t.Errorf("%s %q %v", f.Kind, f.Name, err)
	}
	for sent, want := range map[string]media.Code{
		"":                               media.Empty,
		"<svg/>":                         media.SVG,
		picture.String()[:30]:            media.Truncated,
		string(make([]byte, 1_000_001)):  media.TooLarge,
		"do:panic":                       media.Corrupt,
		"do:exit":                        media.Corrupt,
		"do:hoard":                       media.Corrupt,
		"PK\x03\x04 an archive of files": media.Unsupported,
	} {
		f, err := p.CheckMedia(t.Context(), []byte(sent))
		var refused *media.Fault
		if !errors.As(err, &refused) || refused.Code != want || f.Bytes != nil {
			t.Errorf("%.12q: %v, want %s", sent, err, want)
		}
	}
	if _, err := p.CheckMedia(t.Context(), picture.Bytes()); err != nil {
		t.Errorf("after all that: %v", err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := p.CheckMedia(ended, picture.Bytes()); !fault.Is(err, fault.Unavailable) {
		t.Errorf("of nobody who waits: %v", err)
	}
}
