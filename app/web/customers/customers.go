package customers

import (
	"cmp"
	"context"
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/audit"
	"proofdesk/app/customer"
	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/form"
	"proofdesk/app/web/shell/format"
	"proofdesk/app/web/shell/masking"
	"proofdesk/app/web/shell/trail"
	"proofdesk/views/layout"
	views "proofdesk/views/page"
)

const customersPage = 50

// numberOf reads the unique number in a path.
func numberOf(c *fiber.Ctx) (string, error) {
	number, err := url.PathUnescape(c.Params("number"))
	if err != nil {
		return "", errUnknown
	}
	return number, nil
}

var errUnknown = fault.New(fault.NotFound, "there is no customer with this unique number")

// customers lists enrolled persons, newest first, or finds some by number or name.
func (w *Handler) customers(c *fiber.Ctx, v shell.Visitor) error {
	values := form.Query(c)
	text := values.Get("q")
	total, err := w.Store.CountCustomers(c.UserContext(), v.Company, v.ID)
	if err != nil {
		return err
	}
	veiled, err := w.Masking.Masked(c.UserContext(), v)
	if err != nil {
		return err
	}
	page := w.PlainPage(c, v, v.T("Customers"), "customers")
	page.Intro = v.N(total, "1 enrolled person.", "%d enrolled persons.") + " " + v.T("Times are %s", v.ZoneName()) +
		"."
	list := views.Section{
		Heading: v.T("Customers"),
		Columns: []string{
			v.T("Unique number"), v.T("Name"), v.T("Date of birth"), v.T("Document"), v.T("Enrolled"), v.T("Renewed"),
		},
		Empty: v.T("No customers yet. A person becomes a customer when an ENROLLMENT or BIOMETRIC_ENROLLMENT job is " +
			"approved."),
		Filter: &views.Form{
			Path:   "/customers",
			Button: v.T("Find"),
			Fields: []views.Field{
				{Name: "q", Label: v.T("Unique number, document number or name"), Kind: "search", Value: text},
			},
		},
	}
	page.Problem = v.IgnoredFilters(values, "before", form.NoSeq(values.Get("before")), "q")
	if utf8.RuneCountInString(text) > form.MaxText {
		field := &list.Filter.Fields[0]
		field.Problem, field.Focus, list.Columns = format.Sentence(v.T("search for at most %d characters",
			form.MaxText))+".",
			true, nil
		page.Sections = []views.Section{list}
		c.Status(fiber.StatusBadRequest)
		return w.Render(c, views.SectionPage(page))
	}
	found, more, err := w.foundCustomers(c, v, text, !veiled)
	if err != nil {
		return err
	}
	list.More = more
	for _, cu := range found {
		if veiled {
			cu = masking.Customer(cu)
		}
		list.Rows = append(list.Rows, customerRow(v, cu))
	}
	page.Sections = []views.Section{list}
	if err := w.addUnenrolled(c, v, text, &page); err != nil {
		return err
	}
	if text != "" && len(found) == 0 {
		page.Sections[0].Empty = v.T("No customer matches this number, name or document.")
		proofs, err := w.Customers.Proofs(c.UserContext(), v.Company, text)
		if err != nil {
			return err
		}
		shown, err := w.proofSections(c.UserContext(), v, proofs)
		if err != nil {
			return err
		}
		page.Print = len(shown) > 0
		page.Sections = append(page.Sections, shown...)
	}
	return w.Render(c, views.SectionPage(page))
}

// addUnenrolled adds the way to what is stored under the unique number that was searched for, where nobody was enrolled
// under it.
func (w *Handler) addUnenrolled(c *fiber.Ctx, v shell.Visitor, text string, page *views.Page) error {
	number := strings.TrimSpace(text)
	if number == "" {
		return nil
	}
	record, _, err := w.record(c, v, number)
	if fault.Is(err, fault.NotFound) || err == nil && record.Enrolled() {
		return nil
	}
	if err != nil {
		return err
	}
	page.Sections = append(page.Sections, views.Section{
		Heading: v.T("Not enrolled"),
		Note:    v.T("Nobody was enrolled under this unique number, but data is stored about it."),
		Facts: append([]views.Fact{
			{
				Name: v.T("Unique number"),
				Cell: views.Cell{Text: number, Data: true, Href: shell.CustomerPath(number)},
			},
			{Name: v.T("Jobs"), Cell: views.Cell{Text: v.Count(int64(len(record.Jobs)))}},
		}, testFacts(v, record.Total())...),
	})
	return nil
}

// foundCustomers returns a page of customers, of all where no text is given, and where the next page is.
func (w *Handler) foundCustomers(
	c *fiber.Ctx, v shell.Visitor, text string, begin bool,
) (found []onboarding.Customer, more string, err error) {
	before := form.Number(c.Query("before"))
	if text == "" {
		found, err = w.Store.Customers(c.UserContext(), v.Company, before, customersPage+1)
	} else {
		found, err = w.Customers.Find(c.UserContext(), v.Company, text, begin, before, customersPage+1)
	}
	if err != nil {
		return nil, "", err
	}
	if len(found) > customersPage {
		found = found[:customersPage]
		next := url.Values{"before": {strconv.FormatInt(found[customersPage-1].Seq, 10)}}
		if text != "" {
			next.Set("q", text)
		}
		more = "/customers?" + next.Encode()
	}
	blind, err := w.Checks.Blind(c.UserContext(), v.Checker())
	// that a job enrolled somebody tells that it was approved
	return slices.DeleteFunc(found, func(cu onboarding.Customer) bool { return blind[cu.JobID] }), more, err
}

func customerRow(v shell.Visitor, cu onboarding.Customer) views.Row {
	return views.Row{Cells: []views.Cell{
		{Text: cu.UniqueNumber, Data: true, Href: shell.CustomerPath(cu.UniqueNumber)},
		{Text: v.PersonName(cu.FullName)},
		{Text: cmp.Or(v.Calendar(cu.DateOfBirth), v.T("unknown")), Data: true},
		{Text: v.DocumentNumber(cu.DocumentNumber, cu.IssuingCountry), Data: true},
		{Time: v.Time(cu.CreatedAt), Data: true},
		{Time: v.Time(cu.UpdatedAt), Data: true},
	}}
}

// customer shows what is kept about one person; of one who was erased, the proof.
func (w *Handler) customer(c *fiber.Ctx, v shell.Visitor) error {
	number, err := numberOf(c)
	if err != nil {
		return err
	}
	record, blind, err := w.record(c, v, number)
	if fault.Is(err, fault.NotFound) {
		return w.erased(c, v, number, err)
	}
	if err != nil {
		return err
	}
	record.Jobs = slices.DeleteFunc(record.Jobs, func(j customer.HeldJob) bool { return blind[j.ID] })
	veiled, err := w.Masking.Masked(c.UserContext(), v)
	if err != nil {
		return err
	}
	if veiled {
		record.Customer = masking.Customer(record.Customer)
	}
	page, err := w.recordPage(c, v, record)
	if err != nil {
		return err
	}
	if v.Role.Can(access.EraseCustomers) {
		page.Sections = append(page.Sections, views.Section{
			Heading: v.T("Erase"),
			Note:    eraseNote(v, record),
			Facts: []views.Fact{
				{
					Name: v.T("Start"),
					Cell: views.Cell{Text: v.T("Preview"), Href: shell.CustomerPath(number) + "/erase"},
				},
			},
		})
	}
	return w.Render(c, views.SectionPage(page))
}

func eraseNote(v shell.Visitor, record customer.Record) string {
	if !record.Enrolled() {
		return v.T("Removes all data stored under this unique number. You see what will be removed before you confirm.")
	}
	return v.T("Removes this customer and all data stored about them. You see what will be removed before you confirm.")
}

// record returns what is kept about a customer, with the jobs that the visitor judges blind. A customer whom one of
// these enrolled is as unknown as any other number: that there is one tells that the job was approved. So is a number
// of such a job that nobody was enrolled under, which tells that it was not.
func (w *Handler) record(
	c *fiber.Ctx, v shell.Visitor, number string,
) (record customer.Record, blind map[string]bool, err error) {
	record, err = w.Customers.Record(c.UserContext(), v.Company, number)
	if fault.Is(err, fault.NotFound) {
		return record, nil, errUnknown
	}
	if err != nil {
		return record, nil, err
	}
	if blind, err = w.Checks.Blind(c.UserContext(), v.Checker()); err == nil && record.Tells(blind) {
		err = errUnknown
	}
	return record, blind, err
}

func (w *Handler) recordPage(c *fiber.Ctx, v shell.Visitor, record customer.Record) (views.Page, error) {
	if !record.Enrolled() {
		return w.unenrolledPage(c, v, record)
	}
	page := w.PlainPage(c, v, v.PersonName(record.FullName), "customers")
	page.Intro = v.T("Enrolled under %s.", record.UniqueNumber) + " " + v.T("Times are %s", v.ZoneName()) + "."
	page.Back = &layout.Link{Href: "/customers", Label: v.T("Customers")}
	templates := views.Section{
		Heading: v.T("Biometric templates"),
		Columns: []string{v.T("Kind"), v.T("Model (SHA-256)"), v.T("Created"), v.T("Kept for")},
		Empty:   v.T("None: the enrolment job had no face that a template could be created from."),
	}
	for _, t := range record.Templates {
		templates.Rows = append(templates.Rows, views.Row{
			Cells: []views.Cell{
				{Text: v.T(t.Kind)},
				{Text: format.ShortID(t.ModelSHA256), Data: true},
				{Time: v.Time(t.CreatedAt), Data: true},
				{Text: v.Age(w.Now().Sub(t.CreatedAt))},
			},
		})
	}
	page.Sections = []views.Section{
		{Facts: []views.Fact{
			{Name: v.T("Unique number"), Cell: views.Cell{Text: record.UniqueNumber, Data: true}},
			{
				Name: v.T("Date of birth"),
				Cell: views.Cell{Text: cmp.Or(v.Calendar(record.DateOfBirth), v.T("unknown")), Data: true},
			},
			{
				Name: v.T("Document"),
				Cell: views.Cell{
					Text: cmp.Or(v.DocumentNumber(record.DocumentNumber, record.IssuingCountry), v.T("unknown")),
					Data: true,
				},
			},
			{Name: v.T("Enrolled"), Cell: v.UsedCell(record.CreatedAt)},
			{Name: v.T("Renewed"), Cell: v.UsedCell(record.UpdatedAt)},
			{
				Name: v.T("Enrolled by"),
				Cell: views.Cell{Text: v.T("job %s", format.ShortID(record.JobID)), Href: "/jobs/" + record.JobID},
			},
		}},
		templates, jobsSection(v, v.T("Jobs"), record.Jobs),
	}
	return page, nil
}

// unenrolledPage shows the jobs of a unique number that nobody was enrolled under, and the proofs of erasures before
// them.
func (w *Handler) unenrolledPage(c *fiber.Ctx, v shell.Visitor, record customer.Record) (views.Page, error) {
	page := w.PlainPage(c, v, v.T("Not enrolled"), "customers")
	page.Intro = v.T("Nobody is enrolled under %s.", record.UniqueNumber) + " " + v.T("Times are %s", v.ZoneName()) +
		"."
	page.Back = &layout.Link{Href: "/customers", Label: v.T("Customers")}
	page.Sections = []views.Section{jobsSection(v, v.T("Jobs"), record.Jobs)}
	if len(record.Tests) > 0 {
		page.Sections = append(page.Sections, jobsSection(v, v.T("Sandbox jobs"), record.Tests))
	}
	proofs, err := w.Customers.Proofs(c.UserContext(), v.Company, record.UniqueNumber)
	if err != nil {
		return page, err
	}
	shown, err := w.proofSections(c.UserContext(), v, proofs)
	page.Sections = append(page.Sections, shown...)
	return page, err
}

func jobsSection(v shell.Visitor, heading string, jobs []customer.HeldJob) views.Section {
	s := views.Section{
		Heading: heading,
		Columns: []string{v.T("Job"), v.T("Function"), v.T("Status"), v.T("Created"), v.T("Captures")},
		Empty:   v.T("No jobs are stored."),
	}
	for _, job := range jobs {
		s.Rows = append(s.Rows, views.Row{Cells: []views.Cell{
			{Text: format.ShortID(job.ID), Data: true, Href: "/jobs/" + job.ID},
			{Text: format.Sentence(v.T(format.Function(job.Function)))},
			{Text: v.Status(job.Status), Tone: format.StatusTone(job.Status), Tag: true},
			{Time: v.Time(job.CreatedAt), Data: true},
			{Text: v.T("%d · %s", job.Captures, v.Size(job.Bytes)), Data: true},
		}})
	}
	return s
}

// erased shows the proof that somebody was erased; where there is none, nobody was ever known.
func (w *Handler) erased(c *fiber.Ctx, v shell.Visitor, number string, missing error) error {
	proofs, err := w.Customers.Proofs(c.UserContext(), v.Company, number)
	if err != nil {
		return err
	}
	if len(proofs) == 0 {
		return missing
	}
	page := w.PlainPage(c, v, v.T("Erased"), "customers")
	page.Back = &layout.Link{Href: "/customers", Label: v.T("Customers")}
	page.Intro = v.T("No data is stored for the customer %s.", number)
	page.Print = true
	if page.Sections, err = w.proofSections(c.UserContext(), v, proofs); err != nil {
		return err
	}
	return w.Render(c, views.SectionPage(page))
}

// proofSections show entries of erasures as the trail has them.
func (w *Handler) proofSections(ctx context.Context, v shell.Visitor, proofs []audit.Row) ([]views.Section, error) {
	agents, err := w.Store.Agents(ctx, v.Company)
	if err != nil {
		return nil, err
	}
	names := shell.NamesOf(agents)
	var all []views.Section
	for _, r := range proofs {
		place := views.Cell{Text: v.T("will be sealed within seconds"), Data: true}
		if r.Position > 0 {
			place = views.Cell{Text: v.T("%d, hash %s", r.Position, r.Hash), Data: true}
		}
		facts, err := goneFacts(v, r)
		if err != nil {
			return nil, err
		}
		all = append(all, views.Section{Heading: v.T("Proof of erasure"), Facts: slices.Concat([]views.Fact{
			{Name: v.T("When"), Cell: views.Cell{Text: v.When(r.At) + " " + v.ZoneName(), Data: true}},
			{Name: v.T("By"), Cell: views.Cell{Text: trail.Actor(v, r.Actor, names)}, Hint: r.Actor},
		}, facts, []views.Fact{
			{
				Name: v.T("Identifies"),
				Cell: views.Cell{Text: r.Target, Data: true},
				Hint: v.T("A keyed hash of the unique number. The trail contains no names."),
			},
			{Name: v.T("Entry"), Cell: views.Cell{Text: r.ID, Data: true}},
			{Name: v.T("Position in the chain"), Cell: place},
		})})
	}
	return all, nil
}

// goneFacts lists what an erasure removed, from its entry in the trail.
func goneFacts(v shell.Visitor, r audit.Row) ([]views.Fact, error) {
	var gone customer.Erased
	if err := json.Unmarshal([]byte(r.Detail), &gone); err != nil {
		return nil, fault.Wrap(err, fault.Internal, "the proof of an erasure can't be read")
	}
	removed := v.T("jobs of a person who was not enrolled")
	if gone.Customer != "" {
		removed = v.T("the customer, %s", v.N(gone.Templates, "1 template", "%d templates"))
	}
	facts := []views.Fact{
		{Name: v.T("What was removed"), Cell: views.Cell{Text: removed}},
		{
			Name: v.T("Jobs"),
			Cell: views.Cell{Text: v.Count(int64(gone.Jobs))},
			Hint: v.T("Including readings, decisions, reviews, notes, events and deliveries."),
		},
	}
	facts = append(facts, testFacts(v, gone.Total)...)
	facts = append(facts, []views.Fact{
		{
			Name: v.T("Capture files"),
			Cell: views.Cell{Text: v.T("%d · %s in total", gone.Captures, v.Size(gone.Bytes))},
		},
		{
			Name: v.T("Data keys"),
			Cell: views.Cell{Text: v.Count(int64(gone.Keys))},
			Hint: v.T("Destroyed. Files encrypted with them can't be decrypted again. Earlier backups of the " +
				"database still hold them."),
		},
	}...)
	if gone.GivenUp > 0 {
		facts = append(facts, views.Fact{
			Name: v.T("Discarded deliveries"),
			Cell: views.Cell{Text: v.Count(int64(gone.GivenUp))},
		})
	}
	return append(facts, views.Fact{
		Name: v.T("SHA-256 of the file names"),
		Cell: views.Cell{Text: gone.Objects, Data: true},
	}), nil
}

// testFacts reports how many tests go with a customer, where there are any.
func testFacts(v shell.Visitor, t customer.Total) []views.Fact {
	if t.Tests == 0 {
		return nil
	}
	return []views.Fact{{
		Name: v.T("Sandbox jobs"),
		Cell: views.Cell{Text: v.Count(int64(t.Tests))},
		Hint: v.T("Tests with this unique number, with everything stored about them."),
	}}
}
