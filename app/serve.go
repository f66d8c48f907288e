package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"proofdesk/app/boot"
	"proofdesk/app/config"
	"proofdesk/app/control"
	"proofdesk/app/demo"
	"proofdesk/app/store"
	"proofdesk/app/vault"
)

// loadConfig loads the configuration; the error names every mistake.
func loadConfig() (config.Config, error) {
	c, err := config.Load()
	if err != nil {
		return c, fmt.Errorf("the configuration has mistakes:\n%w", err)
	}
	return c, nil
}

func logger(c config.Config) *slog.Logger {
	return slog.New(slog.NewJSONHandler(os.Stderr, &slog.HandlerOptions{Level: c.LogLevel}))
}

// explainMissingKeys adds to the error of a missing master key file how to create one.
func explainMissingKeys(err error, c config.Config) error {
	if _, missing := os.Stat(c.MasterKeys); errors.Is(err, fs.ErrNotExist) && errors.Is(missing, fs.ErrNotExist) {
		return fmt.Errorf("%w: make the file of master keys with `proofdesk keys init`", err)
	}
	return err
}

type serveCommand struct{}

// Run serves until a signal arrives.
func (serveCommand) Run(ctx context.Context) error {
	c, err := loadConfig()
	if err != nil {
		return err
	}
	log := logger(c)
	p, err := boot.Start(ctx, c, log)
	if err != nil {
		return halted(ctx, log, explainMissingKeys(err, c))
	}
	log.Info("ready", "address", p.Config.Public.String(), "ops", p.Config.OpsListen, "database", p.Store.Dialect(),
		"version", version)
	return serveControl(ctx, p, p.Stop)
}

// halted returns the error of a start; none where a signal ended it, as it ends a server that runs.
func halted(ctx context.Context, log *slog.Logger, err error) error {
	if ctx.Err() == nil {
		return err
	}
	log.Info("stopped while it started", "at", err)
	return nil
}

// serveControl serves the control socket until a signal arrives or a part of the program ends, then calls stop. A
// second signal meanwhile ends the process at once.
func serveControl(ctx context.Context, p *boot.Program, stop func() error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if p.Store.Dialect() == "sqlite" {
		p.ServeCommands(ctx)
	}
	var err error
	select {
	case <-ctx.Done():
	case err = <-p.Failed():
	}
	again, forget := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer forget()
	defer context.AfterFunc(again, func() {
		p.Log.Error("ended by a second signal", "unfinished", p.Unfinished())
		os.Exit(1)
	})()
	cancel()
	return errors.Join(err, stop())
}

type demoCommand struct {
	Days int `default:"30" help:"Days that the demo lives through in the background at its first start; 0 for none."`
}

// Run serves the demo until a signal arrives.
func (o demoCommand) Run(ctx context.Context) error {
	c, err := demo.Config()
	if err != nil {
		return err
	}
	log := logger(c)
	d, err := demo.Start(ctx, c, log, demo.Options{Days: o.Days, Within: demo.Longest, Say: os.Stdout})
	if err != nil {
		return halted(ctx, log, err)
	}
	fmt.Print(d.Welcome())
	return serveControl(ctx, d.Program, d.Stop)
}

type migrateCommand struct{}

// Run opens the database, which migrates it.
func (migrateCommand) Run(ctx context.Context, o *output) error {
	c, err := loadConfig()
	if err != nil {
		return err
	}
	st, err := store.Open(ctx, store.Options{URL: c.DatabaseURL, DataDir: c.DataDir})
	if errors.Is(err, store.ErrLocked) { // a running server migrated it when it started
		result, err := control.Ask(ctx, control.Socket(c.DataDir), control.Request{Command: "migrate"})
		if err != nil {
			return err
		}
		return o.result(result)
	}
	if err != nil {
		return err
	}
	return errors.Join(o.result(map[string]string{"database": st.Dialect(), "schema": "up to date"}), st.Close())
}

type keysInitCommand struct{}

// Run creates the master keys.
func (keysInitCommand) Run(o *output) error {
	c, err := loadConfig()
	if err != nil {
		return err
	}
	m, err := vault.Init(c.MasterKeys)
	if err != nil {
		return err
	}
	return o.result(map[string]string{"file": c.MasterKeys, "key_id": m.ActiveID()})
}
