// Package preference holds a user's preferences for the console: theme, density, language, time zone and keys, with the
// rules that they follow. Package store decodes them, package accounts changes them.
package preference

import (
	"slices"
	"time"
	_ "time/tzdata" // zones by name, also on machines without them

	"proofdesk/app/fault"
)

// Preferences holds a user's preferences for the console. The zero value holds the defaults.
type Preferences struct {
	Theme    string `json:"theme,omitempty"`    // auto, light or dark; empty for auto
	Density  string `json:"density,omitempty"`  // comfortable or compact; empty for comfortable
	Blur     bool   `json:"blur,omitempty"`     // pictures of people are blurred until the pointer is on them
	Grey     bool   `json:"grey,omitempty"`     // pictures are shown without colour
	KeysOff  bool   `json:"keysOff,omitempty"`  // keyboard shortcuts of single letters are disabled
	TimeZone string `json:"timeZone,omitempty"` // IANA name; empty for UTC
	Language string `json:"language,omitempty"` // en or es; empty for the browser's

	Keys map[string]string `json:"keys,omitempty"` // chosen keys by the action's default key
}

// Themes, Densities and Languages are the values to choose from.
var (
	Themes    = []string{"auto", "light", "dark"}
	Densities = []string{"comfortable", "compact"}
	Languages = []string{"en", "es"}
)

// Zone returns the time zone in which times are shown.
func (p Preferences) Zone() *time.Location {
	zone, err := time.LoadLocation(p.TimeZone)
	if err != nil || p.TimeZone == "Local" {
		return time.UTC
	}
	return zone
}

// Check returns the first rule that the preferences break.
func (p Preferences) Check() error {
	switch {
	case p.Theme != "" && !slices.Contains(Themes, p.Theme):
		return fault.BadField("theme", "one_of", "choose auto, light or dark")
	case p.Density != "" && !slices.Contains(Densities, p.Density):
		return fault.BadField("density", "one_of", "choose comfortable or compact")
	case p.Language != "" && !slices.Contains(Languages, p.Language):
		return fault.BadField("language", "one_of", "choose en or es")
	case !knownKeys(p.Keys):
		return fault.BadField("keys", "unknown", "there is no such action")
	}
	if _, problems := ChosenKeys(p.Keys); len(problems) > 0 {
		return fault.BadField("keys", "unique", "each action needs a key of its own")
	}
	return checkZone(p.TimeZone)
}

func checkZone(name string) error {
	if name == "" || name == "UTC" {
		return nil
	}
	if _, err := time.LoadLocation(name); err != nil || name == "Local" {
		return fault.BadField("timeZone", "one_of",
			"there is no such time zone: give a name such as America/Mexico_City")
	}
	return nil
}
