package layout

import (
	"context"

	"proofdesk/views/ui"
)

// Frame is what every page needs around its content.
type Frame struct {
	Title   string
	Path    string // of the page, to come back to
	Theme   string // auto, light or dark
	Section string // the Link.Key that is current
	CSS     string // URL paths of the assets
	Script  string
	// FirstScript runs before anything is shown, Extras before Script; empty for none.
	FirstScript string
	Extras      string
	CSRF        string // token of the session, for every form
	Agent       Agent  // empty when nobody is signed in
	Links       []Link
	Look        Look
	Trouble     *Trouble // with deliveries; nil for who may not see them
	Notice      string   // about the whole installation; empty for none
	Zone        string   // IANA name of the time zone that scripts write times in; empty for UTC
	Narrow      bool     // whether the content is one column of text or a form
}

type refusedKey struct{}

// WithRefused returns a context whose page is the answer to a form that was refused: its fields hold what was sent.
func WithRefused(ctx context.Context) context.Context {
	return context.WithValue(ctx, refusedKey{}, true)
}

func refused(ctx context.Context) bool { return ctx.Value(refusedKey{}) != nil }

// Trouble is the badge about deliveries that need somebody.
type Trouble struct {
	Href  string  `json:"-"`
	Count string  `json:"count,omitempty"` // empty for none
	Text  string  `json:"text,omitempty"`
	Tone  ui.Tone `json:"tone,omitempty"`
}

// PathOf returns where the link with a key leads; empty where the visitor has no such link.
func (f Frame) PathOf(key string) string {
	for _, link := range f.Links {
		if link.Key == key {
			return link.Href
		}
	}
	return ""
}

// here names the link that is open; other where none is.
func (f Frame) here(other string) string {
	for _, link := range f.Links {
		if link.Key == f.Section {
			return link.Label
		}
	}
	return other
}

// Agent is who is signed in.
type Agent struct {
	ID           string
	Name         string
	Role         string
	Decides      bool   // whether they review, and so have an availability
	Availability string // the Value of one of States
}

// State returns an agent's availability in words.
func (a Agent) State() string {
	for _, s := range States {
		if s.Value == a.Availability {
			return s.Label
		}
	}
	return States[0].Label
}

// Resting reports whether the agent is on a break or away.
func (a Agent) Resting() bool {
	return a.Decides && a.Availability != "" && a.Availability != States[0].Value
}

// State is one availability of an agent.
type State struct {
	Value string
	Label string
}

// States are the availabilities; the first is the default. Themes are how pages may be coloured.
var (
	States = []State{{"AVAILABLE", "available"}, {"BREAK", "on a break"}, {"AWAY", "away"}}
	Themes = []string{"auto", "light", "dark"}
)

// Link is one entry of the top bar.
type Link struct {
	Key   string
	Label string
	Href  string
}

// Up returns the link as the way to the page above; nil where there is none.
func (l *Link) Up() *ui.Back {
	if l == nil {
		return nil
	}
	return &ui.Back{Label: l.Label, Href: l.Href}
}

// Look is how somebody wants pages to be.
type Look struct {
	Density string // comfortable or compact
	Blur    bool   // pictures of people are blurred until they are pointed at
	Grey    bool   // pictures have no colour
	KeysOff bool   // single letters are no shortcuts
	Keys    string // JSON object: the keys that were chosen for actions, by the keys that these come with
}
