package api_test

import (
	"bytes"
	"image"
	"image/png"
	"net/http"
	"strings"
	"testing"

	"golang.org/x/image/font/gofont/gomono"

	"proofdesk/app/api"
	"proofdesk/engine/media"
)

const (
	symbolPath = "idCaptureCustomizationOptions.imageOptions.retryScreenImage"
	framesPath = "idCaptureCustomizationOptions.imageOptions.idCaptureInstructionAnimationImages"
	fontPath   = "idCaptureCustomizationOptions.fontOptions.labelFont"
)

// logo is a picture whose height tells it from others.
func logo(t *testing.T, height int) string {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 8, height))); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// upload is an upload as the API answers it.
type upload struct {
	Ref, SHA256, Kind, ContentType, Name, Title, URL string
	Width, Height                                    int
	Uses                                             []struct {
		Preset  string
		Version int
	}
}

func (w *world) upload(name, content string) upload {
	w.t.Helper()
	a := w.call("POST", "/api/presets/media?name="+name, file(), content)
	if a.status != http.StatusCreated {
		w.t.Fatalf("%d %s", a.status, a.body)
	}
	var u upload
	a.into(w.t, &u)
	if a.header.Get("Location") != "/api/presets/media/"+u.SHA256 {
		w.t.Errorf("Location %q", a.header.Get("Location"))
	}
	return u
}

// file are the headers of an upload by acme.
func file() headers {
	h := admin("")
	h["Content-Type"] = "application/octet-stream"
	return h
}

func other(h headers) headers {
	h["X-Api-Key-Id"] = "other"
	return h
}

func TestAnUploadThatIsAFormIsToldToSendTheFileAlone(t *testing.T) {
	w := newWorld(t)
	form := file()
	form["Content-Type"] = "multipart/form-data; boundary=x"
	body := "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"logo.png\"\r\n\r\n" + logo(t, 5) +
		"\r\n--x--\r\n"
	a := w.call("POST", "/api/presets/media", form, body)
	if a.status != http.StatusUnsupportedMediaType || !strings.Contains(string(a.body),
		`"errors":[{"field":"file","rule":"file_type","message":"the body must be the file alone, not a form`) {
		t.Errorf("%d %s", a.status, a.body)
	}
}

func TestAnUploadedImageAndFontReachTheDevice(t *testing.T) {
	w := newWorld(t)
	picture := logo(t, 5)
	symbol, font := w.upload("logo.png", picture), w.upload("mono.ttf", string(gomono.TTF))
	if symbol.Kind != "image" || symbol.Width != 8 || symbol.Height != 5 || symbol.ContentType != "image/png" ||
		font.Kind != "font" || font.Title != "Go Mono" || font.Name != "mono.ttf" {
		t.Errorf("%+v %+v", symbol, font)
	}
	if a := w.call("POST", "/api/presets/media", file(), picture); a.status != http.StatusOK {
		t.Errorf("the same once more: %d %s", a.status, a.body)
	}
	a := w.call("POST", "/api/presets", admin(""), `{"name":"branded","values":{"idCaptureCustomizationOptions":{
		"imageOptions":{"retryScreenImage":"`+symbol.Ref+`","captureBottomBarImage":"@drawable/acme",
			"idCaptureInstructionAnimationImages":["`+symbol.Ref+`","R.drawable.second"]},
		"fontOptions":{"labelFont":"`+font.Ref+`"}}}}`)
	if a.status != http.StatusCreated {
		t.Fatalf("%d %s", a.status, a.body)
	}
	tag := w.publish("branded", a.header.Get("ETag"))
	if a := w.call("PUT", "/api/presets/branded/assignments", admin(tag), `[{}]`); a.status != 200 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	address := "https://proof.example/api/v4/media/acme/"
	if _, value := w.sdkOptions("acme", "", symbolPath); value != address+symbol.SHA256 || value != symbol.URL {
		t.Errorf("the image: %v", value)
	}
	if _, value := w.sdkOptions("acme", "", fontPath); value != address+font.SHA256 {
		t.Errorf("the font: %v", value)
	}
	_, value := w.sdkOptions("acme", "", framesPath)
	if frames, _ := value.([]any); len(frames) != 2 || frames[0] != symbol.URL || frames[1] != "R.drawable.second" {
		t.Errorf("the list: %v", value)
	}
	_, value = w.sdkOptions("acme", "", "idCaptureCustomizationOptions.imageOptions.captureBottomBarImage")
	if value != "@drawable/acme" {
		t.Errorf("a resource of Android: %v", value)
	}

	shown := w.call("GET", "/api/v4/media/acme/"+symbol.SHA256, nil, "")
	if string(shown.body) != picture {
		t.Errorf("%d bytes, want %d", len(shown.body), len(picture))
	}
	for name, want := range map[string]string{
		"Content-Type":                 "image/png",
		"Cache-Control":                "public, max-age=31536000, immutable",
		"X-Content-Type-Options":       "nosniff",
		"Access-Control-Allow-Origin":  "*",
		"Cross-Origin-Resource-Policy": "cross-origin",
	} {
		if got := shown.header.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	h := headers{"If-None-Match": shown.header.Get("ETag")}
	if a := w.call("GET", "/api/v4/media/acme/"+symbol.SHA256, h, ""); a.status != http.StatusNotModified {
		t.Errorf("what the device has already: %d", a.status)
	}
	if a := w.call("GET", "/api/v4/media/acme/"+font.SHA256, nil, ""); a.header.Get("Content-Type") != "font/ttf" {
		t.Errorf("the font is %q", a.header.Get("Content-Type"))
	}
	saved := w.call("GET", "/api/presets/media/"+symbol.SHA256+"/content", admin(""), "")
	if string(saved.body) != picture || saved.header.Get("Content-Disposition") != `attachment; filename="logo.png"` {
		t.Errorf("as a file: %q", saved.header.Get("Content-Disposition"))
	}
}

func TestUploadsOfAnotherCompanyAreNotThere(t *testing.T) {
	w := newWorld(t)
	u := w.upload("logo.png", logo(t, 5))
	for _, path := range []string{"", "/content"} {
		if a := w.call("GET", "/api/presets/media/"+u.SHA256+path, other(admin("")), ""); a.status != 404 {
			t.Errorf("%s: %d", path, a.status)
		}
	}
	if a := w.call("DELETE", "/api/presets/media/"+u.SHA256, other(admin("")), ""); a.status != 404 {
		t.Errorf("delete: %d", a.status)
	}
	a := w.call("GET", "/api/v4/media/other/"+u.SHA256, nil, "")
	if a.status != http.StatusNotFound || a.header.Get("Cache-Control") != "no-store" {
		t.Errorf("under the other company's address: %d %q", a.status, a.header.Get("Cache-Control"))
	}
	if a := w.call("GET", "/api/presets/media", other(admin("")), ""); string(a.body) != `{"media":[]}` {
		t.Errorf("list: %s", a.body)
	}
	if a := w.call("GET", "/api/v4/media/acme/"+strings.Repeat("0", 64), nil, ""); a.status != http.StatusNotFound {
		t.Errorf("a hash that nobody has: %d", a.status)
	}
	body := `{"name":"theirs","values":{"idCaptureCustomizationOptions":{"imageOptions":{"retryScreenImage":"` + u.Ref +
		`"}}}}`
	for _, path := range []string{"/api/presets", "/api/presets/import"} {
		a := w.call("POST", path, other(admin("")), body)
		if a.status != http.StatusBadRequest || a.rule(t) != symbolPath+":unknown_media" {
			t.Errorf("%s: %d %s", path, a.status, a.body)
		}
	}
}

func TestAnUploadInUseIsNotDeleted(t *testing.T) {
	w := newWorld(t)
	used, unused := w.upload("logo.png", logo(t, 5)), w.upload("old.png", logo(t, 6))
	a := w.call("POST", "/api/presets", admin(""), `{"name":"branded","values":{"idCaptureCustomizationOptions":{
		"imageOptions":{"retryScreenImage":"`+used.Ref+`"}}}}`)
	w.publish("branded", a.header.Get("ETag"))
	a = w.call("GET", "/api/presets/media/"+used.SHA256, admin(""), "")
	var shown upload
	a.into(t, &shown)
	if len(shown.Uses) != 2 || shown.Uses[0].Preset != "branded" || shown.Uses[1].Version != 1 {
		t.Errorf("%s", a.body)
	}
	if a := w.call("DELETE", "/api/presets/media/"+used.SHA256, admin(""), ""); a.status != http.StatusConflict {
		t.Errorf("in use: %d %s", a.status, a.body)
	}
	if a := w.call("DELETE", "/api/presets/media/"+unused.SHA256, admin(""), ""); a.status != http.StatusNoContent {
		t.Errorf("%d %s", a.status, a.body)
	}
	if a := w.call("GET", "/api/v4/media/acme/"+unused.SHA256, nil, ""); a.status != http.StatusNotFound {
		t.Errorf("a deleted one: %d", a.status)
	}
	a = w.call("POST", "/api/presets/branded/validate", admin(""), `{"values":{"idCaptureCustomizationOptions":{
		"imageOptions":{"retryScreenImage":"`+unused.Ref+`"},"fontOptions":{"labelFont":"`+used.Ref+`"}}}}`)
	for _, want := range []string{`"rule":"unknown_media"`, `"rule":"media"`, `"valid":false`} {
		if !strings.Contains(string(a.body), want) {
			t.Errorf("validation lacks %s: %s", want, a.body)
		}
	}
}

func TestUploadsThatAreNoImageAndNoFontAreRefusedByName(t *testing.T) {
	w := newWorld(t)
	for name, c := range map[string]struct {
		body, rule string
		status     int
	}{
		"an SVG": {`<svg xmlns="http://www.w3.org/2000/svg"/>`, "file:svg", http.StatusBadRequest},
		"a page": {"<!doctype html><script>1</script>", "file:file_type", http.StatusBadRequest},
		"a page with a head": {
			"\x89PNG\r\n\x1a\n<html><script>1</script></html>", "file:damaged", http.StatusBadRequest,
		},
		"half a picture":  {logo(t, 9)[:40], "file:incomplete", http.StatusBadRequest},
		"nothing":         {"", "file:required", http.StatusBadRequest},
		"a wide one":      {wide(t), "file:range", http.StatusBadRequest},
		"1 MB and a byte": {strings.Repeat("x", media.MaxBytes+1), "", http.StatusRequestEntityTooLarge},
	} {
		a := w.call("POST", "/api/presets/media?name=x.png", file(), c.body)
		if a.status != c.status || c.rule != "" && a.rule(t) != c.rule {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
	}
	for name, ref := range map[string]string{
		"no hash":  "media:logo",
		"capitals": "media:sha256-" + strings.Repeat("A", 64),
	} {
		a := w.call("POST", "/api/presets", admin(""), `{"name":"x","values":{"idCaptureCustomizationOptions":{
			"imageOptions":{"retryScreenImage":"`+ref+`"}}}}`)
		if a.rule(t) != symbolPath+":media" {
			t.Errorf("%s: %s", name, a.body)
		}
	}
	if a := w.call("POST",
		"/api/presets/media?name="+strings.Repeat("n", 256), file(), logo(t, 2)); a.rule(t) != "name:max_length" {
		t.Errorf("a long name: %s", a.body)
	}
	if a := w.call("POST", "/api/presets", admin(""), `{"name":"media"}`); a.rule(t) != "name:reserved" {
		t.Errorf("a preset of this name: %s", a.body)
	}
}

func wide(t *testing.T) string {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, media.MaxSide+1, 1))); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestAnAddressThatLoadsImagesWithoutEndWaits(t *testing.T) {
	w := newWorld(t, func(w *world) { w.api.MediaRate = api.Rate{PerSecond: 0.001, Burst: 2} })
	symbol := w.upload("logo.png", logo(t, 5))
	for i, want := range []int{200, 200, 429} {
		a := w.call("GET", "/api/v4/media/acme/"+symbol.SHA256, nil, "")
		if a.status != want {
			t.Errorf("call %d: %d", i, a.status)
		}
		if want == 429 && (a.header.Get("Retry-After") == "" || a.header.Get("Cache-Control") != "no-store") {
			t.Errorf("429 with %v", a.header)
		}
	}
}
