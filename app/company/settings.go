package company

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"strings"

	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/engine"
)

// Settings holds what a company has set for itself. The zero value is a company that has set nothing.
type Settings struct {
	Policy         PolicySettings            `json:"policy,omitzero"`
	Masking        bool                      `json:"masking,omitempty"` // mask personal values outside a claimed job
	SecondReview   []onboarding.Status       `json:"secondReview,omitempty"`
	Deadlines      onboarding.Deadlines      `json:"deadlines,omitempty"`
	Reasons        []onboarding.ReviewReason `json:"reviewReasons,omitempty"` // none means the built-in ones
	RetiredReasons []onboarding.ReviewReason `json:"retiredReasons,omitempty"`
	Quality        QualitySettings           `json:"quality,omitzero"`
	VideoIDPhrase  string                    `json:"videoIdPhrase,omitempty"` // none means the built-in one
	// StillSelfies is whether selfies are taken without asking for moves before the camera.
	StillSelfies bool `json:"stillSelfies,omitempty"`

	// unknown holds members that a newer version of the program has written, so that an older node does not drop them.
	unknown map[string]json.RawMessage
}

// PolicySettings holds the parts of the policy that a company may set. Nil means the default.
type PolicySettings struct {
	Version    int                         `json:"version,omitempty"`
	MinimumAge *int                        `json:"minimumAge,omitempty"`
	DeclineOn  *[]string                   `json:"declineOn,omitempty"`
	Accepted   map[string]engine.Assurance `json:"accepted,omitempty"`
}

// QualitySettings holds how many decisions are checked a second time.
type QualitySettings struct {
	Rates Rates `json:"rates,omitempty"`
}

// settings is Settings without its methods.
type settings Settings

// knownMembers holds the names under which the fields of Settings are stored.
var knownMembers = func() (names []string) {
	for field := range reflect.TypeFor[settings]().Fields() {
		if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); name != "" {
			names = append(names, name)
		}
	}
	return names
}()

// UnmarshalJSON decodes settings and keeps the members that it does not know.
func (s *Settings) UnmarshalJSON(text []byte) error {
	members := map[string]json.RawMessage{}
	if err := json.Unmarshal(text, &members); err != nil {
		return err
	}
	var known settings
	if err := json.Unmarshal(text, &known); err != nil {
		return err
	}
	for _, name := range knownMembers {
		delete(members, name)
	}
	*s = Settings(known)
	if len(members) > 0 {
		s.unknown = members
	}
	return nil
}

// MarshalJSON encodes settings together with the members that it did not know, in order of name.
func (s Settings) MarshalJSON() ([]byte, error) {
	text, err := json.Marshal(settings(s))
	if err != nil || len(s.unknown) == 0 {
		return text, err
	}
	members := maps.Clone(s.unknown)
	if err := json.Unmarshal(text, &members); err != nil {
		return nil, fmt.Errorf("join settings: %w", err)
	}
	return json.Marshal(members)
}

// EffectivePolicy returns the default policy with the company's settings applied.
func (s Settings) EffectivePolicy() policy.Policy {
	p := policy.Default()
	p.Version = max(s.Policy.Version, p.Version)
	if s.Policy.MinimumAge != nil {
		p.MinimumAge = *s.Policy.MinimumAge
	}
	if s.Policy.DeclineOn != nil {
		p.DeclineOn = *s.Policy.DeclineOn
	}
	p.Accepted = s.Policy.Accepted
	return p
}
