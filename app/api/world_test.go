package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/legacy"
	"github.com/gofiber/fiber/v2"

	"proofdesk/app/api"
	"proofdesk/app/clock"
	"proofdesk/app/company"
	"proofdesk/app/evidence"
	"proofdesk/app/fault"
	"proofdesk/app/httpserver"
	"proofdesk/app/intake"
	"proofdesk/app/keyring"
	"proofdesk/app/presets"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/token"
	"proofdesk/app/vault"
	"proofdesk/engine/media"
)

var began = time.Date(2026, 5, 4, 10, 0, 0, 0, time.UTC)

// world is the API on a real store, with two companies: acme (clients sdk and sdk2) and other.
type world struct {
	t      testing.TB
	base   string
	clock  *clock.Manual
	store  *store.Store
	keys   *keyring.Keys
	in     *intake.Intake
	api    *api.API
	http   *http.Client
	routes []fiber.Route
	log    *logged
	reads  atomic.Int64 // of the model's file
	nudges chan struct{}
	holder string // of the API key of acme; empty for nobody known
}

// logged is what the server has logged.
type logged struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write implements io.Writer.
func (l *logged) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// unheld is a change of the world in which it is not recorded who holds the API key of acme.
func unheld(w *world) { w.holder = "" }

// identities are the bearer tokens of the tests.
var identities = map[string]token.Identity{
	"acme":  {Company: "acme", ClientID: "sdk", Scope: "api_access"},
	"acme2": {Company: "acme", ClientID: "sdk2", Scope: "api_access"},
	"other": {Company: "other", ClientID: "sdk3", Scope: "api_access"},
	"weak":  {Company: "acme", ClientID: "sdk", Scope: "openid"},
}

func verify(_ context.Context, bearer string) (token.Identity, error) {
	if identity, ok := identities[bearer]; ok {
		return identity, nil
	}
	return token.Identity{}, fault.New(fault.Unauthenticated, "no such token")
}

func verifyKey(_ context.Context, id, secret, _ string) (api.KeyHolder, error) {
	if secret == "right" && (id == "acme" || id == "other") {
		return api.KeyHolder{Company: id, KeyID: "key-of-" + id}, nil
	}
	return api.KeyHolder{}, fault.New(fault.Unauthenticated, "no such key")
}

// ends lets every API key end right after it was checked.
func ends(w *world) {
	w.api.VerifyKey = func(ctx context.Context, id, secret, address string) (api.KeyHolder, error) {
		holder, err := verifyKey(ctx, id, secret, address)
		holder.Permit = func(context.Context, store.Reads) error {
			return fault.New(fault.Unauthenticated, "the API key is not valid")
		}
		return holder, err
	}
}

func verifyToken(_ context.Context, token, _ string) (api.KeyHolder, error) {
	if token == "right" {
		return api.KeyHolder{Company: "acme", KeyID: "token-of-acme"}, nil
	}
	return api.KeyHolder{}, fault.New(fault.Unauthenticated, "the header Private-Token has no token that is in force")
}

func newWorld(t testing.TB, change ...func(*world)) *world {
	t.Helper()
	return worldOn(t, storetest.SQLite, change...)
}

// worldOn is newWorld on another database.
func worldOn(
	t testing.TB, database func(testing.TB, clock.Clock) *store.Store, change ...func(*world),
) *world {
	t.Helper()
	w := &world{
		t:      t,
		clock:  clock.NewManual(began),
		http:   &http.Client{Timeout: 2 * time.Minute},
		nudges: make(chan struct{}, 100),
		log:    &logged{},
		holder: "agent:keeper",
	}
	w.store = database(t, w.clock)
	w.keys = &keyring.Keys{Store: w.store, Master: vault.Ephemeral()}
	w.in = &intake.Intake{
		Store:       w.store,
		Clock:       w.clock,
		Keys:        w.keys,
		Evidence:    evidence.Safe{Store: &evidence.Folder{Root: filepath.Join(t.TempDir(), "captures")}},
		Environment: "test",
		Region:      "eu",
		PublicURL:   "https://proof.example",
		Models:      w.models,
		Nudge:       func() { w.nudges <- struct{}{} },
	}
	w.api = &api.API{
		Intake:  w.in,
		Presets: &presets.Registry{Store: w.store},
		Library: &presets.Library{
			Store: w.store,
			Clock: w.clock,
			Keys:  w.keys,
			Safe:  w.in.Evidence,
			Log:   slog.New(slog.DiscardHandler),
			Check: func(_ context.Context, b []byte) (media.File, error) { return media.Check(b) },
		},
		Verify:      verify,
		VerifyKey:   verifyKey,
		VerifyToken: verifyToken,
	}
	for _, slug := range []string{"acme", "other"} {
		w.write(func(tx *store.Tx) error {
			return tx.InsertCompany(context.Background(), company.Company{
				Slug:       slug,
				Name:       slug,
				WrappedKey: w.keys.NewCompanyKey(slug),
				CreatedAt:  began,
			})
		})
	}
	for _, c := range change {
		c(w)
	}
	if w.holder != "" {
		w.holds("key-of-acme", w.holder)
	}
	server := httpserver.New(httpserver.Options{
		Clock:  w.clock,
		Bodies: api.Bodies(),
		Log:    slog.New(slog.NewTextHandler(w.log, nil)),
	})
	w.api.Mount(server.App)
	w.routes = server.App.GetRoutes(true)
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w.base = "http://" + ln.Addr().String()
	go func() { _ = server.Serve(ln) }()
	t.Cleanup(func() {
		w.http.CloseIdleConnections()
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
		defer cancel()
		_ = server.Shutdown(ctx)
	})
	return w
}

// models lists a model, and counts how often its file is read.
func (w *world) models() []intake.Model {
	return []intake.Model{{
		Name:    "face",
		Version: "1.0",
		SHA256:  hexDigits,
		Size:    10,
		Bytes: func() []byte {
			w.reads.Add(1)
			return []byte("0123456789")
		},
	}}
}

func (w *world) write(fn func(*store.Tx) error) {
	w.t.Helper()
	if err := w.store.Write(context.Background(), fn); err != nil {
		w.t.Fatal(err)
	}
}

// answer is a whole answer, already checked against the OpenAPI document.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// into reads the answer's JSON.
func (a answer) into(t testing.TB, v any) {
	t.Helper()
	if err := json.Unmarshal(a.body, v); err != nil {
		t.Fatalf("%v: %s", err, a.body)
	}
}

// problem returns the answer's problem details.
func (a answer) problem(t testing.TB) httpserver.Problem {
	t.Helper()
	var p httpserver.Problem
	a.into(t, &p)
	return p
}

// rule returns "field:rule" of the first error.
func (a answer) rule(t testing.TB) string {
	t.Helper()
	p := a.problem(t)
	if len(p.Errors) == 0 {
		return ""
	}
	return p.Errors[0].Name + ":" + p.Errors[0].Rule
}

type headers map[string]string

func bearer(who string) headers {
	return headers{"Authorization": "Bearer " + who, "Content-Type": "application/json"}
}

func apiKey(who string) headers {
	return headers{"X-Api-Key-Id": who, "X-Api-Key-Secret": "right", "Content-Type": "application/json"}
}

func (h headers) with(name, value string) headers {
	out := headers{name: value}
	for k, v := range h {
		if _, ok := out[k]; !ok {
			out[k] = v
		}
	}
	return out
}

// call sends a request and checks its answer against the OpenAPI document.
func (w *world) call(method, path string, h headers, body string) answer {
	w.t.Helper()
	request, err := http.NewRequest(method, w.base+path, strings.NewReader(body))
	if err != nil {
		w.t.Fatal(err)
	}
	for name, value := range h {
		request.Header.Set(name, value)
	}
	response, err := w.http.Do(request)
	if err != nil {
		w.t.Fatalf("%s %s: %v", method, path, err)
	}
	defer response.Body.Close()
	b, err := io.ReadAll(response.Body)
	if err != nil {
		w.t.Fatalf("%s %s: %v", method, path, err)
	}
	a := answer{status: response.StatusCode, header: response.Header, body: b}
	conform(w.t, request, a)
	return a
}

// hexDigits has the form of a SHA-256.
var hexDigits = strings.Repeat("ab", 32)

// document is the OpenAPI document as the validator reads it.
var document = sync.OnceValues(func() (*openapi3.T, error) {
	var all map[string]json.RawMessage
	if err := json.Unmarshal(api.OpenAPI(), &all); err != nil {
		return nil, err
	}
	delete(all, "webhooks") // of OpenAPI 3.1, which the validator does not know
	text, err := json.Marshal(all)
	if err != nil {
		return nil, err
	}
	// The validator knows OpenAPI 3.0's way to allow null only.
	text = bytes.ReplaceAll(text, []byte(`"type":["string","null"]`), []byte(`"type":"string","nullable":true`))
	return openapi3.NewLoader().LoadFromData(text)
})

func schemas(t testing.TB) openapi3.Schemas {
	t.Helper()
	doc, err := document()
	if err != nil {
		t.Fatalf("the OpenAPI document: %v", err)
	}
	return doc.Components.Schemas
}

var contract = sync.OnceValues(func() (routers.Router, error) {
	doc, err := document()
	if err != nil {
		return nil, err
	}
	for _, t := range []string{
		"image/jpeg", "image/png", "audio/wav", "application/gzip", "application/wasm", "text/javascript",
	} {
		openapi3filter.RegisterBodyDecoder(t, openapi3filter.FileBodyDecoder)
	}
	openapi3filter.RegisterBodyDecoder("application/schema+json",
		openapi3filter.RegisteredBodyDecoder("application/json"))
	return legacy.NewRouter(doc)
})

// conform fails the test if an answer is not as the OpenAPI document says. Addresses that are not in it have 404 only.
func conform(t testing.TB, request *http.Request, a answer) {
	t.Helper()
	router, err := contract()
	if err != nil {
		t.Fatalf("the OpenAPI document: %v", err)
	}
	if request.Method == http.MethodHead {
		return // as GET, without a body
	}
	bare := request.Clone(context.Background())
	bare.URL.Scheme, bare.URL.Host = "", ""
	route, params, err := router.FindRoute(bare)
	if err != nil {
		if a.status != 404 && a.status != 405 {
			t.Errorf("%s %s is not in the OpenAPI document and answers %d", request.Method, request.URL.Path, a.status)
		}
		return
	}
	input := &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{Request: bare, PathParams: params, Route: route},
		Status:                 a.status,
		Header:                 a.header,
		Options:                &openapi3filter.Options{IncludeResponseStatus: true, MultiError: true},
	}
	input.SetBodyBytes(a.body)
	if err := openapi3filter.ValidateResponse(context.Background(), input); err != nil {
		t.Errorf("%s %s → %d is not as documented: %v\n%s", request.Method, request.URL.Path, a.status, err, a.body)
	}
}

const jobBody = `{"function":"ID_VALIDATION_FACE_MATCH","flavor":"MEDIUM","sdkVersion":"11.1.13.2.18"}`

// newJob opens a job of acme's and returns its id.
func (w *world) newJob(body string) string {
	w.t.Helper()
	return w.newJobOf("acme", body)
}

// newJobOf returns the id of a job that a client created.
func (w *world) newJobOf(who, body string) string {
	w.t.Helper()
	a := w.call("POST", "/api/v4/jobs", bearer(who), body)
	if a.status != 201 {
		w.t.Fatalf("job: %d %s", a.status, a.body)
	}
	var made intake.JobCreated
	a.into(w.t, &made)
	return made.JobID
}

// picture draws a picture.
func picture(w, h int) image.Image {
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			m.Set(x, y, color.RGBA{uint8(x * 7), uint8(y * 5), uint8(x ^ y), 255})
		}
	}
	return m
}

func jpegOf(t testing.TB, w, h int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, picture(w, h), nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func pngOf(t testing.TB, w, h int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, picture(w, h)); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
