package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"image"
	"image/png"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"proofdesk/app/apiclient"
	"proofdesk/app/boot/boottest"
)

// keeper is a developer who keeps a company's presets in a folder, and their server.
type keeper struct {
	*shell
	app *apiclient.App
}

func newKeeper(t *testing.T) keeper {
	t.Helper()
	w := boottest.New(t)
	s := newShell(t)
	s.env = []string{
		asProgram + "=1", "PROOFDESK_SERVER=" + w.Config.Public.String(),
		"PROOFDESK_API_KEY_ID=" + w.Weak.Credentials.KeyID, "PROOFDESK_API_KEY_SECRET=" + w.Weak.Credentials.KeySecret,
	}
	return keeper{s, w.Weak}
}

// post calls the server's REST API.
func (k keeper) call(method, path, tag, body string) {
	k.Helper()
	header := map[string]string{
		"X-Api-Key-Id":     k.app.Credentials.KeyID,
		"X-Api-Key-Secret": k.app.Credentials.KeySecret,
		"Content-Type":     "application/json",
	}
	if tag != "" {
		header["If-Match"] = tag
	}
	if err := k.app.Do(k.Context(), method, "/api/presets"+path, header, []byte(body), nil); err != nil {
		k.Fatal(err)
	}
}

// presets runs a command on a folder and fails the test unless it exits with a code and prints some words.
func (k keeper) presets(command, dir string, code int, words string, flags ...string) {
	k.Helper()
	got := k.do("", append([]string{"presets", command, dir}, flags...)...)
	if got.code != code || !strings.Contains(got.out+got.err, words) {
		k.Errorf("%s: exit %d, want %d with %q: %s%s", command, got.code, code, words, got.out, got.err)
	}
}

// contents returns the files of a folder by name.
func contents(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if entry.IsDir() {
			continue
		}
		if all[entry.Name()], err = os.ReadFile(filepath.Join(dir, entry.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

func TestPresetsArePulledPushedAndPulledAgainByteForByte(t *testing.T) {
	k := newKeeper(t)
	k.call(http.MethodPost, "", "", `{"name":"brand","description":"<Acme> & \"friends\"","values":{
		"idCaptureCustomizationOptions":{"captureOptions":{"focusThreshold":0.9},
			"colorOptions":{"captureScreenBgColor":"#a0b0c0"},
			"imageOptions":{"idCaptureInstructionAnimationImages":["one","two"]}}},
		"texts":{"HI":{"idCaptureCustomizationOptions":{"stringOptions":{"moveCloser":"पास लाएँ"}}}}}`)
	k.call(http.MethodPost, "", "", `{"name":"empty","values":{}}`)
	first, second := filepath.Join(k.dir, "first"), filepath.Join(k.dir, "second")
	k.presets("pull", first, 2, "2 presets differ", "--check")
	if _, err := os.Stat(first); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a check wrote the folder: %v", err)
	}
	k.presets("pull", first, 0, "brand: only on the server")
	k.presets("push", first, 0, "no preset differs")
	k.presets("pull", second, 0, "empty: only on the server")
	before, after := contents(t, first), contents(t, second)
	if len(before) != 2 || len(after) != 2 {
		t.Fatalf("%d and %d files", len(before), len(after))
	}
	if !bytes.Contains(before["brand.json"], []byte(`"<Acme> & \"friends\""`)) {
		t.Errorf("signs that people type are escaped: %s", before["brand.json"])
	}
	for name, text := range before {
		if !bytes.Equal(text, after[name]) {
			t.Errorf("%s:\n%s\n%s", name, text, after[name])
		}
	}

	k.call(http.MethodPut, "/brand/draft", "*", `{"values":{"language":"FR"}}`)
	k.presets("diff", first, 0, `language: "FR" → not set`)
	k.presets("diff", first, 2, "1 preset differs", "--check")
	k.presets("push", first, 2, "1 preset differs", "--check")
	k.presets("push", first, 1, `brand: language: "FR" on the server, not set in the folder, not set when it was pulled`)
	k.presets("push", first, 0, "brand: changed", "--force")
	k.presets("diff", first, 0, "no preset differs", "--check")
	k.presets("pull", second, 0, "no preset differs")
	for name, text := range contents(t, second) {
		if !bytes.Equal(text, before[name]) {
			t.Errorf("%s after it was pushed:\n%s\n%s", name, before[name], text)
		}
	}
}

func TestAPushKeepsWhatOthersChangedSinceThePull(t *testing.T) {
	k := newKeeper(t)
	k.call(http.MethodPost, "", "", `{"name":"brand","description":"Acme","values":{"language":"EN"}}`)
	dir := filepath.Join(k.dir, "presets")
	k.presets("pull", dir, 0, "brand: only on the server")
	edit := func(text string) {
		if err := os.WriteFile(filepath.Join(dir, "brand.json"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	edit(`{"name":"brand","description":"Acme","values":{"language":"ES"}}`)
	k.presets("push", dir, 0, `language: "EN" → "ES"`)
	edit(`{"name":"brand","description":"Acme","values":{"language":"HI"}}`)
	k.presets("push", dir, 0, `language: "ES" → "HI"`) // a push is a base too

	k.call(http.MethodPut, "/brand/draft", "*", `{"values":{"language":"FR","isDebugMode":true}}`)
	k.call(http.MethodPut, "/brand", "*", `{"description":"Acme Bank"}`)
	edit(`{"name":"brand","description":"Acme","values":{"language":"EN"}}`)
	for _, want := range []string{
		`brand: language: "FR" on the server, "EN" in the folder, "HI" when it was pulled`,
		`brand: isDebugMode: true on the server, not set in the folder, not set when it was pulled`,
		`brand: description: "Acme Bank" on the server, "Acme" in the folder, "Acme" when it was pulled`,
	} {
		k.presets("push", dir, 1, want)
	}
	edit(`{"name":"brand","description":"Acme Bank","values":{"language":"FR","isDebugMode":true,
		"isScreenRecordingEnabled":true}}`)
	k.presets("push", dir, 0, "isScreenRecordingEnabled: not set → true") // theirs taken over

	if err := os.RemoveAll(filepath.Join(dir, ".pulled")); err != nil {
		t.Fatal(err)
	}
	edit(`{"name":"brand","description":"Acme Bank","values":{}}`)
	k.presets("push", dir, 1, "brand was not pulled into")
	k.presets("push", dir, 0, "brand: changed", "--force")
}

func TestAPullKeepsWhatWasEditedInTheFolder(t *testing.T) {
	k := newKeeper(t)
	k.call(http.MethodPost, "", "", `{"name":"brand","description":"Acme","values":{"language":"EN"},
		"texts":{"HI":{"idCaptureCustomizationOptions":{"stringOptions":{"moveCloser":"पास लाएँ"}}}}}`)
	dir := filepath.Join(k.dir, "presets")
	k.presets("pull", dir, 0, "brand: only on the server")
	file := filepath.Join(dir, "brand.json")
	pulled := string(contents(t, dir)["brand.json"])
	write := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	edited := strings.Replace(pulled, `"language": "EN"`, `"isDebugMode": true, "language": "EN"`, 1)
	write(edited)
	k.presets("pull", dir, 0, "no preset differs")
	k.call(http.MethodPatch, "/brand/draft", "*", `{"changes":[{"path":"language","base":"EN","value":"FR"}]}`)
	k.presets("pull", dir, 0, `language: "EN" → "FR"`)
	for _, want := range []string{`"isDebugMode": true`, `"language": "FR"`, "पास लाएँ", `"description": "Acme"`} {
		if got := string(contents(t, dir)["brand.json"]); !strings.Contains(got, want) {
			t.Errorf("without %s: %s", want, got)
		}
	}
	k.presets("push", dir, 0, "isDebugMode: not set → true")

	mine := string(contents(t, dir)["brand.json"])
	write(strings.Replace(mine, `"isDebugMode": true,`, "", 1))
	k.call(http.MethodPatch, "/brand/draft", "*", `{"changes":[{"path":"bothCameraToggle","value":true}]}`)
	k.presets("pull", dir, 0, "bothCameraToggle: not set → true")
	if got := string(contents(t, dir)["brand.json"]); strings.Contains(got, "isDebugMode") {
		t.Errorf("what was taken out of the folder is back: %s", got)
	}
	k.presets("push", dir, 0, "isDebugMode: true → not set")

	write(edited)
	k.call(http.MethodPatch, "/brand/draft", "*", `{"changes":[{"path":"language","base":"FR","value":"ES"}]}`)
	k.presets("pull", dir, 1, `brand: language: "ES" on the server, "EN" in the folder, "FR" when it was pulled`)
	if got := string(contents(t, dir)["brand.json"]); got != edited {
		t.Errorf("a refused pull wrote %s", got)
	}
	k.presets("pull", dir, 0, `language: "EN" → "ES"`, "--force")
}

func TestPresetsInAFolderAreCreatedAndMistakesNamed(t *testing.T) {
	k := newKeeper(t)
	dir := filepath.Join(k.dir, "presets")
	write := func(name, text string) {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("fresh.json", `{"name":"fresh","description":"","values":{"language":"ES","isDebugMode":null,
		"idCaptureCustomizationOptions":{"colorOptions":{"captureScreenBgColor":"#a0b0c0"}}}}`)
	k.presets("diff", dir, 2, "fresh: only in the folder", "--check")
	k.presets("push", dir, 0, "fresh: only in the folder")
	k.presets("diff", dir, 0, "no preset differs", "--check")
	k.call(http.MethodPost, "", "", `{"name":"theirs","values":{}}`)
	k.presets("push", dir, 0, "no preset differs", "--check") // it stays theirs
	k.call(http.MethodPost, "/theirs/archive", "*", "")
	k.presets("diff", dir, 0, "no preset differs", "--check")

	got := k.do("", "presets", "diff", dir, "--json")
	var printed struct{ Presets []any }
	if err := json.Unmarshal([]byte(got.out), &printed); err != nil || len(printed.Presets) != 0 {
		t.Errorf("%s %v", got.out, err)
	}
	write("fresh.json", `{"name":"fresh","description":"","values":{"languge":"ES"}}`)
	k.presets("push", dir, 1, "the nearest is language")
	write("fresh.json", `{"name":"other","description":"","values":{}}`)
	k.presets("push", dir, 1, "a file is named after its preset")
	write("fresh.json", `{"name":"fresh","valeus":{}}`)
	k.presets("diff", dir, 1, "fresh.json is no preset")
	write("fresh.json", `{"name":"fresh","values":{"language":"ES","language":"HI"}}`)
	k.presets("diff", dir, 1, "fresh.json is no preset: values.language comes twice")
}

func TestAPushOfNoPresetIsNoCheckThatPassed(t *testing.T) {
	k := newKeeper(t)
	k.call(http.MethodPost, "", "", `{"name":"brand","values":{}}`)
	nowhere := filepath.Join(k.dir, "misspelt")
	k.presets("push", nowhere, 1, "there is no preset in "+nowhere)
	k.presets("push", nowhere, 1, "there is no preset in "+nowhere, "--check")
	k.presets("push", nowhere, 64, "unknown flag --chek", "--chek")
}

func TestUploadsAreCarriedWithThePresetsThatNameThem(t *testing.T) {
	from := newKeeper(t)
	type upload struct{ Ref, SHA256 string }
	header := map[string]string{
		"X-Api-Key-Id":     from.app.Credentials.KeyID,
		"X-Api-Key-Secret": from.app.Credentials.KeySecret,
	}
	send := func(width int) (picture bytes.Buffer, stored upload) {
		if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, width, 6))); err != nil {
			t.Fatal(err)
		}
		err := from.app.Do(t.Context(), http.MethodPost, "/api/presets/media?name=logo.png", header, picture.Bytes(),
			&stored)
		if err != nil {
			t.Fatal(err)
		}
		return picture, stored
	}
	picture, stored := send(6)
	other, framed := send(7)
	from.call(http.MethodPost, "", "", `{"name":"brand","values":{"idCaptureCustomizationOptions":{"imageOptions":{
		"retryScreenImage":"`+stored.Ref+`","idCaptureInstructionAnimationImages":["`+framed.Ref+`"]}}}}`)
	dir := filepath.Join(from.dir, "presets")
	from.presets("pull", dir, 0, "brand: only on the server")
	file := filepath.Join(dir, "media", stored.SHA256+".png")
	if kept, err := os.ReadFile(file); err != nil || !bytes.Equal(kept, picture.Bytes()) {
		t.Fatalf("the pulled image: %v", err)
	}
	before := contents(t, dir)["brand.json"]
	if err := os.Remove(filepath.Join(dir, "media", framed.SHA256+".png")); err != nil {
		t.Fatalf("an image of a list: %v", err)
	}
	from.presets("pull", dir, 0, "no preset differs")

	to := newKeeper(t) // another installation
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	to.presets("push", dir, 1, "brand names the upload "+stored.SHA256+", which is neither on the server nor in")
	if err := os.WriteFile(file, other.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	to.presets("push", dir, 1, stored.SHA256+".png holds another file than its name says")
	if err := os.WriteFile(file, append(picture.Bytes(), 'x'), 0o600); err != nil {
		t.Fatal(err)
	}
	to.presets("push", dir, 0, "brand: only in the folder") // what follows the end of an image is no part of it
	second := filepath.Join(to.dir, "presets")
	to.presets("pull", second, 0, "brand: only on the server")
	if again := contents(t, second)["brand.json"]; !bytes.Equal(again, before) {
		t.Errorf("%s\n%s", before, again)
	}
}
