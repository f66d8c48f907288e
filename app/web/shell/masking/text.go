package masking

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"proofdesk/app/draft"
	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/app/review"
	"proofdesk/app/store"
	"proofdesk/engine"
)

// Bullet replaces a masked letter or digit.
const Bullet = policy.Covered

// words keeps the first letter of each word of several: DOE, JANE → D••, J•••.
func words(text string) string {
	inWord := false
	var b strings.Builder
	for _, r := range text {
		letter := unicode.IsLetter(r) || unicode.IsDigit(r)
		switch {
		case !letter:
			b.WriteRune(r)
		case inWord || len([]rune(text)) == 1 || unicode.IsDigit(r):
			b.WriteRune(Bullet)
		default:
			b.WriteRune(r)
		}
		inWord = letter
	}
	return b.String()
}

// All keeps nothing but the length and what is neither letter nor digit.
func All(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return Bullet
		}
		return r
	}, text)
}

// lastShown is how many characters of a number stay, where it has at least twice as many.
const lastShown = 3

// number keeps the last characters of a number.
func number(text string) string {
	runes := []rune(text)
	if len(runes) < 2*lastShown {
		return All(text)
	}
	return All(string(runes[:len(runes)-lastShown])) + string(runes[len(runes)-lastShown:])
}

// date keeps the year.
func date(text string) string {
	if len(text) == len("2006-01-02") && text[4] == '-' {
		return text[:4] + "-••-••"
	}
	return All(text)
}

// Field covers a value of a field. The type of the document and its State say nothing about the person and stay.
func Field(field, value string) string {
	switch field {
	case "issuingCountry", "documentType":
		return value
	case "dateOfBirth", "issueDate", "expiryDate":
		return date(value)
	case "documentNumber", "personalNumber":
		return number(value)
	case "firstName", "lastName", "fullName":
		return words(value)
	}
	return All(value)
}

// values are personal values with what is shown instead, so that running text can be covered too.
type values struct {
	covered map[string]string // lower case
	pattern *regexp.Regexp
}

func (k *values) add(field, value string) {
	if k.covered == nil {
		k.covered = map[string]string{}
	}
	covered := Field(field, value)
	if covered == value || len(value) < 2 {
		return
	}
	k.covered[strings.ToLower(value)], k.pattern = covered, nil
	if strings.HasSuffix(field, "Name") || strings.HasPrefix(field, "address.") {
		for word := range strings.FieldsFuncSeq(value,
			func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			if len([]rune(word)) > 1 {
				k.covered[strings.ToLower(word)] = Field(field, word)
			}
		}
	}
}

var (
	isoDate  = regexp.MustCompile(`\b(\d{4})-\d{2}-\d{2}\b`)
	dayCount = regexp.MustCompile(`\b\d+ days\b`)
)

// text covers every known value, every date and every count of days in a text.
func (k *values) text(text string) string {
	if len(k.covered) > 0 {
		if k.pattern == nil {
			k.pattern = k.compile()
		}
		text = k.pattern.ReplaceAllStringFunc(text, func(found string) string {
			if covered, ok := k.covered[strings.ToLower(found)]; ok {
				return covered
			}
			return All(found)
		})
	}
	return dayCount.ReplaceAllString(isoDate.ReplaceAllString(text, "$1-••-••"), "••• days")
}

// compile matches the longest known value first, whole words only where a value begins or ends with a plain letter.
func (k *values) compile() *regexp.Regexp {
	known := slices.SortedFunc(maps.Keys(k.covered), func(a, b string) int {
		return cmp.Or(len(b)-len(a), strings.Compare(a, b))
	})
	for i, value := range known {
		quoted := regexp.QuoteMeta(value)
		if plainLetter(value[0]) {
			quoted = `\b` + quoted
		}
		if plainLetter(value[len(value)-1]) {
			quoted += `\b`
		}
		known[i] = quoted
	}
	return regexp.MustCompile(`(?i)(?:` + strings.Join(known, "|") + `)`)
}

// plainLetter reports whether a byte is a letter or digit of ASCII.
func plainLetter(b byte) bool {
	return b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
}

// summary covers the summary of a job of which only the name is known: what follows a colon may be a value.
func summary(name, text string) string {
	var k values
	k.add("fullName", name)
	parts := strings.Split(text, " · ")
	for i, part := range parts {
		parts[i], _, _ = strings.Cut(k.text(part), ":")
	}
	return strings.Join(parts, " · ")
}

// Dossier returns the dossier with all personal values covered, and whatever agents wrote, which may be about anything;
// its pictures may be shown blurred only.
func Dossier(d review.Dossier) review.Dossier {
	k := valuesOf(d)
	d.Masked = true
	d.Job = Job(d.Job)
	d.Related = slices.Clone(d.Related)
	for i, job := range d.Related {
		d.Related[i] = Job(job)
	}
	d.Request.Location, d.Request.Submitted, d.Draft = nil, nil, draft.Draft{}
	d.Payload.PersonalDetails = person(d.Payload.PersonalDetails)
	if d.Enrolled != nil {
		covered := Customer(*d.Enrolled)
		d.Enrolled = &covered
	}
	report(&d, &k)
	d.Decision.Reasons = slices.Clone(d.Decision.Reasons)
	for i := range d.Decision.Reasons {
		d.Decision.Reasons[i].Text = k.text(d.Decision.Reasons[i].Text)
	}
	d.Corrections = slices.Clone(d.Corrections)
	for i, c := range d.Corrections {
		d.Corrections[i].Before, d.Corrections[i].After = Field(c.Field, c.Before), Field(c.Field, c.After)
	}
	d.Reviews = slices.Clone(d.Reviews)
	for i := range d.Reviews {
		d.Reviews[i].Comment, d.Reviews[i].Note = All(d.Reviews[i].Comment), All(d.Reviews[i].Note)
	}
	d.Asked = slices.Clone(d.Asked)
	for i := range d.Asked {
		request := &d.Asked[i].CaptureLink.Asked
		request.Words = All(request.Words)
	}
	return d
}

// Job covers the personal values of a job.
func Job(job onboarding.Job) onboarding.Job {
	job.FullName, job.DocumentNumber = words(job.FullName), number(job.DocumentNumber)
	return job
}

// person covers the values of a payload about a person.
func person(p onboarding.PersonalDetails) onboarding.PersonalDetails {
	for name, place := range map[string]*string{
		"firstName":      &p.FirstName,
		"lastName":       &p.LastName,
		"fullName":       &p.FullName,
		"dateOfBirth":    &p.DateOfBirth,
		"sex":            &p.Sex,
		"nationality":    &p.Nationality,
		"documentNumber": &p.DocumentNumber,
		"issueDate":      &p.IssueDate,
		"expiryDate":     &p.ExpiryDate,
		"personalNumber": &p.PersonalNumber,
	} {
		*place = Field(name, *place)
	}
	if p.Address != nil {
		p.Address = &onboarding.Address{
			Line1:      All(p.Address.Line1),
			City:       All(p.Address.City),
			State:      All(p.Address.State),
			PostalCode: All(p.Address.PostalCode),
			Country:    p.Address.Country,
		}
	}
	return p
}

// valuesOf collects the personal values of a dossier.
func valuesOf(d review.Dossier) values {
	var k values
	k.add("fullName", d.Job.FullName)
	k.add("documentNumber", d.Job.DocumentNumber)
	for _, r := range d.Report.Readings {
		k.add(r.Field, r.Value)
		k.add(r.Field, r.Or)
		k.add("raw", r.Raw)
	}
	for field, value := range d.Request.Submitted {
		k.add(field, value)
	}
	for _, c := range d.Report.Comparisons {
		for _, value := range c.Values {
			k.add(c.Field, value)
		}
	}
	for _, c := range d.Corrections {
		k.add(c.Field, c.Before)
		k.add(c.Field, c.After)
	}
	p := d.Payload.PersonalDetails
	for name, value := range map[string]string{
		"firstName":      p.FirstName,
		"lastName":       p.LastName,
		"fullName":       p.FullName,
		"documentNumber": p.DocumentNumber,
		"personalNumber": p.PersonalNumber,
	} {
		k.add(name, value)
	}
	return k
}

// report covers the values in a dossier's report.
func report(d *review.Dossier, k *values) {
	r := d.Report
	r.Templates, r.Readings, r.Comparisons, r.Captures, r.Checks = nil, slices.Clone(r.Readings),
		slices.Clone(r.Comparisons), slices.Clone(r.Captures), slices.Clone(r.Checks)
	for i, reading := range r.Readings {
		r.Readings[i].Value, r.Readings[i].Raw, r.Readings[i].Or = Field(reading.Field, reading.Value), "", ""
	}
	for i, c := range r.Comparisons {
		covered := map[engine.Source]string{}
		for source, value := range c.Values {
			covered[source] = Field(c.Field, value)
		}
		r.Comparisons[i].Values = covered
	}
	for i, c := range r.Checks {
		r.Checks[i].Detail = k.text(c.Detail)
	}
	for i := range r.Captures {
		capture(&r.Captures[i])
	}
	d.Report = r
	d.Found = slices.Clone(d.Found)
	for i := range d.Found {
		d.Found[i].Detail = k.text(d.Found[i].Detail)
	}
}

// capture covers the text that was read from a capture.
func capture(c *engine.CaptureReport) {
	c.MRZLines, c.Symbols, c.CheckDigits = slices.Clone(c.MRZLines), slices.Clone(c.Symbols), nil
	for i, line := range c.MRZLines {
		c.MRZLines[i].Text = All(line.Text)
	}
	for i, symbol := range c.Symbols {
		c.Symbols[i].Text = All(symbol.Text)
	}
}

// Queued covers one row of the queue.
func Queued(r store.Queued) store.Queued {
	r.Summary = summary(r.FullName, r.Summary)
	r.FullName = words(r.FullName)
	return r
}

// Customer covers the values of an enrolled person. The unique number is the company's own and stays.
func Customer(cu onboarding.Customer) onboarding.Customer {
	cu.FullName, cu.DateOfBirth, cu.DocumentNumber = words(cu.FullName), date(cu.DateOfBirth),
		number(cu.DocumentNumber)
	return cu
}
