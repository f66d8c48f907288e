package web

import (
	"cmp"
	"strings"
	"time"

	"proofdesk/app/onboarding"
	"proofdesk/app/web/shell/format"
)

// tz is the visitor's time zone.
func (v visitor) tz() *time.Location { return v.Agent.Preferences.Zone() }

func (v visitor) nameOr(name string) string {
	if name == "" {
		return v.T("Name unknown")
	}
	return name
}

// document names a type of document with its State; empty for none.
func (v visitor) document(kind, country string) string {
	if kind == "" {
		return country
	}
	return format.Join(" ", country, v.documentType(kind))
}

// documentNames are the types of document that the engine tells, as words.
var documentNames = map[string]string{
	"PASSPORT":        "passport",
	"ID_CARD":         "ID card",
	"DRIVING_LICENCE": "driving licence",
	"VISA":            "visa",
}

func (v visitor) documentType(kind string) string {
	return v.T(cmp.Or(documentNames[strings.ToUpper(kind)], format.Words(kind)))
}

var statusNames = map[onboarding.Status]string{
	onboarding.Capturing:        "capturing",
	onboarding.Queued:           "queued",
	onboarding.Processing:       "processing",
	onboarding.Review:           "review",
	onboarding.Approved:         "approved",
	onboarding.Declined:         "declined",
	onboarding.Suspicious:       "suspicious",
	onboarding.ExistingCustomer: "existing customer",
	onboarding.Errored:          "error",
}

func (v visitor) status(s onboarding.Status) string {
	return v.T(cmp.Or(statusNames[onboarding.Status(strings.ToUpper(string(s)))], format.Words(string(s))))
}
