package demo

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"proofdesk/app/admin"
	"proofdesk/app/boot"
	"proofdesk/app/onboarding"

	"proofdesk/engine/specimen"
)

const (
	trickle    = 90 * time.Second // between applicants once the opening is over
	waitingMax = 40               // jobs in review above which nobody new comes
	lastOne    = 500              // applicants in all
)

// feeder sends applicants through the public REST API, as a host application would.
type feeder struct {
	program  *boot.Program
	accounts Accounts
	base     string
	client   *http.Client
	tokens   map[string]bearer
}

type bearer struct {
	token string
	until time.Time
}

func newFeeder(p *boot.Program, a Accounts) *feeder {
	return &feeder{program: p, accounts: a, base: p.Config.Public.String(), client: &http.Client{Timeout: time.Minute}, tokens: map[string]bearer{}}
}

// run feeds until ctx ends. An applicant that fails is logged and left behind.
func (f *feeder) run(ctx context.Context) {
	for f.accounts.Fed < lastOne && ctx.Err() == nil {
		if f.accounts.Fed >= len(opening) && !f.pause(ctx) {
			continue
		}
		if err := f.apply(ctx, applicationAt(f.accounts.Fed)); err != nil && ctx.Err() == nil {
			f.program.Log.Warn("demo applicant", "n", f.accounts.Fed, "error", err)
		}
		if ctx.Err() != nil {
			return
		}
		f.accounts.Fed++
		if err := f.accounts.save(); err != nil {
			f.program.Log.Warn("demo state", "error", err)
		}
	}
}

// pause waits for the next applicant's time; false where the queue is long enough.
func (f *feeder) pause(ctx context.Context) bool {
	timer := time.NewTimer(trickle)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
	}
	waiting, err := f.program.Store.JobsByStatus(ctx, company, onboarding.Review, 0, waitingMax)
	return err == nil && len(waiting) < waitingMax
}

// apply sends one applicant: job, captures, what the device found, submit.
func (f *feeder) apply(ctx context.Context, a application) error {
	token, err := f.token(ctx, a)
	if err != nil {
		return err
	}
	set := specimen.Applicant(a.seed, a.kind, time.Now().UTC())
	body := map[string]any{
		"function": a.function, "flavor": flavorOf(a), "sdkVersion": "11.1.13.2.18", "submitted": set.Submitted,
		"location": onboarding.Location{Latitude: 40.4 + float64(a.seed%50)/10, Longitude: -3.7 + float64(a.seed%70)/10, Accuracy: 18},
		"device":   onboarding.Device{ID: fmt.Sprintf("demo-%d", a.seed%7), Manufacturer: "Specimen", Model: "Phone 3", OS: "Android", OSVersion: "15", AppVersion: "4.2.0"},
	}
	if a.number != "" {
		body["uniqueNumber"] = a.number
	}
	var job struct{ JobID string }
	if err := f.call(ctx, token, http.MethodPost, "/api/v4/jobs", "application/json", encode(body), &job); err != nil {
		return err
	}
	path := "/api/v4/jobs/" + job.JobID
	for _, kind := range a.kinds(set.Kinds()) {
		capture, ok := set.Capture(kind)
		if !ok {
			continue
		}
		if err := f.call(ctx, token, http.MethodPut, path+"/captures/"+kind, capture.ContentType, capture.Bytes, nil); err != nil {
			return err
		}
	}
	if a.live != "" {
		score := .97
		results := map[string]any{"results": []map[string]any{{"capability": onboarding.LivenessDetect, "outcome": a.live, "score": score, "provider": "demo-device", "version": "11.1.13", "capture": onboarding.Selfie}}}
		if err := f.call(ctx, token, http.MethodPut, path+"/results", "application/json", encode(results), nil); err != nil {
			return err
		}
	}
	return f.call(ctx, token, http.MethodPost, path+"/submit", "application/json", nil, nil)
}

func flavorOf(a application) string {
	if a.function == onboarding.LiveFaceCheck || a.function == onboarding.CustomerVerification {
		return "LIVENESS"
	}
	return []string{"LITE", "MEDIUM", "VIDEO_ID"}[a.seed%3]
}

func encode(value any) []byte {
	b, _ := json.Marshal(value) // maps of plain values: it can't fail
	return b
}

// token gets an access token for the client that an application comes through.
func (f *feeder) token(ctx context.Context, a application) (string, error) {
	client := f.accounts.Weak
	if a.trusted {
		client = f.accounts.Client
	}
	if b := f.tokens[client.ClientID]; time.Now().Before(b.until) {
		return b.token, nil
	}
	token, err := f.grant(ctx, client)
	if err == nil {
		f.tokens[client.ClientID] = bearer{token, time.Now().Add(4 * time.Minute)}
	}
	return token, err
}

func (f *feeder) grant(ctx context.Context, client admin.NewClient) (string, error) {
	form := url.Values{
		"grant_type": {"password"}, "client_id": {client.ClientID}, "client_secret": {client.ClientSecret},
		"username": {f.accounts.User.Username}, "password": {f.accounts.User.Password}, "scope": {"api_access"},
	}
	var answer struct {
		AccessToken string `json:"access_token"`
	}
	path := "/auth/realms/identity/protocol/openid-connect/token"
	err := f.call(ctx, "", http.MethodPost, path, "application/x-www-form-urlencoded", []byte(form.Encode()), &answer)
	return answer.AccessToken, err
}

// call makes one request and reads a JSON answer.
func (f *feeder) call(ctx context.Context, token, method, path, contentType string, body []byte, into any) error {
	request, err := http.NewRequestWithContext(ctx, method, f.base+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	if body != nil {
		request.Header.Set("Content-Type", contentType)
	}
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := f.client.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	answer, err := io.ReadAll(io.LimitReader(response.Body, 1<<20))
	if err != nil {
		return err
	}
	if response.StatusCode >= http.StatusMultipleChoices {
		return fmt.Errorf("%s %s: %d %s", method, path, response.StatusCode, strings.TrimSpace(string(answer)))
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(answer, into)
}
