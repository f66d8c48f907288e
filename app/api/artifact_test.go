package api_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"proofdesk/app/artifact"
	"proofdesk/app/store"
	"proofdesk/static"
)

const olderSDK = "11.1.12.2.1"

// repository is a world with a repository that has the files of this build and an older version, which is deprecated.
func repository(t *testing.T) *world {
	t.Helper()
	w := newWorld(t)
	assets, err := static.Load()
	if err != nil {
		t.Fatal(err)
	}
	shelf := &artifact.Shelf{Store: w.store, Assets: assets, Log: slog.New(slog.DiscardHandler), Models: drawnModels}
	w.api.Artifacts = shelf
	w.write(func(tx *store.Tx) error {
		_, err := tx.PublishSDK(t.Context(), olderSDK, []store.SDKFile{{
			Name: "proofdesk.js", SHA256: hexDigits, Packed: []byte{0},
		}})
		return err
	})
	w.clock.Advance(time.Hour)
	if err := shelf.Publish(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := shelf.Deprecate(t.Context(), olderSDK, " Update before March. "); err != nil {
		t.Fatal(err)
	}
	return w
}

// drawnModels returns two models of a few bytes.
func drawnModels() []artifact.ModelFile {
	var all []artifact.ModelFile
	for name, text := range map[string]string{"face_mesh": "mesh", "iris": "an iris"} {
		sum := sha256.Sum256([]byte(text))
		all = append(all, artifact.ModelFile{
			Name:    name,
			Version: "1.2",
			SHA256:  hex.EncodeToString(sum[:]),
			Size:    len(text),
			Bytes:   func() []byte { return []byte(text) },
		})
	}
	return all
}

var privateToken = headers{"Private-Token": "right"}

func TestTheRepositoryListsItsVersionsWithWhatProvesTheirBytes(t *testing.T) {
	w := repository(t)
	a := w.call("GET", "/artifacts/", privateToken, "")
	var all artifact.Catalogue
	a.into(t, &all)
	if a.status != 200 || len(all.Versions) != 2 || len(all.History) != 3 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	current, older := all.Versions[0], all.Versions[1]
	if !current.Current || current.Deprecated != nil || current.NPMVersion != "11.1.13-2.18" || older.Current ||
		older.Deprecated == nil || *older.Deprecated != "Update before March." || older.Version != olderSDK {
		t.Errorf("%+v", all.Versions)
	}
	folder, kinds := t.TempDir(), map[string]string{}
	for _, f := range current.Files {
		got := w.call("GET", f.URL, privateToken, "")
		sum := sha256.Sum256(got.body)
		if got.status != 200 || int64(len(got.body)) != f.Size || hex.EncodeToString(sum[:]) != f.SHA256 ||
			f.Integrity != "sha256-"+base64.StdEncoding.EncodeToString(sum[:]) {
			t.Errorf("%s: %d, %d bytes, %+v", f.URL, got.status, len(got.body), f)
		}
		if got.header.Get("ETag") != `"`+f.SHA256+`"` ||
			got.header.Get("Cache-Control") != "private, max-age=31536000, immutable" {
			t.Errorf("%s: %v", f.URL, got.header)
		}
		kinds[filepath.Ext(f.Name)], _, _ = strings.Cut(got.header.Get("Content-Type"), ";")
		if err := os.WriteFile(filepath.Join(folder, f.Name), got.body, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if len(current.Files) != 5 || kinds[".tgz"] != "application/gzip" || kinds[".wasm"] != "application/wasm" ||
		kinds[".js"] != "text/javascript" {
		t.Errorf("%v of %+v", kinds, current.Files)
	}
	check := exec.CommandContext(t.Context(), "sha256sum", "--check", "--strict")
	check.Dir = folder
	check.Stdin = bytes.NewReader(w.call("GET", "/artifacts/"+current.Version+"/SHA256SUMS", privateToken, "").body)
	if out, err := check.CombinedOutput(); err != nil || bytes.Count(out, []byte(": OK")) != 5 {
		t.Errorf("sha256sum: %v\n%s", err, out)
	}
}

func TestTheRepositoryHasTheModelsThatDevicesDownload(t *testing.T) {
	w := repository(t)
	var all artifact.Catalogue
	w.call("GET", "/artifacts/", privateToken, "").into(t, &all)
	sums := string(w.call("GET", "/artifacts/models/SHA256SUMS", privateToken, "").body)
	if len(all.Models) != 2 || strings.Count(sums, "\n") != 2 {
		t.Fatalf("%+v\n%s", all.Models, sums)
	}
	for _, m := range all.Models {
		got := w.call("GET", m.URL, privateToken, "")
		sum := sha256.Sum256(got.body)
		hash := hex.EncodeToString(sum[:])
		if got.status != 200 || int64(len(got.body)) != m.Size || hash != m.SHA256 ||
			m.Integrity != "sha256-"+base64.StdEncoding.EncodeToString(sum[:]) ||
			m.Name != m.Model+"-"+m.Version+".bin" || !strings.Contains(sums, hash+"  "+m.Name+"\n") {
			t.Errorf("%d %q of %+v", got.status, got.body, m)
		}
		if kind := got.header.Get("Content-Type"); kind != "application/octet-stream" {
			t.Errorf("%s is %s", m.URL, kind)
		}
		if a := w.call("GET", m.URL, nil, ""); a.status != 401 {
			t.Errorf("%s without a token: %d", m.URL, a.status)
		}
	}
	a := w.call("GET", "/artifacts/models/iris-1.1.bin", privateToken, "")
	if a.status != 404 || !strings.Contains(string(a.body), "iris-1.2.bin") {
		t.Errorf("another version: %d %s", a.status, a.body)
	}
}

func TestAFileOfTheRepositoryIsSentInPartsAndOnce(t *testing.T) {
	w := repository(t)
	const path = "/artifacts/11.1.13.2.18/proofdesk-web-sdk-11.1.13-2.18.tgz"
	whole := w.call("GET", path, privateToken, "")
	if a := w.call("HEAD", path, privateToken, ""); a.status != 200 || len(a.body) != 0 ||
		a.header.Get("ETag") != whole.header.Get("ETag") {
		t.Errorf("HEAD: %d, %d bytes, %v", a.status, len(a.body), a.header)
	}
	if a := w.call("GET", path, privateToken.with("If-None-Match", whole.header.Get("ETag")), ""); a.status != 304 {
		t.Errorf("again: %d", a.status)
	}
	if a := w.call("GET", path, privateToken.with("Range", "bytes=2-5"), ""); a.status != 206 ||
		!bytes.Equal(a.body, whole.body[2:6]) {
		t.Errorf("a range: %d %q", a.status, a.body)
	}
	if a := w.call("GET", path, privateToken.with("Range", "bytes=99999999-"), ""); a.status != 416 {
		t.Errorf("a range beyond: %d", a.status)
	}
}

func TestWhatTheRepositoryLacksIsAnsweredWithWhatItHas(t *testing.T) {
	w := repository(t)
	for path, want := range map[string]string{
		"/artifacts/11.1.13.2.18/nothing.js": "version 11.1.13.2.18 has the files engine-",
		"/artifacts/" + olderSDK + "/x":      "version 11.1.12.2.1 has the files proofdesk.js and SHA256SUMS",
		"/artifacts/9.6.24.2.15/SHA256SUMS":  "the repository has the versions 11.1.12.2.1, 11.1.13.2.18",
		"/artifacts/9.6.24.2.15/a.js":        "the repository has the versions 11.1.12.2.1, 11.1.13.2.18",
		"/artifacts/..%2f/a%00.js":           "the repository has the versions 11.1.12.2.1, 11.1.13.2.18",
	} {
		if a := w.call("GET", path, privateToken, ""); a.status != 404 || !strings.Contains(string(a.body), want) {
			t.Errorf("%s: %d %s", path, a.status, a.body)
		}
	}
	if a := w.call("GET", "/artifacts/?page=2", privateToken, ""); a.status != 400 {
		t.Errorf("an unknown parameter: %d", a.status)
	}
}

func TestTheRepositoryIsForHoldersOfATokenAndLogsNone(t *testing.T) {
	w := repository(t)
	for _, path := range []string{"/artifacts/", "/artifacts/11.1.13.2.18/SHA256SUMS", "/artifacts/9/none"} {
		for _, h := range []headers{
			nil, {"Private-Token": "a-wrong-one"}, {"Authorization": "Bearer acme"}, apiKey("acme"),
		} {
			a := w.call("GET", path, h, "")
			if a.status != 401 || !strings.Contains(string(a.body), "header Private-Token") ||
				a.header.Get("WWW-Authenticate") != `PrivateToken realm="proofdesk"` {
				t.Errorf("%s with %v: %d %s", path, h, a.status, a.body)
			}
		}
	}
	w.call("GET", "/artifacts/", privateToken, "")
	if log := w.log.String(); strings.Contains(log, "a-wrong-one") || strings.Contains(log, "=right") ||
		!strings.Contains(log, "token-of-acme") {
		t.Errorf("the log has a token, or not whose it was:\n%s", log)
	}
}
