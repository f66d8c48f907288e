package main

import (
	"context"

	"proofdesk/app/control"
	"proofdesk/app/fault"
)

type sdkDeprecateCommand struct {
	Version string `arg:"" help:"Five numbers, such as 11.1.12.2.1."`
	Reason  string `help:"A sentence for the hosts that use it: why, and until when."`
	Undo    bool   `help:"The version need not be replaced after all."`
}

// Run sets why a version of the web SDK should be replaced, or takes that back.
func (c sdkDeprecateCommand) Run(ctx context.Context, o *output) error {
	if c.Undo == (c.Reason != "") {
		return fault.BadField("reason", "required", "give either --reason or --undo")
	}
	return runCommand(ctx, o, "sdk.deprecate", control.Args{Version: c.Version, Reason: c.Reason})
}

type repositoryTokenCommand struct {
	Company string `required:"" help:"The company's slug."`
	Name    string `help:"What the token is for."`
	Days    int    `default:"90" help:"After how many days it ends: 366 at most."`
}

// Run creates a token of the SDK's repository.
func (c repositoryTokenCommand) Run(ctx context.Context, o *output) error {
	return runCommand(ctx, o, "repository-token.create", control.Args{
		Company: c.Company,
		Name:    c.Name,
		Days:    c.Days,
	})
}
