package main

import (
	"context"
	"path/filepath"
	"strings"
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
