package storetest

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"
)

// server is a PostgreSQL cluster for the tests of one package.
type server struct {
	dir     string
	cmd     *exec.Cmd
	log     *bytes.Buffer
	migrate func() error // makes the database that others are copied from, once
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

func start() (*server, error) {
	bin, err := binaries()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "proofdesk-pg-")
	if err != nil {
		return nil, err
	}
	s := &server{dir: dir, log: &bytes.Buffer{}}
	s.migrate = sync.OnceValue(s.makeTemplate)
	attributes, err := unprivileged(dir)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	initdb := exec.Command(filepath.Join(bin, "initdb"), "-D", filepath.Join(dir, "data"), "-A", "trust", "-U",
		"postgres", "--no-sync", "-E", "UTF8", "--locale=C")
	initdb.SysProcAttr, initdb.Dir = attributes, dir
	if out, err := initdb.CombinedOutput(); err != nil {
		return nil, errors.Join(fmt.Errorf("initdb: %w\n%s", err, out), os.RemoveAll(dir))
	}
	s.cmd = exec.Command(filepath.Join(bin, "postgres"), "-D", filepath.Join(dir, "data"), "-k", dir,
		"-c", "listen_addresses=", "-c", "fsync=off", "-c", "max_connections=300", "-c", "shared_buffers=64MB")
	s.cmd.SysProcAttr, s.cmd.Dir, s.cmd.Stderr, s.cmd.Stdout = attributes, dir, s.log, s.log
	if err := s.cmd.Start(); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	return s, s.await()
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
			s.stop()
			return fmt.Errorf("did not start: %w\n%s", err, s.log)
		}
	}
	return err
}

func (s *server) stop() {
	_ = s.cmd.Process.Signal(syscall.SIGQUIT)
	_ = s.cmd.Wait()
	_ = os.RemoveAll(s.dir)
}
