package web

import (
	"bufio"
	"context"
	"encoding/csv"
	"net/url"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/admin"
	"proofdesk/app/audit"
	"proofdesk/app/fault"
	"proofdesk/app/store"
	views "proofdesk/views/admin"
	"proofdesk/views/ui"
)

const (
	auditPage = 100
	maxFilter = 200
)

// trail is what of the audit trail was asked for, as it was typed.
type trail struct {
	who, action, target, from, until, before string
}

func readTrail(c *fiber.Ctx) trail {
	text := func(name string) string {
		value := strings.TrimSpace(clean(c.Query(name)))
		return value[:min(len(value), maxFilter)]
	}
	return trail{who: text("who"), action: text("action"), target: text("target"), from: text("from"), until: text("until"), before: text("before")}
}

// values gives the trail as the query of a URL.
func (t trail) values(before string) string {
	values := url.Values{}
	for name, value := range map[string]string{"who": t.who, "action": t.action, "target": t.target, "from": t.from, "until": t.until, "before": before} {
		if value != "" {
			values.Set(name, value)
		}
	}
	return values.Encode()
}

// filter reads days in the visitor's time zone; until is the last day that counts.
func (t trail) filter(v visitor, agents []store.Agent) (store.AuditFilter, error) {
	f := store.AuditFilter{Actor: actorOf(t.who, agents), Action: t.action, Target: t.target}
	zone := admin.PreferencesOf(v.Agent).Zone()
	var err error
	if f.From, err = day(t.from, "from", zone); err != nil {
		return f, err
	}
	if f.Until, err = day(t.until, "until", zone); err != nil || f.Until.IsZero() {
		return f, err
	}
	f.Until = f.Until.AddDate(0, 0, 1)
	return f, nil
}

func day(text, name string, zone *time.Location) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	at, err := time.ParseInLocation(time.DateOnly, text, zone)
	if err != nil {
		return at, fault.BadField(name, "date", "give the day as YYYY-MM-DD")
	}
	return at, nil
}

// actorOf finds whom a name or an address means; any other text is an actor as it stands.
func actorOf(who string, agents []store.Agent) string {
	for _, a := range agents {
		if strings.EqualFold(who, a.Email) || strings.EqualFold(who, a.DisplayName) {
			return "agent:" + a.ID
		}
	}
	return who
}

// audit shows the company's trail, newest first.
func (w *Console) audit(c *fiber.Ctx, v visitor) error {
	page, err := w.auditPage(c, v, readTrail(c))
	if err != nil {
		return err
	}
	return w.render(c, views.AdminPage(page))
}

func (w *Console) auditPage(c *fiber.Ctx, v visitor, t trail) (views.Page, error) {
	page := w.adminPage(c, v, "Audit", "audit")
	page.Intro = "Everything that people and programs did, chained so that a change would show. Times are " + v.zone() + "."
	agents, err := w.Store.Agents(c.UserContext(), v.Company)
	if err != nil {
		return page, err
	}
	actions, err := w.Store.AuditActions(c.UserContext(), v.Company)
	if err != nil {
		return page, err
	}
	list := views.Section{
		Heading: "Audit", Columns: []string{"When", "Who", "What", "On", "Place", "Detail"}, Empty: "Nothing fits. Take away a filter.",
		Filter: trailForm(t, agents, actions), Export: "/audit.csv?" + t.values(""),
	}
	filter, err := t.filter(v, agents)
	if err != nil {
		page.Problem = sentence(message(err)) + "."
		c.Status(fiber.StatusBadRequest)
	} else if err := w.fillTrail(c, v, &list, t, filter, agents); err != nil {
		return page, err
	}
	page.Sections = []views.Section{list, {
		Heading: "Is it whole?", Note: "Each entry holds the hash of the one before it. This reads the whole trail again and names the first entry that was changed, taken out or put in.",
		Forms: []views.Form{{Path: "/audit/verify", Button: "Verify the chain"}},
	}}
	return page, nil
}

func (w *Console) fillTrail(c *fiber.Ctx, v visitor, list *views.Section, t trail, f store.AuditFilter, agents []store.Agent) error {
	rows, err := w.Store.SearchAudit(c.UserContext(), v.Company, f, t.before, auditPage+1)
	if err != nil {
		return err
	}
	if len(rows) > auditPage {
		rows = rows[:auditPage]
		list.More = "/audit?" + t.values(rows[auditPage-1].ID)
	}
	names := map[string]string{}
	for _, a := range agents {
		names["agent:"+a.ID] = a.DisplayName
	}
	for _, r := range rows {
		list.Rows = append(list.Rows, auditRow(v, r, names))
	}
	return nil
}

func auditRow(v visitor, r audit.Row, names map[string]string) views.Row {
	place := views.Cell{Text: "not sealed yet", Tone: ui.Soft}
	if r.Position > 0 {
		place = views.Cell{Text: count(int(r.Position)), Data: true}
	}
	target := views.Cell{Text: actorName(r.Target, names), Data: names[r.Target] == ""}
	if id, ok := strings.CutPrefix(r.Target, "job:"); ok {
		target.Text, target.Href = "job "+shortID(id), "/jobs/"+id
	} else if kind, id, ok := strings.Cut(r.Target, ":"); ok && len(id) > 24 {
		target.Text = kind + " " + shortID(id)
	}
	return views.Row{Cells: []views.Cell{
		{Text: v.when(r.At), Data: true}, {Text: actorName(r.Actor, names)}, {Text: r.Action, Data: true}, target, place, {Text: detailText(r.Detail), Wrap: true},
	}}
}

func trailForm(t trail, agents []store.Agent, actions []string) *views.Form {
	var people []string
	for _, a := range agents {
		people = append(people, a.Email)
	}
	options, areas := []views.Option{{Label: "anything", On: t.action == ""}}, map[string]bool{}
	for _, action := range actions {
		area, _, _ := strings.Cut(action, ".")
		if area += "."; !areas[area] {
			areas[area] = true
			options = append(options, views.Option{Value: area, Label: "all of " + strings.TrimSuffix(area, "."), On: t.action == area})
		}
		options = append(options, views.Option{Value: action, Label: action, On: t.action == action})
	}
	return &views.Form{Path: "/audit", Button: "Search", Fields: []views.Field{
		{Name: "who", Label: "Who", Kind: "search", Value: t.who, List: append(people, "system", "cli")},
		{Name: "action", Label: "What", Kind: "select", Options: options},
		{Name: "target", Label: "On", Kind: "search", Value: t.target},
		{Name: "from", Label: "From", Kind: "date", Value: t.from},
		{Name: "until", Label: "Until", Kind: "date", Value: t.until},
	}}
}

// verifyAudit reads the whole chain and says what it found.
func (w *Console) verifyAudit(c *fiber.Ctx, v visitor) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(c.UserContext()), exportTimeout)
	defer cancel()
	verdicts, err := w.Accounts.VerifyAudit(ctx, v.Company)
	if err != nil {
		return err
	}
	page, err := w.auditPage(c, v, trail{})
	if err != nil {
		return err
	}
	found := verdicts[0]
	facts := []views.Fact{
		{Name: "Verdict", Cell: views.Cell{Text: "whole", Tone: ui.Pass, Tag: true}, Hint: "No entry was changed, taken out or put in."},
		{Name: "Entries", Cell: views.Cell{Text: count(int(found.Rows)), Data: true}},
		{Name: "Hash of the last one", Cell: views.Cell{Text: found.Head, Data: true}, Hint: "Kept elsewhere, it also shows later whether entries were cut from the end."},
	}
	if !found.OK() {
		facts[0] = views.Fact{Name: "Verdict", Cell: views.Cell{Text: "broken", Tone: ui.Fail, Tag: true}, Hint: sentence(found.Reason) + "."}
		facts = append(facts, views.Fact{Name: "First bad entry", Cell: views.Cell{Text: found.BadID, Data: true}})
	}
	page.Sections = append([]views.Section{{Heading: "What the check found", Facts: facts}}, page.Sections...)
	return w.render(c, views.AdminPage(page))
}

// exportAudit streams what the filter lets through as a file, in pages.
func (w *Console) exportAudit(c *fiber.Ctx, v visitor) error {
	agents, err := w.Store.Agents(c.UserContext(), v.Company)
	if err != nil {
		return err
	}
	f, err := readTrail(c).filter(v, agents)
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderContentType, "text/csv; charset=utf-8")
	c.Set(fiber.HeaderContentDisposition, `attachment; filename="audit.csv"`)
	log, company := w.Log, v.Company
	c.Context().SetBodyStreamWriter(func(out *bufio.Writer) {
		defer func() {
			if p := recover(); p != nil && log != nil {
				log.Error("export", "panic", p)
			}
		}()
		w.writeTrail(csv.NewWriter(out), company, f)
	})
	return nil
}

func (w *Console) writeTrail(out *csv.Writer, company string, f store.AuditFilter) {
	ctx, cancel := context.WithTimeout(context.Background(), exportTimeout)
	defer cancel()
	_ = out.Write([]string{"id", "at", "actor", "action", "target", "detail", "position", "previous", "hash"})
	for before := ""; ; {
		rows, err := w.Store.SearchAudit(ctx, company, f, before, 500)
		if err != nil || len(rows) == 0 {
			out.Flush()
			return
		}
		for _, r := range rows {
			_ = out.Write([]string{r.ID, r.At.UTC().Format(time.RFC3339Nano), plainCell(r.Actor), r.Action, plainCell(r.Target), r.Detail, count(int(r.Position)), r.Previous, r.Hash})
		}
		if out.Flush(); out.Error() != nil {
			return
		}
		before = rows[len(rows)-1].ID
	}
}
