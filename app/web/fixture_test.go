package web_test

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/png"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/accounts"
	"proofdesk/app/admintest"
	"proofdesk/app/clock"
	"proofdesk/app/customer"
	"proofdesk/app/evidence"
	"proofdesk/app/httpserver"
	"proofdesk/app/ids"
	"proofdesk/app/intake"
	"proofdesk/app/keyring"
	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/app/quality"
	"proofdesk/app/retention"
	"proofdesk/app/review"
	"proofdesk/app/session"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/vault"
	"proofdesk/app/web"
	"proofdesk/app/web/administration"
	"proofdesk/app/web/shell"
	"proofdesk/engine"
	"proofdesk/static"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

const password = "correct horse battery 7"

// house is a console with a company, its people and its store.
type house struct {
	t       testing.TB
	clock   *clock.Manual
	store   *store.Store
	keys    *keyring.Keys
	safe    evidence.Safe
	console *web.Console
	server  *httpserver.Server
	renders int
}

func open(t testing.TB) *house {
	t.Helper()
	h := &house{t: t, clock: clock.NewManual(noon)}
	h.store = storetest.SQLite(t, h.clock)
	master := vault.Ephemeral()
	h.keys = &keyring.Keys{Store: h.store, Master: master}
	h.safe = evidence.Safe{Store: &evidence.Folder{Root: filepath.Join(t.TempDir(), "captures")}}
	office := admintest.On(h.store, h.clock, master)
	for _, slug := range []string{"acme", "globex"} {
		if _, err := office.Companies.CreateCompany(t.Context(), "cli", slug, slug); err != nil {
			t.Fatal(err)
		}
		for _, role := range access.Roles() {
			request := accounts.UserRequest{
				Company:     slug,
				Email:       string(role) + "@" + slug + ".test",
				DisplayName: "The " + string(role),
				Role:        string(role),
				Password:    password,
			}
			if _, err := office.Accounts.CreateUser(t.Context(), "cli", request); err != nil {
				t.Fatal(err)
			}
		}
	}
	assets, err := static.Load()
	if err != nil {
		t.Fatal(err)
	}
	h.console = &web.Console{
		Shell: &shell.Shell{
			Store:    h.store,
			Sessions: session.New(h.store, h.clock, master, "http://console.test"),
			Clock:    h.clock,
			Log:      slog.New(slog.DiscardHandler),
			Assets:   assets,
		},
		Desk:        &review.Desk{Store: h.store, Clock: h.clock},
		Checks:      &quality.Desk{Store: h.store, Clock: h.clock},
		Keys:        h.keys,
		Safe:        h.safe,
		Accounts:    office.Accounts,
		Credentials: office.Credentials,
		Endpoints:   office.Endpoints,
		Companies:   office.Companies,
		Trail:       office.Trail,
		Rendition:   h.render,
		Customers: &customer.Registry{
			Store: h.store,
			Clock: h.clock,
			Keys:  h.keys,
			Safe:  h.safe,
			Log:   slog.New(slog.DiscardHandler),
		},
		Retention: &retention.Sweeper{
			Store: h.store,
			Clock: h.clock,
			Safe:  h.safe,
			Log:   slog.New(slog.DiscardHandler),
		},
		Intake: &intake.Intake{
			Store:       h.store,
			Clock:       h.clock,
			Keys:        h.keys,
			Evidence:    h.safe,
			Environment: "test",
			Region:      "here",
		},
		Installation: []administration.Setting{
			{Name: "Time to review a job", Value: "4h0m0s", Variable: "PROOFDESK_REVIEW_DEADLINE"},
		},
	}
	h.server = httpserver.New(httpserver.Options{Clock: h.clock, Page: h.console.ErrorPage})
	h.console.Routes(h.server.App)
	return h
}

// render makes a rendition as the program does, without its child process.
func (h *house) render(_ context.Context, picture []byte, size string) ([]byte, string, error) {
	h.renders++
	return engine.Render(picture, engine.Rendering{
		Side: map[string]int{"thumb": 8, "view": 32}[size],
		Blur: size == "blurred",
	})
}

// browser is one signed-in or fresh browser.
type browser struct {
	*house
	cookies map[string]string
	headers map[string]string
	body    string
	status  int
	answer  *http.Response
}

func (h *house) browser() *browser {
	return &browser{house: h, cookies: map[string]string{}, headers: map[string]string{"Accept": "text/html"}}
}

// as signs a role of acme in.
func (h *house) as(role access.Role) *browser {
	h.t.Helper()
	b := h.browser()
	if b.signIn(string(role)+"@acme.test", password, nil); b.status != http.StatusSeeOther {
		h.t.Fatalf("sign in as %s: %d", role, b.status)
	}
	return b
}

func (b *browser) signIn(email, password string, more url.Values) {
	b.t.Helper()
	form := url.Values{"email": {email}, "password": {password}}
	for name, values := range more {
		form[name] = values
	}
	b.send("POST", "/login", form)
}

func (b *browser) get(path string) *browser {
	b.t.Helper()
	return b.send("GET", path, nil)
}

// post sends the form with the token of the page shown last.
func (b *browser) post(path string, form url.Values) *browser {
	b.t.Helper()
	if form == nil {
		form = url.Values{}
	}
	if !form.Has("csrf") {
		form.Set("csrf", b.field("csrf"))
	}
	return b.send("POST", path, form)
}

func (b *browser) send(method, path string, form url.Values) *browser {
	b.t.Helper()
	r := httptest.NewRequest(method, path, strings.NewReader(form.Encode()))
	r.Host = "console.test"
	if method == "POST" {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for name, value := range b.headers {
		r.Header.Set(name, value)
	}
	for name, value := range b.cookies {
		r.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	answer, err := b.server.App.Test(r, -1)
	if err != nil {
		b.t.Fatal(err)
	}
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	for _, c := range answer.Cookies() {
		b.cookies[c.Name] = c.Value
	}
	b.body, b.status, b.answer = string(body), answer.StatusCode, answer
	return b
}

// follow opens where the answer leads.
func (b *browser) follow() *browser {
	b.t.Helper()
	if b.status != http.StatusSeeOther {
		b.t.Fatalf("no redirect but %d: %s", b.status, b.body)
	}
	return b.get(b.answer.Header.Get("Location"))
}

var inputs = regexp.MustCompile(`<input type="hidden" name="([a-z]+)" value="([^"]*)"`)

// field reads a hidden field of the page shown last.
func (b *browser) field(name string) string {
	for _, m := range inputs.FindAllStringSubmatch(b.body, -1) {
		if m[1] == name {
			return m[2]
		}
	}
	return ""
}

// decision fills the bar of the page shown last.
func (b *browser) decision(outcome string, more url.Values) url.Values {
	form := url.Values{"outcome": {outcome}}
	for _, name := range []string{"csrf", "claim", "version", "digest", "started"} {
		form.Set(name, b.field(name))
	}
	for name, values := range more {
		form[name] = values
	}
	return form
}

func (b *browser) want(status int, texts ...string) {
	b.t.Helper()
	if b.status != status {
		b.t.Fatalf("status %d, want %d: %s", b.status, status, b.body)
	}
	for _, text := range texts {
		if !strings.Contains(b.body, text) {
			b.t.Errorf("the page lacks %q: %s", text, b.body)
		}
	}
}

// job puts a job with a passport and a selfie into review.
func (h *house) job(company, name string) (id string, captures []onboarding.Capture) {
	h.t.Helper()
	id = ids.UUID()
	row, key, err := h.keys.NewApplicantKey(h.t.Context(), company, id)
	if err != nil {
		h.t.Fatal(err)
	}
	for _, kind := range []onboarding.CaptureKind{onboarding.Passport, onboarding.Selfie} {
		picture := dot(kind == onboarding.Selfie)
		c := onboarding.Capture{
			ID:          ids.UUID(),
			Company:     company,
			JobID:       id,
			Kind:        kind,
			ContentType: "image/png",
			Size:        int64(len(picture)),
			SHA256:      strings.Repeat("0", 64),
			Width:       64,
			Height:      40,
			CreatedAt:   h.clock.Now(),
		}
		if err := h.safe.Keep(h.t.Context(), &c, key, bytes.NewReader(picture)); err != nil {
			h.t.Fatal(err)
		}
		captures = append(captures, c)
	}
	err = h.store.Write(h.t.Context(), func(tx *store.Tx) error {
		if err := tx.InsertApplicantKey(h.t.Context(), row); err != nil {
			return err
		}
		return h.write(tx, id, company, name, captures)
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return id, captures
}

func (h *house) write(tx *store.Tx, id, company, name string, captures []onboarding.Capture) error {
	ctx := h.t.Context()
	job := onboarding.Job{
		ID:           id,
		Seq:          tx.NextSeq(),
		Company:      company,
		Function:     onboarding.IDValidationFace,
		Flavor:       "LITE",
		Line:         onboarding.CurrentLine,
		SDKVersion:   "11.1.13.2",
		Status:       onboarding.Capturing,
		UniqueNumber: "4471",
		CreatedAt:    tx.Now,
	}
	if err := tx.InsertJob(ctx, job); err != nil {
		return err
	}
	for _, c := range captures {
		if err := tx.InsertCapture(ctx, c); err != nil {
			return err
		}
	}
	if _, err := tx.SubmitJob(ctx, company, id); err != nil {
		return err
	}
	if _, err := tx.ClaimJobs(ctx, "lease", tx.Now.Add(time.Minute), 10); err != nil {
		return err
	}
	job.Status, job.DecidedAt, job.FullName, job.DocumentNumber, job.DocumentType, job.IssuingCountry = onboarding.Review, tx.Now, name, "G09988123", "PASSPORT", "MEX"
	if _, err := tx.DecideJob(ctx, job, "lease"); err != nil {
		return err
	}
	docs := map[string]any{
		store.DocReport:  report(captures),
		store.DocRequest: onboarding.Request{},
		store.DocDecision: policy.Decision{
			Outcome: onboarding.Review,
			Score:   .62,
			Reasons: []policy.Reason{
				{
					Code:  "data.consistency",
					Check: engine.CodeConsistency,
					Band:  "data",
					Text:  "The sources disagree on date of birth",
				},
			},
		},
		store.DocPayload: onboarding.Payload{
			ApplicationDetails: onboarding.ApplicationDetails{JobID: id, Status: onboarding.Review},
			PersonalDetails:    onboarding.PersonalDetails{FullName: name, DateOfBirth: "1987-03-18"},
		},
	}
	for kind, value := range docs {
		if err := tx.WriteJobDoc(ctx, company, id, kind, value); err != nil {
			return err
		}
	}
	if err := tx.IndexJob(ctx, job, name, job.DocumentNumber, job.UniqueNumber); err != nil {
		return err
	}
	return tx.OpenReviewCase(ctx, store.ReviewCase{
		Company:        company,
		JobID:          id,
		Seq:            job.Seq,
		Function:       job.Function,
		Summary:        "date of birth differs",
		Score:          .62,
		DeadlineAt:     tx.Now.Add(30 * time.Minute),
		EvidenceDigest: "d",
	})
}

// report is what the engine could have said: two dates of birth, glare over its threshold, a passed focus.
func report(captures []onboarding.Capture) engine.Report {
	passport := "urn:documentsv1:test:here:acme:" + captures[0].ID
	focus, glare, limit, good := .99, .31, .2, true
	box := engine.Box{X: 10, Y: 20, W: 12, H: 3}
	return engine.Report{
		EngineVersion: "1",
		Captures: []engine.CaptureReport{
			{
				ID:     passport,
				Kind:   "passport",
				Width:  64,
				Height: 40,
				Turned: 90,
				MRZLines: []engine.Line{
					{Text: "P<MEXDOE<<JANE<<<", Confidence: .97, Box: engine.Box{X: 2, Y: 30, W: 60, H: 4}},
				},
			},
		},
		Checks: []engine.Check{
			{
				Code:     engine.CodeConsistency,
				Group:    engine.GroupData,
				Outcome:  engine.Fail,
				Provider: "builtin",
				Evidence: []engine.Evidence{{Capture: passport, Box: &box}},
			},
			{
				Code:      engine.CodeGlare,
				Group:     engine.GroupQuality,
				Capture:   passport,
				Outcome:   engine.Warn,
				Score:     &glare,
				Threshold: &limit,
				Below:     true,
				Provider:  "builtin",
			},
			{
				Code:     engine.CodeFocus,
				Group:    engine.GroupQuality,
				Capture:  passport,
				Outcome:  engine.Pass,
				Score:    &focus,
				Provider: "builtin",
			},
			{Code: engine.CodeLiveness, Group: engine.GroupLiveness, Outcome: engine.NotRun},
		},
		Readings: []engine.Reading{
			{Source: engine.VIZ, Field: "lastName", Value: "DOE", Capture: passport, Confidence: .9},
			{Source: engine.MRZ, Field: "lastName", Value: "DOE", Capture: passport, Confidence: .97},
			{Source: engine.MRZ, Field: "sex", Value: "F", Capture: passport, Confidence: .97},
			{
				Source:     engine.VIZ,
				Field:      "dateOfBirth",
				Value:      "1987-03-13",
				Capture:    passport,
				Box:        &box,
				Confidence: .8,
			},
			{
				Source:     engine.MRZ,
				Field:      "dateOfBirth",
				Value:      "1987-03-18",
				Capture:    passport,
				Confidence: .97,
				CheckDigit: &good,
			},
		},
		Comparisons: []engine.Comparison{
			{
				Field:  "lastName",
				Match:  engine.MatchFull,
				Values: map[engine.Source]string{engine.VIZ: "DOE", engine.MRZ: "DOE"},
			},
			{
				Field:  "dateOfBirth",
				Match:  engine.MatchNone,
				Values: map[engine.Source]string{engine.VIZ: "1987-03-13", engine.MRZ: "1987-03-18"},
			},
			{Field: "sex", Match: engine.MatchNotRead, Values: map[engine.Source]string{engine.MRZ: "F"}},
		},
	}
}

// dot draws a picture.
func dot(light bool) []byte {
	img := image.NewGray(image.Rect(0, 0, 64, 40))
	if light {
		img.SetGray(3, 3, color.Gray{Y: 255})
	}
	var b bytes.Buffer
	_ = png.Encode(&b, img)
	return b.Bytes()
}
