package storybook

import (
	"bytes"
	"context"
	"slices"

	"github.com/a-h/templ"

	"proofdesk/views/layout"
	"proofdesk/views/ui"
	"proofdesk/views/words"
)

// State is one page in one state. Phone means that it is opened on phones too. Keys are what is pressed to come to it
// from the page as it is sent; only such a state has script.
type State struct {
	Area  string
	Name  string
	Phone bool
	Keys  []string
	page  func(canvas) templ.Component
}

// canvas is what surrounds a page, with the path of the dashboard's own style sheet.
type canvas struct {
	layout.Frame
	charts string
}

// Path is where the storybook shows it.
func (s State) Path() string { return "/" + s.Area + "/" + s.Name }

// Look is how a state is to be drawn.
type Look struct {
	Theme    string // auto, light or dark
	Language words.Language
	Compact  bool
	CSS      string // URL paths of the style sheet, of the dashboard's own and of the icons
	Charts   string
	Icons    string
	Script   string
}

// States lists all, area by area.
func States() []State {
	return slices.Concat(accountStates(), queueStates(), reviewStates(), flowStates(), jobStates(), qualityStates(),
		adminStates(), webhookStates(), presetStates(), dashboardStates(), problemStates(), partStates())
}

// Draw returns a state's page as HTML.
func (s State) Draw(ctx context.Context, l Look) ([]byte, error) {
	f := layout.Frame{
		Title:   s.Area + ": " + s.Name,
		Theme:   l.Theme,
		Section: section(s.Area),
		CSS:     l.CSS,
		Path:    s.Path(),
		CSRF:    "token-of-the-form",
		Agent:   layout.Agent{Name: "Noor Haddad", Role: "lead", Decides: true, Availability: "AVAILABLE"},
		Links:   links(),
		Look:    layout.Look{Density: "comfortable"},
	}
	if l.Compact {
		f.Look.Density = "compact"
	}
	if len(s.Keys) > 0 {
		f.Script = l.Script
	}
	var b bytes.Buffer
	err := s.page(canvas{f, l.Charts}).Render(words.With(ui.WithSprite(ctx, l.Icons), l.Language), &b)
	return b.Bytes(), err
}

func section(area string) string {
	switch area {
	case "review":
		return "queue"
	case "account":
		return "me"
	}
	return area
}

func links() []layout.Link {
	return []layout.Link{
		{Key: "queue", Label: "Queue", Href: "/queue/waiting"},
		{Key: "jobs", Label: "Jobs", Href: "/jobs/found"},
		{Key: "webhooks", Label: "Webhooks", Href: "/webhooks/endpoints"},
		{Key: "presets", Label: "Presets", Href: "/presets/editor"},
		{Key: "customers", Label: "Customers", Href: "/admin/list"},
		{Key: "dashboard", Label: "Dashboard", Href: "/dashboard/work"},
		{Key: "admin", Label: "Administration", Href: "/admin/list"},
	}
}
