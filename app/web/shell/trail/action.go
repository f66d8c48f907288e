package trail

import (
	"strings"

	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/format"
)

// actionNames say what an entry records, by its action.
var actionNames = map[string]string{
	"user.sign_in":            "signed in",
	"user.sign_in_refused":    "was refused at the sign-in",
	"user.create":             "made a user",
	"user.role":               "changed a role",
	"user.state":              "enabled or disabled a user",
	"user.unlock":             "unlocked a user",
	"user.rename":             "changed a name",
	"user.password_reset":     "gave a user a new password",
	"user.password_change":    "changed the own password",
	"user.sessions_end":       "signed a user out everywhere",
	"user.session_end":        "ended a session",
	"user.totp_on":            "turned the second factor on",
	"user.totp_off":           "turned the second factor off",
	"user.totp_reset":         "reset a second factor",
	"user.recovery_codes":     "drew new recovery codes",
	"user.recovery_used":      "signed in with a recovery code",
	"user.preferences":        "changed preferences",
	"client.create":           "made a client",
	"client.secret":           "replaced a client's secret",
	"client.state":            "enabled or disabled a client",
	"client.trust":            "changed how far devices are trusted",
	"integration_user.create": "made an integration user",
	"integration_user.password": "replaced an integration " +
		"user's password",
	"integration_user.state": "enabled or disabled an integration user",
	"integration_user.lock":  "locked an integration user",
	"apikey.create":          "made an API key",
	"apikey.secret_add":      "added a secret to an API key",
	"apikey.secret_revoke":   "revoked a secret of an API key",
	"apikey.state":           "enabled or disabled an API key",
	"endpoint.create":        "added an endpoint",
	"endpoint.update":        "changed an endpoint",
	"endpoint.headers":       "changed static headers",
	"endpoint.key.create":    "made a signing key",
	"endpoint.key.promote":   "promoted a signing key",
	"endpoint.key.drop":      "dropped a signing key",
	"endpoint.pause":         "paused an endpoint",
	"endpoint.resume":        "resumed an endpoint",
	"endpoint.delete":        "deleted an endpoint",
	"endpoint.test":          "sent a test event",
	"delivery.redeliver":     "redelivered an event",
	"redelivery.start":       "began to redeliver a time window",
	"redelivery.done":        "finished redelivering a time window",
	"redelivery.stop":        "stopped a redelivery",
	"breaker.force":          "held a host",
	"breaker.reset":          "closed a host's breaker",
	"company.create":         "made the company",
	"company.settings":       "changed settings",
	"reason.add":             "added a reason",
	"reason.rename":          "renamed a reason",
	"reason.order":           "moved a reason",
	"reason.retire":          "retired a reason",
	"reason.restore":         "restored a reason",
	"audit.verify":           "verified the trail",
	"jobs.purge":             "purged old jobs",
	"token.revoke":           "revoked a token",
	"job.create":             "made a job",
	"job.submit":             "submitted a job",
	"job.decide":             "decided a job",
	"job.view":               "looked at a job",
	"job.reveal":             "uncovered values",
	"job.export":             "took a job’s files",
	"review.claim":           "took a job",
	"review.skip":            "skipped a job",
	"review.decide":          "reviewed a job",
	"review.undo":            "took a review back",
	"review.escalate":        "escalated a job",
	"review.propose":         "proposed an outcome",
	"review.correct":         "corrected a field",
	"customer.enrol":         "enrolled a person",
	"customer.erase":         "erased a person",
	"quality.claim":          "took a quality check",
	"quality.skip":           "skipped a quality check",
	"quality.judge":          "judged a decision",
	"quality.adjudicate":     "settled a quality check",
	"quality.rates":          "changed quality rates",
	"retention.rule":         "changed how long jobs are kept",
	"retention.start":        "began to remove old jobs",
	"retention.stop":         "stopped a removal of old jobs",
	"retention.fail":         "could not remove all old jobs",
	"view.save":              "saved a view",
	"view.rename":            "renamed a view",
	"view.delete":            "deleted a view",
	"view.share":             "shared a view",
}

// areaNames say what actions of one area are about.
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
	"customer":         "enrolled persons",
	"quality":          "quality checks",
	"view":             "saved views",
	"retention":        "retention",
}

// targetNames say what an entry is about, by the kind of its target.
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
	"customer":         "person %s",
	"job":              "job %s",
	"check":            "quality check %s",
	"view":             "saved view %s",
	"token":            "token %s",
}

// Target names what an entry is about, by the kind and the id of its target.
func Target(v shell.Visitor, kind, id string) string {
	if name, ok := targetNames[kind]; ok {
		return v.T(name, id)
	}
	return format.Words(kind) + " " + id
}

// Action says what an entry records.
func Action(v shell.Visitor, action string) string {
	if name, ok := actionNames[action]; ok {
		return v.T(name)
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
	}
	return actor
}
