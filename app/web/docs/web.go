package docs

import (
	"bytes"
	"crypto/sha512"
	"encoding/base64"
	"io"
	"io/fs"
	"strings"

	"github.com/andybalholm/brotli"
)

// web is the page of the web SDK.
func (w *Handler) web(base string) string {
	return strings.NewReplacer(
		"{version}", w.Assets.Version,
		"{sri}", w.integrity(),
		"{policy}", HostPolicy(base),
	).Replace(read("web.md", base))
}

// integrity returns the hash of the SDK's script, as browsers check it.
func (w *Handler) integrity() string {
	packed, err := fs.ReadFile(w.Assets.SDK, "proofdesk.js.br")
	if err != nil {
		panic(err) // it is embedded
	}
	plain, err := io.ReadAll(brotli.NewReader(bytes.NewReader(packed)))
	if err != nil {
		panic(err) // the build packed it
	}
	sum := sha512.Sum384(plain)
	return "sha384-" + base64.StdEncoding.EncodeToString(sum[:])
}
