package review

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"proofdesk/app/catalogue"
	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/app/web/shell/dossier"
	"proofdesk/app/web/shell/format"
	"proofdesk/engine"
	"proofdesk/views/finding"
	"proofdesk/views/ui"
)

// fact is a value under a translated label, or that it is unknown.
func fact(d dossier.Dossier, label, value string) finding.Fact {
	f := finding.Fact{Label: label, Value: value, Data: true}
	if value == "" {
		f.Value, f.Data, f.Tone = d.T(dossier.Unknown), false, ui.Soft
	}
	return f
}

// copied is a fact whose value can be copied, unless it is covered.
func copied(d dossier.Dossier, label, value string) finding.Fact {
	f := fact(d, label, value)
	if !d.Masked {
		f.Copy = value
	}
	return f
}

// signals lists what other jobs and the device reveal, except what is a finding already.
func signals(d dossier.Dossier, found []finding.Finding) []finding.Fact {
	var facts []finding.Fact
	for _, job := range d.Related {
		facts = append(facts, finding.Fact{
			Label: d.T(sharedBy(d.Job, job)),
			Href:  "/jobs/" + job.ID,
			Value: statusName(d, job.Status) + ", " + d.When(job.CreatedAt),
			Tone:  format.StatusTone(job.Status),
		})
	}
	if len(facts) == 0 {
		none := d.T("no job with this number or document")
		if !documented(d) {
			none = d.T("no job with this number")
		}
		facts = append(facts, finding.Fact{Label: d.T("Seen before"), Value: none, Tone: ui.Soft})
	}
	facts = append(facts, accepted(d)...)
	for _, c := range d.Report.Checks {
		told := func(f finding.Finding) bool { return f.Check == c.Code && f.Code == dossier.FirstReason(c) }
		if c.Code == engine.CodeDisagreement && c.Outcome != engine.Pass && c.Outcome != engine.NotRun &&
			!slices.ContainsFunc(found, told) {
			facts = append(facts, finding.Fact{
				Label: d.T(catalogue.Title(c.Code)),
				Value: d.Sentence(policy.Reason{Code: dossier.FirstReason(c), Check: c.Code, Text: c.Detail}, &c),
				Title: d.Detail(c),
				Tone:  ui.Warn,
			})
		}
	}
	return facts
}

// accepted lists the checks that the server could not prove and for which the policy accepted the device's pass.
func accepted(d dossier.Dossier) []finding.Fact {
	var facts []finding.Fact
	told := map[string]bool{}
	for _, c := range d.Report.Checks {
		pass := d.Accepted(c.Code)
		if pass == nil || told[c.Code] {
			continue
		}
		told[c.Code] = true
		facts = append(facts, finding.Fact{
			Label: d.T(catalogue.Title(c.Code)),
			Value: d.AcceptedText(*pass),
			Tone:  ui.Pass,
		})
	}
	return facts
}

// statusTitle returns a job's status in capitals.
func statusTitle(d dossier.Dossier, s onboarding.Status) string {
	if s.Is(onboarding.ExistingCustomer) {
		return d.T("EXISTING CUSTOMER")
	}
	return d.T(strings.ToUpper(string(s)))
}

// statusName returns a job's status as a word of the page's language.
func statusName(d dossier.Dossier, s onboarding.Status) string {
	return strings.ToLower(statusTitle(d, s))
}

func sharedBy(job, other onboarding.Job) string {
	if job.UniqueNumber != "" && job.UniqueNumber == other.UniqueNumber {
		return "Same unique number"
	}
	return "Same document"
}

// documented reports whether a job has a document, or may still get one.
func documented(d dossier.Dossier) bool {
	return len(d.Captures) == 0 ||
		slices.ContainsFunc(d.Captures, func(c onboarding.Capture) bool { return !ofPerson(c.Kind) })
}

// person lists who the applicant is; of a job without a document only what is known, as nothing can be missing.
func person(d dossier.Dossier) []finding.Fact {
	p := d.Payload.PersonalDetails
	facts := []finding.Fact{
		disputed(d, copied(d, d.T("Name"), cmp.Or(d.Job.FullName, p.FullName)), "lastName", "firstName"),
		disputed(d, fact(d, d.T("Born"), withAge(d, p.DateOfBirth)), "dateOfBirth"),
		disputed(d, fact(d, d.T("Sex"), p.Sex), "sex"),
		disputed(d, fact(d, d.T("Nationality"), format.Country(d.Language, p.Nationality)), "nationality"),
		disputed(d, copied(d, d.T("Document"), p.DocumentNumber), "documentNumber"),
		disputed(d, fact(d, d.T("Expires"), withRest(d, p.ExpiryDate)), "expiryDate"),
	}
	if !documented(d) {
		facts = slices.DeleteFunc(facts, func(f finding.Fact) bool { return f.Value == d.T(dossier.Unknown) })
	}
	if p.PersonalNumber != "" {
		facts = append(facts, copied(d, d.T("Personal number"), p.PersonalNumber))
	}
	if a := p.Address; a != nil {
		facts = append(facts,
			copied(d, d.T("Address"), format.Join(", ", a.Line1, a.PostalCode, a.City, a.State,
				format.Country(d.Language, a.Country))))
	}
	return facts
}

// disputed marks a fact about the applicant whose sources contradict each other: the value is that of the most trusted
// source, which is not known to be right.
func disputed(d dossier.Dossier, f finding.Fact, fields ...string) finding.Fact {
	for _, c := range d.Report.Comparisons {
		if c.Match == engine.MatchNone && slices.Contains(fields, c.Field) {
			f.Value, f.Tone = f.Value+" · "+d.T("sources differ"), ui.Fail
			break
		}
	}
	return f
}

// momentFact is a fact that is a time.
func momentFact(d dossier.Dossier, label string, at time.Time) finding.Fact {
	shown := fact(d, label, d.When(at))
	shown.Data, shown.Title = true, d.Time(at).UTC
	return shown
}

func place(d dossier.Dossier) []finding.Fact {
	device, job := d.Request.Device, d.Job
	facts := []finding.Fact{
		fact(d, "SDK",
			format.Join(" ", d.T(format.Words(string(job.Flavor))), job.SDKVersion,
				d.T(format.Words(string(job.Line))))),
		momentFact(d, d.T("Submitted"), job.SubmittedAt),
	}
	if device != nil {
		facts = append(facts, fact(d, d.T("Device"), format.Join(" ", device.Manufacturer, device.Model)),
			fact(d, d.T("System"), format.Join(" ", device.OS, device.OSVersion)))
		if device.ID != "" {
			facts = append(facts, copied(d, d.T("Device id"), device.ID))
		}
		if device.AppVersion != "" {
			facts = append(facts, fact(d, d.T("App version"), device.AppVersion))
		}
	} else {
		facts = append(facts, fact(d, d.T("Device"), ""))
	}
	return append(facts, placeFacts(d)...)
}

// placeFacts reports where the captures were taken, and what time of day it may have been there by the sun.
func placeFacts(d dossier.Dossier) []finding.Fact {
	l := d.Request.Location
	switch {
	case l == nil && d.Masked:
		return []finding.Fact{fact(d, d.T("Location"), d.T("masked"))}
	case l == nil:
		return []finding.Fact{fact(d, d.T("Location"), "")}
	}
	at := strconv.FormatFloat(l.Latitude, 'f', 5, 64) + ", " + strconv.FormatFloat(l.Longitude, 'f', 5, 64)
	where := copied(d, d.T("Location"), at)
	where.Value = degrees(d.Language, l.Latitude, "N", "S", 4) + ", " +
		degrees(d.Language, l.Longitude, d.T("E"), d.T("W"), 4)
	if l.Accuracy > 0 {
		where.Value += " ±" + d.Decimal(l.Accuracy, 0) + " m"
	}
	facts := []finding.Fact{where}
	if !d.Job.SubmittedAt.IsZero() {
		sun := d.Job.SubmittedAt.UTC().Add(time.Duration(l.Longitude / 15 * float64(time.Hour)))
		facts = append(facts, finding.Fact{
			Label: d.T("Local time"),
			Value: d.T("about %s, solar time", d.Hour(sun)),
			Title: d.T("Estimated from the longitude: 15 degrees per hour"),
		})
	}
	return facts
}

// withAge adds the age in years to a date of birth.
func withAge(d dossier.Dossier, date string) string {
	born, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return d.Calendar(date)
	}
	years := d.Now.Year() - born.Year()
	if born.AddDate(years, 0, 0).After(d.Now) {
		years--
	}
	return d.Calendar(date) + " (" + d.N(years, "1 year old", "%d years old") + ")"
}

// soonOver is how many days before a document runs out that is told.
const soonOver = 90

// withRest adds how long a document still holds.
func withRest(d dossier.Dossier, date string) string {
	end, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return d.Calendar(date)
	}
	switch days := int(math.Floor(end.Sub(d.Now).Hours()/24)) + 1; {
	case days < 0:
		return d.Calendar(date) + " (" + d.N(-days, "expired 1 day ago", "expired %d days ago") + ")"
	case days < soonOver:
		return d.Calendar(date) + " (" + d.N(days, "1 day left", "%d days left") + ")"
	}
	return d.Calendar(date)
}
