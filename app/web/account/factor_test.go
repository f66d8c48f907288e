package account_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"proofdesk/app/access"
	"proofdesk/app/web/webtest"
	"proofdesk/engine/barcode"
)

var (
	keyLine  = regexp.MustCompile(`<dd class="data">([A-Z2-7 ]{39})`)
	codeLine = regexp.MustCompile(`<li>([0-9a-z-]{24})</li>`)
)

// enrol turns the second factor of a signed-in browser's agent on and returns its key and recovery codes.
func enrol(b *webtest.Browser) (secret string, codes []string) {
	b.T.Helper()
	b.Get("/me").Want(200, "Set up an authenticator")
	b.Post("/me/totp", nil).Follow().Want(200, `src="data:image/png;base64,`, "Turn on")
	scans(b)
	key := keyLine.FindStringSubmatch(b.Body)
	if key == nil {
		b.T.Fatalf("no key on the page: %s", b.Body)
	}
	secret = strings.ReplaceAll(key[1], " ", "")
	b.Post("/me/totp/confirm", url.Values{"code": {guess(b, secret)}}).Want(http.StatusBadRequest,
		"not the code that the authenticator shows")
	b.Post("/me/totp/confirm", url.Values{"code": {shows(b, secret)}}).Want(200, "Your recovery codes")
	for _, m := range codeLine.FindAllStringSubmatch(b.Body, -1) {
		codes = append(codes, m[1])
	}
	return secret, codes
}

// scans reads the QR code of the page as an authenticator does.
func scans(b *webtest.Browser) {
	b.T.Helper()
	_, rest, _ := strings.Cut(b.Body, `src="data:image/png;base64,`)
	text, _, _ := strings.Cut(rest, `"`)
	picture, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		b.T.Fatal(err)
	}
	symbol, err := png.Decode(bytes.NewReader(picture))
	if err != nil {
		b.T.Fatal(err)
	}
	gray, ok := symbol.(*image.Gray)
	if !ok {
		b.T.Fatalf("the QR code is a %T", symbol)
	}
	for _, found := range barcode.Read(gray, barcode.Options{}) {
		if strings.HasPrefix(found.Text, "otpauth://totp/Proofdesk:") {
			return
		}
	}
	b.T.Error("the QR code does not read")
}

// shows is what an authenticator shows now.
func shows(b *webtest.Browser, secret string) string {
	b.T.Helper()
	return showsIn(b, secret, 0)
}

// showsIn is what an authenticator shows so much later than now.
func showsIn(b *webtest.Browser, secret string, later time.Duration) string {
	b.T.Helper()
	code, err := totp.GenerateCode(secret, b.Clock.Now().Add(later))
	if err != nil {
		b.T.Fatal(err)
	}
	return code
}

// guess returns a code that an authenticator shows neither now nor half a minute before or after.
func guess(b *webtest.Browser, secret string) string {
	b.T.Helper()
	near := []string{
		showsIn(b, secret, -30*time.Second), shows(b, secret), showsIn(b, secret, 30*time.Second),
	}
	for n := 0; ; n++ {
		if code := fmt.Sprintf("%06d", n); !slices.Contains(near, code) {
			return code
		}
	}
}

func TestASecondFactorIsSetUpAndAskedForAtTheSignIn(t *testing.T) {
	h := webtest.Open(t)
	job, _ := h.Job("acme", "DOE, JANE")
	here := h.As(access.Agent)
	secret, codes := enrol(here)
	if len(codes) != 10 {
		t.Fatalf("%d recovery codes", len(codes))
	}
	here.Get("/me").Want(200, "10 left", "Turn off")
	here.Get("/me/totp").Want(http.StatusSeeOther)

	b := h.Browser()
	b.Get("/login/totp").Want(http.StatusSeeOther)
	used := shows(b, secret)
	b.SignIn("agent@acme.test", webtest.Password, url.Values{"next": {"/jobs/" + job}, "kept.note": {"half a word"}})
	b.Want(200, "Two-factor authentication", `name="kept.note" value="half a word"`)
	b.Send("POST", "/login/totp", url.Values{"code": {used}, "next": {"/jobs/" + job}}).Want(http.StatusUnauthorized,
		"already used")
	b.Get("/queue").Want(http.StatusSeeOther)
	h.Clock.Advance(time.Minute)
	b.Send("POST", "/login/totp", url.Values{
		"code": {shows(b, secret)},
		"next": {"/jobs/" + job},
	}).Want(http.StatusSeeOther)
	if to := b.Answer.Header.Get("Location"); to != "/jobs/"+job {
		t.Errorf("leads to %s", to)
	}
	b.Get("/queue").Want(200)

	lost := h.Browser()
	lost.SignIn("agent@acme.test", webtest.Password, nil)
	lost.Send("POST", "/login/totp", url.Values{"code": {codes[0]}}).Want(http.StatusSeeOther)
	lost.Get("/me").Want(200, "9 left")
	late := h.Browser()
	late.SignIn("agent@acme.test", webtest.Password, nil)
	h.Clock.Advance(5 * time.Minute)
	late.Send("POST", "/login/totp", url.Values{"code": {shows(late, secret)}}).Want(http.StatusSeeOther)
	if to := late.Answer.Header.Get("Location"); to != "/login" {
		t.Errorf("a ticket that has run out leads to %s", to)
	}
}

func TestATicketIsNoSession(t *testing.T) {
	h := webtest.Open(t)
	enrol(h.As(access.Agent))
	b := h.Browser()
	b.SignIn("agent@acme.test", webtest.Password, nil)
	b.Want(200, "Two-factor authentication")
	for _, path := range []string{"/queue", "/me", "/jobs"} {
		b.Get(path).Want(http.StatusSeeOther)
	}
	b.Cookies["proofdesk_step"] = "x" + b.Cookies["proofdesk_step"]
	b.Send("POST", "/login/totp", url.Values{"code": {"000000"}}).Want(http.StatusSeeOther)
}

func TestAnAdminResetsALostSecondFactorAndEndsSessions(t *testing.T) {
	h := webtest.Open(t)
	lost := h.As(access.Agent)
	enrol(lost)
	admin := h.As(access.Admin)
	admin.Get("/users").Want(200, "authenticator", "Reset second factor")
	agent, _ := h.Store.AgentByEmail(t.Context(), "agent@acme.test")
	admin.Post("/users/"+agent.ID+"/totp", nil).Follow().Want(200, "signed out everywhere")
	lost.Get("/queue").Want(http.StatusSeeOther)
	again := h.As(access.Agent)
	admin.Get("/users")
	admin.Post("/users/"+agent.ID+"/sessions", nil).Follow().Want(200, "Signed out everywhere")
	again.Get("/queue").Want(http.StatusSeeOther)
	self, _ := h.Store.AgentByEmail(t.Context(), "admin@acme.test")
	admin.Get("/users")
	admin.Post("/users/"+self.ID+"/role", url.Values{"role": {"agent"}, "version": {`"admin"`}}).Want(http.StatusConflict,
		"last active administrator")
	foreign, _ := h.Store.AgentByEmail(t.Context(), "agent@globex.test")
	admin.Get("/users")
	admin.Post("/users/"+foreign.ID+"/password", nil).Want(http.StatusNotFound)
}
