// Command proofdesk is the identity-proofing operations console: server, demo and administration in one binary.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"proofdesk/app/fault"
	"proofdesk/app/inspection"
)

// version is set by the linker.
var version = "development"

// commands holds the commands of the command line.
type commands struct {
	Serve   serveCommand   `cmd:"" help:"Run the server."`
	Demo    demoCommand    `cmd:"" help:"Run the server with a demo company, applicants and receivers."`
	Migrate migrateCommand `cmd:"" help:"Bring the database's schema up to date."`
	Version versionCommand `cmd:"" help:"Print the version."`

	Keys struct {
		Init   keysInitCommand   `cmd:"" help:"Make the file of master keys."`
		Rotate keysRotateCommand `cmd:"" help:"Add a new active master key and put everything under it."`
	} `cmd:"" help:"Master keys."`
	Company struct {
		Create companyCommand `cmd:"" help:"Make a company."`
	} `cmd:"" help:"Companies."`
	User struct {
		Create        userCommand         `cmd:"" help:"Make a user of the console."`
		ResetTOTP     userTOTPCommand     `cmd:"" name:"reset-totp" help:"Turn off the second factor of a user who has lost it."`
		ResetPassword userPasswordCommand `cmd:"" name:"reset-password" help:"Give a user a generated password, to be changed at the next sign-in."`
		Unlock        userUnlockCommand   `cmd:"" help:"Let a user in again whom wrong passwords have locked out."`
	} `cmd:"" help:"Users of the console."`
	Client struct {
		Create clientCommand `cmd:"" help:"Make a client of the token endpoint."`
	} `cmd:"" help:"Clients of the token endpoint."`
	IntegrationUser struct {
		Create integrationUserCommand `cmd:"" help:"Make an integration user."`
	} `cmd:"" name:"integration-user" help:"Users of the password grant."`
	Apikey struct {
		Create apiKeyCommand `cmd:"" help:"Make an API key."`
	} `cmd:"" help:"API keys of the snapshot endpoint."`
	Endpoint struct {
		Create endpointCommand `cmd:"" help:"Make a webhook endpoint."`
	} `cmd:"" help:"Webhook endpoints."`

	RepositoryToken struct {
		Create repositoryTokenCommand `cmd:"" help:"Make a token to download the web SDK with."`
	} `cmd:"" name:"repository-token" help:"Tokens of the repository of the web SDK."`
	SDK struct {
		Deprecate sdkDeprecateCommand `cmd:"" help:"Say why a version should be replaced, in the list that hosts read."`
	} `cmd:"" name:"sdk" help:"Versions of the web SDK."`

	Presets struct {
		Pull presetsPullCommand `cmd:"" help:"Write the drafts of a server's presets into a folder."`
		Diff presetsDiffCommand `cmd:"" help:"Print how a folder's presets differ from a server's."`
		Push presetsPushCommand `cmd:"" help:"Make the drafts of a server's presets like a folder's; publishing stays with the console and the API."`
	} `cmd:"" help:"Presets of SDK options, kept in files."`

	Inspect     inspectCommand     `cmd:"" help:"Print the engine's report on files, without a server."`
	Backup      backupCommand      `cmd:"" help:"Copy database and captures into an empty folder."`
	Restore     restoreCommand     `cmd:"" help:"Put a backup into an empty data folder."`
	Purge       purgeCommand       `cmd:"" help:"Remove finished jobs of a company after some days."`
	VerifyAudit verifyAuditCommand `cmd:"" help:"Check the chain of the audit trail."`

	JSON bool `help:"Print one JSON object on standard output and nothing else." name:"json"`
}

func main() {
	inspection.Child()
	syscall.Umask(0o077) // files are accessible to their owner only
	debug.SetGCPercent(50)
	os.Exit(run(os.Args[1:]))
}

const (
	exitUsage = 64 // a command line that can't be parsed, as sysexits has it: never taken for a difference
	exitDrift = 2  // a check found a difference
)

func run(args []string) int {
	var c commands
	parser := kong.Must(&c, kong.Name("proofdesk"),
		kong.Description("Identity-proofing operations console. Settings are environment variables that begin with "+
			"PROOFDESK_."))
	parsed, err := parser.Parse(args)
	if err != nil {
		fmt.Fprintf(os.Stderr, "proofdesk: %v\nEach command explains itself with --help.\n", err)
		return exitUsage
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	out := &output{json: c.JSON}
	parsed.BindTo(ctx, (*context.Context)(nil))
	if err := parsed.Run(out); err != nil {
		out.fail(err)
		var drift errDrift
		if errors.As(err, &drift) {
			return exitDrift
		}
		return 1
	}
	return 0
}

// output prints results for people or for programs.
type output struct{ json bool }

// result prints a command's result: JSON as it is, otherwise one line per key.
func (o *output) result(value any) error {
	b, err := json.Marshal(value)
	if err != nil {
		return err
	}
	if o.json {
		_, err = fmt.Println(string(b))
		return err
	}
	fields := map[string]any{}
	if err := json.Unmarshal(b, &fields); err != nil {
		return err
	}
	for _, key := range sortedKeys(fields) {
		fmt.Printf("%-16s %v\n", strings.ReplaceAll(key, "_", " "), fields[key])
	}
	return nil
}

// fail prints an error, with field and rule where a field is at fault.
func (o *output) fail(err error) {
	var f *fault.Error
	if errors.As(err, &f) && f.Code != fault.Internal {
		fmt.Fprintln(os.Stderr, "proofdesk: "+f.Message)
		for _, field := range f.Fields {
			fmt.Fprintf(os.Stderr, "  %s (%s): %s\n", field.Name, field.Rule, field.Message)
		}
		return
	}
	fmt.Fprintln(os.Stderr, "proofdesk: "+err.Error())
}

type versionCommand struct{}

// Run prints the version.
func (versionCommand) Run(o *output) error { return o.result(map[string]string{"version": version}) }
