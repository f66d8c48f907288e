// Package config reads the environment into one checked struct. It reports all mistakes at once and never prints a
// secret.
package config

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/caarlos0/env/v11"
)

// Prefix begins the name of every setting.
const Prefix = "PROOFDESK_"

// Config holds every setting. The field's env name without the prefix is its name in the README's table.
type Config struct {
	Listen            string        `env:"LISTEN" envDefault:"127.0.0.1:8080"`
	OpsListen         string        `env:"OPS_LISTEN" envDefault:"127.0.0.1:9090"`
	PublicURL         string        `env:"PUBLIC_URL"`
	DataDir           string        `env:"DATA_DIR" envDefault:"./data"`
	DatabaseURL       string        `env:"DATABASE_URL"`
	EvidenceURL       string        `env:"EVIDENCE_URL"`
	MasterKeys        string        `env:"MASTER_KEYS"`
	Environment       string        `env:"ENVIRONMENT" envDefault:"production"`
	Region            string        `env:"REGION" envDefault:"local"`
	Node              uint8         `env:"NODE" envDefault:"0"`
	TLSCert           string        `env:"TLS_CERT"`
	TLSKey            string        `env:"TLS_KEY"`
	TrustedProxies    []string      `env:"TRUSTED_PROXIES"`
	WebhookAllowCIDRs []string      `env:"WEBHOOK_ALLOW_CIDRS"`
	WebhookExtraCA    string        `env:"WEBHOOK_EXTRA_CA"`
	LogLevel          slog.Level    `env:"LOG_LEVEL" envDefault:"INFO"`
	EngineWorkers     int           `env:"ENGINE_WORKERS" envDefault:"0"`
	EngineTimeout     time.Duration `env:"ENGINE_TIMEOUT" envDefault:"20s"`
	UndoHold          time.Duration `env:"UNDO_HOLD" envDefault:"8s"`
	ReviewDeadline    time.Duration `env:"REVIEW_DEADLINE" envDefault:"4h"`
	UnsubmittedGB     int           `env:"UNSUBMITTED_GB" envDefault:"100"`
	CountryCerts      string        `env:"COUNTRY_CERTS"`
	GrantErrors401    bool          `env:"GRANT_ERRORS_401" envDefault:"false"`

	Public     *url.URL       `env:"-"` // PublicURL, or http://Listen
	Listener   net.Listener   `env:"-"` // what is served in place of Listen, where the caller has opened it
	Proxies    []netip.Prefix `env:"-"`
	AllowCIDRs []netip.Prefix `env:"-"`
}

// Load reads the process's environment.
func Load() (Config, error) { return Parse(env.ToMap(os.Environ())) }

// Parse reads an environment given as a map. The error names every mistake.
func Parse(environment map[string]string) (Config, error) {
	var c Config
	var wrong []error
	err := env.ParseWithOptions(&c, env.Options{Prefix: Prefix, Environment: environment})
	var several env.AggregateError
	switch {
	case errors.As(err, &several):
		for _, one := range several.Errors {
			wrong = append(wrong, errors.New(nameOf(one)))
		}
	case err != nil:
		wrong = append(wrong, err)
	}
	wrong = append(wrong, unknown(environment)...)
	wrong = append(wrong, c.check()...)
	return c, errors.Join(wrong...)
}

// kinds maps a type to the message about a value that is not of that type.
var kinds = map[string]string{
	"uint8":         "not a number from 0 to 255",
	"int":           "not a number",
	"bool":          "not true or false",
	"time.Duration": "not a duration such as 20s or 4h",
	"slog.Level":    "not one of DEBUG, INFO, WARN, ERROR",
}

// nameOf returns the message of a parse error with the setting's name instead of the field's.
func nameOf(err error) string {
	var parse env.ParseError
	if errors.As(err, &parse) {
		return setting(parse.Name) + ": " + kinds[parse.Type.String()]
	}
	return err.Error()
}

// check fills in the derived settings and returns what is wrong.
func (c *Config) check() []error {
	var wrong []error
	say := func(name, format string, args ...any) {
		wrong = append(wrong, fmt.Errorf(Prefix+name+": "+format, args...))
	}
	c.listeners(say)
	c.files(say)
	c.public(say)
	if c.MasterKeys == "" {
		c.MasterKeys = filepath.Join(c.DataDir, "master.keys")
	}
	for name, value := range map[string]string{"ENVIRONMENT": c.Environment, "REGION": c.Region} {
		if !label.MatchString(value) {
			say(name, "%q is not a label of lower-case letters, digits and hyphens", value)
		}
	}
	c.Proxies = prefixes("TRUSTED_PROXIES", c.TrustedProxies, say)
	c.AllowCIDRs = prefixes("WEBHOOK_ALLOW_CIDRS", c.WebhookAllowCIDRs, say)
	c.durations(say)
	c.storage(say)
	return wrong
}

func (c *Config) listeners(say func(string, string, ...any)) {
	for name, address := range map[string]string{"LISTEN": c.Listen, "OPS_LISTEN": c.OpsListen} {
		_, port, err := net.SplitHostPort(address)
		if n, e := strconv.Atoi(port); err != nil || e != nil || n < 0 || n > 65535 {
			say(name, "%q is not host:port", address)
		}
	}
}

func (c *Config) files(say func(string, string, ...any)) {
	for name, path := range map[string]string{
		"TLS_CERT":         c.TLSCert,
		"TLS_KEY":          c.TLSKey,
		"WEBHOOK_EXTRA_CA": c.WebhookExtraCA,
		"COUNTRY_CERTS":    c.CountryCerts,
	} {
		if _, err := os.Stat(path); path != "" && err != nil {
			say(name, "%s can't be opened", path)
		}
	}
	if (c.TLSCert == "") != (c.TLSKey == "") {
		say("TLS_CERT", "TLS_CERT and TLS_KEY go together")
	}
}

func (c *Config) storage(say func(string, string, ...any)) {
	if c.DatabaseURL != "" &&
		!slices.ContainsFunc(databases, func(scheme string) bool { return strings.HasPrefix(c.DatabaseURL, scheme) }) {
		// the value is not shown, as it may hold a password
		say("DATABASE_URL", "it has to begin with sqlite: or postgres://")
	}
	if c.EvidenceURL != "" && !strings.HasPrefix(c.EvidenceURL, "file:") {
		say("EVIDENCE_URL", "%q: captures can be kept under file:PATH", c.EvidenceURL)
	}
}

// databases holds the prefixes of the database addresses that are supported.
var databases = []string{"sqlite:", "postgres://", "postgresql://"}

var label = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,30}$`)

func (c *Config) durations(say func(string, string, ...any)) {
	if c.EngineTimeout < time.Second || c.EngineTimeout > 5*time.Minute {
		say("ENGINE_TIMEOUT", "%s is not between 1s and 5m", c.EngineTimeout)
	}
	if c.UndoHold < 0 || c.UndoHold > time.Minute {
		say("UNDO_HOLD", "%s is not between 0s and 1m", c.UndoHold)
	}
	if c.ReviewDeadline < time.Minute {
		say("REVIEW_DEADLINE", "%s is less than a minute", c.ReviewDeadline)
	}
	if c.UnsubmittedGB < 0 || c.UnsubmittedGB > 1_000_000 {
		say("UNSUBMITTED_GB", "%d is not between 0 and 1000000", c.UnsubmittedGB)
	}
	if c.EngineWorkers < 0 || c.EngineWorkers > 256 {
		say("ENGINE_WORKERS", "%d is not between 0 and 256", c.EngineWorkers)
	}
}

func (c *Config) public(say func(string, string, ...any)) {
	raw := c.PublicURL
	if raw == "" {
		scheme := "http"
		if c.TLSCert != "" {
			scheme = "https"
		}
		raw = scheme + "://" + c.Listen
	}
	u, err := url.Parse(strings.TrimSuffix(raw, "/"))
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.Path != "" || u.RawQuery != "" ||
		u.User != nil {
		say("PUBLIC_URL", "%q is not an origin such as https://proofdesk.example", raw)
		u = &url.URL{Scheme: "http", Host: c.Listen}
	}
	c.Public = u
}

func prefixes(name string, raw []string, say func(string, string, ...any)) []netip.Prefix {
	var parsed []netip.Prefix
	for _, one := range raw {
		one = strings.TrimSpace(one)
		if one == "" {
			continue
		}
		prefix, err := netip.ParsePrefix(one)
		if address, e := netip.ParseAddr(one); e == nil {
			prefix, err = netip.PrefixFrom(address, address.BitLen()), nil
		}
		if err != nil {
			say(name, "%q is not a network such as 10.0.0.0/8", one)
			continue
		}
		parsed = append(parsed, prefix.Masked())
	}
	return parsed
}
