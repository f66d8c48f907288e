package admin

import (
	"context"
	"encoding/json"
	"slices"
	"time"
	_ "time/tzdata" // zones by name, also on machines without them

	"proofdesk/app/fault"
	"proofdesk/app/store"
)

// Preferences are how a user wants the console. The zero value is the console as it comes.
type Preferences struct {
	Theme    string `json:"theme,omitempty"`    // auto, light or dark; empty for auto
	Density  string `json:"density,omitempty"`  // comfortable or compact; empty for comfortable
	Blur     bool   `json:"blur,omitempty"`     // pictures of people are blurred until they are pointed at
	Grey     bool   `json:"grey,omitempty"`     // pictures are shown without colour
	KeysOff  bool   `json:"keysOff,omitempty"`  // single letters are no shortcuts
	TimeZone string `json:"timeZone,omitempty"` // IANA name; empty for UTC
	Language string `json:"language,omitempty"` // en or es; empty for the browser's

	Keys map[string]string `json:"keys,omitempty"` // the keys of actions that have another one than they come with
}

// Themes, Densities and Languages list what there is to choose from.
var (
	Themes    = []string{"auto", "light", "dark"}
	Densities = []string{"comfortable", "compact"}
	Languages = []string{"en", "es"}
)

// PreferencesOf reads a user's preferences; what can't be read is as it comes.
func PreferencesOf(agent store.Agent) Preferences {
	var p Preferences
	if json.Unmarshal([]byte(agent.Preferences), &p) != nil {
		return Preferences{}
	}
	return p
}

// Zone gives the time zone in which times are shown.
func (p Preferences) Zone() *time.Location {
	zone, err := time.LoadLocation(p.TimeZone)
	if err != nil || p.TimeZone == "Local" {
		return time.UTC
	}
	return zone
}

func (p Preferences) check() error {
	switch {
	case p.Theme != "" && !slices.Contains(Themes, p.Theme):
		return fault.BadField("theme", "one_of", "choose auto, light or dark")
	case p.Density != "" && !slices.Contains(Densities, p.Density):
		return fault.BadField("density", "one_of", "choose comfortable or compact")
	case p.Language != "" && !slices.Contains(Languages, p.Language):
		return fault.BadField("language", "one_of", "choose en or es")
	case !knownKeys(p.Keys):
		return fault.BadField("keys", "known", "there is no such action")
	}
	if _, problems := ChosenKeys(p.Keys); len(problems) > 0 {
		return fault.BadField("keys", "distinct", "each action needs a key of its own")
	}
	return checkZone(p.TimeZone)
}

func checkZone(name string) error {
	if name == "" || name == "UTC" {
		return nil
	}
	if _, err := time.LoadLocation(name); err != nil || name == "Local" {
		return fault.BadField("timeZone", "known", "there is no such time zone: give a name such as America/Mexico_City")
	}
	return nil
}

// SetPreferences keeps a user's own preferences.
func (a *Accounts) SetPreferences(ctx context.Context, company, id string, p Preferences) error {
	if err := p.check(); err != nil {
		return err
	}
	text, err := json.Marshal(p)
	if err != nil {
		return fault.Wrap(err, fault.Internal, "the preferences do not encode")
	}
	return a.change(ctx, entry(company, "agent:"+id, "user.preferences", "agent:"+id, nil), func(tx *store.Tx) error {
		return tx.SetAgentPreferences(ctx, company, id, string(text))
	})
}
