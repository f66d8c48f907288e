package format

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"proofdesk/views/words"
)

// templates are sentences of the program that arrive with values in them, as failures and stored reasons do.
var templates = []string{
	"the address is longer than %d characters", "at most %d static headers", "%q is not a header name",
	"the header %s is set by Proofdesk and can't be changed",
	"the value of %s has characters that a header can't carry, or more than %d", "the header %s appears twice",
	"%q is not an event: choose from %s",
	"this endpoint has no key with the key id (kid) %q: check that you chose the right endpoint",
	"the signature is %s old, more than %s", "the signature's time is %s ahead, more than %s",
	"select between 1 and %d deliveries",
	"the phrase can have at most %d characters",
	"the name can have at most %d characters", "the description can have at most %d characters",
	"the reason can have at most %d characters", "the minimum age must be 0 to %d years",
	"the API key is disabled or already has %d active secrets",
	"%q is not a check for which a lower assurance can be accepted: choose one from the page",
	"%q is not a step that an app can run on the device: choose one from the page",
	"%q is not a function that a deadline can be set for: choose one from the page",
	"%q is not an origin such as https://bank.example",
	"%q must begin with https://", "%q must be a scheme and a host only: https://bank.example without a path",
	"an origin must have at most %d characters", "a client may have at most %d origins",
	"%d failures in a row, last: %s", "%d of %d failed within a minute, last: %s", "the probe failed: %s",
	"position %d is missing: the next row is at position %d",
	"the row at position %d does not follow the one before it",
	"the row at position %d was changed after it was sealed",
	"%d probes succeeded", "status %d", "search for at most %d characters", "a filter has at most %d characters",
	"the note is longer than %d characters",
	"your words to the applicant have more than %d characters",
	"the comment is longer than %d characters",
	"%q is not one of your company's reasons: reload the page and choose again",
	"there is nothing to send yet: a test repeats a job's event, and none is older than %s",
	"%d deliveries have not reached their receivers by now, and this list showed %d: confirm again",
	"confirm that %d deliveries can be discarded", "%d jobs are still being decided or reviewed",
	"a group can have at most %d reasons: retire one first", "the text can have at most %d characters",
	"another server was writing the audit trail (entry %s): try again", "the database is damaged: %s",
	"the certificate is not valid: %s", "the request could not be made",
	"the TLS handshake failed", "the TLS handshake was not completed in time",
	"the connection was not accepted in time",
	"finished jobs are kept for 1 to %d days; leave it empty to keep them",
	"captures are kept for 1 to %d days; leave it empty to keep them as long as their job",
	"captures are removed with their job after %d days: enter fewer days, or leave it empty",
	"the connection was refused",
	"the connection was closed before an answer", "the answer was not HTTP",
	"given up: it could not be tried in time", "given up: the endpoint or the event is no longer there",
	"not sent yet: Proofdesk could not prepare it and will try again", "the endpoint answered 410 Gone",
}

var (
	verbs     = regexp.MustCompile(`%[sdq]`)
	asStrings = strings.NewReplacer("%d", "%s", "%q", "%s")
	patterns  = compile(slices.Concat(templates, presetTemplates))
)

// pattern finds a formatted sentence.
type pattern struct {
	sentence string
	shape    *regexp.Regexp
}

// compile makes the patterns of sentences with verbs of fmt in them.
func compile(sentences []string) []pattern {
	var all []pattern
	for _, s := range sentences {
		parts := verbs.Split(s, -1)
		for i := range parts {
			parts[i] = regexp.QuoteMeta(parts[i])
		}
		all = append(all, pattern{s, regexp.MustCompile(`(?s)^` + strings.Join(parts, `(.+?)`) + `$`)})
	}
	return all
}

// Translate returns a sentence of the program in another language, with its values if it has any. Any other text is
// returned as it is.
func Translate(l words.Language, text string) string {
	if l == words.English {
		return text
	}
	if said := l.T(text); said != text {
		return said
	}
	for _, p := range patterns {
		found := p.shape.FindStringSubmatch(text)
		if found == nil {
			continue
		}
		values := make([]any, 0, len(found))
		for _, value := range found[1:] {
			switch ratio, err := strconv.ParseFloat(value, 64); {
			case strings.HasSuffix(p.sentence, ": %s"): // what follows is a sentence of ours too
				value = Translate(l, value)
			case err == nil && strings.Contains(p.sentence, "%s:1"):
				value = l.Decimal(ratio, 2)
			}
			values = append(values, value)
		}
		return words.English.T(asStrings.Replace(l.T(p.sentence)), values...)
	}
	return text
}
