package docs

import (
	"fmt"
	"strings"

	"proofdesk/app/api"
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
	return filled("links.md", base,
		"{functions}", strings.Join(functions, ", "),
		"{fields}", strings.TrimSpace(d.fieldTable(d.schema("CaptureLinkRequest"), false)),
		"{asked}", strings.TrimSpace(d.fieldTable(d.schema("CaptureRequest"), false)),
		"{renewal}", fmt.Sprint(intake.TicketRenewal.Seconds()),
		"{pick}", fmt.Sprint(intake.PickValidity.Seconds()),
		"{most}", fmt.Sprint(api.DefaultPageRate.Burst),
		"{persecond}", fmt.Sprint(api.DefaultPageRate.PerSecond),
		"{misses}", fmt.Sprint(intake.MaxMisses),
		"{move}", fmt.Sprint(intake.MoveValidity.Minutes()),
		"{asking}", fmt.Sprint(intake.RequestValidity.Hours()),
	)
}
