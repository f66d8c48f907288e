package static_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"regexp"
	"testing"

	"github.com/andybalholm/brotli"

	"proofdesk/app/preset"
	"proofdesk/static"
)

// mostSDK is how large the script of the web SDK may be, gzipped, without the engine.
const mostSDK = 60_000

func TestTheWebSDKIsSmallAndOfTheVersionWhoseOptionsAreCurrent(t *testing.T) {
	assets, err := static.Load()
	if err != nil {
		t.Fatal(err)
	}
	if assets.Version != preset.CurrentSDK {
		t.Errorf("the SDK is %s, the options are those of %s", assets.Version, preset.CurrentSDK)
	}
	data, err := fs.ReadFile(assets.SDK, "proofdesk.js.br")
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(brotli.NewReader(bytes.NewReader(data)))
	if err != nil {
		t.Fatal(err)
	}
	if n := gzipped(t, plain); n > mostSDK {
		t.Errorf("%d bytes gzipped: %d is the most", n, mostSDK)
	}
}

// mostEngine is how large the engine of browsers may be as it is sent to them.
const mostEngine = 1_500_000

func TestTheEngineOfBrowsersIsSmall(t *testing.T) {
	assets, err := static.Load()
	if err != nil {
		t.Fatal(err)
	}
	found, err := fs.Glob(assets.SDK, "engine-*.wasm.br")
	if err != nil || len(found) != 1 {
		t.Fatalf("%v, %v", found, err)
	}
	packed, err := fs.ReadFile(assets.SDK, found[0])
	if err != nil || len(packed) > mostEngine {
		t.Errorf("%d bytes packed: %d is the most; %v", len(packed), mostEngine, err)
	}
}

// mostSupport is how large the script that says what a browser can do may be, gzipped.
const mostSupport = 3_000

func TestTheScriptThatAsksForNoTokenIsLight(t *testing.T) {
	assets, err := static.Load()
	if err != nil {
		t.Fatal(err)
	}
	data, err := fs.ReadFile(assets.SDK, "support.js.br")
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(brotli.NewReader(bytes.NewReader(data)))
	if err != nil {
		t.Fatal(err)
	}
	if n := gzipped(t, plain); n > mostSupport {
		t.Errorf("%d bytes gzipped: %d is the most", n, mostSupport)
	}
}

// gzipped returns how many bytes a file has on its way to the browser.
func gzipped(t *testing.T, data []byte) int {
	t.Helper()
	var packed bytes.Buffer
	w, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression) // the level exists
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return packed.Len()
}

// mostBytes is how large the scripts that draw the capture screens may be, gzipped: the live preview with what measures
// the screens, what drives its frame on the page of a preset, and the pictures of the screens that a change changes.
var mostBytes = map[string]int{"preview.js": 26_000, "presetpreview.js": 5_000, "presetpictures.js": 26_500}

func TestTheScriptsOfThePreviewAreSmall(t *testing.T) {
	assets, err := static.Load()
	if err != nil {
		t.Fatal(err)
	}
	for name, most := range mostBytes {
		data, err := fs.ReadFile(assets.Files, assets.Names[name])
		if err != nil {
			t.Fatal(err)
		}
		n := gzipped(t, data)
		t.Logf("%s: %d bytes gzipped", name, n)
		if n > most {
			t.Errorf("%s is %d bytes gzipped: %d is the most", name, n, most)
		}
	}
}

// inline are the ways in which a script sets markup or styles that a content policy without unsafe-inline blocks, or
// that would turn a customer's text into markup.
var inline = regexp.MustCompile(`innerHTML|outerHTML|insertAdjacentHTML|document\.write|cssText|setAttribute\('style'|` +
	`createElement\('style'|\beval\(|new Function`)

func TestTheScreensSetNoMarkupAndNoInlineStyle(t *testing.T) {
	paths := filesBelow(t, "sdk", ".ts")
	if len(paths) < 20 {
		t.Fatalf("only %d scripts were found", len(paths))
	}
	for _, path := range paths {
		if found := inline.FindString(read(t, path)); found != "" {
			t.Errorf("%s uses %s", path, found)
		}
	}
}
