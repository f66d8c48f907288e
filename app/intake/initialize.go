package intake

import (
	"cmp"
	"context"
	"encoding/json"
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
	// Preset is a name, or name@version; without it the assignments decide, for the function and the applicant where
	// they are known.
	Preset    string              `json:"preset,omitempty"`
	Function  onboarding.Function `json:"function,omitempty"`
	Applicant string              `json:"applicant,omitempty"` // the same for every session of an applicant
	// Language is that of the host application, EN for example; without it the preset decides.
	Language string `json:"language,omitempty"`
	// SDKCustomizationOptions are the options that the host application sets in place of those of the preset.
	SDKCustomizationOptions json.RawMessage `json:"sdkCustomizationOptions,omitempty"`
	Explain                 bool            `json:"explain,omitempty"` // whether each option's origin is wanted
}

// SDKSession is the answer: what runs where, which models to fetch, and the options and limits in force.
type SDKSession struct {
	SessionID     string               `json:"sessionId"`
	Flavor        onboarding.Flavor    `json:"flavor"`
	Line          onboarding.Line      `json:"line"`
	EnableGPS     bool                 `json:"enableGPS"`
	Plan          []onboarding.Step    `json:"plan"`
	Models        []ModelRef           `json:"models"`
	Customization map[string]any       `json:"customization"`
	Preset        *PresetVersion       `json:"preset,omitempty"`
	Explained     map[string]Explained `json:"explained,omitempty"` // by path
	Limits        SessionLimits        `json:"limits"`
	Voice         PhraseSession        `json:"voice"`
	Selfie        SelfieSession        `json:"selfie"`
	VideoID       *PhraseSession       `json:"videoId,omitempty"`
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

// PhraseSession is what the SDK needs for a capture in which the applicant speaks.
type PhraseSession struct {
	Phrase string `json:"phrase"`
}

// SelfieSession is what the SDK needs for a selfie. Moves is whether it asks for a challenge and films that.
type SelfieSession struct {
	Moves bool `json:"moves"`
}

// Initialize returns the step plan of a flavor, and the models, options and limits that go with it.
func (in *Intake) Initialize(ctx context.Context, c Caller, r InitializeRequest) (SDKSession, error) {
	version, line, fields := sdkOf(r.SDKVersion, r.Line)
	plan, ok := onboarding.PlanFor(r.Flavor, line)
	if !ok {
		fields = append(fields, badFlavor(r.Flavor, line)...)
	}
	host, wrong := preset.ParseHost(r.SDKCustomizationOptions, version)
	fields = slices.Concat(fields, r.checkPlacement(plan), wrong)
	if err := fault.BadFields(fields); err != nil {
		return SDKSession{}, err
	}
	session := ids.UUID()
	where := placement{preset: r.Preset, function: r.Function, applicant: cmp.Or(r.Applicant, session)}
	if c.JobID != "" { // the job of a capture link has its preset already
		job, err := in.Store.Job(ctx, c.Company, c.JobID)
		if err != nil {
			return SDKSession{}, err
		}
		where.preset, where.drawn = job.Preset, true
	}
	options, err := in.optionsFor(ctx, c, where, version)
	if err != nil {
		return SDKSession{}, err
	}
	if options, err = in.hosted(ctx, c, r.in(host), options, version); err != nil {
		return SDKSession{}, err
	}
	if c.JobID == "" { // such a job is there already, so that none will name the session
		if err := in.recordDraw(ctx, c, session, options, r.Preset != ""); err != nil {
			return SDKSession{}, err
		}
	}
	options.options = options.options.WithMedia(func(sha256 string) string { return in.MediaURL(c.Company, sha256) })
	limits := in.limits()
	s := SDKSession{
		SessionID:     session,
		Flavor:        r.Flavor,
		Line:          line,
		EnableGPS:     r.EnableGPS,
		Plan:          plan,
		Models:        []ModelRef{},
		Customization: options.options.Nested(),
		Limits: SessionLimits{
			MaxCaptureBytes: limits.Bytes,
			MaxImageSide:    limits.Side,
			MaxImagePixels:  limits.Pixels,
			ImageTypes:      in.imageTypes(),
		},
	}
	if v := options.version(); v.Name != "" {
		s.Preset = &v
	}
	if r.Explain {
		s.Explained = options.explain()
	}
	if r.Flavor.DownloadsModels() || r.IsUpdateModelsData {
		s.Models = in.manifest()
	}
	of, err := in.Store.Company(ctx, c.Company)
	language, _ := options.options["language"].(string)
	s.Voice.Phrase, s.Selfie.Moves = phraseOf(of, language), !of.Settings.StillSelfies
	if strings.HasPrefix(string(r.Flavor), "VIDEO_ID") {
		s.VideoID = &s.Voice
	}
	return s, err
}

// in returns options of the host application with its language, unless they have one.
func (r InitializeRequest) in(host preset.Values) preset.Values {
	if _, set := host["language"]; !set && r.Language != "" {
		host["language"] = r.Language
	}
	return host
}

// hosted returns the options with those that the host application sets in their place, which may not contradict each
// other and what is beside them.
func (in *Intake) hosted(
	ctx context.Context, c Caller, host preset.Values, options inForce, v preset.Version,
) (inForce, error) {
	chosen := options.edition.Content.Values
	before, unsent := chosen.Conflicts(), chosen.Unsent(host)
	options = options.with(host, v)
	conflicts := slices.DeleteFunc(options.edition.Content.Values.Conflicts(), func(one fault.Field) bool {
		return slices.Contains(before, one) // a published preset goes on, whatever is a mistake today
	})
	var uploads []preset.Media
	if len(host.Media()) > 0 {
		var err error
		if uploads, err = in.Store.AllPresetMedia(ctx, c.Company); err != nil {
			return options, err
		}
	}
	wrong := slices.Concat(unsent, conflicts, host.MediaMistakes(uploads))
	return options, fault.BadFields(preset.UnderHost(wrong))
}

// checkPlacement checks what the assignments of presets look at; plan is empty where the flavor is wrong.
func (r InitializeRequest) checkPlacement(plan []onboarding.Step) findings {
	var f findings
	switch {
	case r.Function != "" && !r.Function.Known():
		f.add("function", "one_of", "there is no such function")
	case len(plan) > 0:
		f.performed(r.Function, r.Flavor, plan)
	}
	if languages := preset.Languages(); r.Language != "" && !slices.Contains(languages, r.Language) {
		f.add("language", "one_of", "language must be one of %s", strings.Join(languages, ", "))
	}
	f.text("preset", r.Preset, maxText)
	f.text("applicant", r.Applicant, maxText)
	return f
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
	models := in.models()
	refs := make([]ModelRef, len(models))
	for i, m := range models {
		refs[i] = ModelRef{
			Name:    m.Name,
			Version: m.Version,
			SHA256:  m.SHA256,
			Size:    m.Size,
			URL:     in.PublicURL + "/api/v4/models/" + m.Name + "/" + m.Version,
		}
	}
	return refs
}

// MediaURL returns the address at which devices load an upload of a company.
func (in *Intake) MediaURL(company, sha256 string) string {
	return in.PublicURL + preset.MediaPath(company, sha256)
}

// Model returns a model's file.
func (in *Intake) Model(name, version string) (Model, error) {
	models := in.models()
	i := slices.IndexFunc(models, func(m Model) bool { return m.Name == name && m.Version == version })
	if i < 0 {
		return Model{}, fault.New(fault.NotFound, "no such model")
	}
	return models[i], nil
}

func (in *Intake) models() []Model {
	if in.Models == nil {
		return nil
	}
	return in.Models()
}
