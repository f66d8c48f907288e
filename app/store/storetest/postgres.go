package storetest

import (
	"bytes"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"proofdesk/migrations"
)

// server is a PostgreSQL cluster for the tests of one package.
type server struct {
	dir        string
	bin        string
	attributes *syscall.SysProcAttr
	cmd        *exec.Cmd // while it runs
	log        *bytes.Buffer
}

// template is the name of the database that others are copied from.
const template = "migrated"

var cluster *server

// Main starts the cluster, runs the tests and ends the cluster. Call it from TestMain.
func Main(m *testing.M) {
	os.Exit(run(m))
}

func run(m *testing.M) int {
	var err error
	if cluster, err = start(); err != nil {
		fmt.Fprintln(os.Stderr, "PostgreSQL for tests:", err)
		return 1
	}
	defer cluster.stop()
	return m.Run()
}

// start starts a cluster with its template. It copies what an earlier run made with the same server and the same
// migrations, which takes a third of the time.
func start() (*server, error) {
	bin, err := binaries()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "proofdesk-pg-")
	if err != nil {
		return nil, err
	}
	s := &server{dir: dir, bin: bin, log: &bytes.Buffer{}}
	if err := s.open(); err != nil {
		s.stop()
		return nil, err
	}
	return s, nil
}

func (s *server) open() (err error) {
	if s.attributes, err = unprivileged(s.dir); err != nil {
		return err
	}
	kept, err := placeOf(s.bin)
	if err != nil {
		return err
	}
	if _, err := os.Stat(kept); err != nil {
		if err := s.make(kept); err != nil {
			return err
		}
	}
	if err := clone(kept, s.data()); err != nil {
		return err
	}
	return s.serve()
}

// placeOf returns the folder in which this user keeps a cluster of a server with the tables of all migrations.
func placeOf(bin string) (string, error) {
	root, err := moduleRoot()
	if err != nil {
		return "", err
	}
	sum, files := sha256.New(), migrations.Files("postgres")
	err = fs.WalkDir(files, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(files, path)
		_, _ = fmt.Fprintf(sum, "%s %d\n%s", path, len(text), text) // a hash takes all
		return err
	})
	_, _ = fmt.Fprint(sum, bin, os.Geteuid())
	return filepath.Join(root, ".cache", "postgres", hex.EncodeToString(sum.Sum(nil)[:8])), err
}

// moduleRoot returns the folder of go.mod.
func moduleRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return "", errors.New("no go.mod above the tests")
		}
		dir = filepath.Dir(dir)
	}
}

// make makes a cluster with its template and keeps a copy, which other packages may do at the same time.
func (s *server) make(kept string) error {
	initdb := s.command("initdb", "-D", s.data(), "-A", "trust", "-U", "postgres", "--no-sync", "-E", "UTF8",
		"--locale=C")
	if out, err := initdb.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w\n%s", err, out)
	}
	if err := s.serve(); err != nil {
		return err
	}
	if err := s.makeTemplate(); err != nil {
		return err
	}
	if err := s.cmd.Process.Signal(syscall.SIGINT); err != nil { // ends it in order, with everything in its files
		return err
	}
	if err := s.cmd.Wait(); err != nil {
		return fmt.Errorf("end: %w\n%s", err, s.log)
	}
	s.cmd = nil
	if err := os.MkdirAll(filepath.Dir(kept), 0o755); err != nil {
		return err
	}
	partial, err := os.MkdirTemp(filepath.Dir(kept), "partial-")
	if err != nil {
		return err
	}
	copied := filepath.Join(partial, "data")
	if err := clone(s.data(), copied); err != nil {
		return err
	}
	if err := os.Rename(copied, kept); err != nil && !errors.Is(err, fs.ErrExist) { // another package was quicker
		return err
	}
	return errors.Join(os.RemoveAll(partial), os.RemoveAll(s.data()))
}

// clone copies a cluster that does not run, with its owner.
func clone(from, to string) error {
	if out, err := exec.Command("cp", "-a", from, to).CombinedOutput(); err != nil {
		return fmt.Errorf("copy the cluster: %w\n%s", err, out)
	}
	return nil
}

func (s *server) data() string { return filepath.Join(s.dir, "data") }

// serve starts the server and waits until it answers.
func (s *server) serve() error {
	s.cmd = s.command("postgres", "-D", s.data(), "-k", s.dir, "-c", "listen_addresses=", "-c", "fsync=off",
		"-c", "max_connections=300", "-c", "shared_buffers=64MB")
	s.cmd.Stderr, s.cmd.Stdout = s.log, s.log
	if err := s.cmd.Start(); err != nil {
		s.cmd = nil
		return err
	}
	return s.await()
}

// command returns a program of PostgreSQL, which runs as a user that it accepts.
func (s *server) command(name string, arguments ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(s.bin, name), arguments...)
	cmd.SysProcAttr, cmd.Dir = s.attributes, s.dir
	return cmd
}

// binaries returns the folder of the newest PostgreSQL that Debian's package installed.
func binaries() (string, error) {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/postgres")
	if len(found) == 0 {
		return "", errors.New("not installed: run `make tools`, which installs Debian's package postgresql")
	}
	return filepath.Dir(found[len(found)-1]), nil
}

// unprivileged returns attributes with which a child process runs as another user where this one is root, because
// PostgreSQL refuses to run as root.
func unprivileged(dir string) (*syscall.SysProcAttr, error) {
	attributes := &syscall.SysProcAttr{Pdeathsig: syscall.SIGQUIT}
	if os.Geteuid() != 0 {
		return attributes, nil
	}
	account, err := user.Lookup("postgres")
	if err != nil {
		return nil, fmt.Errorf("a user to run as: %w", err)
	}
	uid, _ := strconv.Atoi(account.Uid)
	gid, _ := strconv.Atoi(account.Gid)
	attributes.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	return attributes, os.Chown(dir, uid, gid)
}

// url returns the address of a database. It is that of a socket in the server's folder: a port that was free a moment
// ago may be another server's by the time this one listens.
func (s *server) url(database string) string {
	return fmt.Sprintf("postgres://postgres@/%s?host=%s&sslmode=disable", database, url.QueryEscape(s.dir))
}

func (s *server) makeTemplate() error {
	db, err := sql.Open("pgx", s.url("postgres"))
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	if _, err := db.Exec("CREATE DATABASE " + template); err != nil {
		return err
	}
	return migrate(s.url(template))
}

// await returns once the server answers; it gives up after two minutes.
func (s *server) await() error {
	db, err := sql.Open("pgx", s.url("postgres"))
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	deadline := time.Now().Add(2 * time.Minute)
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for range tick.C {
		if err = db.Ping(); err == nil {
			return nil
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("did not start: %w\n%s", err, s.log)
		}
	}
	return err
}

func (s *server) stop() {
	if s.cmd != nil {
		_ = s.cmd.Process.Signal(syscall.SIGQUIT)
		_ = s.cmd.Wait()
	}
	_ = os.RemoveAll(s.dir)
}
