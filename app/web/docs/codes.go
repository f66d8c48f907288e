package docs

import (
	"fmt"
	"strings"

	"proofdesk/app/catalogue"
	"proofdesk/app/web/shell/format"
	views "proofdesk/views/docs"
)

// Anchors of codes begin with what the code is of, but for those of problems, which the types of answers name.
const (
	ruleAnchor     = "rule."
	fileAnchor     = "file."
	promptAnchor   = "prompt."
	checkAnchor    = "check."
	reasonAnchor   = "reason."
	overrideAnchor = "override."
	actionAnchor   = "action."
	sdkAnchor      = "sdk."
)

// entry writes a code with its anchor, and what is said about it, a paragraph each.
func entry(b *strings.Builder, anchor, code string, about ...string) {
	fmt.Fprintf(b, "### %s {#%s%s}\n\n", views.Literal(code), anchor, code)
	for _, text := range about {
		if text != "" {
			b.WriteString(text + "\n\n")
		}
	}
}

// sentence returns a text of the catalogue as a sentence in Markdown, with … for what varies in it.
func sentence(text string) string {
	text = strings.ReplaceAll(text, "%s", "…")
	if text == "" {
		return ""
	}
	if !strings.HasSuffix(text, ".") {
		text += "."
	}
	return views.Escape(format.Sentence(text))
}

// errors is the page of every code that leaves the program.
func errors(base string) string {
	var b strings.Builder
	section := func(anchor, name, about string) {
		fmt.Fprintf(&b, "## %s {#%s}\n\n%s\n\n", name, anchor, about)
	}
	b.WriteString(read("errors.md", base) + "\n")
	section("problems", "Problems", "The kinds of error answers. The `type` of an answer opens its entry here.")
	for _, p := range catalogue.Problems {
		entry(&b, "", p.Code, sentence(p.Text.English), sentence(p.Remedy.English))
	}
	section("sdk", "Errors of the web SDK",
		"The `code` of the `ProofdeskError` that a call of the [web SDK](/docs/web#errors) rejects with.")
	for _, e := range sdkErrors {
		entry(&b, sdkAnchor, e.code, e.cause, e.about())
	}
	section("rules", "Rules of fields", "What the `rule` of an entry of `errors` names.")
	for _, r := range catalogue.Rules {
		entry(&b, ruleAnchor, r.Code, sentence(r.Text.English), sentence(r.Remedy.English))
	}
	section("files", "Files", "Why the file of a capture is not accepted; also rules of the field that carried it.")
	for _, f := range catalogue.Faults {
		entry(&b, fileAnchor, f.Code, sentence("The file is not accepted: "+f.Text.English), "Take the capture again.")
	}
	section("prompts", "Prompts", "What the applicant is asked to do before a capture is good.")
	for _, p := range catalogue.Prompts {
		entry(&b, promptAnchor, p.Code, sentence(p.Short.English), sentence(p.Text.English))
	}
	section("checks", "Checks", "What the checks of `verificationResults` look at, and what to do where one fails.")
	for _, c := range catalogue.Checks {
		entry(&b, checkAnchor, c.Code, sentence(c.Title.English+": "+c.Meaning.English), sentence(c.Remedy.English))
	}
	section("reasons", "Reasons",
		"Why a check did not pass, or why a job was decided as it was. A `*` stands for what varies.")
	for _, r := range catalogue.Reasons {
		entry(&b, reasonAnchor, r.Code, sentence(r.Text.English), sentence(catalogue.RemedyOf(r).English))
	}
	section("overrides", "Overrides", "Why an agent approved a job in spite of a finding.")
	for _, o := range catalogue.Overrides {
		entry(&b, overrideAnchor, o.Code, sentence(o.Text.English))
	}
	section("actions", "Audit trail", "What an entry of the audit trail records: what the actor did.")
	for _, a := range catalogue.Actions {
		entry(&b, actionAnchor, a.Code, sentence(a.Text.English))
	}
	return b.String()
}
