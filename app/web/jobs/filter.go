package jobs

import (
	"cmp"
	"errors"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/form"
	"proofdesk/app/web/shell/format"
	"proofdesk/app/web/shell/savedview"
	"proofdesk/views/ui"
	"proofdesk/views/words"
)

// jobQuery is a search for jobs, as the URL has it.
type jobQuery struct {
	filter      store.JobFilter
	agent       string // address of the agent
	from, until string // days in the visitor's time zone
	before      int64
	people      []store.Agent
	clients     []store.Client
	reasons     []onboarding.ReviewReason
}

// listed are the states to filter by: where a job is under way, then how it may have ended.
var listed = []onboarding.Status{
	onboarding.Capturing, onboarding.Queued, onboarding.Processing, onboarding.Review,
	onboarding.Approved, onboarding.Declined, onboarding.Suspicious, onboarding.ExistingCustomer, onboarding.Errored,
}

var deciders = map[store.DecidedBy]string{store.ByEngine: "the engine", store.ByPerson: "a person"}

// readJobs reads the filter of the list of jobs; the error names a value that does not exist.
func (w *Handler) readJobs(c *fiber.Ctx, v shell.Visitor, values url.Values) (jobQuery, error) {
	text, ref := presetWord(values.Get("q"))
	a := jobQuery{
		filter: store.JobFilter{
			Text:     text,
			Status:   onboarding.Status(strings.ToUpper(values.Get("status"))),
			Function: onboarding.Function(strings.ToUpper(values.Get("function"))),
			By:       store.DecidedBy(values.Get("by")),
			Reason:   values.Get("reason"),
			Client:   values.Get("client"),
			Preset:   cmp.Or(ref, strings.TrimSpace(values.Get("preset"))),
			Viewer:   v.ID,
		},
		agent:  values.Get("agent"),
		from:   words.ISODate(values.Get("from")),
		until:  words.ISODate(values.Get("until")),
		before: form.Number(values.Get("before")),
	}
	var errs [3]error
	a.people, errs[0] = w.Store.Agents(c.UserContext(), v.Company)
	a.reasons, errs[1] = w.Desk.Reasons(c.UserContext(), v.Company)
	a.clients, errs[2] = w.Store.Clients(c.UserContext(), v.Company)
	if err := errors.Join(errs[:]...); err != nil {
		return a, err
	}
	return a, a.check(v)
}

// check validates the filter and resolves the agent and the days.
func (a *jobQuery) check(v shell.Visitor) error {
	if err := a.checkChoices(); err != nil {
		return err
	}
	if err := a.findAgent(); err != nil {
		return err
	}
	return a.parseDays(v)
}

// checkChoices refuses what is too long and choices that do not exist.
func (a *jobQuery) checkChoices() error {
	f := &a.filter
	switch {
	case utf8.RuneCountInString(f.Text) > form.MaxText:
		return fault.BadField("q", "max_length", "search for at most %d characters", form.MaxText)
	case f.Status != "" && !slices.ContainsFunc(listed, f.Status.Is):
		return fault.BadField("status", "one_of", "choose a status from the list")
	case f.Function != "" && !f.Function.Known():
		return fault.BadField("function", "one_of", "choose a function from the list")
	case f.By != "" && deciders[f.By] == "":
		return fault.BadField("by", "one_of", "choose who decided: the engine or a person")
	case len(f.Reason) > form.MaxText:
		return fault.BadField("reason", "max_length", "a filter has at most %d characters", form.MaxText)
	case f.Client != "" && a.clientName() == "":
		return fault.BadField("client", "one_of", "choose a client from the list")
	case f.Preset != "" && !presetRef.MatchString(f.Preset):
		return fault.BadField("preset", "format",
			"enter a preset as its name, or as its name, @ and a version, such as kiosk@3")
	}
	return nil
}

// presetRef is how a preset is asked for: a name, or name@version.
var presetRef = regexp.MustCompile(`^[a-z0-9-]{1,64}(@[1-9][0-9]{0,8})?$`)

// presetWord returns a search without its last word of the form preset:NAME, and the name.
func presetWord(text string) (rest, ref string) {
	var words []string
	for _, word := range strings.Fields(text) {
		if name, ok := strings.CutPrefix(word, "preset:"); ok && name != "" {
			ref = name
		} else {
			words = append(words, word)
		}
	}
	if ref == "" {
		return text, ""
	}
	return strings.Join(words, " "), ref
}

// clientName returns the name of the client that is asked for; empty where there is none.
func (a jobQuery) clientName() string {
	for _, one := range a.clients {
		if one.ID == a.filter.Client {
			return cmp.Or(one.Name, one.ID)
		}
	}
	return ""
}

// findAgent resolves the agent, who is asked for by address, name or actor.
func (a *jobQuery) findAgent() error {
	if a.agent == "" {
		return nil
	}
	at := slices.IndexFunc(a.people, func(p store.Agent) bool {
		return strings.EqualFold(a.agent, p.Email) || strings.EqualFold(a.agent, p.DisplayName) ||
			a.agent == "agent:"+p.ID
	})
	if at < 0 {
		return fault.BadField("agent", "one_of", "choose an agent from the list")
	}
	a.filter.Agent = a.people[at].ID
	return nil
}

// parseDays parses the first and the last day; the filter ends where the day after the last begins.
func (a *jobQuery) parseDays(v shell.Visitor) (err error) {
	f := &a.filter
	if f.From, err = form.Day(a.from, "from", v.TimeZone()); err != nil {
		return err
	}
	if f.Until, err = form.Day(a.until, "until", v.TimeZone()); err != nil || f.Until.IsZero() {
		return err
	}
	f.Until = f.Until.AddDate(0, 0, 1)
	if !f.From.IsZero() && !f.From.Before(f.Until) {
		return fault.BadField("until", "order", "the last day is before the first")
	}
	return nil
}

// values returns the query of the URL that asks for the same, without the place in the list.
func (a jobQuery) values() url.Values {
	values := url.Values{}
	for name, value := range map[string]string{
		"q":        a.filter.Text,
		"status":   strings.ToLower(string(a.filter.Status)),
		"function": strings.ToLower(string(a.filter.Function)),
		"by":       string(a.filter.By),
		"agent":    a.agent,
		"reason":   a.filter.Reason,
		"client":   a.filter.Client,
		"preset":   a.filter.Preset,
		"from":     a.from,
		"until":    a.until,
	} {
		if value != "" {
			values.Set(name, value)
		}
	}
	return values
}

// path returns the URL that asks for the same but for one name, which gets another value; an empty one takes it away.
func (a jobQuery) path(name, value string) string {
	values := a.values()
	values.Del(name)
	if value != "" {
		values.Set(name, value)
	}
	return savedview.Path("jobs", values.Encode())
}

func (a jobQuery) older(before int64) string { return a.path("before", strconv.FormatInt(before, 10)) }

func (a jobQuery) chips(v shell.Visitor) []ui.Chip {
	var chips []ui.Chip
	add := func(name, label, value string) {
		if value != "" {
			chips = append(chips, ui.Chip{Label: v.T(label), Value: value, Off: a.path(name, "")})
		}
	}
	add("q", "Words", a.filter.Text)
	if a.filter.Status != "" {
		add("status", "Status", v.Status(a.filter.Status))
	}
	if a.filter.Function != "" {
		add("function", "Function", v.T(format.Function(a.filter.Function)))
	}
	add("by", "Decided by", v.T(deciders[a.filter.By]))
	add("agent", "Agent", a.agentName())
	add("reason", "Reason", a.reasonText(v))
	add("client", "Client", a.clientName())
	add("preset", "Preset", a.filter.Preset)
	add("from", "Created from", v.Calendar(a.from))
	add("until", "Created until", v.Calendar(a.until))
	return chips
}

func (a jobQuery) agentName() string {
	for _, p := range a.people {
		if p.ID == a.filter.Agent {
			return p.DisplayName
		}
	}
	return ""
}

func (a jobQuery) reasonText(v shell.Visitor) string {
	for _, r := range a.reasons {
		if r.Code == a.filter.Reason {
			return v.Reason(r)
		}
	}
	return a.filter.Reason
}

func (a jobQuery) fields(v shell.Visitor) []ui.Select {
	status := ui.Select{
		Name:    "status",
		Label:   v.T("Status"),
		Choices: []ui.Choice{{Label: v.T("any status"), On: a.filter.Status == ""}},
	}
	for _, s := range listed {
		status.Choices = append(status.Choices, ui.Choice{
			Value: strings.ToLower(string(s)),
			Label: v.Status(s),
			On:    s.Is(a.filter.Status),
		})
	}
	by := ui.Select{
		Name:    "by",
		Label:   v.T("Decided by"),
		Choices: []ui.Choice{{Label: v.T("anybody"), On: a.filter.By == ""}},
	}
	for _, d := range []store.DecidedBy{store.ByEngine, store.ByPerson} {
		by.Choices = append(by.Choices, ui.Choice{Value: string(d), Label: v.T(deciders[d]), On: d == a.filter.By})
	}
	agent := ui.Select{
		Name:    "agent",
		Label:   v.T("Agent"),
		Choices: []ui.Choice{{Label: v.T("any agent"), On: a.agent == ""}},
	}
	for _, p := range a.people {
		agent.Choices = append(agent.Choices, ui.Choice{
			Value: p.Email,
			Label: p.DisplayName,
			On:    p.ID == a.filter.Agent,
		})
	}
	reason := ui.Select{
		Name:    "reason",
		Label:   v.T("Reason"),
		Choices: []ui.Choice{{Label: v.T("any reason"), On: a.filter.Reason == ""}},
	}
	for _, r := range a.reasons {
		reason.Choices = append(reason.Choices, ui.Choice{
			Value: r.Code,
			Label: v.Reason(r),
			On:    r.Code == a.filter.Reason,
		})
	}
	client := ui.Select{
		Name:    "client",
		Label:   v.T("Client"),
		Choices: []ui.Choice{{Label: v.T("any client"), On: a.filter.Client == ""}},
	}
	for _, one := range a.clients {
		client.Choices = append(client.Choices, ui.Choice{
			Value: one.ID,
			Label: cmp.Or(one.Name, one.ID),
			On:    one.ID == a.filter.Client,
		})
	}
	return []ui.Select{
		status,
		{Name: "function", Label: v.T("Function"), Choices: v.FunctionChoices(a.filter.Function)},
		by, agent, reason, client,
		{Name: "preset", Label: v.T("Preset (name or name@version)"), Value: a.filter.Preset},
		{Name: "from", Label: v.T("Created from"), Value: a.from, Days: true},
		{Name: "until", Label: v.T("Created until"), Value: a.until, Days: true},
	}
}
