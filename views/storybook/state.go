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
// from the page as it is sent; only such a state has script. Opens is the class of the first menu or small form of the
// page that is drawn open.
type State struct {
	Area  string
	Name  string
	Phone bool
	Keys  []string
	Opens string
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
	closed := slices.Concat(accountStates(), queueStates(), reviewStates(), flowStates(), jobStates(), qualityStates(),
		adminStates(), webhookStates(), presetStates(), dashboardStates(), problemStates(), partStates(),
		sheetStates(), docsStates())
	return append(closed, opened(closed)...)
}

// opened are pages with a menu or a small form that a click opens.
func opened(closed []State) []State {
	var all []State
	for _, o := range []struct{ page, name, class string }{
		{"/queue/waiting", "menu", "menu"},
		{"/queue/waiting", "filtering", "sure push"},
		{"/queue/waiting", "saving-a-view", "sure keep"},
		{"/jobs/found", "filtering", "sure"},
		{"/jobs/found", "saving-a-view", "sure keep"},
		{"/admin/record", "erasing", "sure"},
		{"/webhooks/endpoint", "pausing", "sure"},
		{"/webhooks/breaker", "opening-a-breaker", "sure"},
		{"/webhooks/open-breaker", "pausing-in-the-list", "sure"},
		{"/webhooks/longest-in-spanish", "pausing-with-the-longest-texts", "sure"},
		{"/admin/reasons", "renaming", "sure"},
		{"/admin/user-with-more", "more-about-a-user", "sure"},
		{"/admin/user-with-more-in-spanish", "more-about-a-user-in-spanish", "sure"},
		{"/presets/library", "deleting-an-upload", "sure"},
		{"/presets/library-in-spanish", "deleting-an-upload-in-spanish", "sure"},
		{"/presets/use", "archiving", "sure"},
		{"/presets/use-in-spanish", "archiving-in-spanish", "sure"},
	} {
		s := closed[slices.IndexFunc(closed, func(s State) bool { return s.Path() == o.page })]
		s.Name, s.Opens = o.name, o.class
		all = append(all, s)
	}
	return all
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
	if s.Opens == "" {
		return b.Bytes(), err
	}
	class := `class="` + s.Opens + `"`
	return bytes.Replace(b.Bytes(), []byte("<details "+class), []byte("<details open "+class), 1), err
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
		{Key: "webhooks", Label: "Webhooks", Href: "/webhooks/healthy"},
		{Key: "presets", Label: "Presets", Href: "/presets/editor"},
		{Key: "customers", Label: "Customers", Href: "/admin/list"},
		{Key: "dashboard", Label: "Dashboard", Href: "/dashboard/work"},
		{Key: "admin", Label: "Administration", Href: "/admin/list"},
	}
}
