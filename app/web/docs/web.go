package docs

import (
	"bytes"
	"crypto/sha512"
	"encoding/base64"
	"fmt"
	"io"
	"io/fs"

	"github.com/andybalholm/brotli"

	"proofdesk/app/intake"
	"proofdesk/app/token"
)

// web is the page of the web SDK.
func (w *Handler) web(base string) string {
	return filled("web.md", base,
		"{version}", w.Assets.Version,
		"{sri}", w.integrity(),
		"{policy}", HostPolicy(base),
		"{token}", fmt.Sprint(token.Lifetime.Minutes()),
		"{late}", fmt.Sprint(intake.ChallengeValidity.Minutes()),
		"{moves}", fmt.Sprint(intake.ChallengeMoves),
		"{each}", fmt.Sprint(intake.ChallengeSeconds),
	)
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
