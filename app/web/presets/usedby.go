package presets

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
	"time"

	"proofdesk/app/preset"
	"proofdesk/app/presets"
	"proofdesk/app/web/shell"
	pages "proofdesk/views/page"
	"proofdesk/views/ui"
)

// jobsPath leads to the jobs of the last days that were captured with a preset, or name@version, and that an
// assignment is for.
func jobsPath(ref string, a preset.Assignment, v shell.Visitor, now time.Time) string {
	values := url.Values{"preset": {ref}, "from": {now.Add(-presets.UsePeriod).In(v.TimeZone()).Format(time.DateOnly)}}
	if a.Client != "" {
		values.Set("client", a.Client)
	}
	if a.Function != "" {
		values.Set("function", strings.ToLower(string(a.Function)))
	}
	return "/jobs?" + values.Encode()
}

// usedBy reports who uses a preset: clients, functions, jobs, and the SDK versions that ignore a part of it.
func usedBy(v shell.Visitor, s presets.Summary, clients map[string]string, now time.Time) pages.Section {
	var whom, what, ignoring []string
	add := func(to *[]string, text string) {
		if !slices.Contains(*to, text) {
			*to = append(*to, text)
		}
	}
	for _, a := range s.Assignments {
		if a.Percent == 0 { // kept for later
			continue
		}
		client, function := v.T("every client"), v.T("every function")
		if a.Client != "" {
			client = cmp.Or(clients[a.Client], a.Client)
		}
		if a.Function != "" {
			function = v.Function(a.Function)
		}
		add(&whom, client)
		add(&what, function)
	}
	for _, u := range s.Uses {
		for _, one := range u.Ignored {
			add(&ignoring, one.SDKVersion)
		}
	}
	fact := func(name, none string, texts []string) pages.Fact {
		if len(texts) == 0 {
			return pages.Fact{Name: v.T(name), Cell: pages.Cell{Text: v.T(none), Tone: ui.Soft}}
		}
		return pages.Fact{Name: v.T(name), Cell: pages.Cell{Text: strings.Join(texts, ", "), Wrap: true}}
	}
	jobs := pages.Cell{Text: v.T("none"), Tone: ui.Soft}
	if s.Jobs() > 0 {
		jobs = pages.Cell{Text: v.Count(s.Jobs()), Href: jobsPath(s.Name, preset.Assignment{}, v, now), Data: true}
	}
	return pages.Section{Heading: v.T("Used by"), Facts: []pages.Fact{
		fact("Clients", "no client", whom), fact("Functions", "no function", what),
		{Name: v.T("Jobs, 30 days"), Cell: jobs},
		fact("SDK versions that ignore options", "no version", ignoring),
	}}
}
