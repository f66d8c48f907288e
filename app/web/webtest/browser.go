package webtest

import (
	"bytes"
	"html"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"

	"proofdesk/app/access"
)

// Browser is a browser with its cookies, and the answer that it got last.
type Browser struct {
	*Fixture
	Cookies map[string]string
	Headers map[string]string
	Body    string
	Status  int
	Answer  *http.Response
}

// Browser returns a browser without a session.
func (h *Fixture) Browser() *Browser {
	return &Browser{Fixture: h, Cookies: map[string]string{}, Headers: map[string]string{"Accept": "text/html"}}
}

// As returns a browser in which a user of acme with a role is signed in.
func (h *Fixture) As(role access.Role) *Browser {
	h.T.Helper()
	b := h.Browser()
	if b.SignIn(string(role)+"@acme.test", Password, nil); b.Status != http.StatusSeeOther {
		h.T.Fatalf("sign in as %s: %d", role, b.Status)
	}
	return b
}

// SignIn sends the sign-in form, with more fields if any.
func (b *Browser) SignIn(email, password string, more url.Values) {
	b.T.Helper()
	form := url.Values{"email": {email}, "password": {password}}
	for name, values := range more {
		form[name] = values
	}
	b.Send("POST", "/login", form)
}

// Get opens a page.
func (b *Browser) Get(path string) *Browser {
	b.T.Helper()
	return b.Send("GET", path, nil)
}

// Post sends a form with the token of the page shown last.
func (b *Browser) Post(path string, form url.Values) *Browser {
	b.T.Helper()
	if form == nil {
		form = url.Values{}
	}
	if !form.Has("csrf") {
		form.Set("csrf", b.Field("csrf"))
	}
	return b.Send("POST", path, form)
}

// Send sends a request.
func (b *Browser) Send(method, path string, form url.Values) *Browser {
	b.T.Helper()
	r := httptest.NewRequest(method, path, strings.NewReader(form.Encode()))
	if method == "POST" {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	return b.send(r)
}

// PostFile sends a form with a file in its field "file", and with the token of the page shown last.
func (b *Browser) PostFile(path string, form url.Values, name string, content []byte) *Browser {
	b.T.Helper()
	return b.PostFiles(path, form, []string{name}, content)
}

// PostFiles is PostFile with several files of the same content in one field.
func (b *Browser) PostFiles(path string, form url.Values, names []string, content []byte) *Browser {
	b.T.Helper()
	var body bytes.Buffer
	parts := multipart.NewWriter(&body)
	if !form.Has("csrf") {
		_ = parts.WriteField("csrf", b.Field("csrf"))
	}
	for field, values := range form {
		for _, value := range values {
			_ = parts.WriteField(field, value)
		}
	}
	for _, name := range names {
		file, err := parts.CreateFormFile("file", name)
		if err == nil {
			_, err = file.Write(content)
		}
		if err != nil {
			b.T.Fatal(err)
		}
	}
	if err := parts.Close(); err != nil {
		b.T.Fatal(err)
	}
	r := httptest.NewRequest("POST", path, &body)
	r.Header.Set("Content-Type", parts.FormDataContentType())
	return b.send(r)
}

func (b *Browser) send(r *http.Request) *Browser {
	b.T.Helper()
	r.Host = "console.test"
	for name, value := range b.Headers {
		r.Header.Set(name, value)
	}
	for name, value := range b.Cookies {
		r.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	answer, err := b.Server.App.Test(r, -1)
	if err != nil {
		b.T.Fatal(err)
	}
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		b.T.Fatal(err)
	}
	for _, c := range answer.Cookies() {
		b.Cookies[c.Name] = c.Value
	}
	b.Body, b.Status, b.Answer = string(body), answer.StatusCode, answer
	return b
}

// Follow opens the page that the answer redirects to.
func (b *Browser) Follow() *Browser {
	b.T.Helper()
	if b.Status != http.StatusSeeOther {
		b.T.Fatalf("no redirect but %d: %s", b.Status, b.Body)
	}
	return b.Get(b.Answer.Header.Get("Location"))
}

var inputs = regexp.MustCompile(`<input type="hidden" name="([a-z.]+)" value="([^"]*)"`)

// Field returns a hidden field of the page shown last.
func (b *Browser) Field(name string) string {
	for _, m := range inputs.FindAllStringSubmatch(b.Body, -1) {
		if m[1] == name {
			return html.UnescapeString(m[2])
		}
	}
	return ""
}

// overrideFields finds the choices of the red findings on a review page.
var overrideFields = regexp.MustCompile(`name="(override\.[^"]+)" value="([^"]+)"`)

// Decision returns the filled decision bar of the page shown last.
func (b *Browser) Decision(outcome string, more url.Values) url.Values {
	form := url.Values{"outcome": {outcome}}
	for _, override := range overrideFields.FindAllStringSubmatch(b.Body, -1) {
		if name := override[1]; form.Get(name) == "" && outcome == "Approved" {
			form.Set(name, override[2])
		}
	}
	for _, name := range []string{"csrf", "claim", "version", "digest", "request", "started", "key", "seen", "agent"} {
		form.Set(name, b.Field(name))
	}
	for name, values := range more {
		form[name] = values
	}
	return form
}

// Want fails where the answer has another status or lacks a text. A place where the text may break is no part of it.
func (b *Browser) Want(status int, texts ...string) {
	b.T.Helper()
	if b.Status != status {
		b.T.Fatalf("status %d, want %d: %s", b.Status, status, b.Body)
	}
	unbroken := strings.ReplaceAll(b.Body, "<wbr>", "")
	for _, text := range texts {
		if !strings.Contains(unbroken, text) {
			b.T.Errorf("the page lacks %q: %s", text, b.Body)
		}
	}
}

var secretLine = regexp.MustCompile(`<code class="data" data-copy="([^"]+)"`)

// Secrets returns the values that the page shows this one time.
func (b *Browser) Secrets() []string {
	var all []string
	for _, m := range secretLine.FindAllStringSubmatch(b.Body, -1) {
		all = append(all, m[1])
	}
	return all
}

// Lacks fails where the page shown last has one of some texts.
func (b *Browser) Lacks(texts ...string) {
	b.T.Helper()
	for _, text := range texts {
		if strings.Contains(b.Body, text) {
			b.T.Errorf("the page says %q", text)
		}
	}
}

// secrets are the personal values of the fixture's job.
var secrets = []string{"DOE", "JANE", "1987-03", "G09988123", "MEXDOE"}

// drawnID finds ULIDs, in which "JANE" may stand by chance.
var drawnID = regexp.MustCompile(`\b[0-9A-HJKMNP-TV-Z]{26}\b`)

// LacksSecrets fails where the page shown last holds a personal value of the fixture's job.
func (b *Browser) LacksSecrets(what string) {
	b.T.Helper()
	shown := strings.ToUpper(drawnID.ReplaceAllString(b.Body, ""))
	for _, secret := range secrets {
		if strings.Contains(shown, secret) {
			b.T.Errorf("%s tells %q: %s", what, secret, b.Body)
		}
	}
}

// Correct sends a correction of one value from the review page of a job.
func (b *Browser) Correct(id, source, field, value string) *Browser {
	b.T.Helper()
	return b.Post("/jobs/"+id+
		"/correct", url.Values{"claim": {b.Field("claim")}, "source": {source}, "field": {field}, "value": {value}})
}

// Inline finds scripts and styles inside a page, which the content policy forbids.
var Inline = regexp.MustCompile(`(?i)\sstyle=|<style|<script(?:\s+[^>]*)?>[^<]|\son[a-z]+=|javascript:`)

// UnsafeMarkup finds what a page of figures must not hold: inline styles and scripts, and numbers that are none.
var UnsafeMarkup = regexp.MustCompile(`(?i)\sstyle=|<script>|\son[a-z]+=|NaN|Inf\b`)
