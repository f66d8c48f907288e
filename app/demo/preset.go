package demo

import (
	"context"
	"math"
	"strings"

	"proofdesk/app/boot"
	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/preset"
	"proofdesk/app/presets"
)

// look is a preset that the company begins with.
type look struct {
	name, description, note string
	content                 preset.Content
	assignments             []preset.Assignment
}

// looks returns the presets of the company: a plain one for everybody, its brand for the mobile app, and high contrast
// with large type for half of the web app's applicants.
func looks(mobile, web string) []look {
	return []look{
		{
			name:        "plain",
			description: "The SDK as it comes, for clients without a look of their own",
			note:        "Begin with the defaults",
			content:     preset.Content{Values: preset.Values{"language": "EN"}},
			assignments: []preset.Assignment{{Percent: 100}},
		},
		{
			name:        "acme-brand",
			description: "Acme Bank's colours and words",
			note:        "Colours of the brand book, words from the app",
			content:     branded(),
			assignments: []preset.Assignment{{Client: mobile, Percent: 100}},
		},
		{
			name:        "high-contrast",
			description: "High contrast and large type, tried with half of the web app's applicants",
			note:        "Find out whether larger type leads to fewer repeated captures",
			content:     preset.Content{Values: highContrast.values()},
			assignments: []preset.Assignment{{Client: web, Percent: 50}},
		},
	}
}

// createPresets creates, publishes and assigns the company's presets; what an earlier start did is not repeated.
func createPresets(ctx context.Context, p *boot.Program, a *Accounts) error {
	r := &presets.Registry{Store: p.Store}
	for _, l := range looks(a.Client.ClientID, a.Weak.ClientID) {
		if err := l.create(ctx, r); err != nil {
			return err
		}
	}
	return nil
}

func (l look) create(ctx context.Context, r *presets.Registry) error {
	made, err := r.Store.Preset(ctx, company, l.name)
	if fault.Is(err, fault.NotFound) {
		made, err = r.Create(ctx, actor, company,
			presets.NewPreset{Name: l.name, Description: l.description, Content: l.content})
	}
	if err != nil || made.Latest > 0 {
		return err
	}
	made, err = r.Publish(ctx, actor, company, l.name, made.Revision,
		presets.Publication{Note: l.note, Origin: preset.ByConsole})
	if err == nil {
		_, err = r.Assign(ctx, actor, company, l.name, made.Revision, l.assignments)
	}
	return err
}

// palette holds the colours of a look, each with the colour of what is on it, and how much larger type is.
type palette struct {
	page, onPage     string
	stage, onStage   string // behind the camera's picture
	bar, onBar       string
	button, onButton string
	alert, onAlert   string
	larger           float64 // factor; 0 leaves sizes alone
}

var highContrast = palette{
	page:     "#000000",
	onPage:   "#FFFFFF",
	stage:    "#000000",
	onStage:  "#FFFFFF",
	bar:      "#000000",
	onBar:    "#FFFFFF",
	button:   "#FFD600",
	onButton: "#000000",
	alert:    "#FFFFFF",
	onAlert:  "#8B0000",
	larger:   1.5,
}

var brand = palette{
	page:     "#FFFFFF",
	onPage:   "#0B2B40",
	stage:    "#0B2B40",
	onStage:  "#FFFFFF",
	bar:      "#0B3954",
	onBar:    "#FFFFFF",
	button:   "#C8102E",
	onButton: "#FFFFFF",
	alert:    "#FFF4E5",
	onAlert:  "#7A2E0E",
}

const (
	idTexts     = "idCaptureCustomizationOptions.stringOptions."
	selfieTexts = "selfieCaptureCustomizationOptions.stringOptions."
)

func branded() preset.Content {
	values := brand.values()
	values[idTexts+"idInstructionText"] = "Acme Bank needs a picture of your ID. Lay it on a table."
	values[idTexts+"captureScreenFrontIDLabel"] = "Front of your ID"
	values[selfieTexts+"selfieInstructionText"] = "Now a selfie, so that Acme Bank knows it is you."
	return preset.Content{Values: values, Texts: map[string]preset.Values{
		"ES": {
			idTexts +
				"idInstructionText": "Acme Bank necesita una foto de su documento. Póngalo sobre una mesa.",
			idTexts + "captureScreenFrontIDLabel": "Anverso del documento",
			selfieTexts + "selfieInstructionText": "Ahora una selfie, para que Acme Bank sepa que es usted.",
		},
	}}
}

// values returns the options that a palette sets: each colour on another gets the one that is read on it.
func (p palette) values() preset.Values {
	values := preset.Values{}
	for _, o := range preset.Options() {
		switch {
		case o.Line != onboarding.CurrentLine:
		case o.Type == preset.Color && o.On != "":
			back, front := p.on(o.On)
			values[o.On], values[o.Path] = back, front
		case o.Type == preset.Size && p.larger > 0:
			size, _ := o.Default.(float64)
			values[o.Path] = math.Round(size * p.larger)
		}
	}
	return values
}

// on returns the colour of a background, and the colour of what is on it.
func (p palette) on(path string) (back, front string) {
	name := strings.ToLower(path[strings.LastIndexByte(path, '.')+1:])
	holds := func(parts ...string) bool {
		for _, part := range parts {
			if strings.Contains(name, part) {
				return true
			}
		}
		return false
	}
	switch {
	case holds("error", "warning", "success"):
		return p.alert, p.onAlert
	case holds("button", "btn"):
		return p.button, p.onButton
	case holds("topbar"):
		return p.bar, p.onBar
	case holds("capturescreen"):
		return p.stage, p.onStage
	}
	return p.page, p.onPage
}
