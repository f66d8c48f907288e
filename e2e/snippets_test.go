package e2e_test

import (
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/apiclient"
	"proofdesk/app/onboarding"
)

// shell runs the commands that the documentation shows, with the values that it names as variables.
type shell struct {
	*house
	values map[string]string
}

// shellOf returns a shell that has the credentials of an integrator.
func shellOf(h *house, app *apiclient.App) shell {
	of := app.Credentials
	return shell{h, map[string]string{
		"CLIENT_ID":            of.ClientID,
		"CLIENT_SECRET":        of.ClientSecret,
		"INTEGRATION_USER":     of.Username,
		"INTEGRATION_PASSWORD": of.Password,
		"KEY_ID":               of.KeyID,
		"KEY_SECRET":           of.KeySecret,
		"PATH":                 os.Getenv("PATH"),
	}}
}

// command returns the one command of a page that contains a text.
func (s shell) command(t *testing.T, path, text string) string {
	t.Helper()
	answer, err := http.Get(s.base + path + ".md")
	check(t, err)
	defer func() { check(t, answer.Body.Close()) }()
	page, err := io.ReadAll(answer.Body)
	check(t, err)
	var found []string
	for i, part := range strings.Split(string(page), "```\n") {
		if i%2 == 1 && strings.HasPrefix(part, "curl ") && strings.Contains(part, text) {
			found = append(found, part)
		}
	}
	if len(found) != 1 {
		t.Fatalf("%s has %d commands with %s", path, len(found), text)
	}
	return found[0]
}

// run runs the command of a page and decodes what it prints; into is nil where it prints nothing.
func (s shell) run(t *testing.T, path, text string, into any) {
	t.Helper()
	command := s.command(t, path, text)
	if job := s.values["JOB_ID"]; job != "" {
		command = strings.Replace(command, `"jobId": "…"`, `"jobId": "`+job+`"`, 1)
	}
	c := exec.CommandContext(t.Context(), "sh", "-c", command)
	for _, name := range slices.Sorted(maps.Keys(s.values)) {
		c.Env = append(c.Env, name+"="+s.values[name])
	}
	printed, err := c.Output()
	if err != nil {
		t.Fatalf("%s: %v", command, err)
	}
	if into == nil {
		if len(printed) > 0 {
			t.Errorf("%s prints %s", command, printed)
		}
		return
	}
	if err := json.Unmarshal(printed, into); err != nil {
		t.Fatalf("%s prints %s", command, printed)
	}
}

// signsIn runs the command that fetches a token.
func (s shell) signsIn(t *testing.T) {
	t.Helper()
	var answer struct {
		AccessToken string `json:"access_token"`
	}
	s.run(t, "/docs", "/token", &answer)
	s.values["TOKEN"] = answer.AccessToken
}

func TestTheCommandsAboutCaptureLinksDoWhatThePageSays(t *testing.T) {
	h := at(t)
	s := shellOf(h, h.Weak)
	s.signsIn(t)
	var made struct{ ID, URL, JobID, ExpiresAt string }
	s.run(t, "/docs/links", "-d '", &made)
	if !strings.HasPrefix(made.URL, h.base+"/capture/"+made.ID+"#") || made.ExpiresAt == "" {
		t.Errorf("made %+v", made)
	}
	s.values["LINK_ID"], s.values["JOB_ID"] = made.ID, made.JobID
	for _, want := range []string{"CREATED", "REVOKED"} {
		var got struct{ State, Reference, JobID string }
		s.run(t, "/docs/links", "curl "+h.base+"/api/v4/capture-links/$LINK_ID", &got)
		if got.State != want || got.Reference != "case 7" || got.JobID != made.JobID {
			t.Errorf("got %+v, want %s", got, want)
		}
		s.run(t, "/docs/links", "DELETE", nil)
	}
	var snapshot onboarding.Payload
	s.run(t, "/docs", "/get-job-data", &snapshot)
	if !snapshot.ApplicationDetails.Status.Is(onboarding.Capturing) {
		t.Errorf("the job of a link that was revoked is %s", snapshot.ApplicationDetails.Status)
	}
}

func TestAnIntegratorFindsAndRevokesTheLinkThatAnAgentAsksWith(t *testing.T) {
	h := at(t)
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	id := h.passport(t)
	p.pick(t, id)
	url := p.asks(t, "Please take your glasses off.")
	s := shellOf(h, h.Weak)
	s.signsIn(t)
	s.values["JOB_ID"] = id
	type answer struct {
		Status         onboarding.Status
		CaptureRequest struct {
			ID, State, URL, Words string
			Captures              []onboarding.AskedCapture
		}
	}
	var asked, ended answer
	s.run(t, "/docs/links", "$JOB_ID", &asked)
	r := asked.CaptureRequest
	if !asked.Status.Is(onboarding.Review) || r.State != "CREATED" || r.URL != url ||
		r.Words != "Please take your glasses off." ||
		!slices.Equal(r.Captures, []onboarding.AskedCapture{{Kind: onboarding.Selfie, Reason: "blurred"}}) {
		t.Errorf("the job says %+v, the agent sees %s", asked, url)
	}
	s.values["LINK_ID"] = r.ID
	s.run(t, "/docs/links", "DELETE", nil)
	s.run(t, "/docs/links", "$JOB_ID", &ended)
	if r := ended.CaptureRequest; r.State != "REVOKED" || r.URL != "" {
		t.Errorf("the request that was revoked is %+v", r)
	}
	var data map[string]json.RawMessage
	s.run(t, "/docs", "/get-job-data", &data)
	if _, has := data["captureRequest"]; has || len(data) < 3 {
		t.Errorf("the data of the job are %v", slices.Collect(maps.Keys(data)))
	}
}
