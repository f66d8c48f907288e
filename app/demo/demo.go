// Package demo runs the program with a demo company: accounts with generated passwords, applicants that a generator
// draws and sends through the public REST API, and three receivers. None of it runs in production.
package demo

import (
	"cmp"
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
	"sync"
	"text/tabwriter"
	"time"

	"proofdesk/app/boot"
	"proofdesk/app/clock"
	"proofdesk/app/config"
	"proofdesk/app/vault"
)

// Demo is the running demo.
type Demo struct {
	Program   *boot.Program
	Accounts  Accounts
	Receivers *Receivers

	progress progress
	saving   sync.Mutex // of the accounts
	say      io.Writer
	most     int
	within   time.Duration
	machine  clock.Clock
	stop     context.CancelFunc
	work     sync.WaitGroup
	lived    chan struct{}
}

// Options are what a demo begins with.
type Options struct {
	Days int       // that it lives through at its first start; 0 for none
	Most int       // applicants of the present; 0 for as many as the demo usually has
	Say  io.Writer // where it reports how the past and the first applicants went
	// Within is how long living through the past takes at most: where the machine is slow, fewer applicants come, and a
	// past that is not over by then ends where it is. 0 for as long as it takes.
	Within time.Duration
	// Machine is the clock by which that is measured; nil for the system's.
	Machine clock.Clock
}

// Lived returns a channel that is closed once the demo has lived through its past.
func (d *Demo) Lived() <-chan struct{} { return d.lived }

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

// Start starts the receivers and the program, creates the accounts at the first start, and begins to live through the
// past and to send applicants of the present.
func Start(ctx context.Context, c config.Config, log *slog.Logger, o Options) (*Demo, error) {
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
	d := &Demo{Accounts: accounts, say: o.Say, most: o.Most, within: o.Within, lived: make(chan struct{})}
	d.machine = clock.System{}
	if o.Machine != nil {
		d.machine = o.Machine
	}
	first := accounts.Company == ""
	if d.progress, err = loadProgress(c.DataDir, o.Days, first, time.Now()); err != nil {
		return nil, err
	}
	if d.Receivers, err = startReceivers(c.WebhookExtraCA, accounts.Ports); err != nil {
		return nil, err
	}
	closed := d.closed
	if d.progress.Done {
		closed = nil
	}
	if d.Program, err = boot.Serve(ctx, c, log, closed); err != nil {
		return nil, errors.Join(err, d.Receivers.close())
	}
	if err := d.begin(ctx, studio); err != nil {
		return nil, errors.Join(err, d.Program.Stop(), d.Receivers.close())
	}
	return d, nil
}

// begin creates what is missing, and starts the applicants and the past. Where no past is to be lived through, the
// program's workers start at once.
func (d *Demo) begin(ctx context.Context, s studio) error {
	var h *past
	founding := d.Program
	if !d.progress.Done {
		var err error
		if h, err = newPast(d.progress, d.Program, s); err != nil {
			return err
		}
		founding = h.program
	}
	if err := d.createAccounts(ctx, founding); err != nil {
		return err
	}
	d.Receivers.secrets(d.Accounts)
	d.Receivers.setConsole(d.Program.Config.Public.String())
	if h == nil {
		if err := d.arrive(ctx); err != nil {
			return err
		}
	}
	running, stop := context.WithCancel(context.WithoutCancel(ctx))
	d.stop = stop
	if h != nil {
		d.Receivers.live(d.progress, h.clock)
	}
	d.work.Go(func() {
		if h != nil {
			d.live(running, h)
		}
		newFeeder(d.Program, d.Accounts, s, d.say, d.count).run(running, cmp.Or(d.most, lastOne))
	})
	return nil
}

// closed returns why no job can be taken while the demo lives through its past; empty afterwards. The jobs in the queue
// are those of its scripted colleagues until then.
func (d *Demo) closed() string {
	select {
	case <-d.lived:
		return ""
	default:
		return "jobs can be taken once the demo has reached today"
	}
}

// count stores how many applicants of the present there were.
func (d *Demo) count(fed int) error {
	d.saving.Lock()
	defer d.saving.Unlock()
	d.Accounts.Fed = fed
	return d.Accounts.save()
}

// arrive ends the past: the remaining endpoints are created and the program's workers start.
func (d *Demo) arrive(ctx context.Context) error {
	d.saving.Lock()
	defer d.saving.Unlock()
	if len(d.Accounts.Endpoints) < len(d.Receivers.all) {
		if err := d.createEndpoints(ctx, d.Program, &d.Accounts); err != nil {
			return err
		}
		if err := d.Accounts.save(); err != nil {
			return err
		}
		d.Receivers.secrets(d.Accounts)
	}
	close(d.lived)
	return d.Program.Work(ctx)
}

// live lives through the past, unless ctx ends before, and then starts the workers. A past that fails ends where it is.
func (d *Demo) live(ctx context.Context, h *past) {
	h.clients = map[bool]string{true: d.Accounts.Client.ClientID, false: d.Accounts.Weak.ClientID}
	h.onDay, h.within, h.machine = d.announce, d.within, d.machine
	d.announce(h.day(), h.days())
	err := h.live(ctx)
	if ctx.Err() != nil {
		return
	}
	if err != nil {
		d.Program.Log.Error("live through the demo's past failed, it ends here", "at", h.Now, "error", err)
		h.Done = true
		err = h.save()
	}
	d.progress = h.progress
	d.Receivers.live(d.progress)
	if err = errors.Join(err, d.arrive(ctx)); err != nil {
		d.Program.Log.Error("start the demo's workers failed", "error", err)
	}
	d.Program.Console.Notice.Clear()
	if h.Ended > 0 {
		d.tell("  This machine is slow: the demo has lived through %d of its last %d days.\n", h.Ended, h.days())
		return
	}
	d.tell("  The demo has lived through its last %d days.\n", h.days())
}

// announce reports which day of the past it is, on every page of the console and in the terminal.
func (d *Demo) announce(day, of int) {
	d.Program.Console.Notice.Set("The demo is living through its last %d days: day %d of %d. "+
		"Jobs can be taken after that.", of, day, of)
	if day%max(1, of/6) == 0 {
		d.tell("  The demo is living through its last %d days: day %d of %d.\n", of, day, of)
	}
}

func (d *Demo) tell(format string, args ...any) {
	_, _ = fmt.Fprintf(d.say, format, args...) // nobody may be reading it
}

// Stop stops the past, the applicants, the program and the receivers.
func (d *Demo) Stop() error {
	d.stop()
	d.work.Wait()
	return errors.Join(d.Program.Stop(), d.Receivers.close())
}

// coming returns what happens next, as sentences.
func (d *Demo) coming() string {
	const applicants = "  Applicants come in by themselves; the first job is in the queue within seconds."
	if d.closed() == "" {
		return applicants
	}
	return fmt.Sprintf("  First the demo lives through its last %d days, for about two minutes: watch its pages come\n"+
		"  alive. Jobs can be taken after that; then applicants come in by themselves.", d.progress.days())
}

// signIns returns the table of users with their passwords and roles, as wide as its longest entries.
func signIns(users []User) string {
	var b strings.Builder
	table := tabwriter.NewWriter(&b, 20, 0, 2, ' ', 0)
	fmt.Fprint(table, "  Sign in as\twith the password\tin the role of\n")
	for _, u := range users {
		fmt.Fprintf(table, "  %s\t%s\t%s\n", u.Email, u.Password, u.Role)
	}
	_ = table.Flush() // a builder takes everything
	return b.String()
}

// Welcome returns the text that says where to go and how to sign in.
func (d *Demo) Welcome() string {
	var b strings.Builder
	a := d.Accounts
	fmt.Fprintf(&b, "\n  Proofdesk runs at   %s\n", d.Program.Config.Public)
	fmt.Fprintf(&b, "  what receivers got  %s\n", d.Receivers.Show)
	fmt.Fprintf(&b, "  health and metrics  http://%s\n\n", d.Program.Config.OpsListen)
	b.WriteString(signIns(a.Users))
	fmt.Fprintf(&b, "\n  Integrate with      %s%s\n", d.Program.Config.Public,
		"/auth/realms/identity/protocol/openid-connect/token")
	fmt.Fprintf(&b, "  client              %s  %s\n", a.Client.ClientID, a.Client.ClientSecret)
	fmt.Fprintf(&b, "  integration user    %s  %s\n", a.User.Username, a.User.Password)
	fmt.Fprintf(&b, "  API key             %s\n                      %s\n", a.Key.ID, a.Key.Secret)
	b.WriteString("\n" + d.coming() + " Ctrl+C ends it.\n\n")
	return b.String()
}
