package docs

import (
	"bytes"
	"crypto/sha512"
	"encoding/base64"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/andybalholm/brotli"

	views "proofdesk/views/docs"
)

// sdkError is an error of the web SDK: its cause, and what the host or the applicant does about it.
type sdkError struct{ code, cause, remedy string }

// sdkErrors are the codes with which the SDK's calls reject, as its script lists them.
var sdkErrors = []sdkError{
	{"NOT_SUPPORTED", "The browser lacks what capturing needs.", "Offer a capture link for another device."},
	{"INSECURE_CONTEXT", "The page is not served over https.", "Serve it over https; localhost will do for trials."},
	{"BLOCKED_BY_POLICY", "A header or a frame denies the camera or the microphone.", "See [Policy](#policy)."},
	{"CSP_BLOCKED", "The content security policy of the page denies the engine.", "See [Policy](#policy)."},
	{"CAMERA_DENIED", "The applicant, or the system, denies the camera.", "Ask them to allow it, then call again."},
	{"CAMERA_NONE", "The device has no camera.", "Offer a capture link for a phone."},
	{"CAMERA_BUSY", "Another app uses the camera.", "Ask them to close it, then call again."},
	{"CAMERA_ENDED", "The camera gives no more pictures and could not be brought back.", "Call again."},
	{"MICROPHONE_DENIED", "The applicant, or the system, denies the microphone.", "Ask them to allow it."},
	{"MICROPHONE_NONE", "The device has no microphone.", "Offer a capture link for a phone."},
	{"MICROPHONE_BUSY", "Another app uses the microphone.", "Call again."},
	{"LOCATION_DENIED", "The location that `enableGPS` asks for is denied.", "Ask them to allow it, or leave it out."},
	{"LOCATION_NONE", "The device did not find out where it is.", "Call again, near a window."},
	{"ENGINE_LOAD", "The engine could not be loaded or is not the one that was published.", "Call `initialize` again."},
	{"ENGINE_CRASHED", "The engine stopped by itself.", "Call again."},
	{"TOKEN_INVALID", "The token is wrong, or a token that is a text has expired.", "Give a function for it."},
	{"TOKEN_REFRESH_FAILED", "The host's function for tokens failed.", "Look at your server, then call again."},
	{
		"NETWORK", "The server can't be reached, or the origin of the page is not listed.",
		"Check [the origins](#origins); else call again once there is a connection.",
	},
	{"SERVER", "The server failed.", "Call again; captures are kept."},
	{"REFUSED", "The server refuses the request, and `fields` names why.", "Correct the [fields](/docs/errors#rules)."},
	{"RATE_LIMITED", "Too many requests came.", "Call again after a while."},
	{"TIMEOUT", "An answer took too long.", "Call again."},
	{
		"WRONG_DOCUMENT", "Another document or side was shown for too long, and the preset ends the capture there.",
		"Say which document is meant, then call again.",
	},
	{"RETRY_LIMIT", "A capture failed as often as it may.", "Call again, which begins anew, or offer another way."},
	{"CANCELLED", "The applicant left.", "Let them begin again."},
	{"BUSY", "Another call of this page is still open.", "Wait for it."},
	{"UNLOADED", "`initialize` has not been called, or `destroy` was, or nothing was captured.", "Call it first."},
}

// web is the page of the web SDK.
func (w *Handler) web(base string) string {
	var codes strings.Builder
	for _, e := range sdkErrors {
		fmt.Fprintf(&codes, "### %s {#%s}\n\n%s %s\n\n", views.Literal(e.code), e.code, e.cause, e.remedy)
	}
	return strings.NewReplacer(
		"{errors}", strings.TrimSpace(codes.String()),
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
