package boot

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"sync"

	"proofdesk/app/api"
	"proofdesk/app/artifact"
	"proofdesk/app/config"
	"proofdesk/app/control"
	"proofdesk/app/customer"
	"proofdesk/app/fault"
	"proofdesk/app/inspection"
	"proofdesk/app/intake"
	"proofdesk/app/presets"
	"proofdesk/app/quality"
	"proofdesk/app/rendition"
	"proofdesk/app/review"
	"proofdesk/app/session"
	"proofdesk/app/submission"
	"proofdesk/app/web"
	"proofdesk/app/web/administration"
	"proofdesk/app/web/shell"
	"proofdesk/engine"
	"proofdesk/engine/face"
)

// CapturesDir returns the folder in which a configuration keeps captures.
func CapturesDir(c config.Config) string {
	if path, ok := strings.CutPrefix(c.EvidenceURL, "file:"); ok && path != "" {
		return strings.TrimPrefix(path, "//")
	}
	return filepath.Join(c.DataDir, "captures")
}

func (p *Program) buildIntake() {
	p.Intake = &intake.Intake{
		Store:       p.Store,
		Clock:       p.Clock,
		Keys:        p.Keys,
		Evidence:    p.Safe,
		Log:         p.Log,
		Environment: p.Config.Environment,
		Region:      p.Config.Region,
		PublicURL:   p.Config.Public.String(),
		Models:      models,
		Nudge:       p.Processor.Nudge,
		Quality:     p.assess,
		Extract:     p.extract,
		SDKVersion:  p.assets.Version,
		Unsubmitted: int64(p.Config.UnsubmittedGB) * 1_000_000_000,
	}
}

// models lists the engine's model files, which the SDK may download. Listing them hashes 13 MB, and a file is loaded
// when it is first downloaded: a program that serves none neither reads nor holds them.
var models = sync.OnceValue(func() []intake.Model {
	var all []intake.Model
	for _, m := range face.Models() {
		if m.Bytes > 0 {
			all = append(all, intake.Model{
				Name:    m.Name,
				Version: m.Version,
				SHA256:  m.SHA256,
				Size:    m.Bytes,
				Bytes:   sync.OnceValue(func() []byte { return face.ModelBytes(m.Name) }),
			})
		}
	}
	return all
})

// artifactModels lists the same files for the repository.
func artifactModels() []artifact.ModelFile {
	var all []artifact.ModelFile
	for _, m := range models() {
		all = append(all, artifact.ModelFile(m))
	}
	return all
}

// assess returns what the engine can say about one picture or film by itself, for the answer to an upload.
func (p *Program) assess(ctx context.Context, c engine.Capture, t engine.Thresholds) (intake.PictureQuality, error) {
	r, err := p.Engine.Assess(ctx, c, t)
	if err != nil {
		return intake.PictureQuality{}, err
	}
	return intake.VerdictOf(r), nil
}

func (p *Program) extract(ctx context.Context, captures []engine.Capture) (engine.Report, error) {
	return p.Engine.Inspect(ctx, inspection.Applicant, engine.Submission{
		Captures:   captures,
		Thresholds: engine.DefaultThresholds(),
		Today:      p.Clock.Now(),
	})
}

// verifyKey checks the API key of a caller of the API.
func (p *Program) verifyKey(ctx context.Context, id, secret, address string) (api.KeyHolder, error) {
	holder, err := p.APIKeys.Verify(ctx, id, secret, address)
	return api.KeyHolder{Company: holder.Company, KeyID: holder.KeyID, Permit: p.APIKeys.Permit(id, secret)}, err
}

// verifyToken checks the token of a caller of the SDK's repository.
func (p *Program) verifyToken(ctx context.Context, token, address string) (api.KeyHolder, error) {
	holder, err := p.APIKeys.VerifyToken(ctx, token, address)
	return api.KeyHolder{Company: holder.Company, KeyID: holder.KeyID}, err
}

func (p *Program) buildDesk() {
	hold := p.Config.UndoHold
	if hold == 0 {
		hold = -1
	}
	p.Desk = &review.Desk{Store: p.Store, Clock: p.Clock, Hold: hold, Nudge: p.Dispatcher.Nudge}
	p.Checks = &quality.Checker{Store: p.Store, Clock: p.Clock}
}

func (p *Program) buildConsole() {
	p.Sessions = session.New(p.Store, p.Clock, p.Master, p.Config.Public.String())
	p.Submissions = &submission.Desk{Store: p.Store}
	p.Console = &web.Console{
		Shell: &shell.Shell{
			Store:       p.Store,
			Sessions:    p.Sessions,
			Submissions: p.Submissions,
			Clock:       p.Clock,
			Log:         p.Log,
			Assets:      p.assets,
			SDK:         p.SDK,
			Troubles:    shell.NewTroubles(),
		},
		Desk:         p.Desk,
		Checks:       p.Checks,
		Keys:         p.Keys,
		Safe:         p.Safe,
		Accounts:     p.Accounts,
		Credentials:  p.Credentials,
		Endpoints:    p.Endpoints,
		Companies:    p.Companies,
		Trail:        p.Trail,
		Presets:      &presets.Registry{Store: p.Store},
		Library:      p.Library,
		Pictures:     p.Pictures,
		Intake:       p.Intake,
		Installation: p.installation(),
		Address:      p.Config.Public.String(),
		Retention:    p.Retention,
		Customers:    &customer.Registry{Store: p.Store, Clock: p.Clock, Keys: p.Keys, Safe: p.Safe, Log: p.Log},
	}
}

// installation returns the settings of the environment that the console shows.
func (p *Program) installation() []administration.Setting {
	c, variable := p.Config, func(name string) string { return config.Prefix + name }
	return []administration.Setting{
		{Name: "Address", Value: c.Public.String(), Variable: variable("PUBLIC_URL")},
		{
			Name:     "Environment and region",
			Value:    c.Environment + ", " + c.Region,
			Variable: variable("ENVIRONMENT") + ", " + variable("REGION"),
		},
		{Name: "Database", Value: p.Store.Dialect(), Variable: variable("DATABASE_URL")},
		{Name: "Review deadline", Lasts: c.ReviewDeadline, Variable: variable("REVIEW_DEADLINE")},
		{Name: "A decision can be undone for", Lasts: c.UndoHold, Variable: variable("UNDO_HOLD")},
		{
			Name:     "Time limit of the engine per job",
			Lasts:    c.EngineTimeout,
			Variable: variable("ENGINE_TIMEOUT"),
		},
	}
}

// sides holds the longest side of each size of the console's pictures, in pixels.
var sides = map[string]int{rendition.Thumb: 160, rendition.View: 1600, rendition.Full: 4000, rendition.Blurred: 800}

// render re-encodes a picture for the console in a child process.
func (p *Program) render(
	ctx context.Context, class inspection.Priority, picture []byte, size string,
) ([]byte, string, error) {
	side, ok := sides[size]
	if !ok {
		return nil, "", fault.BadField("size", "one_of",
			"this picture is not available in this size: open it from the page of its job")
	}
	return p.Engine.Render(ctx, class, picture, engine.Rendering{Side: side, Blur: size == rendition.Blurred})
}

// Ready reports whether the program can take work.
func (p *Program) Ready(ctx context.Context) error {
	_, err := p.Store.Companies(ctx)
	return errors.Join(err, p.Store.Ping(ctx))
}

// ServeCommands answers commands on the control socket until ctx ends. Stop waits for those that run then.
func (p *Program) ServeCommands(ctx context.Context) {
	p.parts.begin("commands", func() {
		p.fail(p.Commands().Serve(ctx, control.Socket(p.Config.DataDir), p.Log))
	})
}

// Commands returns the administrative commands on this program's database.
func (p *Program) Commands() *control.Commands {
	return &control.Commands{
		Store:       p.Store,
		Accounts:    p.Accounts,
		Credentials: p.Credentials,
		Endpoints:   p.Endpoints,
		Companies:   p.Companies,
		Trail:       p.Trail,
		Keys:        p.Keys,
		Master:      p.Master,
		Retention:   p.Retention,
		SDK:         &artifact.Shelf{Store: p.Store, Log: p.Log},
		Captures:    CapturesDir(p.Config),
	}
}
