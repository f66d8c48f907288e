package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"proofdesk/app/inspection"
	"proofdesk/app/preset"
	"proofdesk/engine/specimen"
)

// asProgram in the environment makes the test binary the program itself.
const asProgram = "RUN_AS_PROGRAM"

func TestMain(m *testing.M) {
	inspection.Child()
	if os.Getenv(asProgram) != "" {
		os.Exit(run(os.Args[1:]))
	}
	os.Exit(m.Run())
}

// shell runs the program as a user would, in a data folder of its own.
type shell struct {
	*testing.T
	dir  string
	env  []string
	base string // address of the server, once it runs
}

func newShell(t *testing.T) *shell {
	t.Helper()
	dir, err := os.MkdirTemp("", "proofdesk-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return &shell{T: t, dir: dir, env: []string{
		asProgram + "=1", "PROOFDESK_DATA_DIR=" + dir, "PROOFDESK_LISTEN=127.0.0.1:0",
		"PROOFDESK_OPS_LISTEN=127.0.0.1:0", "PROOFDESK_ENVIRONMENT=test",
	}}
}

func (s *shell) command(ctx context.Context, args ...string) *exec.Cmd {
	self, err := os.Executable()
	if err != nil {
		s.Fatal(err)
	}
	cmd := exec.CommandContext(ctx, self, args...)
	cmd.Env = s.env
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	return cmd
}

// told is what a command left behind.
type told struct {
	out, err string
	code     int
}

// do runs a command to its end; input, where given, comes on standard input.
func (s *shell) do(input string, args ...string) told {
	s.Helper()
	var out, errs bytes.Buffer
	cmd := s.command(s.Context(), args...)
	cmd.Stdout, cmd.Stderr = &out, &errs
	if input != "" {
		cmd.Stdin = strings.NewReader(input)
	}
	err := cmd.Run()
	if _, exited := err.(*exec.ExitError); err != nil && !exited {
		s.Fatal(err)
	}
	return told{out.String(), errs.String(), cmd.ProcessState.ExitCode()}
}

// object runs a command with --json and returns its one object; it has to have these keys and no other.
func (s *shell) object(input string, keys []string, args ...string) map[string]any {
	s.Helper()
	got := s.do(input, append(args, "--json")...)
	if got.code != 0 {
		s.Fatalf("%v: exit %d\n%s", args, got.code, got.err)
	}
	fields := map[string]any{}
	decoder := json.NewDecoder(strings.NewReader(got.out))
	if err := decoder.Decode(&fields); err != nil || strings.TrimSpace(got.out[decoder.InputOffset():]) != "" {
		s.Fatalf("%v: not one object: %q (%v)", args, got.out, err)
	}
	if have := slices.Sorted(maps.Keys(fields)); !slices.Equal(have, slices.Sorted(slices.Values(keys))) {
		s.Errorf("%v: keys %v, want %v", args, have, keys)
	}
	return fields
}

// refused runs a command that has to fail: with a code, a message that says all of words, and nothing on standard
// output.
func (s *shell) refused(input string, words []string, args ...string) {
	s.Helper()
	got := s.do(input, args...)
	if got.code == 0 || got.out != "" {
		s.Errorf("%v: exit %d, standard output %q", args, got.code, got.out)
	}
	for _, word := range words {
		if !strings.Contains(got.err, word) {
			s.Errorf("%v: %q is not in %q", args, word, got.err)
		}
	}
	if strings.Contains(got.err, "goroutine ") {
		s.Errorf("%v: a stack: %s", args, got.err)
	}
}

// serve starts the server and returns once it takes commands; stop ends it and waits.
func (s *shell) serve() (stop func()) {
	s.Helper()
	process, done, errs := s.start()
	return func() {
		s.Helper()
		_ = process.Signal(syscall.SIGTERM)
		if err := <-done; err != nil {
			s.Errorf("the server did not stop well: %v\n%s", err, errs.String())
		}
	}
}

// start starts the server and returns once it takes commands: its process, how it ended, and its log, to be read then.
func (s *shell) start() (*os.Process, <-chan error, *bytes.Buffer) {
	s.Helper()
	cmd := s.command(context.Background(), "serve")
	log, err := cmd.StderrPipe()
	s.must(err)
	s.must(cmd.Start())
	var errs bytes.Buffer
	lines := bufio.NewReader(io.TeeReader(log, &errs))
	s.base = s.ready(lines, &errs)
	done := make(chan error, 1)
	go func() {
		_, _ = io.Copy(io.Discard, lines) // ends with the server
		done <- cmd.Wait()
	}()
	s.until("the server takes commands", done, func() bool {
		c, err := net.Dial("unix", filepath.Join(s.dir, "control.sock"))
		if err == nil {
			_ = c.Close()
		}
		return err == nil
	}, &errs)
	return cmd.Process, done, &errs
}

// ready reads the server's log until it says that it is ready, and returns the address that it names.
func (s *shell) ready(lines *bufio.Reader, log *bytes.Buffer) string {
	s.Helper()
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			s.Fatalf("the server did not start: %v\n%s", err, log)
		}
		var entry struct{ Msg, Address string }
		if json.Unmarshal(line, &entry) == nil && entry.Msg == "ready" {
			return entry.Address
		}
	}
}

func (s *shell) until(what string, ended <-chan error, reached func() bool, log *bytes.Buffer) {
	s.Helper()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	limit := time.NewTimer(5 * time.Minute)
	defer limit.Stop()
	for !reached() {
		select {
		case <-tick.C:
		case err := <-ended:
			s.Fatalf("%s: it ended: %v\n%s", what, err, log)
		case <-limit.C:
			s.Fatalf("%s: not within five minutes", what)
		}
	}
}

func TestEveryCommandPrintsOneObjectWithItsKeys(t *testing.T) {
	s := newShell(t)
	s.object("", []string{"version"}, "version")
	s.object("", []string{"file", "key_id"}, "keys", "init")
	s.object("", []string{"database", "schema"}, "migrate")
	everyAccount(s, "acme")
	stop := s.serve()
	everyAccount(s, "norra") // now over the socket
	s.object("", []string{"version", "deprecated"}, "sdk", "deprecate", preset.CurrentSDK, "--reason", "Update.")
	s.object("", []string{"version", "deprecated"}, "sdk", "deprecate", preset.CurrentSDK, "--undo")
	s.object("", []string{"dir", "captures", "bytes"}, "backup", filepath.Join(s.dir, "backup"))
	stop()
	s.dir = filepath.Join(s.dir, "second")
	s.env = append(s.env, "PROOFDESK_DATA_DIR="+s.dir)
	s.object("", []string{"dir", "captures", "bytes"}, "restore", filepath.Join(filepath.Dir(s.dir), "backup"))
}

// everyAccount runs each command that makes or checks something of a company.
func everyAccount(s *shell, slug string) {
	s.Helper()
	if got := s.object("", []string{"company"}, "company", "create", "--slug", slug, "--name",
		"Acme"); got["company"] != slug {
		s.Errorf("company create says %v", got)
	}
	of := func(input string, keys []string, args ...string) map[string]any {
		s.Helper()
		return s.object(input, keys, append(args, "--company", slug)...)
	}
	credentials := []string{"email", "password"}
	for _, role := range []string{"agent", "senior", "admin", "auditor"} {
		made := of("", credentials, "user", "create", "--email", role+"@"+slug+".example", "--role", role)
		if made["email"] != role+"@"+slug+".example" || len(made["password"].(string)) < 12 {
			s.Errorf("user create says %v", made)
		}
	}
	const own = "correct horse battery staple 9"
	if made := of(own+"\n", credentials, "user", "create", "--email", "own@"+slug+".example", "--role",
		"agent"); made["password"] != own {
		s.Errorf("the password on standard input was not taken: %v", made)
	}
	of("", credentials, "user", "create", "--email", "once@"+slug+".example", "--role", "admin", "--one-time")
	for _, command := range []string{"reset-totp", "unlock"} {
		if got := s.object("", []string{"email", "done"}, "user", command, "--email",
			"own@"+slug+".example"); got["email"] != "own@"+slug+".example" {
			s.Errorf("user %s says %v", command, got)
		}
	}
	if again := s.object("", credentials, "user", "reset-password", "--email",
		"own@"+slug+".example"); again["password"] == own {
		s.Errorf("user reset-password says %v", again)
	}
	of("", []string{"client_id", "client_secret"}, "client", "create")
	of("", []string{"client_id", "client_secret"}, "client", "create", "--sandbox", "--trust", "liveness_detect=3")
	of("", []string{"username", "password"}, "integration-user", "create")
	if key := of("", []string{"id", "secret"}, "apikey",
		"create"); !strings.HasPrefix(key["id"].(string), "urn:apikeysv1:test:local:"+slug+":") ||
		!strings.HasPrefix(key["secret"].(string), "pds_") {
		s.Errorf("apikey create says %v", key)
	}
	if token := of("", []string{"id", "token", "expires"}, "repository-token",
		"create"); !strings.HasPrefix(token["token"].(string), "pdr_") {
		s.Errorf("repository-token create says %v", token)
	}
	of("", []string{"id", "kid", "secret"}, "endpoint", "create", "--url", "https://listener.example/hook", "--event",
		"application.decision", "--header", "Authorization: Basic YTpi, c")
	s.object("", []string{"key_id", "rewrapped"}, "keys", "rotate")
	of("", []string{"jobs", "captures"}, "purge", "--days", "30")
	if trail := of("", []string{"ok", "companies"}, "verify-audit"); trail["ok"] != true {
		s.Errorf("verify-audit says %v", trail)
	}
}

func TestASecondSignalEndsAServerThatStillWaits(t *testing.T) {
	s := newShell(t)
	s.object("", []string{"file", "key_id"}, "keys", "init")
	process, done, log := s.start()
	address, ok := strings.CutPrefix(s.base, "http://")
	if !ok {
		t.Fatal(s.base)
	}
	c, err := net.Dial("tcp", address)
	s.must(err)
	defer func() { _ = c.Close() }()
	_, err = io.WriteString(c, "POST /login HTTP/1.1\r\nHost: "+address+
		"\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n")
	s.must(err)
	if line, err := bufio.NewReader(c).ReadString('\n'); err != nil || !strings.Contains(line, "100") {
		t.Fatalf("the request has not begun: %q, %v", line, err)
	}
	s.endTwice(process, done, log, "requests")
}

// endTwice sends a signal to a server that still does something, and another one once its port is closed.
func (s *shell) endTwice(process *os.Process, done <-chan error, log *bytes.Buffer, unfinished string) {
	s.Helper()
	s.must(process.Signal(syscall.SIGTERM))
	s.until("the port is closed", done, func() bool {
		other, err := net.Dial("tcp", strings.TrimPrefix(s.base, "http://"))
		if err == nil {
			_ = other.Close()
		}
		return err != nil
	}, log)
	s.must(process.Signal(syscall.SIGTERM))
	var exit *exec.ExitError
	if err := <-done; !errors.As(err, &exit) || exit.ExitCode() != 1 {
		s.Errorf("the server ended with %v", err)
	}
	if !strings.Contains(log.String(), "ended by a second signal") || !strings.Contains(log.String(), unfinished) {
		s.Errorf("the log does not say what was unfinished: %s", log)
	}
}

func TestAFailureIsACodeAMessageAndNoOutput(t *testing.T) {
	s := newShell(t)
	s.refused("", []string{"keys init"}, "company", "create", "--slug", "acme", "--name", "Acme")
	s.object("", []string{"file", "key_id"}, "keys", "init")
	s.refused("", []string{"exists already"}, "keys", "init", "--json")
	s.object("", []string{"company"}, "company", "create", "--slug", "acme", "--name", "Acme")
	both := func() {
		s.Helper()
		s.refused("", []string{"slug", "already"}, "company", "create", "--slug", "acme", "--name", "Acme", "--json")
		s.refused("", []string{"slug"}, "company", "create", "--slug", "Not A Slug", "--name", "Acme", "--json")
		s.refused("", []string{"company"}, "client", "create", "--company", "nobody", "--json")
		s.refused("", []string{"role"}, "user", "create", "--company", "acme", "--email", "a@acme.example", "--role",
			"king", "--json")
		s.refused("", []string{"email"}, "user", "create", "--company", "acme", "--email", "nowhere", "--role",
			"agent", "--json")
		s.refused("", []string{"user"}, "user", "unlock", "--email", "nobody@acme.example", "--json")
		s.refused("", []string{"email"}, "user", "reset-totp", "--email", "nowhere", "--json")
		s.refused("short\n", []string{"password"}, "user", "create", "--company", "acme", "--email", "a@acme.example",
			"--role", "agent", "--json")
		s.refused("", []string{"https"}, "endpoint", "create", "--company", "acme", "--url",
			"http://listener.example/", "--json")
		s.refused("", []string{"header"}, "endpoint", "create", "--company", "acme", "--url",
			"https://listener.example/", "--header", "nothing", "--json")
		s.refused("", []string{"never published"}, "sdk", "deprecate", "1.2.3.4.5", "--reason", "Update.", "--json")
		s.refused("", []string{"--reason or --undo"}, "sdk", "deprecate", "1.2.3.4.5", "--json")
		s.refused("", []string{"one year"}, "repository-token", "create", "--company", "acme", "--days", "367",
			"--json")
		s.refused("", []string{"days"}, "purge", "--company", "acme", "--days", "0", "--json")
		s.refused("", []string{"company"}, "verify-audit", "--company", "nobody", "--json")
		s.refused("", []string{"empty"}, "backup", s.dir, "--json")
	}
	both()
	stop := s.serve()
	both()
	s.refused("", []string{"another process holds the data folder"}, "serve")
	stop()
	s.refused("", []string{"--slug"}, "company", "create", "--name", "Acme", "--json")
	s.refused("", []string{"unexpected"}, "company", "destroy", "--json")
	s.refused("", []string{"nowhere.jpg"}, "inspect", filepath.Join(s.dir, "nowhere.jpg"), "--json")
	s.refused("", []string{"exists"}, "restore", s.dir, "--json")
}

func TestEveryCommandHasHelp(t *testing.T) {
	s := newShell(t)
	for _, command := range []string{
		"", "serve", "demo", "migrate", "version", "keys init", "keys rotate", "company create", "user create",
		"user reset-totp", "user unlock", "user reset-password", "client create", "integration-user create",
		"apikey create", "endpoint create", "repository-token create", "sdk deprecate",
		"inspect", "backup", "restore", "purge", "verify-audit",
	} {
		got := s.do("", append(strings.Fields(command), "--help")...)
		if got.code != 0 || !strings.Contains(got.out, "Usage: proofdesk") {
			s.Errorf("%s --help: exit %d, %q", command, got.code, got.out)
		}
	}
}

func TestMasterKeysAreTheirOwnersAlone(t *testing.T) {
	s := newShell(t)
	file := s.object("", []string{"file", "key_id"}, "keys", "init")["file"].(string)
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("the file of master keys has mode %v (%v)", info.Mode(), err)
	}
	if err := os.Chmod(file, 0o640); err != nil {
		t.Fatal(err)
	}
	s.refused("", []string{"0640", "chmod 600"}, "company", "create", "--slug", "acme", "--name", "Acme", "--json")
	s.refused("", []string{"0640", "chmod 600"}, "serve")
}

func TestServeReportsAllMistakesAtOnce(t *testing.T) {
	s := newShell(t)
	s.refused("", []string{"keys init"}, "serve")
	s.object("", []string{"file", "key_id"}, "keys", "init")
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = taken.Close() }()
	sound := s.env
	s.env = append(slices.Clone(sound), "PROOFDESK_LISTEN="+taken.Addr().String())
	s.refused("", []string{"PROOFDESK_LISTEN", "in use"}, "serve")
	s.env = append(slices.Clone(sound), "PROOFDESK_OPS_LISTEN="+taken.Addr().String())
	s.refused("", []string{"PROOFDESK_OPS_LISTEN", "in use"}, "serve")
	s.env = append(slices.Clone(sound), "PROOFDESK_WEBHOOK_EXTRA_CA="+filepath.Join(s.dir, "nothing.pem"))
	s.refused("", []string{"nothing.pem"}, "serve")
	s.env = append(slices.Clone(sound), "PROOFDESK_TLS_CERT=/nowhere/cert.pem", "PROOFDESK_TLS_KEY=/nowhere/key.pem")
	s.refused("", []string{"PROOFDESK_TLS_CERT"}, "serve")
	s.env = append(slices.Clone(sound), "PROOFDESK_LISTEN=nowhere", "PROOFDESK_REGION=EU West", "PROOFDESK_LISTN=x",
		"PROOFDESK_UNDO_HOLD=1h", "PROOFDESK_DATABASE_URL=mysql://u:secret@h/d")
	s.refused("",
		[]string{
			"PROOFDESK_LISTEN:", "PROOFDESK_REGION:", "PROOFDESK_LISTN:", "PROOFDESK_UNDO_HOLD:",
			"PROOFDESK_DATABASE_URL:",
		}, "serve")
	if got := s.do("", "serve"); strings.Contains(got.err, "secret") {
		t.Errorf("a password is printed: %s", got.err)
	}
}

func TestInspectReportsOnFilesWithoutAServer(t *testing.T) {
	s := newShell(t)
	set := specimen.Applicant(12, specimen.Good, time.Now().UTC())
	kind := slices.Sorted(slices.Values(set.Kinds()))[0]
	capture, _ := set.Capture(kind)
	file := filepath.Join(s.dir, "one.jpg")
	if err := os.WriteFile(file, capture.Bytes, 0o600); err != nil {
		t.Fatal(err)
	}
	got := s.do("", "inspect", kind+"="+file, "--function", "ID_VALIDATION", "--json")
	var report struct {
		Checks   []map[string]any
		Decision struct{ Outcome string }
	}
	if err := json.Unmarshal([]byte(got.out), &report); err != nil || got.code != 0 || len(report.Checks) == 0 ||
		report.Decision.Outcome == "" {
		t.Errorf("exit %d, %v: %.300s\n%s", got.code, err, got.out, got.err)
	}
}
