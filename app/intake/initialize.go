package intake

import (
	"context"
	"slices"
	"strings"

	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/preset"
)

// InitializeRequest is what the SDK sends when it starts. Line may be left out: it follows from the version.
type InitializeRequest struct {
	Flavor             onboarding.Flavor `json:"flavor"`
	SDKVersion         string            `json:"sdkVersion"`
	Line               onboarding.Line   `json:"line,omitempty"`
	EnableGPS          bool              `json:"enableGPS,omitempty"`
	IsUpdateModelsData bool              `json:"isUpdateModelsData,omitempty"`
	Preset             string            `json:"preset,omitempty"`
}

// SDKSession is the answer: what runs where, which models to fetch, and the options and limits in force.
type SDKSession struct {
	SessionID     string               `json:"sessionId"`
	Flavor        onboarding.Flavor    `json:"flavor"`
	Line          onboarding.Line      `json:"line"`
	EnableGPS     bool                 `json:"enableGPS"`
	Plan          []onboarding.Step    `json:"plan"`
	Models        []ModelRef           `json:"models"`
	Customization preset.Customization `json:"customization"`
	Limits        SessionLimits        `json:"limits"`
	VideoID       *VideoIDSession      `json:"videoId,omitempty"`
}

// ModelRef is one line of the model manifest.
type ModelRef struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	SHA256  string `json:"sha256"`
	Size    int    `json:"size"`
	URL     string `json:"url"`
}

// SessionLimits are the limits of what the server accepts.
type SessionLimits struct {
	MaxCaptureBytes int      `json:"maxCaptureBytes"`
	MaxImageSide    int      `json:"maxImageSide"`
	MaxImagePixels  int      `json:"maxImagePixels"`
	ImageTypes      []string `json:"imageTypes"`
}

// VideoIDSession is what the SDK needs for a Video ID capture.
type VideoIDSession struct {
	Phrase string `json:"phrase"`
}

// defaultPhrase is the phrase to speak in a Video ID capture where the company has set none.
const defaultPhrase = "I confirm that I am the person on this document and that I apply of my own free will."

// Initialize returns the step plan of a flavor, and the models, options and limits that go with it.
func (in *Intake) Initialize(ctx context.Context, c Caller, r InitializeRequest) (SDKSession, error) {
	version, line, fields := sdkOf(r.SDKVersion, r.Line)
	plan, ok := onboarding.PlanFor(r.Flavor, line)
	if !ok {
		fields = append(fields, badFlavor(r.Flavor, line)...)
	}
	if r.Preset != "" {
		fields = append(fields, fault.Field{Name: "preset", Rule: "one_of", Message: "there is no such preset"})
	}
	if err := fault.BadFields(fields); err != nil {
		return SDKSession{}, err
	}
	limits := in.limits()
	s := SDKSession{
		SessionID:     ids.UUID(),
		Flavor:        r.Flavor,
		Line:          line,
		EnableGPS:     r.EnableGPS,
		Plan:          plan,
		Models:        []ModelRef{},
		Customization: preset.Defaults(version),
		Limits: SessionLimits{
			MaxCaptureBytes: limits.Bytes,
			MaxImageSide:    limits.Side,
			MaxImagePixels:  limits.Pixels,
			ImageTypes:      in.imageTypes(),
		},
	}
	if r.Flavor.DownloadsModels() || r.IsUpdateModelsData {
		s.Models = in.manifest()
	}
	if strings.HasPrefix(string(r.Flavor), "VIDEO_ID") {
		phrase, err := in.Phrase(ctx, c.Company)
		if err != nil {
			return SDKSession{}, err
		}
		s.VideoID = &VideoIDSession{Phrase: phrase}
	}
	return s, nil
}

// sdkOf parses an SDK version and finds its line.
func sdkOf(text string, line onboarding.Line) (preset.Version, onboarding.Line, []fault.Field) {
	version, ok := preset.ParseVersion(text)
	if !ok {
		rule, message := "format", "sdkVersion must be a version such as 11.1.13.2.18"
		if text == "" {
			rule, message = "required", "sdkVersion is missing"
		}
		return nil, "", []fault.Field{{Name: "sdkVersion", Rule: rule, Message: message}}
	}
	told := onboarding.CurrentLine
	if version[0] <= 9 {
		told = onboarding.EarlierLine
	}
	if line != "" && line != told {
		return nil, "", []fault.Field{
			{Name: "line", Rule: "match", Message: "line must be " + string(told) + " for this sdkVersion"},
		}
	}
	return version, told, nil
}

// badFlavor returns what is wrong with a flavor that has no plan; nothing where an unknown line leaves that open.
func badFlavor(flavor onboarding.Flavor, line onboarding.Line) []fault.Field {
	switch {
	case flavor == "":
		return []fault.Field{{Name: "flavor", Rule: "required", Message: "flavor is missing"}}
	case line == "":
		return nil
	}
	var names []string
	for _, f := range onboarding.Flavors(line) {
		names = append(names, string(f))
	}
	return []fault.Field{
		{Name: "flavor", Rule: "one_of", Message: "flavor must be one of " + strings.Join(names, ", ")},
	}
}

func (in *Intake) manifest() []ModelRef {
	refs := make([]ModelRef, len(in.Models))
	for i, m := range in.Models {
		refs[i] = ModelRef{
			Name:    m.Name,
			Version: m.Version,
			SHA256:  m.SHA256,
			Size:    len(m.Bytes),
			URL:     in.PublicURL + "/api/v4/models/" + m.Name + "/" + m.Version,
		}
	}
	return refs
}

// Model returns a model's file.
func (in *Intake) Model(name, version string) (Model, error) {
	i := slices.IndexFunc(in.Models, func(m Model) bool { return m.Name == name && m.Version == version })
	if i < 0 {
		return Model{}, fault.New(fault.NotFound, "no such model")
	}
	return in.Models[i], nil
}

// Phrase returns the phrase that a company's applicants are asked to speak in a Video ID capture.
func (in *Intake) Phrase(ctx context.Context, company string) (string, error) {
	c, err := in.Store.Company(ctx, company)
	if err != nil {
		return "", err
	}
	if c.Settings.VideoIDPhrase == "" {
		return defaultPhrase, nil
	}
	return c.Settings.VideoIDPhrase, nil
}
