// Package static holds the console's built scripts, styles and icons. The sources lie beside it and are built into dist
// by build.mjs; it serves nothing by itself.
package static

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

// Bundle is the built assets: Files by their content-hashed names, Names from plain to hashed. SDK holds the files of
// the web SDK, each packed by brotli under its name with .br, and Listed what they are unpacked; Types holds its type
// declarations, from proofdesk.d.ts on, and Version is the SDK's.
type Bundle struct {
	Files   fs.FS
	Names   map[string]string
	SDK     fs.FS
	Listed  []Listed
	Types   fs.FS
	Version string
}

// Listed is a file of the web SDK as the build wrote it.
type Listed struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"` // hexadecimal
	Size   int64  `json:"size"`   // bytes
}

//go:embed sdk/version.json
var version []byte

// Load returns the assets; an error where they were not built.
func Load() (Bundle, error) {
	files, err := fs.Sub(dist, "dist")
	if err != nil {
		return Bundle{}, fmt.Errorf("static assets: %w", err)
	}
	text, err := fs.ReadFile(files, "manifest.json")
	if err != nil {
		return Bundle{}, fmt.Errorf("the static assets are not built, run make: %w", err)
	}
	b := Bundle{Files: files}
	if err := json.Unmarshal(text, &b.Names); err != nil {
		return Bundle{}, fmt.Errorf("static manifest: %w", err)
	}
	if err := json.Unmarshal(version, &b); err != nil {
		return Bundle{}, fmt.Errorf("version of the SDK: %w", err)
	}
	return b, b.loadSDK()
}

func (b *Bundle) loadSDK() error {
	text, err := fs.ReadFile(b.Files, "sdk.json")
	if err != nil {
		return fmt.Errorf("the web SDK is not built, run make: %w", err)
	}
	if err := json.Unmarshal(text, &b.Listed); err != nil {
		return fmt.Errorf("list of the web SDK's files: %w", err)
	}
	if b.SDK, err = fs.Sub(b.Files, "sdk"); err != nil {
		return fmt.Errorf("files of the web SDK: %w", err)
	}
	if b.Types, err = fs.Sub(b.Files, "types"); err != nil {
		return fmt.Errorf("types of the web SDK: %w", err)
	}
	return nil
}

// Path returns the URL path of an asset by its plain name; empty where it does not exist.
func (b Bundle) Path(name string) string {
	hashed, ok := b.Names[name]
	if !ok {
		return ""
	}
	return "/static/" + hashed
}
