package demo

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"strings"
	"testing"
	"time"

	"proofdesk/app/boot/boottest"
	"proofdesk/app/inspection"
	"proofdesk/app/onboarding"
)

func TestMain(m *testing.M) {
	inspection.Child() // where the program starts this binary to look at a picture
	os.Exit(m.Run())
}

// soon are the applicants of the opening and the first hundred after it.
var soon = len(opening) + 100

func TestTheAPITakesEveryApplicant(t *testing.T) {
	w := boottest.New(t)
	var selfie bytes.Buffer // any picture: what is looked at here is what is said of it
	if err := png.Encode(&selfie, image.NewGray(image.Rect(0, 0, 64, 64))); err != nil {
		t.Fatal(err)
	}
	for n := range soon {
		a := applicationAt(n)
		set := a.set(time.Now().UTC())
		job, err := w.Trusted.Job(t.Context(), a.request(set))
		if err != nil {
			t.Errorf("applicant %d, %s: %v", n, a.kind, err)
			continue
		}
		if a.live != "" {
			err := w.Trusted.Capture(t.Context(), job, "selfie", "image/png", selfie.Bytes())
			if err == nil {
				err = w.Trusted.Liveness(t.Context(), job, a.live)
			}
			if err != nil {
				t.Errorf("applicant %d, %s: %v", n, a.kind, err)
			}
		}
		var sent []onboarding.CaptureKind
		for _, kind := range a.kinds(set.Kinds()) {
			sent = append(sent, onboarding.CaptureKind(kind))
		}
		if missing := a.function.Missing(sent); len(missing) > 0 {
			t.Errorf("applicant %d, %s: %s lacks %v", n, a.kind, a.function, missing)
		}
	}
}

func TestTheAPITakesEveryKindOfCapture(t *testing.T) {
	w := boottest.New(t)
	s, err := newStudio(t.TempDir() + "/country.der")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for n := range soon {
		a := applicationAt(n)
		set := a.set(time.Now().UTC())
		for _, kind := range a.kinds(set.Kinds()) {
			if seen[kind] {
				continue
			}
			seen[kind] = true
			job, err := w.Trusted.Job(t.Context(), a.request(set))
			if err != nil {
				t.Fatal(err)
			}
			c, err := s.capture(a, set, kind)
			if err == nil {
				err = w.Trusted.Capture(t.Context(), job, c.Kind, c.ContentType, c.Bytes)
			}
			if err != nil {
				t.Errorf("%s of applicant %d: %v", kind, n, err)
			}
		}
	}
	for _, kind := range []string{
		"video", "voice", "signature", "fingerprints", "nfc", "document", "passport", "id_front", "id_back", "selfie",
	} {
		if !seen[kind] {
			t.Errorf("no applicant sends a %s", kind)
		}
	}
}

func TestTheOpeningReportsFailedApplicants(t *testing.T) {
	if got := openingResult(0, 36); !strings.Contains(got, "36 FAILED") {
		t.Errorf("all failed, told: %q", got)
	}
	if got := openingResult(36, 0); !strings.Contains(got, "36 applicants came in, none failed") {
		t.Errorf("none failed, told: %q", got)
	}
}
