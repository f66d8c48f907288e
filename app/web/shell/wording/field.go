package wording

import (
	"proofdesk/app/web/shell/format"
	"proofdesk/views/words"
)

// fields are the fields of documents in their order, with names that are short enough for a table, and those for a
// sentence.
var fields = []struct{ name, label, full string }{
	{"lastName", "Surname", "surname"},
	{"firstName", "Names", "given name"},
	{"fullName", "Name", "name"},
	{"dateOfBirth", "Born", "date of birth"},
	{"documentNumber", "Number", "document number"},
	{"expiryDate", "Expires", "date of expiry"},
	{"issueDate", "Issued", "date of issue"},
	{"issuingCountry", "State", "issuing State"},
	{"nationality", "Nation", "nationality"},
	{"sex", "Sex", "sex"},
	{"personalNumber", "Pers. no.", "personal number"},
	{"documentType", "Type", "type of document"},
	{"address.line1", "Street", "street"},
	{"address.city", "City", "city"},
	{"address.state", "Region", "region"},
	{"address.postalCode", "Post code", "post code"},
	{"address.country", "Country", "country"},
}

// FieldInSentence names a field of a document inside a sentence.
func FieldInSentence(name string) string {
	for _, f := range fields {
		if f.name == name {
			return f.full
		}
	}
	return format.Words(name)
}

// Field names a field of a document in a table.
func Field(name string) string {
	for _, f := range fields {
		if f.name == name {
			return f.label
		}
	}
	return format.Words(name)
}

// FieldOrder returns the place of a field in a list of fields.
func FieldOrder(name string) int {
	for i, f := range fields {
		if f.name == name {
			return i
		}
	}
	return len(fields)
}

// digitNames are what check digits are computed over, by their names in a report.
var digitNames = map[string]string{
	"number":    "document number",
	"birth":     "date of birth",
	"expiry":    "date of expiry",
	"personal":  "personal number",
	"composite": "whole zone",
	"name":      "name",
}

// Digit names what a check digit is computed over.
func Digit(field string) string {
	if name, ok := digitNames[field]; ok {
		return name
	}
	return format.Words(field)
}

// digitFields are the fields that check digits are computed over, by the digits' names in a report. That of the whole
// zone has none.
var digitFields = map[string]string{
	"number":   "documentNumber",
	"birth":    "dateOfBirth",
	"expiry":   "expiryDate",
	"personal": "personalNumber",
	"name":     "lastName",
}

// DigitField returns the field that a check digit is computed over; empty for none.
func DigitField(name string) string { return digitFields[name] }

// IsCountry reports whether the values of a field are codes of countries.
func IsCountry(field string) bool {
	return field == "issuingCountry" || field == "nationality" || field == "address.country"
}

// Value returns a value of a field as people read it, with its code where it has one.
func Value(l words.Language, field, value string) string {
	switch {
	case IsCountry(field):
		return format.CountryWithCode(l, value)
	case field == "documentType":
		return l.T(format.Document(value))
	}
	return value
}
