package e2e_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/accounts"
	"proofdesk/app/apiclient"
	"proofdesk/app/audit"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/company"
	"proofdesk/app/config"
	"proofdesk/app/draft"
	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/review"
	"proofdesk/app/store"
	"proofdesk/engine/specimen"
)

// house is the running program, which tests use one after the other.
type house struct {
	*boottest.World
	base    string
	dir     string
	sandbox *apiclient.App // whose jobs end with the outcome that it chooses
	set     specimen.Set   // the applicant, who gave another birth date than the passport's

	mu     sync.Mutex
	agents int
	once   sync.Once // of inhabit
	fills  sync.Once // of furnished
}

// houses are those that no test uses now. Each opens when a test needs one and finds none.
var houses struct {
	mu   sync.Mutex
	free []*house
	read []*house // the one that many read at the same time
}

// at returns a house that no other test uses at the same time. The test runs beside others.
func at(t testing.TB) *house {
	t.Helper()
	if one, ok := t.(*testing.T); ok {
		one.Parallel()
	}
	h, err := vacant()
	check(t, err)
	t.Cleanup(func() {
		houses.mu.Lock()
		defer houses.mu.Unlock()
		houses.free = append(houses.free, h)
	})
	return h
}

// alone returns a new house, for a test that reads all pages: there are those of what it put there, whatever other
// tests did. The test runs beside others.
func alone(t *testing.T, change ...func(*config.Config)) *house {
	t.Helper()
	t.Parallel()
	h, err := openHouse(change...)
	check(t, err)
	t.Cleanup(func() { check(t, h.close()) })
	return h
}

// readers is the house of tests that only read.
var readers = sync.OnceValues(func() (*house, error) {
	h, err := openHouse()
	if err == nil {
		houses.read = append(houses.read, h)
	}
	return h, err
})

// furnished returns the house in which every page has something to show, for tests that read all pages and change none.
// They run beside each other.
func furnished(t *testing.T) *house {
	t.Helper()
	t.Parallel()
	h, err := readers()
	check(t, err)
	h.fills.Do(func() {
		h.passport(t)
		h.supply(t, 2)
		h.inhabit(t)
		h.number(t)
		h.fresh(t, "paper")
	})
	return h
}

// vacant returns the house that was used last, or a new one.
func vacant() (*house, error) {
	houses.mu.Lock()
	if n := len(houses.free); n > 0 {
		h := houses.free[n-1]
		houses.free = houses.free[:n-1]
		houses.mu.Unlock()
		return h, nil
	}
	houses.mu.Unlock()
	return openHouse()
}

func openHouse(change ...func(*config.Config)) (*house, error) {
	dir, err := os.MkdirTemp("", "proofdesk-e2e-")
	if err != nil {
		return nil, err
	}
	change = append([]func(*config.Config){func(c *config.Config) { c.UndoHold = 5 * time.Minute }}, change...)
	w, err := boottest.Open(dir, change...)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	h := &house{
		World: w,
		base:  w.Config.Public.String(),
		dir:   dir,
		set:   applicant,
	}
	if err := errors.Join(h.drawNoChecks(), h.asksForMoves(false)); err != nil {
		return nil, errors.Join(err, h.close())
	}
	client, err := w.Credentials.CreateClient(context.Background(), "test", boottest.Company, "Trial run", true)
	if err != nil {
		return nil, errors.Join(err, h.close())
	}
	credentials := w.Weak.Credentials
	credentials.ClientID, credentials.ClientSecret = client.ClientID, client.ClientSecret
	h.sandbox = &apiclient.App{Base: h.base, HTTP: &http.Client{Timeout: 2 * time.Minute}, Credentials: credentials}
	return h, nil
}

// asksForMoves sets whether the SDK asks for moves with a selfie. Most tests do without those fifteen seconds.
func (h *house) asksForMoves(on bool) error {
	ctx := context.Background()
	of, err := h.Store.Company(ctx, boottest.Company)
	if err != nil {
		return err
	}
	rules := of.Rules()
	rules.Moves = on
	return h.Companies.SetRules(ctx, "test", boottest.Company, rules)
}

// applicant is who applies in every house.
var applicant = specimen.ApplicantWith(specimen.Passport, 53, specimen.SubmittedDiffers, time.Now().UTC())

// drawn returns the captures of that applicant.
func drawn() []specimen.Capture { return draw(applicant) }

func draw(set specimen.Set) []specimen.Capture {
	var all []specimen.Capture
	for _, kind := range []string{"passport", "id_front", "id_back", "selfie"} {
		if c, ok := captured(set, kind); ok {
			all = append(all, c)
		}
	}
	return all
}

// drawings holds for each applicant and kind the function that draws the capture.
var drawings sync.Map

// captured is Set.Capture, and draws a capture once for all tests: that takes longer than to show most pages.
func captured(set specimen.Set, kind string) (specimen.Capture, bool) {
	draws := sync.OnceValues(func() (specimen.Capture, bool) { return set.Capture(kind) })
	first, _ := drawings.LoadOrStore(fmt.Sprint(set, kind), draws)
	return first.(func() (specimen.Capture, bool))()
}

func TestAnApplicantIsDrawnOnce(t *testing.T) {
	now := time.Now().UTC()
	one, _ := captured(specimen.Applicant(17, specimen.Good, now), "selfie")
	same, _ := captured(specimen.Applicant(17, specimen.Good, now), "selfie")
	other, _ := captured(specimen.Applicant(12, specimen.Good, now), "selfie")
	if &one.Bytes[0] != &same.Bytes[0] || slices.Equal(one.Bytes, other.Bytes) {
		t.Error("one face was drawn twice, or two people have the same")
	}
}

// close stops the house.
func (h *house) close() error { return errors.Join(h.Stop(), os.RemoveAll(h.dir)) }

// apply sends captures through the REST API, as a host application does, and returns the job.
func apply(t testing.TB, app *apiclient.App, request map[string]any, captures []specimen.Capture) string {
	t.Helper()
	ctx := t.Context()
	request["flavor"], request["sdkVersion"] = "LITE", "11.1.13.2.18"
	if request["function"] == onboarding.VideoID {
		request["flavor"] = "VIDEO_ID"
	}
	job, err := app.Job(ctx, request)
	check(t, err)
	for _, c := range captures {
		check(t, app.Capture(ctx, job, c.Kind, c.ContentType, c.Bytes))
	}
	if request["function"] != onboarding.SignatureCapture {
		check(t, app.Liveness(ctx, job, "PASS"))
	}
	check(t, app.Submit(ctx, job))
	return job
}

// strokes is a signature, the smallest of captures.
var strokes = []specimen.Capture{{Kind: "signature", ContentType: "application/json", Bytes: []byte(
	`{"SignatureDataCoordinates":"12,60,0;20,40,16;31,22,32;40,18,48;44,30,64;38,48,80;30,62,96|52,50,400;60,36,416;70,30,432;76,38,448;70,52,464;60,58,480;82,54,496|14,78,900;60,74,930;110,72,960"}`,
)}}

// free returns the jobs that anybody may claim now, the most urgent first.
func (h *house) free(ctx context.Context) ([]store.Queued, error) {
	now := h.Clock.Now()
	rows, err := h.Store.Queue(ctx, boottest.Company, "", store.QueueFilter{View: store.ViewOpen}, now,
		store.QueueCursor{}, 100)
	return slices.DeleteFunc(rows, func(q store.Queued) bool {
		return q.Held(now) || q.State != store.CaseOpen || now.Before(q.WaitsUntil) || now.Before(q.ReturnsUntil)
	}), err
}

// supply waits until n jobs are free. Where there are fewer, it sends signatures whose sandbox outcome is review.
func (h *house) supply(t *testing.T, n int) {
	t.Helper()
	free, err := h.free(t.Context())
	check(t, err)
	for range n - len(free) {
		h.signature(t)
	}
}

// signature sends a signature whose sandbox outcome is review, and returns its job once it is in the queue.
func (h *house) signature(t *testing.T) string {
	t.Helper()
	id := apply(t, h.sandbox,
		map[string]any{
			"function": onboarding.SignatureCapture,
			"sandbox":  map[string]any{"outcome": onboarding.Review},
		}, strokes)
	until(t, "the signature is in review", func() bool { return h.record(t, id).Status.Is(onboarding.Review) })
	return id
}

// passportNumber is the unique number of the jobs that passport sends.
const passportNumber = "700001"

// passport returns a free job with a passport and a selfie, which the engine has inspected.
func (h *house) passport(t *testing.T) string {
	t.Helper()
	find := func() string {
		free, err := h.free(t.Context())
		check(t, err)
		for _, q := range free {
			if q.UniqueNumber == passportNumber { // jobs of other tests may look like it
				return q.JobID
			}
		}
		return ""
	}
	if id := find(); id != "" {
		return id
	}
	id := apply(t, h.Weak,
		map[string]any{
			"function":     onboarding.IDValidationFace,
			"uniqueNumber": passportNumber,
			"submitted":    h.set.Submitted,
		}, drawn())
	until(t, "the passport is free", func() bool { return find() == id })
	return id
}

// person is somebody at a browser.
type person struct {
	*page
	*house
	store.Agent
	password string
}

// hire creates a user with a role. The jobs that the user holds return to the queue when the test ends.
func (h *house) hire(t testing.TB, role access.Role) (a store.Agent, password string) {
	t.Helper()
	h.mu.Lock()
	h.agents++
	email := fmt.Sprintf("%s.%d@acme.example", role, h.agents)
	h.mu.Unlock()
	u, err := h.Accounts.CreateUser(t.Context(), "test", accounts.UserRequest{
		Company:     boottest.Company,
		Email:       email,
		DisplayName: "Pat " + string(role),
		Role:        string(role),
	})
	check(t, err)
	a, err = h.Store.AgentByEmail(t.Context(), email)
	check(t, err)
	t.Cleanup(func() { h.release(t, a.ID) })
	return a, u.Password
}

// heldBy returns the cases that an agent holds. It works in the clean-up of a test too.
func (h *house) heldBy(t testing.TB, agent string) (held []store.ReviewCase) {
	ctx := context.Background()
	check(t, h.Store.Write(ctx, func(tx *store.Tx) (err error) {
		held, err = tx.HeldCases(ctx, boottest.Company, agent)
		return err
	}))
	return held
}

func (h *house) release(t testing.TB, agent string) {
	for _, c := range h.heldBy(t, agent) {
		by := review.Agent{Company: boottest.Company, ID: agent, Decides: true}
		check(t, h.Desk.Release(context.Background(), by, c.JobID))
	}
}

// atQueue creates a user, signs them in and shows them the queue.
func (h *house) atQueue(t testing.TB, role access.Role, options playwright.BrowserNewContextOptions) *person {
	t.Helper()
	p := h.seat(t, role, options)
	p.visit(p.base + "/queue")
	return p
}

// seat creates a user and signs them in. Their browser shows nothing yet.
func (h *house) seat(t testing.TB, role access.Role, options playwright.BrowserNewContextOptions) *person {
	t.Helper()
	a, password := h.hire(t, role)
	p := &person{house: h, Agent: a, password: password, page: open(t, options)}
	if options.Locale != nil || options.TimezoneId != nil { // which the browser says on the sign-in page
		p.signIn(h.base, p.Email, password)
		return p
	}
	p.enter()
	return p
}

// enter signs in without the sign-in page, which takes a third of the time.
func (p *person) enter() {
	p.t.Helper()
	answer, err := p.Context().Request().Post(p.base+"/login", playwright.APIRequestContextPostOptions{
		Form:         map[string]any{"email": p.Email, "password": p.password},
		MaxRedirects: playwright.Int(0),
		Timeout:      playwright.Float(patient),
	})
	check(p.t, err)
	if answer.Status() != http.StatusSeeOther {
		p.t.Fatalf("the sign-in of %s is answered %d", p.Email, answer.Status())
	}
}

// take presses N and waits for a job with a decision bar.
func (p *person) take(t testing.TB) string {
	t.Helper()
	p.press("n")
	check(t, p.WaitForURL(jobURL))
	p.sees("#decision")
	return p.job()
}

// pick claims a job and shows it.
func (p *person) pick(t *testing.T, id string) {
	t.Helper()
	senior := p.Role != access.Agent
	by := review.Agent{Company: boottest.Company, ID: p.ID, Name: p.DisplayName, Senior: senior, Decides: true}
	_, err := p.Desk.Take(t.Context(), by, id)
	check(t, err)
	p.visit(p.base + "/jobs/" + id)
	p.becomes(t, "taken", `document.querySelector('#decision')?.dataset.job === '`+id+`'`)
}

// record returns the job from the database.
func (h *house) record(t *testing.T, id string) onboarding.Job {
	t.Helper()
	job, err := h.Store.Job(t.Context(), boottest.Company, id)
	check(t, err)
	return job
}

// file returns the job's review case from the database.
func (h *house) file(t *testing.T, id string) store.ReviewCase {
	t.Helper()
	c, err := h.Store.ReviewCase(t.Context(), boottest.Company, id)
	check(t, err)
	return c
}

// draft returns an agent's draft for a job from the database; an empty one where there is none.
func (h *house) draft(t *testing.T, id, agent string) (d draft.Draft) {
	t.Helper()
	kept, err := h.Store.Draft(t.Context(), boottest.Company, id, agent)
	if fault.Is(err, fault.NotFound) {
		return d
	}
	check(t, err)
	check(t, json.Unmarshal([]byte(kept.Body), &d))
	return d
}

// drawNoChecks turns sampling off, so that a suite finds no checks but its own.
func (h *house) drawNoChecks() error {
	ctx := context.Background()
	return h.Store.Write(ctx, func(tx *store.Tx) error {
		return tx.ChangeCompany(ctx, boottest.Company, func(c *company.Company) (audit.Entry, error) {
			c.Settings.Quality.Rates = company.Rates{company.Overridden: 0}
			return audit.NewEntry(c.Slug, "test", "quality.rates", "company", nil), nil
		})
	})
}
