package trail

import (
	"strings"

	"proofdesk/app/catalogue"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/format"
)

// areaNames are what the actions of one area are about.
var areaNames = map[string]string{
	"user":             "users",
	"client":           "clients",
	"integration_user": "integration users",
	"apikey":           "API keys",
	"endpoint":         "endpoints",
	"delivery":         "deliveries",
	"redelivery":       "redeliveries",
	"breaker":          "breakers",
	"company":          "the company",
	"reason":           "reasons",
	"audit":            "the audit trail",
	"jobs":             "purges",
	"token":            "tokens",
	"job":              "jobs",
	"review":           "reviews",
	"customer":         "enrolled customers",
	"quality":          "quality checks",
	"view":             "saved views",
	"retention":        "retention",
	"preset":           "presets",
	"repository_token": "repository tokens",
	"capture_link":     "capture links",
	"capture_request":  "requests for new captures",
}

// targetNames are what an entry is about, by the kind of its target.
var targetNames = map[string]string{
	"agent":            "user %s",
	"user":             "user %s",
	"client":           "client %s",
	"integration_user": "integration user %s",
	"apikey":           "API key %s",
	"endpoint":         "endpoint %s",
	"delivery":         "delivery %s",
	"redelivery":       "redelivery %s",
	"retention":        "run %s",
	"company":          "company %s",
	"customer":         "customer %s",
	"job":              "job %s",
	"check":            "quality check %s",
	"view":             "saved view %s",
	"token":            "token %s",
	"preset":           "preset %s",
	"presetmedia":      "upload %s",
	"repository_token": "repository token %s",
}

// Target names what an entry is about, by the kind and the id of its target.
func Target(v shell.Visitor, kind, id string) string {
	if name, ok := targetNames[kind]; ok {
		return v.T(name, id)
	}
	return format.Words(kind) + " " + id
}

// Action describes what an entry records.
func Action(v shell.Visitor, action string) string {
	if a, ok := catalogue.ActionOf(action); ok {
		return v.T(a.Text.English)
	}
	return format.Words(action)
}

// Area names what the actions of one area are about.
func Area(v shell.Visitor, area string) string {
	if name, ok := areaNames[area]; ok {
		return v.T(name)
	}
	return format.Words(area)
}

// Actor names who did something: an agent, a client's program, the command line or the program itself. Names are those
// of agents, by actor.
func Actor(v shell.Visitor, actor string, names map[string]string) string {
	kind, id, _ := strings.Cut(actor, ":")
	switch {
	case names[actor] != "":
		return names[actor]
	case actor == "cli":
		return v.T("command line")
	case actor == "system":
		return v.T("the program")
	case kind == "client":
		return v.T("client %s", id)
	case kind == "apikey":
		return v.T("API key %s", format.ShortID(id))
	case kind == "link":
		return v.T("applicant with link %s", format.ShortID(id))
	}
	return actor
}
