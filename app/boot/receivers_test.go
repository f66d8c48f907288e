package boot_test

import (
	"bytes"
	"context"
	"encoding/pem"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"proofdesk/app/apiclient"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/config"
	"proofdesk/app/endpoints"
	"proofdesk/app/onboarding"
	"proofdesk/app/webhook"
)

// delivery is what came to a receiver through the server in front of it, and what the receiver answered.
type delivery struct {
	signature string
	body      []byte
	status    int
}

// receiver is a program of the documentation that receives events, behind a server that speaks https.
type receiver struct {
	name, command string
	address       string // where the program itself listens
	front         *httptest.Server
	active, next  endpoints.NewEndpoint // its keys
	said          bytes.Buffer          // what it printed, once it has ended
	ended         chan error

	mu  sync.Mutex
	got []delivery
}

// printed returns the programs that a page of the documentation prints, each saved in a folder of its own.
func printed(t *testing.T, page string) (all []*receiver, folders []string) {
	t.Helper()
	answer, err := http.Get(page)
	must(t, err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	must(t, err)
	programs := regexp.MustCompile("(?s)## ([^{\n]+) \\{#[a-z]+\\}\n\n"+
		"Save this as `(\\S+)` and start it with `([^`]+)`:\n\n```\n(.*?\n)```").FindAllStringSubmatch(string(text), -1)
	if blocks := strings.Count(string(text), "\n```\n"); len(programs) != 5 || blocks != 2*(5+1) {
		t.Fatalf("%d programs among %d fences: five, and how their variables are set", len(programs), blocks)
	}
	for _, p := range programs {
		dir := t.TempDir()
		must(t, os.WriteFile(filepath.Join(dir, p[2]), []byte(p[4]), 0o600))
		all, folders = append(all, &receiver{name: p[1], command: p[3]}), append(folders, dir)
	}
	return all, folders
}

// start starts the program with both keys of its endpoint.
func (r *receiver) start(t *testing.T, dir string) {
	t.Helper()
	cmd := exec.Command("sh", "-c", r.command)
	cmd.Dir = dir
	_, port, _ := net.SplitHostPort(r.address)
	cmd.Env = append(os.Environ(), "PORT="+port,
		fmt.Sprintf("SECRETS=%s=%s %s=%s", r.active.KID, r.active.Secret, r.next.KID, r.next.Secret))
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // for what it starts itself
	cmd.Stdout, cmd.Stderr = &r.said, &r.said
	must(t, cmd.Start())
	r.ended = make(chan error, 1)
	go func() { r.ended <- cmd.Wait() }()
	t.Cleanup(func() {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		<-r.ended
	})
}

// listens waits until the program listens.
func (r *receiver) listens(t *testing.T) {
	t.Helper()
	tick, limit := time.NewTicker(20*time.Millisecond), time.After(4*time.Minute)
	defer tick.Stop()
	for {
		if c, err := net.Dial("tcp", r.address); err == nil {
			must(t, c.Close())
			return
		}
		select {
		case err := <-r.ended:
			r.ended <- err
			t.Fatalf("%s: %v\n%s\nis it installed? make tools", r.command, err, r.said.String())
		case <-limit:
			t.Fatalf("%s does not listen", r.command)
		case <-tick.C:
		}
	}
}

// post sends a body to the program itself and returns the status of its answer.
func (r *receiver) post(ctx context.Context, signature string, body []byte) (int, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+r.address+"/hook", bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	request.Header.Set("Content-Type", "application/json")
	if signature != "" {
		request.Header.Set(webhook.SignatureHeader, signature)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, err
	}
	return answer.StatusCode, answer.Body.Close()
}

// pass hands a delivery on, and its answer back.
func (r *receiver) pass(w http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(request.Body)
	if err != nil {
		return
	}
	d := delivery{signature: request.Header.Get(webhook.SignatureHeader), body: body}
	if d.status, err = r.post(request.Context(), d.signature, body); err != nil {
		d.status = http.StatusBadGateway
	}
	r.mu.Lock()
	r.got = append(r.got, d)
	r.mu.Unlock()
	w.WriteHeader(d.status)
}

// waits returns the nth delivery to the receiver.
func (r *receiver) waits(t *testing.T, n int) delivery {
	t.Helper()
	tick, limit := time.NewTicker(20*time.Millisecond), time.After(4*time.Minute)
	defer tick.Stop()
	for {
		r.mu.Lock()
		got := r.got
		r.mu.Unlock()
		if len(got) >= n {
			return got[n-1]
		}
		select {
		case <-tick.C:
		case <-limit:
			t.Fatalf("%s: delivery %d never came", r.name, n)
		}
	}
}

// refuses sends what a receiver has to take or refuse, made of a delivery that came.
func (r *receiver) refuses(t *testing.T, came delivery) {
	t.Helper()
	body := came.body
	altered := bytes.Replace(body, []byte("APPROVED"), []byte("DECLINED"), 1)
	if bytes.Equal(altered, body) {
		t.Fatalf("%s: %s", r.name, body)
	}
	for what := range r.forged(came, altered, 0) {
		r.takes(t, what, func(now int64) posted { return r.forged(came, altered, now)[what] })
	}
}

// takes fails the test where a receiver answers what was made just now in another way than it should. What took too
// long to arrive is made again: a receiver looks at the time.
func (r *receiver) takes(t *testing.T, what string, at func(now int64) posted) {
	t.Helper()
	for {
		now := time.Now()
		c := at(now.Unix())
		status, err := r.post(t.Context(), c.signature, c.body)
		if err == nil && time.Since(now) > 10*time.Second {
			continue
		}
		if err != nil || status != c.status {
			t.Errorf("%s, %s: %d, %v, want %d", r.name, what, status, err, c.status)
		}
		return
	}
}

// posted is what a receiver gets, and what it has to answer.
type posted struct {
	signature string
	body      []byte
	status    int
}

// forged returns what a receiver has to take or refuse at a time, made of a delivery that came.
func (r *receiver) forged(came delivery, altered []byte, now int64) map[string]posted {
	body := came.body
	signed := func(t int64) string { return webhook.Signature(r.next.KID, r.next.Secret, t, body) }
	newer := strings.Replace(signed(now-9), fmt.Sprint(now-9), fmt.Sprint(now), 1)
	accented := []byte("{\"name\": \"Zo\u00eb \u4e2d\"}\n")
	return map[string]posted{
		"the same again":                  {came.signature, body, 204},
		"with the key before":             {webhook.Signature(r.active.KID, r.active.Secret, now, body), body, 204},
		"letters beyond ASCII":            {webhook.Signature(r.next.KID, r.next.Secret, now, accented), accented, 204},
		"280 seconds old":                 {signed(now - 280), body, 204},
		"an altered body":                 {came.signature, altered, 401},
		"an old time":                     {signed(now - 302), body, 401},
		"a time ahead":                    {signed(now + 330), body, 401},
		"a newer time on an old one":      {newer, body, 401},
		"a wrong key":                     {webhook.Signature(r.next.KID, webhook.NewSecret(), now, body), body, 401},
		"the other key":                   {webhook.Signature(r.next.KID, r.active.Secret, now, body), body, 401},
		"a key that it does not have":     {webhook.Signature("k_other", r.next.Secret, now, body), body, 401},
		"a key without a name":            {webhook.Signature("", "", now, body), body, 401},
		"no signature in the header":      {fmt.Sprintf("t=%d,kid=%s,v1=", now, r.next.KID), body, 401},
		"half a header":                   {fmt.Sprintf("t=%d,kid=%s", now, r.next.KID), body, 401},
		"a header of another kind":        {"sha256=abc", body, 401},
		"a time that is no number":        {strings.Replace(came.signature, "t=", "t=x", 1), body, 401},
		"no header":                       {"", body, 401},
		"the signature of another scheme": {webhook.Standard("id", r.next.Secret, now, body), body, 401},
	}
}

// reserved returns an address of this machine at which a program can listen later: its port is below those that the
// system gives to whoever asks for any.
func reserved(t *testing.T) string {
	t.Helper()
	for range 1000 {
		address := fmt.Sprintf("127.0.0.1:%d", 10_000+rand.IntN(20_000))
		if free, err := net.Listen("tcp", address); err == nil {
			must(t, free.Close())
			return address
		}
	}
	t.Fatal("no port is free")
	return ""
}

func TestEveryReceiverOfTheDocumentationTakesDeliveriesAndRefusesWhatIsForged(t *testing.T) {
	t.Parallel()
	ca := filepath.Join(t.TempDir(), "ca.pem")
	some := httptest.NewTLSServer(nil) // all of them have one certificate
	some.Close()
	must(t, os.WriteFile(ca, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: some.Certificate().Raw}), 0o600))
	w := boottest.New(t, func(c *config.Config) { c.WebhookExtraCA = ca })
	ctx := t.Context()
	all, folders := printed(t, w.Config.Public.String()+"/docs/receivers.md")
	for i, r := range all {
		r.address = reserved(t)
		var err error
		r.front = httptest.NewTLSServer(http.HandlerFunc(r.pass))
		t.Cleanup(r.front.Close)
		r.active, err = w.Endpoints.CreateEndpoint(ctx, "test", endpoints.EndpointRequest{
			Company: boottest.Company,
			URL:     r.front.URL + "/hook",
		})
		must(t, err)
		r.next, err = w.Endpoints.AddEndpointKey(ctx, "test", boottest.Company, r.active.ID)
		must(t, err)
		r.start(t, folders[i])
	}
	for _, r := range all {
		r.listens(t)
	}
	app := sandboxed(t, w)
	delivers := func(n int) {
		approves(t, app)
		for _, r := range all {
			key := r.active
			if n > 1 {
				key = r.next
			}
			d := r.waits(t, n)
			if d.status != http.StatusNoContent || !strings.Contains(d.signature, "kid="+key.KID+",") {
				t.Errorf("%s answers delivery %d with %d: %s", r.name, n, d.status, d.signature)
			}
		}
	}
	delivers(1)
	for _, r := range all {
		must(t, w.Endpoints.PromoteEndpointKey(ctx, "test", boottest.Company, r.active.ID, r.next.KID))
	}
	delivers(2)
	for _, r := range all {
		r.refuses(t, r.waits(t, 2))
	}
}

// approves has a job of a sandbox client approved.
func approves(t *testing.T, app *apiclient.App) {
	t.Helper()
	job, err := app.Job(t.Context(), map[string]any{
		"function":   onboarding.SignatureCapture,
		"flavor":     "LITE",
		"sdkVersion": "11.1.13.2",
		"sandbox":    map[string]any{"outcome": "APPROVED"},
	})
	must(t, err)
	must(t, app.Capture(t.Context(), job, "signature", "application/json", signed))
	must(t, app.Submit(t.Context(), job))
	decided(t, app, job)
}
