package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"proofdesk/app/vault"
)

func TestAStartThatASignalEndsIsNoFailure(t *testing.T) {
	s := newShell(t)
	for _, variable := range s.env {
		name, value, _ := strings.Cut(variable, "=")
		t.Setenv(name, value)
	}
	_, err := vault.Init(filepath.Join(s.dir, "master.keys"))
	s.must(err)
	ended, signal := context.WithCancel(t.Context())
	signal()
	for name, command := range map[string]interface{ Run(context.Context) error }{
		"serve": serveCommand{}, "demo": demoCommand{},
	} {
		if err := command.Run(ended); err != nil {
			t.Errorf("%s fails: %v", name, err)
		}
	}
}

func TestACommandThatHangsKeepsNothingElseFromStoppingAndIsNamed(t *testing.T) {
	s := newShell(t)
	s.object("", []string{"file", "key_id"}, "keys", "init")
	captures := filepath.Join(s.dir, "captures")
	s.must(os.MkdirAll(captures, 0o700))
	pipe := filepath.Join(captures, "pipe")
	s.must(syscall.Mkfifo(pipe, 0o600))
	process, done, log := s.start()
	backup := s.command(t.Context(), "backup", filepath.Join(t.TempDir(), "backup"))
	s.must(backup.Start())
	read, err := os.OpenFile(pipe, os.O_WRONLY, 0) // waits until the backup reads it, which never ends
	s.must(err)
	defer func() { _ = read.Close() }()
	s.endTwice(process, done, log, "commands")
	if err := backup.Wait(); err == nil {
		t.Error("the backup was told that it is done")
	}
}
