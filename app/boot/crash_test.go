package boot_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/apiclient"
	"proofdesk/app/boot"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/config"
	"proofdesk/app/endpoints"
	"proofdesk/app/store"
)

// kills is how often `make test` kills the program; `make crash` sets another number.
const kills = 40

// crashAgents is how many agents review meanwhile.
const crashAgents = 3

func nameOfAgent(i uint64) string { return fmt.Sprint("agent-", i) }

func wantedKills(t *testing.T) int {
	text := os.Getenv("PROOFDESK_CRASH_KILLS")
	if text == "" {
		return kills
	}
	n, err := strconv.Atoi(text)
	must(t, err)
	return n
}

// rig is the program that is killed and what surrounds it.
type rig struct {
	dir      string
	config   config.Config
	env      []string
	files    []*os.File // the listeners that each program inherits
	desk     string     // base address
	listener *listener
	load     *load

	process *exec.Cmd
	said    *bytes.Buffer // standard error of the last process
}

// listen opens a listener for programs to inherit and returns its base address. It stays open between them: a port
// that is given back may be somebody else's when the next program starts.
func (r *rig) listen(t *testing.T) string {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	file, err := ln.(*net.TCPListener).File()
	must(t, err)
	must(t, ln.Close()) // the file stays
	t.Cleanup(func() { _ = file.Close() })
	r.files = append(r.files, file)
	return "http://" + ln.Addr().String()
}

// newRig makes a data folder with a company, its accounts and its endpoint, as the command line would.
func newRig(t *testing.T) *rig {
	t.Helper()
	dir := t.TempDir()
	r := &rig{
		dir:      dir,
		config:   boottest.Settings(t, dir),
		listener: newListener(t, filepath.Join(dir, "ca.pem")),
	}
	public := r.listen(t)
	r.desk = r.listen(t)
	r.env = []string{
		"PROOFDESK_LISTEN=127.0.0.1:0", "PROOFDESK_OPS_LISTEN=127.0.0.1:0", "PROOFDESK_DATA_DIR=" + dir,
		"PROOFDESK_ENVIRONMENT=test",
		"PROOFDESK_WEBHOOK_ALLOW_CIDRS=127.0.0.0/8", "PROOFDESK_WEBHOOK_EXTRA_CA=" + filepath.Join(dir, "ca.pem"),
		"PROOFDESK_UNDO_HOLD=400ms", "PROOFDESK_ENGINE_TIMEOUT=2m", "PROOFDESK_LOG_LEVEL=ERROR",
	}
	client := &http.Client{Timeout: 2 * time.Minute}
	r.load = &load{
		ledger: &ledger{jobs: map[string]bool{}, captures: map[string]map[string]string{}, submits: map[string]bool{}},
		desk:   r.desk,
		http:   client,
		app:    &apiclient.App{Base: public, HTTP: client},
	}
	r.furnish(t)
	return r
}

// opened opens the data folder in this process, which nobody else may hold then.
func (r *rig) opened(t *testing.T, use func(p *boot.Program)) {
	t.Helper()
	p, err := boot.Open(context.Background(), r.config, slog.New(slog.DiscardHandler))
	must(t, err)
	use(p)
	must(t, p.Close())
}

func (r *rig) furnish(t *testing.T) {
	t.Helper()
	ctx := t.Context()
	r.opened(t, func(p *boot.Program) {
		_, err := p.Companies.CreateCompany(ctx, "test", boottest.Company, "Acme Bank")
		must(t, err)
		client, err := p.Credentials.CreateClient(ctx, "test", boottest.Company, "test", false)
		must(t, err)
		user, err := p.Credentials.CreateIntegrationUser(ctx, "test", boottest.Company, "", "")
		must(t, err)
		endpoint, err := p.Endpoints.CreateEndpoint(ctx, "test", endpoints.EndpointRequest{
			Company: boottest.Company,
			URL:     r.listener.server.URL + "/hook",
		})
		must(t, err)
		r.listener.secrets[endpoint.KID] = endpoint.Secret
		must(t, p.Store.Write(ctx, func(tx *store.Tx) error {
			for i := range uint64(crashAgents) {
				a := store.Agent{Company: boottest.Company, ID: nameOfAgent(i), Role: access.Agent}
				a.Email = a.ID + "@acme.test"
				if err := tx.InsertAgent(ctx, a); err != nil {
					return err
				}
			}
			return nil
		}))
		r.load.app.Credentials = apiclient.Credentials{
			ClientID:     client.ClientID,
			ClientSecret: client.ClientSecret,
			Username:     user.Username,
			Password:     user.Password,
		}
	})
}

// start starts the program and waits until it is ready.
func (r *rig) start(t *testing.T) {
	t.Helper()
	out := r.launch(t)
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		_ = r.process.Wait()
		t.Fatalf("the program does not start: %q %v\n%s", line, err, r.said)
	}
	go func() { _, _ = io.Copy(io.Discard, out) }() // ends with the process
}

// launch starts the program's process and returns its standard output.
func (r *rig) launch(t *testing.T) io.Reader {
	t.Helper()
	self, err := os.Executable()
	must(t, err)
	r.said = &bytes.Buffer{}
	r.process = exec.Command(self, victimArgument)
	r.process.Env, r.process.Stderr, r.process.ExtraFiles = r.env, r.said, r.files
	r.process.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	out, err := r.process.StdoutPipe()
	must(t, err)
	must(t, r.process.Start())
	return out
}

// kill ends the program as a power cut would, as far as one process can tell.
func (r *rig) kill(t *testing.T) {
	t.Helper()
	must(t, r.process.Process.Signal(syscall.SIGKILL))
	_ = r.process.Wait() // killed
}

// pause waits for the random moment of a kill.
func pause(n int, unit time.Duration) { <-time.NewTimer(time.Duration(n) * unit).C }

// drain waits until everything that was accepted is decided and delivered.
func (r *rig) drain(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	at := apiclient.App{Base: r.desk, HTTP: r.load.http}
	for {
		left := map[string]string{}
		must(t, at.Do(ctx, http.MethodGet, "/waiting", nil, nil, &left))
		if left["jobs"] == "0" && left["deliveries"] == "0" {
			return
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			t.Fatalf("still under way: %v\n%s", left, r.said)
		}
	}
}

// TestKillsLoseNothing kills the program at random moments while host applications submit, agents decide and take back,
// and events are delivered; then it holds the database against what the outside world was told.
func TestKillsLoseNothing(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	if text := os.Getenv("PROOFDESK_CRASH_SEED"); text != "" {
		var err error
		seed, err = strconv.ParseUint(text, 10, 64)
		must(t, err)
	}
	n := wantedKills(t)
	t.Logf("%d kills, PROOFDESK_CRASH_SEED=%d", n, seed)
	random := rand.New(rand.NewPCG(seed, 1))
	r := newRig(t)
	r.start(t)
	stop, everybody := make(chan struct{}), sync.WaitGroup{}
	for i := range uint64(6) {
		everybody.Go(func() {
			r.load.applicants(t.Context(), stop, rand.New(rand.NewPCG(seed, 10+i)),
				fmt.Sprint("app-", i))
		})
	}
	agents := sync.WaitGroup{}
	rest := make(chan struct{})
	for i := range uint64(crashAgents) {
		agents.Go(func() { r.load.agents(t.Context(), rest, rand.New(rand.NewPCG(seed, 20+i)), nameOfAgent(i)) })
	}
	for i := 0; i < n || !r.load.worked(); i++ { // a busy machine needs longer, and more kills, to have done anything
		pause(20+random.IntN(700+200*max(i-n, 0)), time.Millisecond)
		r.kill(t)
		if i%5 == 4 { // and once more while it starts
			r.launch(t)
			pause(random.IntN(300), time.Millisecond)
			r.kill(t)
		}
		r.start(t)
	}
	close(stop)
	everybody.Wait()
	close(rest)
	agents.Wait()
	r.drain(t)
	must(t, r.process.Process.Signal(syscall.SIGTERM))
	if err := r.process.Wait(); err != nil {
		t.Errorf("the program did not stop by itself: %v\n%s", err, r.said)
	}
	r.opened(t, func(p *boot.Program) { newInquiry(t, r, p).everything() })
}
