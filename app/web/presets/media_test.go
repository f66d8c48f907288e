package presets_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"image"
	"image/png"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/web/webtest"
)

const symbol = "idCaptureCustomizationOptions.imageOptions.retryScreenImage"

func logo(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 5, 3))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestOnlyAnAdministratorUploadsAndOnlyFromAPageOfTheirSession(t *testing.T) {
	h := webtest.Open(t)
	branded(t, h)
	h.As(access.Agent).Get("/presets/media").Want(http.StatusForbidden)
	senior := h.As(access.Senior).Get("/presets/media")
	senior.Want(http.StatusOK, "Nothing was uploaded yet")
	senior.Lacks("<form method=\"post\" action=\"/presets/media\"")
	senior.PostFile("/presets/media", nil, "logo.png", logo(t)).Want(http.StatusForbidden)
	admin := h.As(access.Admin).Get("/presets/media")
	admin.PostFile("/presets/media", url.Values{"csrf": {"forged"}}, "logo.png", logo(t)).Want(http.StatusForbidden)
	admin.Get("/presets/media").PostFiles("/presets/media", nil, []string{"logo.png", "other.png"}, logo(t))
	admin.Want(http.StatusBadRequest, "This form is not valid")
	admin.Get("/presets/media").Want(http.StatusOK, "Nothing was uploaded yet")
	admin.PostFile("/presets/media", url.Values{"file": {"text"}}, "logo.png", logo(t))
	admin.Want(http.StatusBadRequest, "This form is not valid")
	admin.Get("/presets/media").PostFile("/presets/media", nil, "logo.png", logo(t)).Follow()
	admin.Want(http.StatusOK, "logo.png", "5 × 3, PNG, 1 kB", "used by no preset", "The file was uploaded.")
	admin.Get("/presets").Want(http.StatusOK, "1 upload")
	if admin.Status != http.StatusOK || !strings.Contains(admin.Body, `href="/presets/media"`) {
		t.Error("the list of presets does not lead to the uploads")
	}
}

func TestAFileThatIsTooLargeOrMissingIsRefusedBesideItsField(t *testing.T) {
	h := webtest.Open(t)
	branded(t, h)
	b := h.As(access.Admin).Get("/presets/branded/media?option=" + symbol)
	b.Want(http.StatusOK, "Choose an image for retryScreenImage", "No image was uploaded yet.")
	path := "/presets/branded/media?option=" + symbol
	b.PostFile(path, nil, "large.png", make([]byte, 1_000_001))
	b.Want(http.StatusBadRequest, "The file is larger than 1 MB.", "Choose an image for retryScreenImage")
	b.PostFile(path, nil, "", nil).Want(http.StatusBadRequest, "Choose a file.")
	b.PostFile(path, nil, "logo.svg", []byte("<svg/>")).Want(http.StatusBadRequest, "SVG is not accepted")
	b.Get("/presets/branded/media?option=language").Want(http.StatusNotFound)
}

func TestAnImportThatNamesAnUploadThatTheCompanyLacksSaysWhich(t *testing.T) {
	h := webtest.Open(t)
	file := `{"name":"theirs","description":"","values":{"idCaptureCustomizationOptions":{"imageOptions":
		{"retryScreenImage":"media:sha256-` + strings.Repeat("0", 64) + `"}}}}`
	b := h.As(access.Admin).Get("/presets")
	b.Post("/presets/import", url.Values{"json": {file}})
	b.Want(http.StatusBadRequest, "retryScreenImage names an upload that this company does not have")
}

func TestADifferenceNamesUploadsByTheirFiles(t *testing.T) {
	h := webtest.Open(t)
	branded(t, h)
	b := h.As(access.Admin).Get("/presets/branded/media?option=" + symbol)
	b.PostFile("/presets/branded/media?option="+symbol, nil, "badge.png", logo(t)).Follow()
	b.Get("/presets/branded/publish").Want(http.StatusOK, "default (built-in)", "badge.png")
}

func TestUploadsOfOneNameAreToldApart(t *testing.T) {
	h := webtest.Open(t)
	branded(t, h)
	b := h.As(access.Admin).Get("/presets/media")
	var other bytes.Buffer
	if err := png.Encode(&other, image.NewGray(image.Rect(0, 0, 6, 3))); err != nil {
		t.Fatal(err)
	}
	b.PostFile("/presets/media", nil, "badge.png", other.Bytes()).Follow()
	b.Get("/presets/branded/media?option=" + symbol)
	b.PostFile("/presets/branded/media?option="+symbol, nil, "badge.png", logo(t)).Follow()
	sum := sha256.Sum256(logo(t))
	b.Get("/presets/branded/publish").Want(http.StatusOK, "badge.png "+hex.EncodeToString(sum[:])[:12])
}
