package main

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"proofdesk/app/apiclient"
	"proofdesk/app/presetfile"
)

// presetServer is the server whose presets are kept in files, and the API key to reach it with.
type presetServer struct {
	Dir       string `arg:"" help:"The folder of the presets, a file each."`
	Server    string `required:"" env:"PROOFDESK_SERVER" help:"Address of the server, as in https://desk.example."`
	KeyID     string `required:"" env:"PROOFDESK_API_KEY_ID" help:"Id of an API key."`
	KeySecret string `required:"" env:"PROOFDESK_API_KEY_SECRET" help:"Secret of the key; the variable hides it from other users."`
	Check     bool   `help:"Change nothing, and exit with 2 where something would change."`
}

const presetTimeout = 30 * time.Second

func (s presetServer) open() presetfile.Remote {
	return presetfile.Remote{App: &apiclient.App{
		Base:        strings.TrimSuffix(s.Server, "/"),
		HTTP:        &http.Client{Timeout: presetTimeout},
		Credentials: apiclient.Credentials{KeyID: s.KeyID, KeySecret: s.KeySecret},
	}}
}

type presetsPullCommand struct {
	presetServer

	Force bool `help:"Take the server's values over what was edited in the folder."`
}

// Run writes the server's presets into the folder.
func (c presetsPullCommand) Run(ctx context.Context, o *output) error {
	all, err := c.open().Pull(ctx, c.Dir, c.Check, c.Force)
	return o.drifts(all, c.Check, err)
}

type presetsDiffCommand struct{ presetServer }

// Run prints how the folder differs from the server.
func (c presetsDiffCommand) Run(ctx context.Context, o *output) error {
	all, err := c.open().Diff(ctx, c.Dir)
	return o.drifts(all, c.Check, err)
}

type presetsPushCommand struct {
	presetServer

	Force bool `help:"Push over what others changed since the presets were pulled."`
}

// Run makes the drafts of the server's presets like the folder's.
func (c presetsPushCommand) Run(ctx context.Context, o *output) error {
	all, err := c.open().Push(ctx, c.Dir, c.Check, c.Force)
	return o.drifts(all, c.Check, err)
}

// errDrift is the error of a command that was asked to check and found a difference.
type errDrift struct{ presets int }

// Error returns how many presets differ.
func (e errDrift) Error() string {
	if e.presets == 1 {
		return "1 preset differs"
	}
	return fmt.Sprintf("%d presets differ", e.presets)
}

// drifts prints what differs. Where the command only checks, a difference is an error.
func (o *output) drifts(all []presetfile.Drift, check bool, err error) error {
	if err != nil {
		return err
	}
	if o.json {
		if all == nil {
			all = []presetfile.Drift{}
		}
		if err := o.result(map[string]any{"presets": all}); err != nil {
			return err
		}
	} else {
		for _, d := range all {
			fmt.Print(d)
		}
		if len(all) == 0 {
			fmt.Println("no preset differs")
		}
	}
	if check && len(all) > 0 {
		return errDrift{len(all)}
	}
	return nil
}
