package figure

import (
	"proofdesk/app/access"
	"proofdesk/app/dashboard"
	"proofdesk/app/web/shell"
	views "proofdesk/views/chart"
)

// Pages are the pages of figures.
var Pages = []shell.Link{
	{Label: "Overview", Href: "/dashboard", Needs: access.ViewDashboard},
	{Label: "Agents", Href: "/dashboard/agents", Needs: access.ViewQuality},
	{Label: "Quality", Href: "/quality", Needs: access.ViewQuality},
	{Label: "Engine", Href: "/dashboard/engine", Needs: access.ViewDashboard},
}

// Tabs returns the tabs of the pages of figures, each over the same time window where it offers that.
func Tabs(v shell.Visitor, current, span string) []views.Choice {
	var tabs []views.Choice
	for _, p := range Pages {
		if !v.Role.Can(p.Needs) {
			continue
		}
		href := p.Href + "?range=" + span
		if _, known := dashboard.SpanOf(span); span == "" || !known {
			href = p.Href
		}
		tabs = append(tabs, views.Choice{Label: v.T(p.Label), Href: href, On: p.Href == current})
	}
	return tabs
}
