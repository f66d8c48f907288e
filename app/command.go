package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"proofdesk/app/boot"
	"proofdesk/app/control"
	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
)

func sortedKeys(m map[string]any) []string { return slices.Sorted(maps.Keys(m)) }

// runCommand runs a command and prints its result.
func runCommand(ctx context.Context, o *output, command string, args control.Args) error {
	result, err := execute(ctx, command, args)
	if err != nil {
		return err
	}
	return o.result(result)
}

// execute runs a command: in this process where it can open the database, otherwise in the server that has it open.
func execute(ctx context.Context, command string, args control.Args) (json.RawMessage, error) {
	c, err := loadConfig()
	if err != nil {
		return nil, err
	}
	body, err := json.Marshal(args)
	if err != nil {
		return nil, err
	}
	request := control.Request{Command: command, Args: body}
	p, err := boot.Open(ctx, c, logger(c))
	if errors.Is(err, store.ErrLocked) {
		return control.Ask(ctx, control.Socket(c.DataDir), request)
	}
	if err != nil {
		return nil, explainMissingKeys(err, c)
	}
	result, err := p.Commands().Do(ctx, request)
	if err != nil {
		return nil, errors.Join(err, p.Close())
	}
	answer, err := json.Marshal(result)
	return answer, errors.Join(err, p.Close())
}

type keysRotateCommand struct{}

// Run rotates the master key.
func (keysRotateCommand) Run(ctx context.Context, o *output) error {
	return runCommand(ctx, o, "keys.rotate", control.Args{})
}

type companyCommand struct {
	Slug string `required:"" help:"Lower-case letters, digits and hyphens; it never changes."`
	Name string `required:"" help:"The company's name."`
}

// Run creates a company.
func (c companyCommand) Run(ctx context.Context, o *output) error {
	return runCommand(ctx, o, "company.create", control.Args{Company: c.Slug, Name: c.Name})
}

type userCommand struct {
	Company string `required:"" help:"The company's slug."`
	Email   string `required:"" help:"Address that the user signs in with."`
	Role    string `required:"" enum:"agent,senior,admin,auditor" help:"agent, senior, admin or auditor."`
	Name    string `help:"Name that others see."`
	OneTime bool   `help:"The password has to be changed at the first sign-in."`
}

// Run creates a user with the password from standard input, or a generated one where there is none.
func (c userCommand) Run(ctx context.Context, o *output) error {
	password, err := piped()
	if err != nil {
		return err
	}
	return runCommand(ctx, o, "user.create", control.Args{
		Company:  c.Company,
		Email:    c.Email,
		Role:     c.Role,
		Name:     c.Name,
		Password: password,
		OneTime:  c.OneTime,
	})
}

type userTOTPCommand struct {
	Email string `required:"" help:"Address that the user signs in with."`
}

// Run disables a user's second factor.
func (c userTOTPCommand) Run(ctx context.Context, o *output) error {
	return runCommand(ctx, o, "user.reset-totp", control.Args{Email: c.Email})
}

type userUnlockCommand struct {
	Email string `required:"" help:"Address that the user signs in with."`
}

// Run removes the lock that wrong passwords have caused.
func (c userUnlockCommand) Run(ctx context.Context, o *output) error {
	return runCommand(ctx, o, "user.unlock", control.Args{Email: c.Email})
}

type userPasswordCommand struct {
	Email string `required:"" help:"Address that the user signs in with."`
}

// Run sets a generated password for a user, who has to change it at the next sign-in.
func (c userPasswordCommand) Run(ctx context.Context, o *output) error {
	return runCommand(ctx, o, "user.reset-password", control.Args{Email: c.Email})
}

// piped reads one line from standard input where it is a pipe or a file.
func piped() (string, error) {
	info, err := os.Stdin.Stat()
	if err != nil || info.Mode()&os.ModeNamedPipe == 0 && !info.Mode().IsRegular() {
		return "", nil //nolint:nilerr // without standard input there is no password
	}
	line, err := bufio.NewReader(os.Stdin).ReadString('\n')
	if line == "" && err != nil {
		return "", nil //nolint:nilerr // nor with an empty one
	}
	return strings.TrimRight(line, "\r\n"), nil
}

type clientCommand struct {
	Company string           `required:"" help:"The company's slug."`
	Name    string           `help:"What the client is for."`
	Sandbox bool             `help:"A sandbox client, whose jobs may ask for their outcome."`
	Trust   onboarding.Trust `help:"How far what its devices decide is trusted, by capability: liveness_detect=3."`
}

// Run creates a client.
func (c clientCommand) Run(ctx context.Context, o *output) error {
	return runCommand(ctx, o, "client.create", control.Args{
		Company: c.Company,
		Name:    c.Name,
		Sandbox: c.Sandbox,
		Trust:   c.Trust,
	})
}

type integrationUserCommand struct {
	Company  string `required:"" help:"The company's slug."`
	Username string `help:"Generated unless given."`
}

// Run creates an integration user with the password from standard input, or a generated one where there is none.
func (c integrationUserCommand) Run(ctx context.Context, o *output) error {
	password, err := piped()
	if err != nil {
		return err
	}
	return runCommand(ctx, o, "integration-user.create", control.Args{
		Company:  c.Company,
		Username: c.Username,
		Password: password,
	})
}

type apiKeyCommand struct {
	Company string    `required:"" help:"The company's slug."`
	Name    string    `help:"What the key is for."`
	Expires time.Time `format:"2006-01-02" help:"Last day, YYYY-MM-DD; none unless given."`
}

// Run creates an API key.
func (c apiKeyCommand) Run(ctx context.Context, o *output) error {
	return runCommand(ctx, o, "apikey.create", control.Args{Company: c.Company, Name: c.Name, Expires: c.Expires})
}

type endpointCommand struct {
	Company     string   `required:"" help:"The company's slug."`
	URL         string   `required:"" name:"url" help:"Address that receives the events; https only."`
	Event       []string `help:"Type of event to receive, such as application.decision; all unless given." sep:"none"`
	Header      []string `help:"A static header, 'Name: value'; may be repeated." sep:"none"`
	Description string   `help:"What the endpoint is for."`
}

// Run creates an endpoint.
func (c endpointCommand) Run(ctx context.Context, o *output) error {
	args := control.Args{Company: c.Company, URL: c.URL, Description: c.Description, Headers: map[string]string{}}
	for _, event := range c.Event {
		args.Events = append(args.Events, onboarding.EventType(event))
	}
	for _, header := range c.Header {
		name, value, ok := strings.Cut(header, ":")
		if !ok {
			return fault.BadField("header", "format", "write a header as 'Name: value'")
		}
		if _, twice := args.Headers[name]; twice {
			return fault.BadField("header", "unique", "the header %s appears twice", name)
		}
		args.Headers[name] = strings.TrimSpace(value)
	}
	return runCommand(ctx, o, "endpoint.create", args)
}

type backupCommand struct {
	Dir   string `arg:"" help:"An empty or new folder; with --check, that of a backup."`
	Check bool   `help:"Read a backup whole instead, and say which of its files are missing or damaged."`
}

// Run creates a backup, or checks one. What is wrong with it is returned as an error, and printed for a program.
func (c backupCommand) Run(ctx context.Context, o *output) error {
	dir, err := filepath.Abs(c.Dir)
	if err != nil {
		return err
	}
	if c.Check {
		found, err := control.CheckBackup(ctx, dir)
		if err == nil && (found.OK || o.json) {
			err = o.result(found)
		}
		if err != nil || found.OK {
			return err
		}
		return errors.New("the backup is not whole:\n" + strings.Join(found.Problems, "\n"))
	}
	return runCommand(ctx, o, "backup", control.Args{Dir: dir})
}

type restoreCommand struct {
	Dir string `arg:"" help:"The folder of the backup." type:"existingdir"`
}

// Run restores a backup.
func (c restoreCommand) Run(ctx context.Context, o *output) error {
	config, err := loadConfig()
	if err != nil {
		return err
	}
	database, err := store.SQLitePath(store.Options{URL: config.DatabaseURL, DataDir: config.DataDir})
	if err != nil {
		return err
	}
	restored, err := control.Restore(ctx, c.Dir, database, boot.CapturesDir(config))
	if err != nil {
		return err
	}
	return o.result(restored)
}

type purgeCommand struct {
	Company string `required:"" help:"The company's slug."`
	Days    int    `required:"" help:"Jobs that were finished longer ago than this are removed, whatever the company's rule."`
}

// Run purges old jobs.
func (c purgeCommand) Run(ctx context.Context, o *output) error {
	return runCommand(ctx, o, "purge", control.Args{Company: c.Company, Days: c.Days})
}

type verifyAuditCommand struct {
	Company string `help:"The company's slug; all unless given."`
}

// Run verifies the audit log. A broken chain is printed and returned as an error.
func (c verifyAuditCommand) Run(ctx context.Context, o *output) error {
	answer, err := execute(ctx, "audit.verify", control.Args{Company: c.Company})
	if err != nil {
		return err
	}
	var verdict struct {
		OK bool `json:"ok"`
	}
	if err := errors.Join(json.Unmarshal(answer, &verdict), o.result(answer)); err != nil || verdict.OK {
		return err
	}
	return errors.New("the audit log was changed: companies names the first row that does not match")
}
