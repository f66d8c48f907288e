// Package preference holds a user's preferences for the console: theme, density, language, time zone and keys, with the
// rules that they follow. Package store decodes them, package accounts changes them.
package preference

import (
	"slices"

	"proofdesk/app/fault"
	"proofdesk/views/words"
)

// Preferences holds a user's preferences for the console. The zero value holds the defaults.
type Preferences struct {
	Theme    string `json:"theme,omitempty"`    // auto, light or dark; empty for auto
	Density  string `json:"density,omitempty"`  // comfortable or compact; empty for comfortable
	Blur     bool   `json:"blur,omitempty"`     // pictures of people are blurred until the pointer is on them
	Grey     bool   `json:"grey,omitempty"`     // pictures are shown without colour
	KeysOff  bool   `json:"keysOff,omitempty"`  // keyboard shortcuts of single letters are disabled
	TimeZone string `json:"timeZone,omitempty"` // IANA name; empty for the browser's
	Language string `json:"language,omitempty"` // BCP 47 tag of a language of the console; empty for the browser's

	Keys map[string]string `json:"keys,omitempty"` // chosen keys by the action's default key
}

// Themes and Densities are the values to choose from.
var (
	Themes    = []string{"auto", "light", "dark"}
	Densities = []string{"comfortable", "compact"}
)

// Current returns preferences that an older program may have stored, without chosen keys that are another action's now.
func (p Preferences) Current() Preferences {
	if len(p.Keys) > 0 {
		p.Keys, _ = ChosenKeys(p.Keys)
	}
	return p
}

// Check returns the first rule that the preferences break.
func (p Preferences) Check() error {
	switch {
	case p.Theme != "" && !slices.Contains(Themes, p.Theme):
		return fault.BadField("theme", "one_of", "choose a theme: auto, light or dark")
	case p.Density != "" && !slices.Contains(Densities, p.Density):
		return fault.BadField("density", "one_of", "choose a density: comfortable or compact")
	case p.Language != "" && !words.Language(p.Language).Known():
		return fault.BadField("language", "one_of", "choose a language from the list")
	case !knownKeys(p.Keys):
		return fault.BadField("keys", "unknown", "one of these shortcuts belongs to no action: reload the page")
	}
	if _, problems := ChosenKeys(p.Keys); len(problems) > 0 {
		return fault.BadField("keys", "unique", "two actions have the same key: give each action its own key")
	}
	if _, known := Zone(p.TimeZone); p.TimeZone != "" && !known {
		return fault.BadField("timeZone", "one_of",
			"this time zone is not known: enter a name such as America/Mexico_City")
	}
	return nil
}
