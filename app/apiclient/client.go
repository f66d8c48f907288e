// Package apiclient is a client of the public REST API, as a host application and its server would write one: token,
// job, captures, results, submit, snapshot. The demo, the benchmarks and the tests use it.
package apiclient

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

// Credentials holds the credentials that a company receives when it signs up.
type Credentials struct {
	ClientID, ClientSecret string
	Username, Password     string
	KeyID, KeySecret       string // of the snapshot endpoint
}

// App is one host application with its server. Set the exported fields before first use; it is safe for concurrent use.
type App struct {
	Base        string // address of the service
	HTTP        *http.Client
	Credentials Credentials

	mu    sync.Mutex
	token string
	until time.Time
}

// Refused is an answer with a status other than success.
type Refused struct {
	Method, Path string
	Status       int
	Body         string
}

// Error returns the call, the status and the body.
func (r *Refused) Error() string {
	return fmt.Sprintf("%s %s: %d %s", r.Method, r.Path, r.Status, strings.TrimSpace(r.Body))
}

const maxAnswer = 4 << 20

// Do sends one request and, where into is given, decodes the JSON answer into it.
func (a *App) Do(ctx context.Context, method, path string, header map[string]string, body []byte, into any) error {
	request, err := http.NewRequestWithContext(ctx, method, a.Base+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	for name, value := range header {
		request.Header.Set(name, value)
	}
	response, err := a.HTTP.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	answer, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	if err != nil {
		return err
	}
	if response.StatusCode >= http.StatusMultipleChoices {
		return &Refused{Method: method, Path: path, Status: response.StatusCode, Body: string(answer)}
	}
	switch to := into.(type) {
	case nil:
		return nil
	case *[]byte:
		*to = answer
		return nil
	}
	return json.Unmarshal(answer, into)
}

const (
	tokenPath = "/auth/realms/identity/protocol/openid-connect/token"
	renewal   = 30 * time.Second // before a token expires
)

// Token returns an access token; it requests a new one when the last is about to expire.
func (a *App) Token(ctx context.Context) (string, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if time.Now().Before(a.until) {
		return a.token, nil
	}
	form := url.Values{
		"grant_type":    {"password"},
		"client_id":     {a.Credentials.ClientID},
		"client_secret": {a.Credentials.ClientSecret},
		"username":      {a.Credentials.Username},
		"password":      {a.Credentials.Password},
		"scope":         {"api_access"},
	}
	var answer struct {
		AccessToken string `json:"access_token"`
		ExpiresIn   int    `json:"expires_in"`
	}
	err := a.Do(ctx, http.MethodPost, tokenPath,
		map[string]string{"Content-Type": "application/x-www-form-urlencoded"}, []byte(form.Encode()), &answer)
	if err != nil {
		return "", err
	}
	a.token, a.until = answer.AccessToken, time.Now().Add(time.Duration(answer.ExpiresIn)*time.Second-renewal)
	return a.token, nil
}

// call sends an authorised request with a JSON body.
func (a *App) call(ctx context.Context, method, path, contentType string, body []byte, into any) error {
	token, err := a.Token(ctx)
	if err != nil {
		return err
	}
	header := map[string]string{"Authorization": "Bearer " + token}
	if body != nil {
		header["Content-Type"] = contentType
	}
	return a.Do(ctx, method, path, header, body, into)
}

func (a *App) callJSON(ctx context.Context, method, path string, value, into any) error {
	var body []byte
	if value != nil {
		var err error
		if body, err = json.Marshal(value); err != nil {
			return err
		}
	}
	return a.call(ctx, method, path, "application/json", body, into)
}

// Job creates a job and returns its id. The request's fields are those of POST /api/v4/jobs.
func (a *App) Job(ctx context.Context, request map[string]any) (string, error) {
	var job struct{ JobID string }
	err := a.callJSON(ctx, http.MethodPost, "/api/v4/jobs", request, &job)
	return job.JobID, err
}

// Capture sends one capture.
func (a *App) Capture(ctx context.Context, job, kind, contentType string, body []byte) error {
	return a.call(ctx, http.MethodPut, "/api/v4/jobs/"+job+"/captures/"+kind, contentType, body, nil)
}

// Assessed sends one capture and returns the prompts of its quality verdict.
func (a *App) Assessed(ctx context.Context, job, kind, contentType string, body []byte) ([]string, error) {
	var answer struct{ Quality struct{ Prompts []string } }
	err := a.call(ctx, http.MethodPut, "/api/v4/jobs/"+job+"/captures/"+kind, contentType, body, &answer)
	return answer.Quality.Prompts, err
}

// AutoFill sends pictures of a document, by kind, and returns the fields that were read.
func (a *App) AutoFill(ctx context.Context, pictures map[string][]byte) (map[string]string, error) {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for kind, picture := range pictures {
		part, err := form.CreateFormFile(kind, kind)
		if err == nil {
			_, err = part.Write(picture)
		}
		if err != nil {
			return nil, err
		}
	}
	if err := form.Close(); err != nil {
		return nil, err
	}
	var answer struct{ Fields map[string]string }
	err := a.call(ctx, http.MethodPost, "/api/v4/autofill", form.FormDataContentType(), body.Bytes(), &answer)
	return answer.Fields, err
}

// Liveness sends what the device found about the liveness of the face on the job's selfie.
func (a *App) Liveness(ctx context.Context, job, outcome string) error {
	var has struct {
		Nonce    string
		Captures []struct{ Kind, SHA256 string }
	}
	if err := a.callJSON(ctx, http.MethodGet, "/api/v4/jobs/"+job, nil, &has); err != nil {
		return err
	}
	for _, c := range has.Captures {
		if c.Kind != "selfie" {
			continue
		}
		one := map[string]any{
			"capability":    "liveness_detect",
			"outcome":       outcome,
			"score":         .97,
			"provider":      "host-device",
			"version":       "11.1.13",
			"capture":       c.Kind,
			"captureSha256": c.SHA256,
		}
		return a.callJSON(ctx, http.MethodPut, "/api/v4/jobs/"+job+"/results",
			map[string]any{"nonce": has.Nonce, "results": []any{one}}, nil)
	}
	return fmt.Errorf("the job %s has no selfie", job)
}

// Submit submits a job.
func (a *App) Submit(ctx context.Context, job string) error {
	return a.callJSON(ctx, http.MethodPost, "/api/v4/jobs/"+job+"/submit", nil, nil)
}

// Status returns a job's status.
func (a *App) Status(ctx context.Context, job string) (string, error) {
	var answer struct{ Status string }
	err := a.callJSON(ctx, http.MethodGet, "/api/v4/jobs/"+job, nil, &answer)
	return answer.Status, err
}

// Snapshot requests a job's payload with the API key.
func (a *App) Snapshot(ctx context.Context, job string, into any) error {
	body, err := json.Marshal(map[string]string{"jobId": job})
	if err != nil {
		return err
	}
	header := map[string]string{
		"Content-Type":     "application/json",
		"X-Api-Key-Id":     a.Credentials.KeyID,
		"X-Api-Key-Secret": a.Credentials.KeySecret,
	}
	return a.Do(ctx, http.MethodPost, "/api/get-job-data", header, body, into)
}

// HostedLink is a link to the hosted capture page.
type HostedLink struct {
	ID    string
	URL   string
	JobID string
}

// CaptureLink creates a link. The request's fields are those of POST /api/v4/capture-links.
func (a *App) CaptureLink(ctx context.Context, request map[string]any) (link HostedLink, err error) {
	err = a.callJSON(ctx, http.MethodPost, "/api/v4/capture-links", request, &link)
	return link, err
}

// LinkState returns the state of a link.
func (a *App) LinkState(ctx context.Context, id string) (string, error) {
	var answer struct{ State string }
	err := a.callJSON(ctx, http.MethodGet, "/api/v4/capture-links/"+id, nil, &answer)
	return answer.State, err
}

// RevokeLink ends a link.
func (a *App) RevokeLink(ctx context.Context, id string) error {
	return a.callJSON(ctx, http.MethodDelete, "/api/v4/capture-links/"+id, nil, nil)
}
