package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"path/filepath"
	"regexp"
	"sync"
	"sync/atomic"
	"time"

	"proofdesk/app/accounts"
	"proofdesk/app/apiclient"
	"proofdesk/app/boot"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
)

const (
	company = "bench"
	actor   = "bench"
	clients = 16
	pages   = 300
	strokes = `{"SignatureDataCoordinates":"10,10,0;40,60,20;80,20,40;120,70,60;160,10,80|` +
		`30,90,200;150,95,260;220,60,300"}`
)

// signIns holds the credentials of the load.
type signIns struct {
	app  apiclient.Credentials
	user accounts.NewUser // an agent
	lead accounts.NewUser // a senior, who sees the dashboard
	jobs []string
}

// serving measures start, memory, submits, snapshots and pages.
func serving(f *figures, binary, dir string, jobs int) error {
	s, c, err := newServer(filepath.Join(dir, "serving"))
	if err != nil {
		return err
	}
	var a signIns
	fill := func(ctx context.Context, p *boot.Program) error { return a.make(ctx, p, jobs) }
	if err := fillData(c, fill); err != nil {
		return err
	}
	ready, err := s.start(binary)
	if err != nil {
		return err
	}
	f.add("start to ready", float64(ready.Milliseconds()), "ms", "<= 2000")
	time.Sleep(2 * time.Second) // let the start's garbage go
	mb, err := s.memory()
	if err != nil {
		return err
	}
	f.add("idle memory without the engine's children", mb, "MB", "<= 80")
	app := &apiclient.App{Base: s.base, HTTP: pooled(), Credentials: a.app}
	if err := load(f, app, a.jobs); err != nil {
		return err
	}
	if err := look(f, s, a); err != nil {
		return err
	}
	return s.stop()
}

func pooled() *http.Client {
	return &http.Client{Timeout: time.Minute, Transport: &http.Transport{MaxIdleConnsPerHost: clients}}
}

// make creates the company and jobs that are ready to be submitted.
func (a *signIns) make(ctx context.Context, p *boot.Program, jobs int) error {
	if _, err := p.Companies.CreateCompany(ctx, actor, company, "Bench"); err != nil {
		return err
	}
	client, err := p.Credentials.CreateClient(ctx, actor, company, "", false)
	if err != nil {
		return err
	}
	user, err := p.Credentials.CreateIntegrationUser(ctx, actor, company, "", "")
	if err != nil {
		return err
	}
	key, err := p.Credentials.CreateAPIKey(ctx, actor, company, "bench", time.Time{})
	if err != nil {
		return err
	}
	a.app = apiclient.Credentials{
		ClientID:     client.ClientID,
		ClientSecret: client.ClientSecret,
		Username:     user.Username,
		Password:     user.Password,
		KeyID:        key.ID,
		KeySecret:    key.Secret,
	}
	for to, role := range map[*accounts.NewUser]string{&a.user: "agent", &a.lead: "senior"} {
		if *to, err = p.Accounts.CreateUser(ctx, actor, accounts.UserRequest{
			Company: company,
			Email:   role + "@bench.example",
			Role:    role,
		}); err != nil {
			return err
		}
	}
	a.jobs = make([]string, jobs)
	return each(jobs, func(i int) error {
		a.jobs[i], err = readyJob(ctx, p, client.ClientID)
		return err
	})
}

// each calls work for every number from many goroutines and returns the first error.
func each(n int, work func(i int) error) error {
	var next atomic.Int64
	var group sync.WaitGroup
	var first atomic.Pointer[error]
	for range clients {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < n && first.Load() == nil; i = int(next.Add(1)) - 1 {
				if err := work(i); err != nil {
					first.CompareAndSwap(nil, &err)
				}
			}
		})
	}
	group.Wait()
	if err := first.Load(); err != nil {
		return *err
	}
	return nil
}

// readyJob creates a job with one sealed capture, as the REST API would.
func readyJob(ctx context.Context, p *boot.Program, clientID string) (string, error) {
	job := onboarding.Job{
		ID:         ids.UUID(),
		Company:    company,
		Function:   onboarding.SignatureCapture,
		Flavor:     "LITE",
		Line:       onboarding.CurrentLine,
		SDKVersion: "11.1.13.2.18",
		Status:     onboarding.Capturing,
		ClientID:   clientID,
	}
	row, key, err := p.Keys.NewApplicantKey(ctx, company, job.ID)
	if err != nil {
		return "", err
	}
	capture := onboarding.Capture{
		ID:          ids.UUID(),
		Company:     company,
		JobID:       job.ID,
		Kind:        onboarding.Signature,
		ContentType: "application/json",
		Size:        int64(len(strokes)),
		CreatedAt:   p.Clock.Now(),
	}
	if err := p.Safe.Keep(ctx, &capture, key, bytes.NewReader([]byte(strokes))); err != nil {
		return "", err
	}
	return job.ID, p.Store.Write(ctx, func(tx *store.Tx) error {
		job.Seq, job.CreatedAt = tx.NextSeq(), tx.Now
		if err := tx.InsertApplicantKey(ctx, row); err != nil {
			return err
		}
		if err := tx.InsertJob(ctx, job); err != nil {
			return err
		}
		return tx.InsertCapture(ctx, capture)
	})
}

// load submits every job and then requests snapshots, 16 clients at once.
func load(f *figures, app *apiclient.App, jobs []string) error {
	ctx := context.Background()
	if _, err := app.Token(ctx); err != nil {
		return err
	}
	measure := func(call func(i int) error) (perSecond, p50, p99 float64, err error) {
		var mu sync.Mutex
		var took []time.Duration
		began := time.Now()
		err = each(len(jobs), func(i int) error {
			start := time.Now()
			err := call(i)
			mu.Lock()
			took = append(took, time.Since(start))
			mu.Unlock()
			return err
		})
		return float64(len(took)) / time.Since(began).Seconds(), percentile(took, .5), percentile(took, .99), err
	}
	rate, p50, p99, err := measure(func(i int) error { return app.Submit(ctx, jobs[i]) })
	if err != nil {
		return err
	}
	f.add("submit, 16 clients, SQLite, deciding meanwhile", rate, "/s", ">= 1500")
	f.add("submit p50", p50, "ms", "")
	f.add("submit p99", p99, "ms", "<= 30")
	if err := drain(ctx, app, jobs); err != nil {
		return err
	}
	if rate, p50, p99, err = measure(func(i int) error {
		var b []byte
		return app.Snapshot(ctx, jobs[i],
			&b)
	}); err != nil {
		return err
	}
	f.add("snapshot, 16 clients", rate, "/s", ">= 3000")
	f.add("snapshot p50", p50, "ms", "")
	f.add("snapshot p99", p99, "ms", "")
	return nil
}

// drain waits until the last jobs are decided.
func drain(ctx context.Context, app *apiclient.App, jobs []string) error {
	began := time.Now()
	for _, job := range jobs[max(0, len(jobs)-clients):] {
		for {
			status, err := app.Status(ctx, job)
			if err != nil {
				return err
			}
			if onboarding.Status(status).Decided() {
				break
			}
			if time.Since(began) > 10*time.Minute {
				return fmt.Errorf("job %s is still %s after ten minutes", job, status)
			}
			time.Sleep(50 * time.Millisecond)
		}
	}
	return nil
}

// look signs in as an agent and a senior, and times the queue, a job's page and the dashboard, one after the other.
func look(f *figures, s *server, a signIns) error {
	browser, err := signedIn(s.base, a.user.Email, a.user.Password)
	if err != nil {
		return err
	}
	list, err := fetch(browser, s.base+"/jobs")
	if err != nil {
		return err
	}
	job := regexp.MustCompile(`/jobs/[0-9a-f-]{36}`).FindString(string(list))
	if job == "" {
		return fmt.Errorf("the list shows no job")
	}
	lead, err := signedIn(s.base, a.lead.Email, a.lead.Password)
	if err != nil {
		return err
	}
	for _, page := range []struct {
		name, path string
		browser    *http.Client
	}{{"queue page", "/queue", browser}, {"review page", job, browser}, {"dashboard", "/dashboard", lead}} {
		took, used, err := timed(s, page.browser, page.path)
		if err != nil {
			return err
		}
		f.add(page.name+", processor time of one", used, "ms", "")
		f.add(page.name+" p50, over loopback", percentile(took, .5), "ms", "<= 15")
		f.add(page.name+" p99, over loopback", percentile(took, .99), "ms", "")
	}
	return nil
}

// timed opens a page many times, one after the other. It returns how long each took, and the program's processor time
// of one in milliseconds, which includes its background work.
func timed(s *server, browser *http.Client, path string) (took []time.Duration, used float64, err error) {
	before, err := s.processor()
	if err != nil {
		return nil, 0, err
	}
	for range pages {
		start := time.Now()
		if _, err := fetch(browser, s.base+path); err != nil {
			return nil, 0, err
		}
		took = append(took, time.Since(start))
	}
	after, err := s.processor()
	return took, float64((after - before).Microseconds()) / 1000 / pages, err
}

// signedIn returns a browser in which a user is signed in.
func signedIn(base, email, password string) (*http.Client, error) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, err
	}
	browser := &http.Client{Jar: jar, Timeout: time.Minute}
	response, err := browser.PostForm(base+"/login", url.Values{"email": {email}, "password": {password}})
	if err != nil {
		return nil, err
	}
	return browser, response.Body.Close()
}

func fetch(browser *http.Client, address string) ([]byte, error) {
	response, err := browser.Get(address)
	if err != nil {
		return nil, err
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s answers %d", address, response.StatusCode)
	}
	return body, err
}
