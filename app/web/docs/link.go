package docs

import (
	"fmt"
	"strings"

	"proofdesk/app/intake"
	views "proofdesk/views/docs"
)

// linksPage is the page of capture links and of the hosted capture page.
func linksPage(base string) string {
	var functions []string
	for _, f := range intake.LinkFunctions() {
		functions = append(functions, views.Literal(string(f)))
	}
	d := openAPI()
	return strings.NewReplacer(
		"{functions}", strings.Join(functions, ", "),
		"{fields}", strings.TrimSpace(d.fieldTable(d.schema("CaptureLinkRequest"), false)),
		"{asked}", strings.TrimSpace(d.fieldTable(d.schema("CaptureRequest"), false)),
		"{renewal}", fmt.Sprint(intake.TicketRenewal.Seconds()),
		"{misses}", fmt.Sprint(intake.MaxMisses),
		"{move}", fmt.Sprint(intake.MoveValidity.Minutes()),
		"{asking}", fmt.Sprint(intake.RequestValidity.Hours()),
	).Replace(read("links.md", base))
}
