package web

import (
	"strconv"
	"strings"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/onboarding"
	"proofdesk/app/review"
	"proofdesk/app/store"
	views "proofdesk/views/review"
	"proofdesk/views/ui"
)

// choice is which captures the panes were asked to show.
type choice struct{ a, b string }

// reviewPage makes the view of a dossier, all but what surrounds it.
func reviewPage(d review.Dossier, v visitor, asked choice) views.Page {
	job := d.Job
	page := views.Page{
		JobID: job.ID, ShortID: shortID(job.ID), Name: nameOr(job.FullName), Number: job.UniqueNumber, Function: functionName(job.Function),
		Document: strings.TrimPrefix(documentName(job.DocumentType, job.IssuingCountry)+" · "+functionName(job.Function), " · "),
		Status:   strings.ToUpper(string(job.Status)), Tone: statusTone(job.Status), Holder: d.Holder, Held: d.Held(v.desk()),
		Heading: "Why it is here", Calm: "Nothing failed. The checks that ran are trusted less than the policy asks for.",
		Caption: caption(d), Engine: suggestion(d), Passed: passed(d), NotRun: notRun(d), Why: why(d), Scores: scores(d),
		Signals: signals(d), Person: person(d), Place: place(d), History: history(d), Reviewed: reviewed(d),
	}
	if !job.Status.Is(onboarding.Review) {
		page.Heading, page.Calm = "What was found", calm(job.Status)
	}
	page.Decides = v.desk().Decides
	page.Export = v.Role.Can(access.ExportJobs)
	page.Zone, page.Digits = zone(d)
	page.Rail, page.Panes = stage(d, asked)
	m := newMatrix(d)
	page.Sources = m.sourceNames()
	page.Rows, page.Single = m.rows()
	if d.Case == nil || d.Case.State == store.CaseDone {
		return page
	}
	until := deadline(d.Case.OpenedAt, d.Case.DeadlineAt, d.Now)
	until.Share = ""
	page.Deadline = &until
	mine := d.Case.State == store.CaseProposed && d.Case.Proposer == v.ID
	page.Free = !d.Case.Held(d.Now) && !mine && v.desk().Decides && (d.Case.State != store.CaseEscalated || v.desk().Senior)
	page.Proposal = d.Case.State == store.CaseProposed
	if page.Held {
		page.Lease = countdown(d.Case.LeaseUntil, d.Now)
	}
	return page
}

// calm says why nothing stands against a job.
func calm(s onboarding.Status) string {
	if !s.Decided() {
		return "The engine has not looked at this job yet."
	}
	return "Everything that the policy asks for was met."
}

// suggestion is what the engine and the policy made of the job.
func suggestion(d review.Dossier) views.Suggestion {
	s := views.Suggestion{Outcome: string(d.Decision.Outcome)}
	if s.Outcome == "" {
		s.Outcome = "nothing yet"
		return s
	}
	s.Score = score(d.Decision.Score)
	return s
}

// caption says when, with what and where the captures were taken.
func caption(d review.Dossier) string {
	parts := []string{d.Job.SubmittedAt.Format("15:04"), words(string(d.Job.Flavor)) + " " + release(d.Job.SDKVersion)}
	if l := d.Request.Location; l != nil {
		parts = append(parts, degrees(l.Latitude, "N", "S")+" "+degrees(l.Longitude, "E", "W"))
	}
	return strings.Join(parts, " · ")
}

// release gives the first three parts of a version.
func release(version string) string {
	return strings.Join(strings.SplitN(version, ".", 4)[:min(3, strings.Count(version, ".")+1)], ".")
}

func degrees(v float64, positive, negative string) string {
	if v < 0 {
		return strconv.FormatFloat(-v, 'f', 2, 64) + " " + negative
	}
	return strconv.FormatFloat(v, 'f', 2, 64) + " " + positive
}

// standing gives the decision that holds; nil where there is none.
func standing(reviews []store.Review) *store.Review {
	for i := len(reviews) - 1; i >= 0; i-- {
		if reviews[i].Kind == store.ReviewDecision && reviews[i].UndoneAt.IsZero() {
			return &reviews[i]
		}
	}
	return nil
}

// proposal gives the newest proposal; nil where there is none.
func proposal(reviews []store.Review) *store.Review {
	for i := len(reviews) - 1; i >= 0; i-- {
		if reviews[i].Kind == store.ReviewProposal {
			return &reviews[i]
		}
	}
	return nil
}

func reviewed(d review.Dossier) *views.Reviewed {
	r, verb := standing(d.Reviews), ""
	if r == nil && d.Case != nil && d.Case.State == store.CaseProposed {
		r, verb = proposal(d.Reviews), "Proposed: "
	}
	if r == nil {
		return nil
	}
	shown := &views.Reviewed{Outcome: verb + string(r.Outcome), Tone: statusTone(r.Outcome), By: r.AgentName, At: dayTime(r.CompletedAt), Comment: r.Comment, Note: r.Note}
	for _, reason := range r.Reasons {
		shown.Reasons = append(shown.Reasons, reason.Text)
	}
	return shown
}

// history tells in short what happened to the job.
func history(d review.Dossier) []views.Entry {
	job := d.Job
	entries := []views.Entry{{At: clockTime(job.CreatedAt), Text: "Job created"}}
	if !job.SubmittedAt.IsZero() {
		entries = append(entries, views.Entry{At: clockTime(job.SubmittedAt), Text: "Submitted with " + many(len(d.Captures), "capture")})
	}
	if !job.DecidedAt.IsZero() {
		entries = append(entries, views.Entry{At: clockTime(job.DecidedAt), Text: "Engine: " + suggestion(d).Outcome + " in " + seconds(d.Report.Elapsed)})
	}
	for _, r := range d.Reviews {
		entries = append(entries, views.Entry{At: clockTime(r.CompletedAt), Text: act(r)})
	}
	for _, c := range d.Corrections {
		entries = append(entries, views.Entry{At: clockTime(c.CreatedAt), Text: fieldName(c.Field) + " corrected (" + sourceName(c.Source) + ")"})
	}
	if d.Case != nil && d.Case.Held(d.Now) {
		entries = append(entries, views.Entry{At: clockTime(d.Case.ClaimedAt), Text: "Taken by " + holderName(d)})
	}
	return entries
}

func holderName(d review.Dossier) string {
	if d.Holder != "" {
		return d.Holder
	}
	return "you"
}

func act(r store.Review) string {
	text := r.AgentName + ": "
	switch r.Kind {
	case store.ReviewEscalation:
		text += "escalated"
	case store.ReviewProposal:
		text += "proposed " + string(r.Outcome)
	default:
		text += string(r.Outcome)
	}
	if !r.UndoneAt.IsZero() {
		text += ", taken back"
	}
	if r.Note != "" && r.Kind == store.ReviewEscalation {
		text += ": " + r.Note
	}
	return text
}

// many counts things by their name.
func many(n int, name string) string {
	if n == 1 {
		return "1 " + name
	}
	return strconv.Itoa(n) + " " + name + "s"
}

func seconds(d time.Duration) string {
	if d < 100*time.Millisecond {
		return strconv.FormatInt(d.Milliseconds(), 10) + " ms"
	}
	return strconv.FormatFloat(d.Seconds(), 'f', 1, 64) + " s"
}

// decisionForm fills the bar from the draft and the claim.
func decisionForm(d review.Dossier, reasons []onboarding.ReviewReason) views.Form {
	if p := proposal(d.Reviews); p != nil && d.Draft.Empty() && d.Case != nil && d.Case.State == store.CaseProposed {
		for _, r := range p.Reasons { // whoever confirms need not look them up again
			d.Draft.Reasons = append(d.Draft.Reasons, r.Code)
		}
	}
	f := views.Form{Note: d.Draft.Note, Comment: d.Draft.Comment, Outcomes: outcomes(d.Draft.Outcome), Bands: bands(reasons, d.Draft.Reasons), Started: strconv.FormatInt(d.Now.UnixMilli(), 10)}
	if d.Case != nil {
		f.Claim, f.Version, f.Digest = d.Case.Claim, strconv.FormatInt(d.Case.Version, 10), d.Case.EvidenceDigest
	}
	if !d.Draft.SavedAt.IsZero() {
		f.Saved = "kept " + clockTime(d.Draft.SavedAt)
	}
	return f
}

func outcomes(chosen string) []views.Outcome {
	all := []views.Outcome{
		{Value: string(onboarding.ReviewApproved), Label: "Approve", Key: "a", Class: "yes", Icon: "check"},
		{Value: string(onboarding.ReviewDeclined), Label: "Decline", Key: "d", Class: "no", Icon: "ban"},
		{Value: string(onboarding.ReviewSuspicious), Label: "Suspicious", Key: "v", Class: "odd", Icon: "shield-alert"},
	}
	for i := range all {
		all[i].On = strings.EqualFold(all[i].Value, chosen)
	}
	return all
}

// keysPerBand is how many reasons of a band answer to a digit.
const keysPerBand = 3

func bands(reasons []onboarding.ReviewReason, chosen []string) []views.Band {
	on := map[string]bool{}
	for _, code := range chosen {
		on[code] = true
	}
	var all []views.Band
	for i, name := range review.Bands() {
		band := views.Band{Name: sentence(strings.ToLower(string(name)))}
		for _, r := range reasons {
			if r.Band != name {
				continue
			}
			reason := views.Reason{Code: r.Code, Text: r.Text, On: on[r.Code]}
			if n := len(band.Reasons); n < keysPerBand {
				reason.Key = strconv.Itoa(i*keysPerBand + n + 1)
			}
			band.Reasons = append(band.Reasons, reason)
		}
		all = append(all, band)
	}
	return all
}

// tone of an outcome of a check.
func toneOf(outcome string) ui.Tone {
	switch outcome {
	case "PASS":
		return ui.Pass
	case "FAIL":
		return ui.Fail
	case "NOT_RUN":
		return ui.Soft
	}
	return ui.Warn
}
