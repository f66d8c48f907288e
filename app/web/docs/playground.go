package docs

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/fault"
	"proofdesk/app/intake"
	"proofdesk/app/onboarding"
	"proofdesk/app/playground"
	"proofdesk/app/store"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/form"
	"proofdesk/app/web/shell/format"
	"proofdesk/app/web/shell/masking"
	views "proofdesk/views/docs"
	"proofdesk/views/layout"
	"proofdesk/views/ui"
)

const playgroundPath = "/docs/playground"

// playValidity is how long a link of the playground is valid, in seconds.
const playValidity = 3600

// playedNumber is the number of nobody, for functions that need one.
const playedNumber = "PLAYGROUND"

// specimenNames names the specimens.
var specimenNames = map[string]string{
	playground.Passport:  "Passport",
	playground.Card:      "Identity card",
	playground.Face:      "Face that turns and blinks",
	playground.Blurred:   "Blurred passport",
	playground.Glare:     "Passport with glare",
	playground.WrongSide: "Wrong side of a card",
	playground.Screen:    "Photo of a screen",
}

func playgroundPage(base string) string { return read("playground.md", base) }

// playgroundRoutes adds the page of the playground, which anybody may read, and what begins and follows its jobs.
func (w *Handler) playgroundRoutes(r shell.Router, show shower) {
	r.GetOpen(playgroundPath, func(c *fiber.Ctx) error {
		return show(c, func(p *views.Page) (err error) {
			p.Playground, err = w.offered(c)
			return err
		})
	})
	r.Post(playgroundPath, access.ManageClients, func(c *fiber.Ctx, v shell.Visitor) error {
		return show(c, func(p *views.Page) (err error) {
			p.Playground, err = w.played(c, v)
			return err
		})
	})
	r.Get(playgroundPath+"/:link", access.ManageClients, func(c *fiber.Ctx, v shell.Visitor) error {
		return show(c, func(p *views.Page) (err error) {
			p.Playground, err = w.followed(c, v, c.Params("link"))
			return err
		})
	})
	r.GetOpen("/docs/specimens/voice", w.voice)
	r.GetOpen("/docs/specimens/:name/:kind", w.film)
	r.GetOpen("/docs/specimens/:name/:kind/:picture", w.picture)
}

// offered returns the form for those who may create capture links of a sandbox client, and what is missing for others.
func (w *Handler) offered(c *fiber.Ctx) (*views.Playground, error) {
	v, in, err := w.Guest(c)
	switch {
	case err != nil:
		return nil, err
	case !in:
		return &views.Playground{
			Missing: v.T("Sign in to the console to begin a job here."),
			Way:     layout.Link{Label: v.T("Sign in"), Href: "/login?next=" + playgroundPath},
		}, nil
	case !v.Role.Can(access.ManageClients):
		return &views.Playground{
			Missing: v.T("Your role may not create capture links. Ask an administrator of your company."),
		}, nil
	}
	return w.choices(c, v)
}

// choices returns the form with what is chosen in the request.
func (w *Handler) choices(c *fiber.Ctx, v shell.Visitor) (*views.Playground, error) {
	clients, err := w.sandboxClients(c, v)
	if err != nil {
		return nil, err
	}
	if len(clients) == 0 {
		return &views.Playground{
			Missing: v.T("Jobs of the playground belong to a sandbox client, and your company has none that is " +
				"enabled."),
			Way: layout.Link{Label: v.T("Add a sandbox client"), Href: "/sandbox"},
		}, nil
	}
	function := choice(c, "function", v.T("Function"))
	for _, f := range intake.PlayedFunctions() {
		function.add(string(f), v.Function(f))
	}
	specimen := choice(c, "specimen", v.T("Before the camera"))
	for _, name := range playground.Names() {
		specimen.add(name, v.T(specimenNames[name]))
	}
	client := choice(c, "client", v.T("On behalf of"))
	for _, cl := range clients {
		client.add(cl.ID, cl.Name+" ("+cl.ID+")")
	}
	outcome := choice(c, "outcome", v.T("Outcome"))
	for _, o := range onboarding.DecisionOutcomes() {
		outcome.add(string(o), v.Status(o))
	}
	return &views.Playground{
		CSRF:    v.CSRF,
		Choices: []views.Choice{function.Choice, specimen.Choice, client.Choice, outcome.Choice},
	}, nil
}

// chosen is a choice with what was sent.
type chosen struct {
	views.Choice
	sent string
}

func choice(c *fiber.Ctx, name, label string) *chosen {
	return &chosen{Choice: views.Choice{Name: name, Label: label}, sent: form.Value(c, name)}
}

func (c *chosen) add(value, label string) {
	c.Options = append(c.Options, ui.Choice{Value: value, Label: label, On: value == c.sent})
}

// sandboxClients returns the company's sandbox clients that are enabled.
func (w *Handler) sandboxClients(c *fiber.Ctx, v shell.Visitor) ([]store.Client, error) {
	all, err := w.Store.Clients(c.UserContext(), v.Company)
	return slices.DeleteFunc(all, func(cl store.Client) bool {
		return !cl.Sandbox || cl.State != access.StateActive
	}), err
}

// played makes a link whose camera plays the chosen specimen, and returns the form with the job.
func (w *Handler) played(c *fiber.Ctx, v shell.Visitor) (*views.Playground, error) {
	made, refused := w.play(c, v)
	if refused != nil && !shell.IsRefusal(refused) {
		return nil, refused
	}
	shown, err := w.choices(c, v)
	if err != nil {
		return nil, err
	}
	if refused != nil {
		c.Status(shell.RefusalStatus(refused))
		shown.Problem = v.Sentence(shell.Message(refused))
		return shown, nil
	}
	if err := w.follow(c, v, made.ID, shown); err != nil {
		return nil, err
	}
	shown.Run.Open = made.URL
	return shown, nil
}

func (w *Handler) play(c *fiber.Ctx, v shell.Visitor) (intake.LinkAnswer, error) {
	clients, err := w.sandboxClients(c, v)
	if err != nil {
		return intake.LinkAnswer{}, err
	}
	at := slices.IndexFunc(clients, func(cl store.Client) bool { return cl.ID == form.Value(c, "client") })
	if at < 0 {
		return intake.LinkAnswer{}, fault.BadField("client", "one_of", "choose an enabled sandbox client")
	}
	if !playground.Known(form.Value(c, "specimen")) {
		return intake.LinkAnswer{}, fault.BadField("specimen", "one_of", "choose what is shown to the camera")
	}
	by := intake.Caller{Company: v.Company, ClientID: clients[at].ID, Sandbox: true, Agent: v.ID}
	asked := intake.LinkRequest{
		Function:  onboarding.Function(form.Value(c, "function")),
		ExpiresIn: playValidity,
		Desktop:   onboarding.DesktopAllowed,
		Sandbox:   &intake.Sandbox{Outcome: onboarding.Status(form.Value(c, "outcome"))},
		Specimen:  form.Value(c, "specimen"),
	}
	if asked.Function.NeedsUniqueNumber() {
		asked.UniqueNumber = playedNumber
	}
	made, err := w.Intake.CreateLink(c.UserContext(), by, asked)
	if err == nil {
		w.Studio.Begin(asked.Specimen)
	}
	return made, err
}

// followed returns the form with a job that was begun before.
func (w *Handler) followed(c *fiber.Ctx, v shell.Visitor, link string) (*views.Playground, error) {
	shown, err := w.choices(c, v)
	if err != nil {
		return nil, err
	}
	return shown, w.follow(c, v, link, shown)
}

// follow adds how far the job of a link is; NotFound where the playground did not make the link.
func (w *Handler) follow(c *fiber.Ctx, v shell.Visitor, id string, shown *views.Playground) error {
	ctx := c.UserContext()
	link, err := w.Store.CaptureLink(ctx, v.Company, id)
	if err != nil {
		return err
	}
	if specimen, err := w.Intake.SpecimenOf(ctx, link); err != nil || specimen == "" {
		return cmp.Or[error](err, fault.New(fault.NotFound, "there is no such job of the playground"))
	}
	job, err := w.Store.Job(ctx, v.Company, link.JobID)
	if err != nil {
		return err
	}
	run := &views.Run{Path: playgroundPath + "/" + link.ID, Job: "/jobs/" + job.ID}
	run.State, run.Tone = v.Status(job.Status), format.StatusTone(job.Status)
	run.Over = job.Status.Decided() || job.Status.Is(onboarding.Review)
	if state := intake.LinkStateAt(link, w.Now()); job.Status.Is(onboarding.Capturing) {
		shown := linkStates[state]
		run.State, run.Tone, run.Over = v.T(shown.text), shown.tone, shown.over
	}
	run.Events, err = w.eventsOf(c, v, job.ID)
	shown.Run, shown.Script = run, w.Assets.Path("playground.js")
	return err
}

// linkStates are the states of a link before its job is submitted, and whether nothing more comes.
var linkStates = map[string]struct {
	text string
	tone ui.Tone
	over bool
}{
	intake.LinkCreated:   {"The capture page is not open yet", ui.Soft, false},
	intake.LinkOpened:    {"The capture page is open", ui.Info, false},
	intake.LinkCapturing: {"Capturing", ui.Info, false},
	intake.LinkExpired:   {"The link ran out", ui.Warn, true},
	intake.LinkRevoked:   {"The link was revoked", ui.Fail, true},
}

// eventsOf returns the events of a job, with values covered where they are for the visitor.
func (w *Handler) eventsOf(c *fiber.Ctx, v shell.Visitor, job string) ([]views.RunEvent, error) {
	events, err := w.Store.EventsOfJob(c.UserContext(), v.Company, job)
	if err != nil {
		return nil, err
	}
	covered, err := w.Masking.MaskedJob(c.UserContext(), v, job)
	if err != nil {
		return nil, err
	}
	var shown []views.RunEvent
	for _, e := range events {
		if covered {
			if e.Body, err = masking.JSON(e.Body); err != nil {
				return nil, err
			}
		}
		var text bytes.Buffer
		if err := json.Indent(&text, e.Body, "", "  "); err != nil {
			return nil, fault.Wrap(err, fault.Internal, "a stored event is damaged")
		}
		shown = append(shown, views.RunEvent{Type: string(e.Type), At: v.Time(e.OccurredAt), Body: text.String()})
	}
	return shown, nil
}
