package e2e_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// denied lets a browser say that no device may be used.
const denied = `navigator.permissions.query = async () => ({ state: 'denied' });`

func TestAPageIsToldWhichLayerIsInTheWayAndTheLineToPaste(t *testing.T) {
	h := at(t)
	const scripts = "script-src 'unsafe-inline' {desk}"
	var header, value string
	served := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set(header, strings.ReplaceAll(value, "{desk}", h.base))
		_, _ = w.Write([]byte("<!doctype html><title>Bank</title>"))
	})
	bank := httptest.NewServer(served)
	t.Cleanup(bank.Close)
	p := equipped(t, "--host-resolver-rules=MAP bank.test 127.0.0.1")
	insecure := strings.Replace(bank.URL, "127.0.0.1", "bank.test", 1)
	for _, c := range []struct{ name, address, header, value, before, want string }{
		{"nothing", bank.URL, "X-Nothing", "", "", ""},
		{
			"a header", bank.URL, "Permissions-Policy", "camera=()", "",
			"HEADER BLOCKED_BY_POLICY Permissions-Policy: camera=(self)",
		},
		{
			"the policy for workers", bank.URL, "Content-Security-Policy", scripts + " 'wasm-unsafe-eval'", "",
			"CSP CSP_BLOCKED Content-Security-Policy: worker-src blob:",
		},
		{
			"the policy for wasm", bank.URL, "Content-Security-Policy", scripts + "; worker-src blob:", "",
			"CSP CSP_BLOCKED Content-Security-Policy: script-src 'wasm-unsafe-eval'",
		},
		{
			"the policy for requests", bank.URL, "Content-Security-Policy",
			scripts + " 'wasm-unsafe-eval'; worker-src blob:; connect-src 'self'", "",
			"CSP CSP_BLOCKED Content-Security-Policy: connect-src " + h.base,
		},
		{
			"no policy for requests", bank.URL, "Content-Security-Policy",
			"default-src 'none'; connect-src {desk}; worker-src blob:; " + scripts + " 'wasm-unsafe-eval'", "", "",
		},
		{
			"the system", bank.URL, "X-Nothing", "", denied,
			"SYSTEM CAMERA_DENIED the camera in the settings of the browser and of the operating system\n" +
				"SYSTEM MICROPHONE_DENIED the microphone in the settings of the browser and of the operating system",
		},
		{
			"an app", bank.URL, "X-Nothing", "",
			denied + `Object.defineProperty(navigator, 'userAgent', { value: 'Android 16; wv)' });`,
			"APP CAMERA_DENIED grant the camera in the app\nAPP MICROPHONE_DENIED grant the microphone in the app",
		},
		{
			"an old browser", bank.URL, "X-Nothing", "", `delete window.HTMLDialogElement;`,
			"BROWSER NOT_SUPPORTED another browser, or a newer version of this one",
		},
		{
			"a browser without devices", bank.URL, "X-Nothing", "",
			`Object.defineProperty(navigator, 'mediaDevices', { value: undefined });`,
			"BROWSER NOT_SUPPORTED a browser with a camera\nBROWSER NOT_SUPPORTED a browser with a microphone",
		},
		{
			"no https", insecure, "X-Nothing", "", "",
			"CONTEXT INSECURE_CONTEXT " + strings.Replace(insecure, "http:", "https:", 1),
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			header, value = c.header, c.value
			check(t, first(p.Goto(c.address)))
			said, err := p.Evaluate(diagnosis(c.before), h.base+"/sdk/11/support.js")
			check(t, err)
			if said != c.want {
				t.Errorf("said %v, want %s", said, c.want)
			}
		})
	}
	const both = "IFRAME BLOCKED_BY_POLICY allow=\"camera\"\nIFRAME BLOCKED_BY_POLICY allow=\"microphone\""
	for _, c := range []struct{ name, outside, header, allow, want string }{
		{"a frame", strings.Replace(bank.URL, "127.0.0.1", "localhost", 1), "X-Nothing", "", both}, // of another origin
		{"a frame of this origin", bank.URL, "X-Nothing", "camera 'none'; microphone 'none'", both},
		{
			"a frame on a page with a header", bank.URL, "Permissions-Policy", "",
			"HEADER BLOCKED_BY_POLICY Permissions-Policy: camera=(self)",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			header, value = c.header, "camera=()"
			check(t, first(p.Goto(c.outside)))
			check(t, first(p.Evaluate(`([address, allow]) => new Promise(done => {
				const frame = document.createElement('iframe')
				frame.onload = done
				frame.allow = allow
				frame.src = address
				document.body.append(frame)
			})`, []any{bank.URL, c.allow})))
			frames := p.Frames()
			said, err := frames[len(frames)-1].Evaluate(diagnosis(""), h.base+"/sdk/11/support.js")
			check(t, err)
			if said != c.want {
				t.Errorf("said %v, want %s", said, c.want)
			}
		})
	}
}

// diagnosis is a script that tells what stands against capturing on a page, after what is done before.
func diagnosis(before string) string {
	return `async address => {
		` + before + `
		if (navigator.mediaDevices) navigator.mediaDevices.getUserMedia = () => { throw new Error('a device was opened') }
		const { diagnose } = await import(address)
		return (await diagnose()).map(({ layer, code, line }) => [layer, code, line].join(' ')).join('\n')
	}`
}
