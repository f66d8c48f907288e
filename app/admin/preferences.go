package admin

import (
	"context"
	"encoding/json"
	"errors"
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

// Zone returns the time zone in which times are shown.
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
		return fault.BadField("timeZone", "known",
			"there is no such time zone: give a name such as America/Mexico_City")
	}
	return nil
}

// text returns the preferences as they are stored, if they keep the rules.
func (p Preferences) text() (string, error) {
	if err := p.check(); err != nil {
		return "", err
	}
	text, err := json.Marshal(p)
	if err != nil {
		return "", fault.Wrap(err, fault.Internal, "the preferences do not encode")
	}
	return string(text), nil
}

// SetPreferences keeps a user's own preferences.
func (a *Accounts) SetPreferences(ctx context.Context, company, id string, p Preferences) error {
	text, err := p.text()
	if err != nil {
		return err
	}
	return a.change(ctx, entry(company, "agent:"+id, "user.preferences", "agent:"+id, nil), func(tx *store.Tx) error {
		return tx.SetAgentPreferences(ctx, company, id, text)
	})
}

// SaveProfile keeps a user's own name and preferences together: where one breaks a rule, neither is kept.
func (a *Accounts) SaveProfile(ctx context.Context, company, id, name string, p Preferences) error {
	name, wrongName := checkName(name)
	text, wrong := p.text()
	if err := together(wrongName, wrong); err != nil {
		return err
	}
	actor := "agent:" + id
	return a.change(ctx, entry(company, actor, "user.preferences", actor, nil), func(tx *store.Tx) error {
		agent, err := tx.Agent(ctx, company, id)
		if err != nil {
			return err
		}
		if name != agent.DisplayName {
			if err := tx.RenameAgent(ctx, company, id, name); err != nil {
				return err
			}
			if err := tx.Audit(ctx, entry(company, actor, "user.rename", actor, nil)); err != nil {
				return err
			}
		}
		return tx.SetAgentPreferences(ctx, company, id, text)
	})
}

// together makes one refusal of several; what is no refusal of a field is given as it is.
func together(all ...error) error {
	var fields []fault.Field
	for _, err := range all {
		var f *fault.Error
		switch {
		case err == nil:
		case errors.As(err, &f) && len(f.Fields) > 0:
			fields = append(fields, f.Fields...)
		default:
			return err
		}
	}
	return fault.BadFields(fields)
}
