package integration

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/credentials"
	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/intake"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/form"
	"proofdesk/app/web/shell/format"
	views "proofdesk/views/page"
	"proofdesk/views/ui"
)

const (
	sandboxShown = 20
	sandboxNote  = "Choose the outcome of automated processing. A job with one signature capture then runs through " +
		"the whole pipeline, as if the sandbox client had sent it: it is received, inspected and decided, and its " +
		"event is sent to your endpoints. To test review outcomes, choose REVIEW and decide the job yourself. Your " +
		"own code can do the same with the sandbox member of POST /api/v4/jobs."
)

// sandboxSignature is the capture of a sandbox job: the strokes of a pen.
const sandboxSignature = `{"SignatureDataCoordinates":"` +
	"12,60,0;20,40,16;31,22,32;40,18,48;44,30,64;38,48,80;30,62,96;26,70,112|" +
	"52,50,400;60,36,416;70,30,432;76,38,448;70,52,464;60,58,480;82,54,496;96,40,512;104,32,528;" +
	"110,44,544;104,58,560;118,56,576;132,42,592;142,34,608;150,44,624;146,60,640|" +
	"14,78,900;60,74,930;110,72,960;160,76,990" +
	`"}`

var outcomeTexts = map[onboarding.Status]string{
	onboarding.Approved:         "APPROVED",
	onboarding.Review:           "REVIEW: an agent decides it",
	onboarding.Declined:         "DECLINED",
	onboarding.Errored:          "ERROR: could not be processed",
	onboarding.ExistingCustomer: "EXISTING_CUSTOMER: already enrolled",
}

func (w *Handler) sandboxPage(c *fiber.Ctx, v shell.Visitor) (views.Page, error) {
	page := w.AdministrationPage(c, v, v.T("Sandbox"), "sandbox")
	page.Docs = v.DocsLink("/docs")
	page.Intro = v.T("Create test jobs with the outcome you choose, to test your receiver.")
	clients, err := w.sandboxClients(c, v)
	if err != nil {
		return page, err
	}
	run := views.Section{Heading: v.T("Create a job"), Note: v.T(sandboxNote), Form: sandboxForm(v, clients)}
	if len(clients) == 0 {
		run.Note = v.T("Only jobs of sandbox clients can have a chosen outcome. Add a sandbox client first; its " +
			"secret is for your own tests.")
		run.Form = &views.Form{
			Path:   "/sandbox/client",
			Button: v.T("Add a sandbox client"),
			Fields: []views.Field{{Name: "name", Label: v.T("Name"), Kind: "text", Value: "Sandbox", Required: true}},
		}
	}
	jobs, err := w.sandboxJobs(c, v)
	page.Sections = []views.Section{run, jobs}
	return page, err
}

// sandboxClients returns the company's sandbox clients that are enabled.
func (w *Handler) sandboxClients(c *fiber.Ctx, v shell.Visitor) ([]store.Client, error) {
	all, err := w.Store.Clients(c.UserContext(), v.Company)
	var some []store.Client
	for _, cl := range all {
		if cl.Sandbox && cl.State == access.StateActive {
			some = append(some, cl)
		}
	}
	return some, err
}

func sandboxForm(v shell.Visitor, clients []store.Client) *views.Form {
	outcome := views.Field{Name: "outcome", Label: v.T("Outcome"), Kind: "select"}
	for _, o := range onboarding.DecisionOutcomes() {
		outcome.Options = append(outcome.Options, views.Option{Value: string(o), Label: v.T(outcomeTexts[o])})
	}
	client := views.Field{Name: "client", Label: v.T("On behalf of"), Kind: "select"}
	for _, cl := range clients {
		client.Options = append(client.Options, views.Option{Value: cl.ID, Label: cl.Name + " (" + cl.ID + ")"})
	}
	return &views.Form{
		Path:   "/sandbox",
		Button: v.T("Create job"),
		Fields: []views.Field{
			outcome, client, {Name: "number", Label: v.T("Unique number (optional)"), Kind: "text"},
		},
	}
}

func (w *Handler) sandboxJobs(c *fiber.Ctx, v shell.Visitor) (views.Section, error) {
	s := views.Section{
		Heading: v.T("Newest sandbox jobs"),
		Columns: v.Each("Job", "Created", "Requested", "Status", "Events"),
		Empty:   v.T("None yet."),
	}
	jobs, err := w.Store.SandboxJobs(c.UserContext(), v.Company, v.ID, sandboxShown)
	if err != nil {
		return s, err
	}
	for _, job := range jobs {
		events, err := w.Store.EventsOfJob(c.UserContext(), v.Company, job.ID)
		if err != nil {
			return s, err
		}
		cell := views.Cell{Text: v.T("none yet"), Tone: ui.Soft}
		if len(events) > 0 {
			last := events[len(events)-1]
			cell = views.Cell{Text: string(last.Type), Under: last.ID, Data: true, Href: "/jobs/" + job.ID + "/payload"}
		}
		s.Rows = append(s.Rows, views.Row{Cells: []views.Cell{
			{Text: format.ShortID(job.ID), Data: true, Href: "/jobs/" + job.ID},
			{Time: v.Time(job.CreatedAt), Data: true},
			{Text: string(job.Sandbox), Data: true},
			{Text: v.T(format.Words(string(job.Status))), Tone: format.StatusTone(job.Status), Tag: true},
			cell,
		}})
	}
	return s, nil
}

func (w *Handler) sandbox(c *fiber.Ctx, v shell.Visitor) error {
	page, err := w.sandboxPage(c, v)
	if err != nil {
		return err
	}
	if id, ok := ids.ParseUUID(c.Query("made")); ok {
		if page.Done, err = w.progress(c.UserContext(), v, id); err != nil {
			return err
		}
	}
	return w.Render(c, views.SectionPage(page))
}

// progress returns how far a sandbox job is; empty for every other job, and for one that the visitor judges blind.
func (w *Handler) progress(ctx context.Context, v shell.Visitor, id string) (string, error) {
	jobs, err := w.Store.SandboxJobs(ctx, v.Company, v.ID, sandboxShown)
	at := slices.IndexFunc(jobs, func(job onboarding.Job) bool { return job.ID == id })
	switch {
	case err != nil || at < 0:
		return "", err
	case jobs[at].Status.Decided():
		return v.T("Job %s ended with %s.", format.ShortID(id), string(jobs[at].Status)), nil
	}
	return v.T("Job %s is in progress. Reload this page to see the outcome.", format.ShortID(id)), nil
}

// addSandboxClient makes a sandbox client and goes on with the form that needs it.
func (w *Handler) addSandboxClient(c *fiber.Ctx, v shell.Visitor) error {
	name, cause := form.Name(c)
	var made credentials.NewClient
	if cause == nil {
		made, cause = w.Credentials.CreateClient(c.UserContext(), v.Actor(), v.Company, name, true)
	}
	page, err := w.sandboxPage(c, v)
	if err != nil {
		return err
	}
	if cause != nil {
		return w.Refused(c, page, cause)
	}
	page.Secrets.Values = clientSecrets(made)
	return w.Render(c, views.SectionPage(page))
}

// runSandbox makes a job as the SDK would: created, given its capture, submitted.
func (w *Handler) runSandbox(c *fiber.Ctx, v shell.Visitor) error {
	id, cause := w.makeSandboxJob(c, v)
	if cause == nil {
		return c.Redirect("/sandbox?made="+id, fiber.StatusSeeOther)
	}
	page, err := w.sandboxPage(c, v)
	if err != nil {
		return err
	}
	return w.Refused(c, page, cause)
}

func (w *Handler) makeSandboxJob(c *fiber.Ctx, v shell.Visitor) (string, error) {
	client, err := w.Store.Client(c.UserContext(), v.Company, form.Value(c, "client"))
	if err != nil || !client.Sandbox || client.State != access.StateActive {
		return "", fault.BadField("client", "one_of", "choose an enabled sandbox client")
	}
	ctx, caller := c.UserContext(), intake.Caller{Company: v.Company, ClientID: client.ID, Sandbox: true}
	request := intake.JobRequest{
		Function:     onboarding.SignatureCapture,
		Flavor:       "LITE",
		SDKVersion:   sandboxSDK,
		UniqueNumber: form.Value(c, "number"),
		Sandbox:      &intake.Sandbox{Outcome: onboarding.Status(form.Value(c, "outcome"))},
	}
	made, err := w.Intake.CreateJob(ctx, caller, request, "", nil)
	if err != nil {
		return "", asForm(err)
	}
	if _, err := w.Intake.PutCapture(ctx, caller, made.JobID, string(onboarding.Signature), "",
		bytes.NewReader([]byte(sandboxSignature))); err != nil {
		return "", fmt.Errorf("sandbox capture: %w", err)
	}
	if _, err := w.Intake.Submit(ctx, caller, made.JobID); err != nil {
		return "", fmt.Errorf("sandbox submit: %w", err)
	}
	return made.JobID, nil
}

// sandboxSDK is the SDK version that a sandbox job names.
const sandboxSDK = "11.1.13.2"

// asForm names the fields of intake as the form does.
func asForm(err error) error {
	var f *fault.Error
	if !errors.As(err, &f) {
		return err
	}
	for i := range f.Fields {
		switch f.Fields[i].Name {
		case "sandbox.outcome":
			f.Fields[i].Name = "outcome"
		case "uniqueNumber":
			f.Fields[i].Name, f.Fields[i].Message = "number",
				"enter at most 64 letters and digits; spaces and ._:/@+#- are allowed between them"
		}
	}
	return f
}
