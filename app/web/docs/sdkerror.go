package docs

import (
	"fmt"

	"proofdesk/app/intake"
)

// sdkError is an error of the web SDK: its cause, and what the host or the applicant does about it.
type sdkError struct {
	code   string
	cause  string
	remedy string
	retry  bool // whether the same call can succeed when it is made again
}

// sdkErrors are the codes with which the SDK's calls reject, as its script lists them.
var sdkErrors = []sdkError{
	{
		"NOT_SUPPORTED", "The browser lacks what capturing needs.",
		"Offer a [capture link](/docs/links) for another device.", false,
	},
	{
		"INSECURE_CONTEXT", "The page is not served over https.",
		"Serve it over https; localhost will do for trials.", false,
	},
	{
		"BLOCKED_BY_POLICY", "A header or a frame denies the camera or the microphone.",
		"See [Policy](/docs/web#policy).", false,
	},
	{
		"CSP_BLOCKED", "The content security policy of the page denies the engine or the server.",
		"Add the directive that the message names; see [Policy](/docs/web#policy).", false,
	},
	{
		"CAMERA_DENIED", "The applicant, the system or the app around the page denies the camera.",
		"Ask the applicant to allow it; in an app see [WebView](/docs/web#webview).", true,
	},
	{"CAMERA_NONE", "The device has no camera.", "Offer a [capture link](/docs/links) for a phone.", false},
	{"CAMERA_BUSY", "Another app uses the camera.", "Ask the applicant to close it.", true},
	{
		"CAMERA_ENDED", "The camera gives no more pictures and could not be brought back.",
		"Offer a button that begins again.", true,
	},
	{
		"MICROPHONE_DENIED", "The applicant, the system or the app around the page denies the microphone.",
		"Ask the applicant to allow it; in an app see [WebView](/docs/web#webview).", true,
	},
	{"MICROPHONE_NONE", "The device has no microphone.", "Offer a [capture link](/docs/links) for a phone.", false},
	{"MICROPHONE_BUSY", "Another app uses the microphone, or took it away.", "Ask the applicant to close it.", true},
	{
		"LOCATION_DENIED", "The location that `enableGPS` asks for is denied.",
		"Ask the applicant to allow it, or leave `enableGPS` out.", true,
	},
	{"LOCATION_NONE", "The device did not find out where it is.", "Ask the applicant to go near a window.", true},
	{
		"ENGINE_LOAD", "The engine could not be loaded, or is not the one that was published.",
		"Call `initialize` again; if it stays so, look at what lies between the page and the server.", true,
	},
	{
		"ENGINE_CRASHED", "The engine stopped by itself, was started again, and stopped once more.",
		"Offer a button that begins again: the next call starts the engine anew.", true,
	},
	{
		"TOKEN_INVALID", "The token is wrong, or it is a text and has expired.",
		"Give `accessToken` as a function, and look at what it returns.", false,
	},
	{"TOKEN_REFRESH_FAILED", "Your function for tokens failed.", "Look at your server; captures are kept.", true},
	{
		"NETWORK", "The server can't be reached, or the origin of the page is not listed.",
		"Check `apiBaseUrl`, and [the origins](/docs/web#origins) where the message of `initialize` asks about them; " +
			"else call again once there is a connection. Captures are kept.", true,
	},
	{
		"SERVER", "The server failed, or something else answers at `apiBaseUrl`.",
		"Check `apiBaseUrl` where every `initialize` fails so; else call again later. Captures are kept.", true,
	},
	{
		"REFUSED", "A parameter or the request is refused: `fields` says why, or else the message.",
		"Correct it: the `rule` of a field is among [the rules](#rules).", false,
	},
	{
		"RATE_LIMITED", "Too many requests came, or five attempts at a live face failed within three minutes.",
		"Call again after a while: of failed attempts, after half an hour. Captures are kept.", true,
	},
	{"TIMEOUT", "An answer took too long.", "Call again; captures are kept.", true},
	{
		"OUTDATED",
		fmt.Sprintf("A film came to the server later than its challenge is valid: %v minutes.",
			intake.ChallengeValidity.Minutes()),
		"Make the service call again: it takes the film anew, and keeps the rest. Then call `finalSubmit`.", false,
	},
	{
		"WRONG_DOCUMENT", "Another document or side was shown for too long, and the preset ends the capture there.",
		"Say which document is meant, and offer a button that begins again.", true,
	},
	{
		"RETRY_LIMIT", "A capture failed as often as it may.",
		"Offer another way, or a button that begins again: the next call counts anew.", true,
	},
	{
		"CANCELLED", "The applicant left, or `cancel` or `destroy` was called.",
		"Offer a button that begins again.", true,
	},
	{
		"TAKEN_OVER", "Another tab went on with the capture link; only the hosted capture page meets it.",
		"The page says so, and offers to go on in this tab.", true,
	},
	{
		"BUSY", "Another call of this page is still open, or `initialize` was called already, also by another script.",
		"Wait for the call; call `destroy` before another `initialize`.", true,
	},
	{
		"STORAGE", "The browser denies the page its database, or has no room: a reload loses what was not sent yet. " +
			"Only an `error` event tells of it, and no call ends with it.",
		"Nothing: the capture goes on. Don't load the page again before `finalSubmit` has resolved.", false,
	},
	{
		"UNLOADED", "`initialize` was not called, or `destroy` was; for `finalSubmit`, nothing was captured.",
		"Call what is missing, then call again.", true,
	},
}

// about returns what the page of errors says of an error.
func (e sdkError) about() string {
	if e.retry {
		return e.remedy + " It is `retryable`."
	}
	return e.remedy
}
