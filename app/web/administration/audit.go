package administration

import (
	"bufio"
	"context"
	"encoding/csv"
	"encoding/json"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/audit"
	"proofdesk/app/fault"
	"proofdesk/app/httpserver"
	"proofdesk/app/store"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/delivery"
	"proofdesk/app/web/shell/download"
	"proofdesk/app/web/shell/form"
	"proofdesk/app/web/shell/format"
	"proofdesk/app/web/shell/trail"
	views "proofdesk/views/page"
	"proofdesk/views/ui"
	"proofdesk/views/words"
)

const auditPage = 100

// auditQuery is the filter of the audit trail, as it was typed.
type auditQuery struct {
	who, action, target, from, until, before string
}

func readAuditQuery(c *fiber.Ctx) auditQuery {
	text := func(name string) string {
		value := strings.TrimSpace(form.Clean(c.Query(name)))
		return value[:min(len(value), form.MaxText)]
	}
	return auditQuery{
		who:    text("who"),
		action: text("action"),
		target: text("target"),
		from:   words.ISODate(text("from")),
		until:  words.ISODate(text("until")),
		before: text("before"),
	}
}

// values returns the trail as the query of a URL.
func (t auditQuery) values(before string) string {
	values := url.Values{}
	for name, value := range map[string]string{
		"who":    t.who,
		"action": t.action,
		"target": t.target,
		"from":   t.from,
		"until":  t.until,
		"before": before,
	} {
		if value != "" {
			values.Set(name, value)
		}
	}
	return values.Encode()
}

// filter reads days in the visitor's time zone; until is the last day that counts.
func (t auditQuery) filter(v shell.Visitor, agents []store.Agent) (store.AuditFilter, error) {
	f := store.AuditFilter{Actors: actorsOf(t.who, agents), Action: t.action, Target: t.target, Viewer: v.ID}
	zone := v.TimeZone()
	var err error
	if f.From, err = form.Day(t.from, "from", zone); err != nil {
		return f, err
	}
	if f.Until, err = form.Day(t.until, "until", zone); err != nil || f.Until.IsZero() {
		return f, err
	}
	f.Until = f.Until.AddDate(0, 0, 1)
	return f, nil
}

// actorsOf finds whom a name or an address means: the one whose address it is, else all in whose name or address it
// stands, whatever its case. Any other text is an actor as it stands; none for an empty one.
func actorsOf(who string, agents []store.Agent) []string {
	if who == "" {
		return nil
	}
	var found []string
	part := strings.ToLower(who)
	for _, a := range agents {
		if strings.EqualFold(who, a.Email) {
			return []string{"agent:" + a.ID}
		}
		if strings.Contains(strings.ToLower(a.DisplayName), part) || strings.Contains(strings.ToLower(a.Email), part) {
			found = append(found, "agent:"+a.ID)
		}
	}
	if len(found) == 0 {
		return []string{who}
	}
	return found
}

// audit shows the company's trail, newest first.
func (w *Handler) audit(c *fiber.Ctx, v shell.Visitor) error {
	page, err := w.auditPage(c, v, readAuditQuery(c))
	if err != nil {
		return err
	}
	return w.Render(c, views.SectionPage(page))
}

func (w *Handler) auditPage(c *fiber.Ctx, v shell.Visitor, t auditQuery) (views.Page, error) {
	page := w.AdministrationPage(c, v, v.T("Audit"), "audit")
	page.Intro = v.WithZone(v.T("Everything that people and programs did. A hash chain shows whether an entry was " +
		"changed, inserted or removed; only a copy of the last hash shows whether entries are missing at the end " +
		"or were all written anew."))
	agents, err := w.Store.Agents(c.UserContext(), v.Company)
	if err != nil {
		return page, err
	}
	actions, err := w.Store.AuditActions(c.UserContext(), v.Company)
	if err != nil {
		return page, err
	}
	list := views.Section{
		Heading: v.T("Audit"),
		Columns: v.Each("When", "Who", "What", "Target", "Position", "Detail"),
		Empty:   v.T("No entries match. Remove a filter."),
		Filter:  trailForm(v, t, agents, actions),
		Export:  "/audit.csv?" + t.values(""),
	}
	filter, err := t.filter(v, agents)
	if err != nil {
		v.MarkFilter(&page, list.Filter, err)
		c.Status(fiber.StatusBadRequest)
	} else if err := w.fillTrail(c, v, &list, t, filter, agents); err != nil {
		return page, err
	}
	last, err := w.lastVerified(c, v, agents)
	if err != nil {
		return page, err
	}
	page.Sections = []views.Section{list, {
		Facts:   last,
		Heading: v.T("Integrity"),
		Note: v.T("Each entry contains the hash of the previous one. Verification reads them from the first to the " +
			"last and reports the first that was changed or inserted, or the first gap."),
		Forms: []views.Form{{Path: "/audit/verify", Button: v.T("Verify the chain")}},
	}}
	return page, nil
}

func (w *Handler) fillTrail(
	c *fiber.Ctx, v shell.Visitor, list *views.Section, t auditQuery, f store.AuditFilter, agents []store.Agent,
) error {
	rows, err := w.Store.SearchAudit(c.UserContext(), v.Company, f, t.before, auditPage+1)
	if err != nil {
		return err
	}
	if len(rows) > auditPage {
		rows = rows[:auditPage]
		list.More = "/audit?" + t.values(rows[auditPage-1].ID)
	}
	names := shell.NamesOf(agents)
	for _, r := range rows {
		list.Rows = append(list.Rows, auditRow(v, r, names))
	}
	return nil
}

func auditRow(v shell.Visitor, r audit.Row, names map[string]string) views.Row {
	place := views.Cell{Text: v.T("not sealed yet"), Tone: ui.Soft}
	if r.Position > 0 {
		place = views.Cell{Text: v.Count(r.Position), Data: true}
	}
	target := targetCell(v, r.Target, names)
	return views.Row{Cells: []views.Cell{
		{Time: v.Time(r.At), Data: true},
		{Text: trail.Actor(v, r.Actor, names)},
		{Text: trail.Action(v, r.Action)},
		target, place,
		{Text: trail.Detail(v, r.Detail), Wrap: true},
	}}
}

// targetPages are the pages of what an entry is about and is never removed with its page, by its kind.
var targetPages = map[string]string{"job": "/jobs/", "client": "/clients/"}

// targetCell names what an entry is about, with a link to its page where it has one.
func targetCell(v shell.Visitor, target string, names map[string]string) views.Cell {
	kind, id, ok := strings.Cut(target, ":")
	switch {
	case names[target] != "":
		return views.Cell{Text: names[target]}
	case !ok:
		return views.Cell{Text: trail.Area(v, target)}
	case kind == "host":
		return views.Cell{Text: delivery.PlainHost(id), Data: true}
	}
	name := id
	if len(id) > 24 {
		name = format.ShortID(id)
	}
	cell := views.Cell{Text: trail.Target(v, kind, name), Data: true}
	if page := targetPages[kind]; page != "" && v.Role.Can(pageNeeds[kind]) {
		cell.Href = page + id
	}
	return cell
}

// pageNeeds maps each page to the permission that it requires.
var pageNeeds = map[string]access.Permission{"job": access.ViewJobs, "client": access.ManageClients}

func trailForm(v shell.Visitor, t auditQuery, agents []store.Agent, actions []string) *views.Form {
	var people []string
	for _, a := range agents {
		people = append(people, a.Email)
	}
	options, areas := []views.Option{{Label: v.T("any action"), On: t.action == ""}}, map[string]bool{}
	for _, action := range actions {
		area, _, _ := strings.Cut(action, ".")
		if area += "."; !areas[area] {
			areas[area] = true
			options = append(options, views.Option{
				Value: area,
				Label: v.T("all: %s", trail.Area(v, strings.TrimSuffix(area, "."))),
				On:    t.action == area,
			})
		}
		options = append(options, views.Option{Value: action, Label: trail.Action(v, action), On: t.action == action})
	}
	return &views.Form{Path: "/audit", Button: v.T("Search"), Fields: []views.Field{
		{
			Name:  "who",
			Label: v.T("Who: part of a name or e-mail"),
			Kind:  "search",
			Value: t.who,
			List:  append(people, "system", "cli"),
		},
		{Name: "action", Label: v.T("What"), Kind: "select", Options: options},
		{Name: "target", Label: v.T("Target: job:…, client:…"), Kind: "search", Value: t.target},
		{Name: "from", Label: v.T("From day"), Kind: "day", Value: t.from},
		{Name: "until", Label: v.T("Until day"), Kind: "day", Value: t.until},
	}}
}

// lastVerified reports when the chain was last checked, by whom, and what was found.
func (w *Handler) lastVerified(c *fiber.Ctx, v shell.Visitor, agents []store.Agent) ([]views.Fact, error) {
	rows, err := w.Store.SearchAudit(c.UserContext(), v.Company, store.AuditFilter{Action: "audit.verify"}, "", 1)
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return []views.Fact{
			{Name: v.T("Last verified"), Cell: views.Cell{Text: v.T("never"), Tone: ui.Warn, Tag: true}},
		}, nil
	}
	var found struct {
		Whole bool `json:"whole"`
		Rows  int  `json:"rows"`
	}
	if err := json.Unmarshal([]byte(rows[0].Detail), &found); err != nil {
		return nil, fault.Wrap(err, fault.Internal, "the entry of the last check can't be read")
	}
	verdict := views.Cell{Text: v.T("intact"), Tone: ui.Pass, Tag: true}
	if !found.Whole {
		verdict = views.Cell{Text: v.T("broken"), Tone: ui.Fail, Tag: true}
	}
	names := shell.NamesOf(agents)
	verdict.Under = v.N(found.Rows, "1 entry, %s, by %s", "%d entries, %s, by %s", v.When(rows[0].At),
		trail.Actor(v, rows[0].Actor, names))
	return []views.Fact{{Name: v.T("Last verified"), Cell: verdict}}, nil
}

// verifyAudit verifies the whole chain and shows the result.
func (w *Handler) verifyAudit(c *fiber.Ctx, v shell.Visitor) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(c.UserContext()), download.Timeout)
	defer cancel()
	verdicts, err := w.Trail.Verify(ctx, v.Company)
	if err != nil {
		return err
	}
	page, err := w.auditPage(c, v, auditQuery{})
	if err != nil {
		return err
	}
	found := verdicts[0]
	if err := w.Trail.NoteVerification(ctx, v.Actor(), found); err != nil {
		return err
	}
	facts := []views.Fact{
		{
			Name: v.T("Verdict"),
			Cell: views.Cell{Text: v.T("intact"), Tone: ui.Pass, Tag: true},
			Hint: v.T("No entry up to position %s was changed, inserted or removed.", v.Count(found.Position)),
		},
		{Name: v.T("Entries"), Cell: views.Cell{Text: v.Count(int64(found.Rows)), Data: true}},
		{
			Name: v.T("Hash of the last entry"),
			Cell: views.Cell{Text: found.Head, Data: true},
			Hint: v.T("Keep a copy elsewhere: if no entry of the exported trail has this hash any more, entries are " +
				"missing at the end or were all written anew."),
		},
	}
	if !found.OK() {
		facts[0] = views.Fact{
			Name: v.T("Verdict"),
			Cell: views.Cell{Text: v.T("broken"), Tone: ui.Fail, Tag: true},
			Hint: v.Sentence(found.Reason),
		}
		facts = append(facts, views.Fact{
			Name: v.T("First invalid entry"),
			Cell: views.Cell{Text: found.BadID, Data: true},
		})
	}
	page.Sections = append([]views.Section{{Heading: v.T("Verification result"), Facts: facts}}, page.Sections...)
	return w.Render(c, views.SectionPage(page))
}

// exportAudit streams what the filter lets through as a file, in pages.
func (w *Handler) exportAudit(c *fiber.Ctx, v shell.Visitor) error {
	agents, err := w.Store.Agents(c.UserContext(), v.Company)
	if err != nil {
		return err
	}
	f, err := readAuditQuery(c).filter(v, agents)
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderContentType, "text/csv; charset=utf-8")
	c.Set(fiber.HeaderContentDisposition, `attachment; filename="audit.csv"`)
	company := v.Company
	httpserver.Stream(c, func(out *bufio.Writer) error { return w.writeTrail(csv.NewWriter(out), company, f) })
	return nil
}

func (w *Handler) writeTrail(out *csv.Writer, company string, f store.AuditFilter) error {
	ctx, cancel := context.WithTimeout(context.Background(), download.Timeout)
	defer cancel()
	_ = out.Write([]string{"id", "at", "actor", "action", "target", "detail", "position", "previous", "hash"})
	for before := ""; ; {
		rows, err := w.Store.SearchAudit(ctx, company, f, before, 500)
		if err != nil {
			return err
		}
		if len(rows) == 0 {
			out.Flush()
			return out.Error()
		}
		for _, r := range rows {
			_ = out.Write([]string{
				r.ID, r.At.UTC().Format(time.RFC3339Nano), download.Cell(r.Actor), r.Action, download.Cell(r.Target),
				r.Detail,
				strconv.Itoa(int(r.Position)), r.Previous, r.Hash,
			})
		}
		if out.Flush(); out.Error() != nil {
			return out.Error()
		}
		before = rows[len(rows)-1].ID
	}
}
