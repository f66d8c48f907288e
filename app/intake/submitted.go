package intake

import (
	"maps"
	"slices"
	"strings"
	"time"
)

const (
	maxSubmitted = 200 // characters of a submitted value
	maxYears     = 150 // since a person was born, or a document was issued
)

// submittedFields are the fields that a host application may submit; true for dates.
var submittedFields = map[string]bool{
	"firstName":          false,
	"lastName":           false,
	"fullName":           false,
	"dateOfBirth":        true,
	"sex":                false,
	"nationality":        false,
	"documentNumber":     false,
	"documentType":       false,
	"issuingCountry":     false,
	"issueDate":          true,
	"expiryDate":         true,
	"personalNumber":     false,
	"address.line1":      false,
	"address.city":       false,
	"address.state":      false,
	"address.postalCode": false,
	"address.country":    false,
}

// joiners takes out the two characters without width that belong to the spelling of Persian and Indian names.
var joiners = strings.NewReplacer("\u200c", "", "\u200d", "")

// submitted checks what a host application says of a person: each value by itself, and the dates against one another.
func (f *findings) submitted(values map[string]string, now time.Time) {
	dates := map[string]time.Time{}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		isDate, known := submittedFields[name]
		value := values[name]
		switch {
		case !known:
			f.add("submitted", "unknown", "submitted holds a field that is not known")
			continue
		case value == "":
			f.add("submitted."+name, "required", "submitted.%s is empty: leave it out, or give its value", name)
			continue
		}
		f.text("submitted."+name, joiners.Replace(value), maxSubmitted)
		date, err := time.Parse(time.DateOnly, value)
		switch {
		case isDate && err != nil:
			f.add("submitted."+name, "format", "submitted.%s must be a date, YYYY-MM-DD", name)
		case isDate:
			dates[name] = date
		}
	}
	f.past(dates, now)
	f.inOrder(dates)
}

// past refuses dates of which no person and no document can be. Somewhere it is tomorrow already.
func (f *findings) past(dates map[string]time.Time, now time.Time) {
	for _, name := range []string{"dateOfBirth", "issueDate"} {
		date, ok := dates[name]
		if ok && (date.After(now.AddDate(0, 0, 1)) || date.Before(now.AddDate(-maxYears, 0, 0))) {
			f.add("submitted."+name, "past", "submitted.%s must be a date of the last %d years", name, maxYears)
		}
	}
}

// inOrder refuses a document that was issued before its holder was born, or after it expired.
func (f *findings) inOrder(dates map[string]time.Time) {
	birth, issue, expiry := dates["dateOfBirth"], dates["issueDate"], dates["expiryDate"]
	if !birth.IsZero() && !issue.IsZero() && !issue.After(birth) {
		f.add("submitted.issueDate", "order", "submitted.issueDate must be after submitted.dateOfBirth")
	}
	if !expiry.IsZero() && issue.After(expiry) {
		f.add("submitted.issueDate", "order", "submitted.issueDate must not be after submitted.expiryDate")
	}
	if !birth.IsZero() && !expiry.IsZero() && !expiry.After(birth) {
		f.add("submitted.expiryDate", "order", "submitted.expiryDate must be after submitted.dateOfBirth")
	}
}

// named checks that an applicant who has looked over what was read leaves what a document always has: a number and a
// name. Where a person has one name only, it is the last name.
func (f *findings) named(values map[string]string) {
	needs := []string{"documentNumber"}
	if values["fullName"] == "" {
		needs = append(needs, "lastName")
	}
	for _, name := range needs {
		if _, given := values[name]; !given {
			f.add("submitted."+name, "required", "submitted.%s is missing", name)
		}
	}
}
