package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"proofdesk/app/boot"
	"proofdesk/app/config"
	"proofdesk/app/vault"
)

// server is the program under measurement, on a data folder of its own.
type server struct {
	dir, base, ops string
	env            []string
	cmd            *exec.Cmd
}

// newServer creates a data folder with keys, unless it has some, and returns the configuration of the program.
func newServer(dir string, extra ...string) (*server, config.Config, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, config.Config{}, err
	}
	public, err := freePort()
	if err != nil {
		return nil, config.Config{}, err
	}
	ops, err := freePort()
	if err != nil {
		return nil, config.Config{}, err
	}
	s := &server{dir: dir, base: "http://" + public, ops: "http://" + ops}
	s.env = append([]string{
		"PROOFDESK_DATA_DIR=" + dir, "PROOFDESK_LISTEN=" + public, "PROOFDESK_OPS_LISTEN=" + ops,
		"PROOFDESK_LOG_LEVEL=ERROR", "PROOFDESK_ENVIRONMENT=bench",
	}, extra...)
	environment := map[string]string{}
	for _, one := range s.env {
		name, value, _ := strings.Cut(one, "=")
		environment[name] = value
	}
	c, err := config.Parse(environment)
	if err != nil {
		return nil, c, err
	}
	if _, err := os.Stat(c.MasterKeys); err == nil {
		return s, c, nil
	}
	_, err = vault.Init(c.MasterKeys)
	return s, c, err
}

func freePort() (string, error) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer func() { _ = ln.Close() }()
	return ln.Addr().String(), nil
}

// fillData opens the data folder before the program runs and lets fill insert rows.
func fillData(c config.Config, fill func(context.Context, *boot.Program) error) error {
	ctx := context.Background()
	p, err := boot.Open(ctx, c, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	if err := fill(ctx, p); err != nil {
		_ = p.Close()
		return err
	}
	return p.Close()
}

const patience = 20 * time.Second

// start runs the program and returns the time until it reports that it is ready.
func (s *server) start(binary string) (time.Duration, error) {
	path, err := filepath.Abs(binary)
	if err != nil {
		return 0, err
	}
	s.cmd = exec.Command(path, "serve")
	s.cmd.Env = append(os.Environ(), s.env...)
	s.cmd.Stderr = os.Stderr
	began := time.Now()
	if err := s.cmd.Start(); err != nil {
		return 0, err
	}
	for time.Since(began) < patience {
		response, err := http.Get(s.ops + "/readyz")
		if err == nil {
			_ = response.Body.Close()
			if response.StatusCode == http.StatusOK {
				return time.Since(began), nil
			}
		}
		time.Sleep(5 * time.Millisecond)
	}
	return 0, fmt.Errorf("the program was not ready within %s", patience)
}

// memory returns the resident memory of the program without its children, in megabytes.
func (s *server) memory() (float64, error) {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(b)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kb, err := strconv.ParseFloat(strings.Fields(rest)[0], 64)
			return kb / 1024, err
		}
	}
	return 0, fmt.Errorf("no VmRSS in /proc")
}

// ticks is how many units of processor time /proc counts per second; Linux has no other value on the platforms that Go
// supports.
const ticks = 100

// processor returns the processor time that the program has used, without its children's.
func (s *server) processor() (time.Duration, error) {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	_, rest, _ := strings.Cut(string(b), ") ")
	var used time.Duration
	fields := strings.Fields(rest)
	if len(fields) < 13 {
		return 0, fmt.Errorf("/proc holds %q", b)
	}
	for _, field := range fields[11:13] { // utime and stime
		n, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			return 0, err
		}
		used += time.Duration(n) * time.Second / ticks
	}
	return used, nil
}

// rest waits until the program's own work has ended, and returns how long that took. A program that finds a million
// jobs that were written past it counts them first, beside which no page can be measured.
func (s *server) rest() (time.Duration, error) {
	const look, idle = 500 * time.Millisecond, 20 * time.Millisecond
	began := time.Now()
	before, err := s.processor()
	for err == nil {
		time.Sleep(look)
		now, failed := s.processor()
		if failed == nil && now-before <= idle {
			return time.Since(began), nil
		}
		if time.Since(began) > 2*time.Minute {
			return 0, fmt.Errorf("the program still works %s after its start", time.Since(began).Round(time.Second))
		}
		before, err = now, failed
	}
	return 0, err
}

func (s *server) stop() error {
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	return s.cmd.Wait()
}
