// Package demo runs the program with a demo company: accounts with generated passwords, applicants that a generator
// draws and sends through the public REST API, and three receivers. None of it runs in production.
package demo

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/netip"
	"os"
	"path/filepath"
	"strings"

	"proofdesk/app/boot"
	"proofdesk/app/config"
	"proofdesk/app/vault"
)

// Demo is the running demo.
type Demo struct {
	Program   *boot.Program
	Accounts  Accounts
	Receivers *Receivers
	stop      context.CancelFunc
	done      chan struct{}
}

// Config parses the environment on top of the demo's own defaults: a folder of its own, and deliveries to this machine
// permitted.
func Config() (config.Config, error) {
	c, err := config.Load()
	if err != nil {
		return c, fmt.Errorf("the configuration has mistakes:\n%w", err)
	}
	return Adapt(c)
}

// Adapt changes a configuration into one for the demo.
func Adapt(c config.Config) (config.Config, error) {
	if c.Environment == "production" {
		c.Environment = "demo"
	}
	if os.Getenv(config.Prefix+"DATA_DIR") == "" && c.DataDir == "./data" {
		c.DataDir = "./data/demo"
		if os.Getenv(config.Prefix+"MASTER_KEYS") == "" {
			c.MasterKeys = filepath.Join(c.DataDir, "master.keys")
		}
	}
	if os.Getenv(config.Prefix+"LOG_LEVEL") == "" {
		c.LogLevel = slog.LevelWarn
	}
	c.AllowCIDRs = append(c.AllowCIDRs, netip.MustParsePrefix("127.0.0.0/8"))
	c.WebhookExtraCA = filepath.Join(c.DataDir, "demo-ca.pem")
	c.CountryCerts = filepath.Join(c.DataDir, "demo-country.der")
	return c, os.MkdirAll(c.DataDir, 0o700)
}

// Start starts the receivers and the program, creates the accounts at the first start, and begins to send applicants.
// It writes to say how the opening went once it is complete.
func Start(ctx context.Context, c config.Config, log *slog.Logger, say io.Writer) (*Demo, error) {
	if _, err := vault.Load(c.MasterKeys); errors.Is(err, fs.ErrNotExist) {
		if _, err := vault.Init(c.MasterKeys); err != nil {
			return nil, err
		}
	}
	accounts, err := loadAccounts(c.DataDir)
	if err != nil {
		return nil, err
	}
	studio, err := newStudio(c.CountryCerts)
	if err != nil {
		return nil, err
	}
	d := &Demo{Accounts: accounts, done: make(chan struct{})}
	if d.Receivers, err = startReceivers(c.WebhookExtraCA, accounts.Ports); err != nil {
		return nil, err
	}
	if d.Program, err = boot.Start(ctx, c, log); err != nil {
		return nil, errors.Join(err, d.Receivers.close())
	}
	if err := d.createAccounts(ctx); err != nil {
		return nil, errors.Join(err, d.Program.Stop(), d.Receivers.close())
	}
	d.Receivers.secrets(d.Accounts)
	d.Receivers.setConsole(d.Program.Config.Public.String())
	feeding, stop := context.WithCancel(context.WithoutCancel(ctx))
	d.stop = stop
	go func() {
		defer close(d.done)
		newFeeder(d.Program, d.Accounts, studio, say).run(feeding)
	}()
	return d, nil
}

// Close stops the applicants and the receivers; the caller stops the program.
func (d *Demo) Close() error {
	d.stop()
	<-d.done
	return d.Receivers.close()
}

// Welcome returns the text that says where to go and how to sign in.
func (d *Demo) Welcome() string {
	var b strings.Builder
	a := d.Accounts
	fmt.Fprintf(&b, "\n  Proofdesk runs at   %s\n", d.Program.Config.Public)
	fmt.Fprintf(&b, "  what receivers got  %s\n", d.Receivers.Show)
	fmt.Fprintf(&b, "  health and metrics  http://%s\n\n", d.Program.Config.OpsListen)
	fmt.Fprintf(&b, "  Sign in as          with the password\n")
	for _, u := range a.Users {
		fmt.Fprintf(&b, "  %-18s  %-28s %s\n", u.Email, u.Password, u.Role)
	}
	fmt.Fprintf(&b, "\n  Integrate with      %s%s\n", d.Program.Config.Public,
		"/auth/realms/identity/protocol/openid-connect/token")
	fmt.Fprintf(&b, "  client              %s  %s\n", a.Client.ClientID, a.Client.ClientSecret)
	fmt.Fprintf(&b, "  integration user    %s  %s\n", a.User.Username, a.User.Password)
	fmt.Fprintf(&b, "  API key             %s\n                      %s\n", a.Key.ID, a.Key.Secret)
	fmt.Fprintf(&b,
		"\n  Applicants come in by themselves; the first job is in the queue within seconds. Ctrl+C ends it.\n\n")
	return b.String()
}
