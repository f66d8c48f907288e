package web

import (
	"strconv"
	"strings"
	"time"

	"proofdesk/app/onboarding"
	"proofdesk/app/review"
	"proofdesk/engine"
	views "proofdesk/views/review"
	"proofdesk/views/ui"
)

const unknown = "unknown"

func fact(label, value string) views.Fact {
	f := views.Fact{Label: label, Value: value, Data: true}
	if value == "" {
		f.Value, f.Data, f.Tone = unknown, false, ui.Soft
	}
	return f
}

// signals are what other jobs and the device say.
func signals(d review.Dossier) []views.Fact {
	var facts []views.Fact
	for _, job := range d.Related {
		facts = append(facts, views.Fact{
			Label: sharedBy(d.Job, job), Href: "/jobs/" + job.ID,
			Value: strings.ToLower(string(job.Status)) + ", " + job.CreatedAt.Format(time.DateOnly), Tone: statusTone(job.Status),
		})
	}
	if len(facts) == 0 {
		facts = append(facts, views.Fact{Label: "Seen before", Value: "no job with this number or document", Tone: ui.Soft})
	}
	for _, c := range d.Report.Checks {
		if c.Code == engine.CodeDisagreement && c.Outcome != engine.Pass && c.Outcome != engine.NotRun {
			facts = append(facts, views.Fact{Label: "Device and server", Value: c.Detail, Tone: ui.Warn})
		}
	}
	return facts
}

func sharedBy(job, other onboarding.Job) string {
	if job.UniqueNumber != "" && job.UniqueNumber == other.UniqueNumber {
		return "Same unique number"
	}
	return "Same document"
}

func person(d review.Dossier) []views.Fact {
	p := d.Payload.PersonalDetails
	facts := []views.Fact{
		fact("Name", firstOf(p.FullName, strings.TrimSpace(p.FirstName+" "+p.LastName))), fact("Born", withAge(p.DateOfBirth, d.Now)),
		fact("Sex", p.Sex), fact("Nationality", p.Nationality), fact("Document", p.DocumentNumber), fact("Expires", withRest(p.ExpiryDate, d.Now)),
	}
	if p.PersonalNumber != "" {
		facts = append(facts, fact("Personal number", p.PersonalNumber))
	}
	if a := p.Address; a != nil {
		facts = append(facts, fact("Address", joined(", ", a.Line1, a.PostalCode, a.City, a.State, a.Country)))
	}
	return facts
}

func place(d review.Dossier) []views.Fact {
	device, job := d.Request.Device, d.Job
	facts := []views.Fact{fact("SDK", joined(" ", words(string(job.Flavor)), job.SDKVersion, string(job.Line))), fact("Submitted", dayTime(job.SubmittedAt))}
	if device != nil {
		facts = append(facts, fact("Device", joined(" ", device.Manufacturer, device.Model)), fact("System", joined(" ", device.OS, device.OSVersion)))
	} else {
		facts = append(facts, fact("Device", ""))
	}
	if l := d.Request.Location; l != nil {
		text := strconv.FormatFloat(l.Latitude, 'f', 4, 64) + ", " + strconv.FormatFloat(l.Longitude, 'f', 4, 64)
		if l.Accuracy > 0 {
			text += " ±" + strconv.FormatFloat(l.Accuracy, 'f', 0, 64) + " m"
		}
		facts = append(facts, fact("Location", text))
	} else if d.Masked {
		facts = append(facts, fact("Location", "covered"))
	} else {
		facts = append(facts, fact("Location", ""))
	}
	return facts
}

func firstOf(texts ...string) string {
	for _, text := range texts {
		if text != "" {
			return text
		}
	}
	return ""
}

func joined(separator string, texts ...string) string {
	var some []string
	for _, text := range texts {
		if text != "" {
			some = append(some, text)
		}
	}
	return strings.Join(some, separator)
}

// withAge adds the age in years to a date of birth.
func withAge(date string, now time.Time) string {
	born, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return date
	}
	years := now.Year() - born.Year()
	if now.YearDay() < born.AddDate(years, 0, 0).YearDay() {
		years--
	}
	return date + " (" + strconv.Itoa(years) + ")"
}

// withRest adds how long a document still holds.
func withRest(date string, now time.Time) string {
	end, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return date
	}
	days := int(end.Sub(now).Hours() / 24)
	switch {
	case days < 0:
		return date + " (expired " + strconv.Itoa(-days) + " days)"
	case days < 90:
		return date + " (" + strconv.Itoa(days) + " days left)"
	}
	return date
}
