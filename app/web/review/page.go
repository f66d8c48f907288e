package review

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/company"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/review"
	"proofdesk/app/store"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/dossier"
	"proofdesk/app/web/shell/format"
	"proofdesk/app/web/shell/wording"
	"proofdesk/engine"
	views "proofdesk/views/review"
	"proofdesk/views/ui"
	"proofdesk/views/words"
)

// choice is which captures the panes were asked to show.
type choice struct{ a, b string }

// reviewPage makes the view of a dossier, all but what surrounds it.
func reviewPage(d dossier.Dossier, v shell.Visitor, asked choice) views.Page {
	job := d.Job
	page := views.Page{
		JobID:    job.ID,
		ShortID:  format.ShortID(job.ID),
		Name:     d.PersonName(job.FullName),
		Number:   job.UniqueNumber,
		Function: d.T(format.Function(job.Function)),
		Document: format.Join(" · ", documentTitle(d), d.T(format.Function(job.Function))),
		Zone:     d.TimeZone.String(),
		Status: statusTitle(d,
			job.Status),
		Tone:       format.StatusTone(job.Status),
		Holder:     d.Holder,
		Held:       d.Held(v.Reviewer()),
		Heading:    d.T("Why it needs review"),
		Calm:       d.T("No check failed, but their assurance is lower than the policy requires."),
		Caption:    caption(d),
		Engine:     suggestion(d),
		Passed:     d.Passed(),
		NotRun:     d.NotRun(),
		Scores:     scores(d),
		Measured:   measured(d),
		OnDevice:   onDevice(d),
		Escalation: escalation(d),
		Recall:     recallable(d.Dossier, v),
		Candidate:  candidate(d),
		Person:     person(d),
		Place:      slices.Concat(presetFact(v, job), place(d)),
		History:    history(d, d.Recent, holderName(d)),
		Reviewed:   reviewed(d),
	}
	if !job.Status.Is(onboarding.Review) {
		page.Heading, page.Calm = d.T("Check results"), noReasonText(d)
	}
	page.Decides = v.Reviewer().Decides
	page.Export = v.Role.Can(access.ExportJobs)
	page.Undecided = !job.Status.Decided()
	page.Rail, page.Panes = stage(d, asked)
	// Without captures, or before the engine has seen them, it says elsewhere on the page why there are no scores.
	page.Unmeasured = len(page.Scores) == 0 && len(page.Rail) > 0 && job.Status.Decided()
	compare(&page, d)
	if d.Case == nil || d.Case.State == store.CaseDone {
		return page
	}
	until := format.Deadline(d.Language, d.Case.OpenedAt, d.Case.DeadlineAt, d.Now)
	until.Share = ""
	page.Deadline = &until
	if until.Tone == ui.Fail {
		page.Status, page.Tone = page.Status+" · "+d.T("overdue"), ui.Fail
	}
	mine := d.Case.State == store.CaseProposed && d.Case.Proposer == v.ID
	page.Free = !d.Case.Held(d.Now) && !mine && v.Reviewer().Decides &&
		(d.Case.State != store.CaseEscalated || v.Reviewer().Senior)
	page.Proposal = d.Case.State == store.CaseProposed
	if page.Held {
		page.Lease = format.Countdown(d.Language, d.Case.LeaseUntil, d.Now)
	}
	return page
}

// compare fills in what was found: about each field in its row of the cross-check, the rest in a list.
func compare(page *views.Page, d dossier.Dossier) {
	m, found := dossier.NewMatrix(d), d.Why()
	rows := m.Rows(found)
	page.Heads, page.Rows, page.Agreeing, page.Single = m.Heads(), rows.Doubted, rows.Agreeing, rows.Single
	if len(page.Rows)+len(page.Agreeing) == 0 {
		page.Uncompared = uncompared(d, len(page.Single))
	}
	page.Why, page.Signals = dossier.WithoutField(found), signals(d, found)
	page.Lines, page.Digits, page.Repairs = zone(d, m)
}

// documentTitle names the document by its type and State; empty where there is none.
func documentTitle(d dossier.Dossier) string {
	return shell.Visitor{Language: d.Language}.Document(d.Job.DocumentType, d.Job.IssuingCountry)
}

// uncompared returns the sentence for a cross-check that can't compare anything, by why that is.
func uncompared(d dossier.Dossier, single int) string {
	switch {
	case !documented(d):
		return d.T("This job has no document, so there is nothing to cross-check.")
	case single > 0:
		return d.T("Only one source has values, so there is nothing to compare.")
	}
	return d.T("There are no values to compare.")
}

// noReasonText returns the sentence for a job without findings, by its status and how the engine judged it.
func noReasonText(d dossier.Dossier) string {
	status, judged := d.Job.Status, d.Decision
	switch {
	case status.Is(onboarding.Capturing):
		return d.T("The applicant is still taking captures. Nothing has been checked yet.")
	case !status.Decided():
		return d.T("The engine has not processed this job yet.")
	case status.Is(onboarding.Errored):
		return d.T("This job could not be processed.")
	case judged.Met < judged.Required:
		return d.T("%d of %d requirements of the policy were met.", judged.Met, judged.Required)
	case judged.Outcome.Is(onboarding.Approved): // also before requirements were counted: all were met then
		return d.T("All requirements of the policy were met.")
	}
	return d.T("No findings were recorded for this outcome.")
}

// suggestion is what the engine and the policy made of the job.
func suggestion(d dossier.Dossier) views.Suggestion {
	if d.Decision.Outcome == "" {
		return views.Suggestion{Outcome: d.T("nothing yet")}
	}
	s := views.Suggestion{Outcome: statusTitle(d, d.Decision.Outcome)}
	if d.Decision.Required > 0 {
		s.Met = d.T("%d of %d requirements met", d.Decision.Met, d.Decision.Required)
	}
	return s
}

// caption returns with what and where the captures were taken. Of the version it shows the first three parts.
func caption(d dossier.Dossier) string {
	version := strings.SplitN(d.Job.SDKVersion, ".", 4)
	release := strings.Join(version[:min(3, len(version))], ".")
	parts := []string{d.T(format.Words(string(d.Job.Flavor))) + " " + release}
	if l := d.Request.Location; l != nil {
		parts = append(parts,
			degrees(d.Language, l.Latitude, "N", "S", 2)+" "+degrees(d.Language, l.Longitude, d.T("E"), d.T("W"), 2))
	}
	return strings.Join(parts, " · ")
}

func degrees(l words.Language, v float64, positive, negative string, places int) string {
	if v < 0 {
		return l.Decimal(-v, places) + " " + negative
	}
	return l.Decimal(v, places) + " " + positive
}

// standing returns the decision that holds; nil where there is none.
func standing(reviews []store.Review) *store.Review {
	for i := len(reviews) - 1; i >= 0; i-- {
		if reviews[i].Kind == store.ReviewDecision && reviews[i].UndoneAt.IsZero() {
			return &reviews[i]
		}
	}
	return nil
}

// waits reports whether a proposal for a case, where there is one, waits for another agent: also after that agent has
// escalated the case.
func waits(c *store.ReviewCase) bool {
	return c != nil && (c.State == store.CaseProposed || c.State == store.CaseEscalated)
}

// proposal returns the newest proposal that was not taken back; nil where there is none.
func proposal(reviews []store.Review) *store.Review {
	for i := len(reviews) - 1; i >= 0; i-- {
		if reviews[i].Kind == store.ReviewProposal && reviews[i].UndoneAt.IsZero() {
			return &reviews[i]
		}
	}
	return nil
}

func reviewed(d dossier.Dossier) *views.Reviewed {
	r, proposed := standing(d.Reviews), false
	if r == nil && waits(d.Case) {
		r, proposed = proposal(d.Reviews), true
	}
	if r == nil {
		return nil
	}
	shown := &views.Reviewed{
		Outcome: d.T(string(r.Outcome)),
		Tone:    format.StatusTone(r.Outcome),
		By:      r.AgentName,
		At:      d.Time(r.CompletedAt),
		Comment: r.Comment,
		Note:    r.Note,
	}
	if proposed {
		shown.Outcome, shown.Proposed = d.T("Proposed: %s", shown.Outcome), true
	}
	for _, reason := range r.Reasons {
		shown.Reasons = append(shown.Reasons, shell.Visitor{Language: d.Language}.Reason(reason))
	}
	if over := d.Overridden(r.Outcome, r.Overrides); len(over) > 0 { // no plain success
		shown.Tone, shown.Reasons = ui.Warn, append(shown.Reasons, over...)
	}
	return shown
}

// history lists in short what happened to the job. show writes a time, and holder is who has taken it.
func history(d dossier.Dossier, show func(time.Time) ui.Time, holder string) []views.Entry {
	job := d.Job
	entries := []views.Entry{{At: show(job.CreatedAt), Text: d.T("Job created")}}
	add := func(at time.Time, text string) {
		if !at.IsZero() {
			entries = append(entries, views.Entry{At: show(at), Text: text})
		}
	}
	add(job.SubmittedAt, d.N(d.Submitted(), "Submitted with 1 capture", "Submitted with %d captures"))
	first := d.Renewals() == 0 || d.Renewals() == 1 && d.Unchecked() // the report is that of the first check
	outcome := suggestion(d).Outcome
	if !first {
		outcome = statusTitle(d, onboarding.Review) // else nobody could have asked for captures
	}
	checked := d.T("Engine: %s", outcome)
	if first && d.Report.Elapsed > 0 {
		checked = d.T("Engine: %s in %s", outcome, d.Took(d.Report.Elapsed))
	}
	add(job.DecidedAt, checked)
	addAsked(d, add)
	for _, r := range d.Reviews {
		add(r.CompletedAt, act(d, r))
		for _, text := range d.Overridden(r.Outcome, r.Overrides) {
			add(r.CompletedAt, text)
		}
	}
	for _, c := range d.Corrections {
		add(c.CreatedAt,
			d.T("%s corrected (%s)", d.T(wording.Field(c.Field)), d.T(wording.Source(engine.Source(c.Source)))))
	}
	if d.Case != nil && d.Case.Held(d.Now) {
		add(d.Case.ClaimedAt, d.T("Taken by %s", holder))
	}
	slices.SortStableFunc(entries, func(a, b views.Entry) int { return strings.Compare(a.At.UTC, b.At.UTC) })
	return entries
}

// addAsked lists what the applicant was asked for and what came of it. Whether captures were checked is known of those
// that were sent last; earlier ones were put in place at least.
func addAsked(d dossier.Dossier, add func(time.Time, string)) {
	checked := d.T("The new captures were checked: %s", suggestion(d).Outcome)
	switch {
	case d.Unchecked():
		checked = d.T("The new captures were not checked")
	case d.Report.Elapsed > 0:
		checked = d.T("The new captures were checked in %s: %s", d.Took(d.Report.Elapsed), suggestion(d).Outcome)
	}
	for _, l := range slices.Backward(d.Asked) {
		var names []string
		for _, kind := range l.CaptureLink.Asked.Kinds() {
			names = append(names, d.T(wording.Capture(kind)))
		}
		add(l.CreatedAt, d.T("%s: asked for new captures (%s)", l.By, strings.Join(names, ", ")))
		add(l.SubmittedAt, d.T("The applicant sent new captures"))
		ranOut := !d.Now.Before(l.ExpiresAt) && (l.RevokedAt.IsZero() || !l.RevokedAt.Before(l.ExpiresAt))
		switch {
		case !l.CheckedAt.IsZero():
			add(l.CheckedAt, checked)
			checked = d.T("The new captures replaced the earlier ones")
		case !l.SubmittedAt.IsZero():
		case ranOut:
			add(l.ExpiresAt, d.T("The request for captures ran out"))
		case slices.ContainsFunc(d.Reviews, func(r store.Review) bool { return r.CompletedAt.Equal(l.RevokedAt) }):
			add(l.RevokedAt, d.T("The decision ended the request for captures"))
		default:
			add(l.RevokedAt, d.T("The request for captures was withdrawn"))
		}
	}
}

func holderName(d dossier.Dossier) string {
	if d.Holder != "" {
		return d.Holder
	}
	return d.T("you")
}

func act(d dossier.Dossier, r store.Review) string {
	var text string
	switch r.Kind {
	case store.ReviewEscalation:
		text = d.T("%s: escalated", r.AgentName)
	case store.ReviewProposal:
		text = d.T("%s: proposed %s", r.AgentName, d.T(string(r.Outcome)))
	default:
		text = r.AgentName + ": " + d.T(string(r.Outcome))
	}
	if !r.UndoneAt.IsZero() {
		text += ", " + d.T("undone")
	}
	if r.Note != "" && r.Kind == store.ReviewEscalation {
		text += ": " + r.Note
	}
	return text
}

// decisionForm fills the bar from the draft and the claim.
func decisionForm(d dossier.Dossier, reasons []onboarding.ReviewReason) views.Form {
	if p := proposal(d.Reviews); p != nil && d.Draft.Empty() && d.Case != nil && d.Case.State == store.CaseProposed {
		for _, r := range p.Reasons { // whoever confirms need not look them up again
			d.Draft.Reasons = append(d.Draft.Reasons, r.Code)
		}
	}
	f := views.Form{
		Note:      d.Draft.Note,
		Comment:   d.Draft.Comment,
		Outcomes:  outcomes(d, d.Draft.Outcome),
		Bands:     bands(d, reasons, d.Draft.Reasons),
		Overrides: overrides(d),
		Started:   strconv.FormatInt(d.Now.UnixMilli(), 10),
		Key:       ids.UUID(),
		Rev:       d.Draft.Rev,
		Seen:      strings.Join(d.Draft.Seen, " "),
	}
	if d.Case != nil {
		f.Claim, f.Version, f.Digest = d.Case.Claim, strconv.FormatInt(d.Case.Version, 10), d.Case.EvidenceDigest
	}
	if l := d.LastAsked(); l != nil {
		f.Request = l.ID
	}
	if !d.Draft.SavedAt.IsZero() {
		f.SavedAt = strconv.FormatInt(d.Draft.SavedAt.UnixMilli(), 10)
	}
	if !d.Draft.SavedAt.IsZero() && !d.Draft.Empty() {
		f.Saved = d.T("saved %s", d.Recent(d.Draft.SavedAt))
	}
	return f
}

func outcomes(d dossier.Dossier, chosen string) []views.Outcome {
	all := []views.Outcome{
		{Value: string(onboarding.ReviewApproved), Label: "Approve", Key: "a", Class: "yes", Icon: "check"},
		{Value: string(onboarding.ReviewDeclined), Label: "Decline", Key: "d", Class: "no", Icon: "ban"},
		{Value: string(onboarding.ReviewSuspicious), Label: "Suspicious", Key: "v", Class: "odd", Icon: "shield-alert"},
	}
	for i := range all {
		all[i].Label = d.T(all[i].Label)
		all[i].On = strings.EqualFold(all[i].Value, chosen)
	}
	return all
}

func bands(d dossier.Dossier, reasons []onboarding.ReviewReason, chosen []string) []views.Band {
	on := map[string]bool{}
	for _, code := range chosen {
		on[code] = true
	}
	var all []views.Band
	for i, name := range company.Bands() {
		band := views.Band{Name: d.T(format.Sentence(strings.ToLower(string(name))))}
		for _, r := range reasons {
			if r.Band != name {
				continue
			}
			text := shell.Visitor{Language: d.Language}.Reason(r)
			band.Reasons = append(band.Reasons, views.Reason{
				Code: r.Code,
				Text: text,
				Key:  shell.ReasonKey(i, len(band.Reasons)),
				On:   on[r.Code],
			})
		}
		all = append(all, band)
	}
	return all
}

// tally reports what the visitor did today.
func tally(v shell.Visitor, t review.Tally) string {
	if t.Done == 0 {
		return v.T("nothing done yet today")
	}
	return v.N(t.Done, "1 done today · median %s", "%d done today · median %s", v.Age(t.Median))
}
