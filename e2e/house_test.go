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
	"proofdesk/app/boot/boottest"
	"proofdesk/app/config"
	"proofdesk/app/onboarding"
	"proofdesk/app/review"
	"proofdesk/app/store"
	"proofdesk/engine/specimen"
)

// house is the running program that the suites share.
type house struct {
	*boottest.World
	base    string
	dir     string
	sandbox *apiclient.App // whose jobs end with the outcome that it chooses
	drawn   func() []specimen.Capture
	set     specimen.Set // the applicant who is drawn, and who gave another birth date than the passport's

	mu     sync.Mutex
	agents int
	once   sync.Once // of inhabit
}

// console is the shared house. It opens at its first use.
var console = sync.OnceValues(openHouse)

// opened reports whether a suite has used the house.
var opened bool

// at returns the house.
func at(t *testing.T) *house {
	t.Helper()
	opened = true
	h, err := console()
	check(t, err)
	return h
}

func openHouse() (*house, error) {
	dir, err := os.MkdirTemp("", "proofdesk-e2e-")
	if err != nil {
		return nil, err
	}
	w, err := boottest.Open(dir, func(c *config.Config) { c.UndoHold = time.Minute })
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	h := &house{
		World: w,
		base:  w.Config.Public.String(),
		dir:   dir,
		set:   specimen.ApplicantWith(specimen.Passport, 14, specimen.SubmittedDiffers, time.Now().UTC()),
	}
	h.drawn = sync.OnceValue(func() []specimen.Capture { return draw(h.set) })
	client, err := w.Credentials.CreateClient(context.Background(), "test", boottest.Company, "Trial run", true)
	if err != nil {
		return nil, errors.Join(err, h.close())
	}
	credentials := w.Weak.Credentials
	credentials.ClientID, credentials.ClientSecret = client.ClientID, client.ClientSecret
	h.sandbox = &apiclient.App{Base: h.base, HTTP: &http.Client{Timeout: 2 * time.Minute}, Credentials: credentials}
	return h, nil
}

func draw(set specimen.Set) []specimen.Capture {
	var all []specimen.Capture
	for _, kind := range []string{"passport", "id_front", "id_back", "selfie"} {
		if c, ok := set.Capture(kind); ok {
			all = append(all, c)
		}
	}
	return all
}

// close stops the house if a suite has opened it.
func (h *house) close() error { return errors.Join(h.Stop(), os.RemoveAll(h.dir)) }

// apply sends captures through the REST API, as a host application does, and returns the job.
func apply(t *testing.T, app *apiclient.App, request map[string]any, captures []specimen.Capture) string {
	t.Helper()
	ctx := t.Context()
	request["flavor"], request["sdkVersion"] = "LITE", "11.1.13.2.18"
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
	return slices.DeleteFunc(rows, func(q store.Queued) bool { return q.Held(now) || q.State != store.CaseOpen }), err
}

// supply waits until n jobs are free. Where there are fewer, it sends signatures whose sandbox outcome is review.
func (h *house) supply(t *testing.T, n int) {
	t.Helper()
	free, err := h.free(t.Context())
	check(t, err)
	for range n - len(free) {
		apply(t, h.sandbox,
			map[string]any{
				"function": onboarding.SignatureCapture,
				"sandbox":  map[string]any{"outcome": onboarding.Review},
			}, strokes)
	}
	until(t, fmt.Sprintf("%d jobs are free", n), func() bool {
		free, err := h.free(t.Context())
		return err == nil && len(free) >= n
	})
}

// passport returns a free job with a passport and a selfie, which the engine has inspected.
func (h *house) passport(t *testing.T) string {
	t.Helper()
	find := func() string {
		free, err := h.free(t.Context())
		check(t, err)
		for _, q := range free {
			if q.Function == onboarding.IDValidationFace {
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
			"uniqueNumber": "700001",
			"submitted":    h.set.Submitted,
		}, h.drawn())
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
func (h *house) hire(t *testing.T, role access.Role) (a store.Agent, password string) {
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

func (h *house) release(t *testing.T, agent string) {
	ctx := context.Background()
	held, err := h.Store.HeldCases(ctx, boottest.Company, agent, h.Clock.Now())
	check(t, err)
	for _, c := range held {
		check(t, h.Desk.Release(ctx, review.Agent{Company: boottest.Company, ID: agent, Decides: true}, c.JobID))
	}
}

// seat creates a user and signs them in.
func (h *house) seat(t *testing.T, role access.Role, options playwright.BrowserNewContextOptions) *person {
	t.Helper()
	a, password := h.hire(t, role)
	p := &person{house: h, Agent: a, password: password, page: open(t, options)}
	p.signIn(h.base, p.Email, password)
	return p
}

// take presses N and waits for a job with a decision bar.
func (p *person) take(t *testing.T) string {
	t.Helper()
	p.press("n")
	check(t, p.WaitForURL(jobURL))
	p.sees("#decision")
	return p.job()
}

// pick claims a job on its page.
func (p *person) pick(t *testing.T, id string) {
	t.Helper()
	p.visit(p.base + "/jobs/" + id)
	p.press("t")
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

// draft returns an agent's draft for a job from the database.
func (h *house) draft(t *testing.T, id, agent string) review.Draft {
	t.Helper()
	kept, err := h.Store.Draft(t.Context(), boottest.Company, id, agent)
	check(t, err)
	var d review.Draft
	check(t, json.Unmarshal([]byte(kept.Body), &d))
	return d
}
