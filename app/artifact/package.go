package artifact

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/andybalholm/brotli"

	"proofdesk/static"
)

const (
	// PackageName is the name under which npm installs the SDK.
	PackageName = "proofdesk-web-sdk"

	// Script and Support are the files of the SDK that pages import: their names do not change with their content.
	Script  = "proofdesk.js"
	Support = "support.js"

	worker       = "worker.js" // in a package, whose version tells which one it is
	entryTypes   = "types/proofdesk.d.ts"
	supportTypes = "types/support.d.ts"
	mostBytes    = 64 << 20 // of one file, unpacked
)

// packedAt is the time of every file in a package, the one that npm itself writes: with it, the same files are the same
// bytes.
var packedAt = time.Date(1985, 10, 26, 8, 15, 0, 0, time.UTC)

var fiveParts = regexp.MustCompile(`^(\d+\.\d+\.\d+)\.(\d+\.\d+)$`)

// Semver returns a version of five parts as npm takes it: 11.1.13.2.18 is 11.1.13-2.18. The last two parts order the
// versions as they should, and a range such as ~11.1.13-2.18 finds the later ones.
func Semver(version string) (string, error) {
	parts := fiveParts.FindStringSubmatch(version)
	if parts == nil {
		return "", fmt.Errorf("%q is not a version of five numbers", version)
	}
	return parts[1] + "-" + parts[2], nil
}

// PackageFile returns the file name of a version's package.
func PackageFile(version string) (string, error) {
	semver, err := Semver(version)
	return PackageName + "-" + semver + ".tgz", err
}

// manifest is the package.json of the package.
type manifest struct {
	Name        string            `json:"name"`
	Version     string            `json:"version"`
	Description string            `json:"description"`
	License     string            `json:"license"`
	Type        string            `json:"type"`
	Main        string            `json:"main"`
	Types       string            `json:"types"`
	Exports     map[string]export `json:"exports"`
}

// export is what a name of the package leads to: tools take the first that they know.
type export struct {
	Types   string `json:"types,omitempty"`
	Default string `json:"default"`
}

// Package returns the npm package of the SDK, a .tgz that npm installs. The same assets make the same bytes.
func Package(assets static.Bundle) ([]byte, error) {
	semver, err := Semver(assets.Version)
	if err != nil {
		return nil, err
	}
	script, err := unpackedFile(assets.SDK, Script)
	if err != nil {
		return nil, err
	}
	support, err := unpackedFile(assets.SDK, Support)
	if err != nil {
		return nil, err
	}
	engine, err := workerOf(assets)
	if err != nil {
		return nil, err
	}
	about, err := json.MarshalIndent(manifest{
		Name:        PackageName,
		Version:     semver,
		Description: "Captures identity documents and faces on a web page and sends them to Proofdesk",
		License:     "UNLICENSED",
		Type:        "module",
		Main:        "./" + Script,
		Types:       "./" + entryTypes,
		Exports: map[string]export{
			".":           {Types: "./" + entryTypes, Default: "./" + Script},
			"./support":   {Types: "./" + supportTypes, Default: "./" + Support},
			"./" + worker: {Default: "./" + worker},
		},
	}, "", "  ")
	if err != nil {
		return nil, err
	}
	files := []entry{
		{"package.json", append(about, '\n')},
		{"README.md", []byte(strings.ReplaceAll(readme, "VERSION", assets.Version))},
		{Script, script},
		{Support, support},
		{worker, engine},
	}
	types, err := declarations(assets.Types)
	if err != nil {
		return nil, err
	}
	return tgz(append(files, types...))
}

// workerOf returns the script of the worker, for a host that serves it itself.
func workerOf(assets static.Bundle) ([]byte, error) {
	for _, f := range assets.Listed {
		if strings.HasPrefix(f.Name, "worker-") {
			return unpackedFile(assets.SDK, f.Name)
		}
	}
	return nil, errors.New("the SDK has no worker")
}

// entry is one file of a package.
type entry struct {
	name string
	data []byte
}

// declarations returns the type declarations in the order of their names.
func declarations(types fs.FS) ([]entry, error) {
	var all []entry
	err := fs.WalkDir(types, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(types, path)
		all = append(all, entry{"types/" + path, data})
		return err
	})
	slices.SortFunc(all, func(a, b entry) int { return strings.Compare(a.name, b.name) })
	return all, err
}

// tgz packs files as npm expects them, under package/. They are stored and not deflated: so the bytes, whose hash is
// published, depend on no version of a compressor.
func tgz(files []entry) ([]byte, error) {
	var packed bytes.Buffer
	zip, err := gzip.NewWriterLevel(&packed, gzip.NoCompression)
	if err != nil {
		return nil, err
	}
	archive := tar.NewWriter(zip)
	for _, f := range files {
		header := tar.Header{
			Name:    "package/" + f.name,
			Mode:    0o644,
			Size:    int64(len(f.data)),
			ModTime: packedAt,
			Format:  tar.FormatUSTAR,
		}
		if err := archive.WriteHeader(&header); err != nil {
			return nil, err
		}
		if _, err := archive.Write(f.data); err != nil {
			return nil, err
		}
	}
	if err := archive.Close(); err != nil {
		return nil, err
	}
	if err := zip.Close(); err != nil {
		return nil, err
	}
	return packed.Bytes(), nil
}

// unpackedFile returns a file that the build has packed by brotli.
func unpackedFile(files fs.FS, name string) ([]byte, error) {
	packed, err := fs.ReadFile(files, name+".br")
	if err != nil {
		return nil, err
	}
	return Unpack(packed)
}

// pack packs a file by brotli, with little memory rather than in the fewest bytes.
func pack(plain []byte) ([]byte, error) {
	var packed bytes.Buffer
	w := brotli.NewWriterOptions(&packed, brotli.WriterOptions{Quality: 4, LGWin: 18})
	if _, err := w.Write(plain); err != nil {
		return nil, err
	}
	err := w.Close()
	return packed.Bytes(), err
}

// Unpack returns what brotli has packed.
func Unpack(packed []byte) ([]byte, error) {
	plain, err := io.ReadAll(io.LimitReader(brotli.NewReader(bytes.NewReader(packed)), mostBytes))
	if err != nil {
		return nil, fmt.Errorf("unpack a file of the SDK: %w", err)
	}
	return plain, nil
}

// readme is the README of the package.
const readme = `# Proofdesk web SDK VERSION

    import { IdentityProofingSDK } from 'proofdesk-web-sdk'
    await IdentityProofingSDK.initialize({ apiBaseUrl: 'https://desk.example', accessToken: () => yourToken() })
    await IdentityProofingSDK.idValidation()
    const [{ jobId }] = await IdentityProofingSDK.finalSubmit()

- Import it on a page that is served over HTTPS; on a server it can be imported, and captures nothing.
- An admin lists the page's origin on the client's page of the console.
- The page's policy needs connect-src and script-src for the server, 'wasm-unsafe-eval', and worker-src blob:. For the
  pictures and fonts of a preset it needs img-src and font-src for the server, and img-src blob: for the picture that an
  applicant looks at before it is sent.
- For a policy without blob:, serve worker.js of this package yourself and give its address as workerUrl.
- 'proofdesk-web-sdk/support' has checkSupport(), which says what a browser can capture before there is a token, and
  diagnose(), which names what stands in the way on a page and the line that mends it.
- The engine is loaded from the server, which keeps it for this version of the package.
`
