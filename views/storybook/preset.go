package storybook

import (
	"github.com/a-h/templ"

	"proofdesk/views/page"
	"proofdesk/views/presets"
	"proofdesk/views/ui"
)

func presetStates() []State {
	editor := func(name string, change func(*presets.Editor)) State {
		return State{
			Area:  "presets",
			Name:  name,
			Phone: true,
			page: func(c canvas) templ.Component {
				e := oneEditor()
				change(&e)
				e.Frame = c.Frame
				return presets.EditorPage(e)
			},
		}
	}
	return []State{
		editor("editor", func(*presets.Editor) {}),
		editor("editor-read-only", func(e *presets.Editor) {
			e.Managed = "API key Release pipeline set options here (20 Nov 2026 09:41:00). When it sends its file " +
				"again, that replaces what you change."
			e.May, e.Tag, e.Tone = false, "archived", ui.Soft
			note := "Its note: More light for the shops."
			e.Ended = "Your proposal was withdrawn because Ben Ortega archived the preset (5 minutes ago). " + note
		}),
		editor("editor-refused", refuse),
		editor("palette", showPalette),
		editor("editor-nothing-found", func(e *presets.Editor) {
			e.Blocks, e.Query, e.Found = nil, "@shiny", "0 of 421"
			e.Empty = "No option matches. Search for a part of a name, a word of its meaning or a value."
			e.Ignored = "There is no filter @shiny. Filters are @set, @different, @changed, @invalid, @web, " +
				"@android, @server, @palette and @group:selfie."
		}),
		{
			Area:  "presets",
			Name:  "publishing",
			Phone: true,
			page: func(c canvas) templ.Component {
				p := publishing()
				p.Frame = c.Frame
				return page.SectionPage(p)
			},
		},
		library("library", func(*presets.Library) {}),
		library("library-empty", func(l *presets.Library) { l.Uploads = nil }),
		library("library-refused", func(l *presets.Library) {
			l.Wrong = "SVG is not accepted, as it can hold scripts: export the image as PNG."
		}),
		library("library-choose", chooseUpload),
	}
}

func library(name string, change func(*presets.Library)) State {
	return State{
		Area:  "presets",
		Name:  name,
		Phone: true,
		page: func(c canvas) templ.Component {
			l := oneLibrary()
			change(&l)
			l.Frame = c.Frame
			return presets.LibraryPage(l)
		},
	}
}

// The uploads of the storybook. Their images are icons of the console.
var (
	logo = presets.File{
		Ref:     "media:sha256-01",
		Name:    "acme-logo-on-dark-ground.png",
		Note:    "320 × 80, PNG, 12 kB",
		Address: "/favicon.ico",
	}
	brandFont = presets.File{
		Ref:     "media:sha256-02",
		Name:    "AcmeSans-Regular.ttf",
		Title:   "Acme Sans Regular",
		Note:    "TTF, 148 kB",
		Address: "/fonts/acme",
		Font:    true,
	}
)

func oneLibrary() presets.Library {
	return presets.Library{
		Heading: "Images and fonts",
		Action:  "/presets/library",
		Accept:  ".png,.ttf",
		May:     true,
		Empty: "Nothing was uploaded yet. A logo, an icon or a font of your brand is uploaded here once, and " +
			"then chosen in every preset that shows it.",
		Uploads: []presets.Upload{
			{
				File:  logo,
				Ref:   logo.Ref,
				Added: "uploaded by Noor Haddad, 20 Nov 2026 09:41",
				Uses: []presets.Use{
					{Text: "draft of retail-onboarding", Href: "/presets/editor"},
					{Text: "retail-onboarding version 7", Href: "/presets/editor"},
				},
				More: "5 more",
			},
			{
				File:    brandFont,
				Ref:     brandFont.Ref,
				Added:   "uploaded by API key 51f0, 19 Nov 2026 17:02",
				Delete:  "/presets/library",
				Confirm: "Delete AcmeSans-Regular.ttf? No preset uses it.",
			},
		},
	}
}

// chooseUpload shows the uploads that one option can show.
func chooseUpload(l *presets.Library) {
	l.Heading, l.Preset, l.Back = "Choose an image for retryScreenImage", "retail-onboarding", "/presets/editor"
	l.Uploads = l.Uploads[:1]
	l.Uploads[0] = presets.Upload{File: logo, Ref: logo.Ref, Use: &presets.UseForm{
		Action: "/presets/editor",
		Base:   `{"image":""}`,
		Field:  "v:image",
		Value:  logo.Ref,
	}}
}

func oneEditor() presets.Editor {
	return presets.Editor{
		Name:   "retail-onboarding",
		Path:   "/presets/editor",
		Action: "/presets/editor?q=glare",
		Tag:    "draft after version 7",
		Tone:   ui.Info,
		Counts: "14 set, 3 changed",
		Next:   "8",
		May:    true,
		Groups: []presets.GroupList{
			{Heading: "General", Groups: []presets.Group{
				{Key: "general", Label: "Camera and language", Href: "/presets/editor", Options: 11},
			}},
			{Heading: "ID capture", Groups: []presets.Group{
				{Key: "logic", Label: "Logic", Href: "/presets/editor", Set: 3, Differ: 3, Options: 24, On: true},
				{
					Key:     "colours",
					Label:   "Colours",
					Href:    "/presets/editor",
					Set:     5,
					Differ:  4,
					Options: 40,
					Wrong:   true,
				},
			}},
		},
		Query: "glare",
		Chips: []presets.Chip{
			{Filter: "@set", Label: "Set", Count: "14", Href: "/presets/editor"},
			{Filter: "@web", Label: "Acts on the web", Count: "380", Href: "/presets/editor", On: true},
		},
		Found:  "6 of 421",
		Base:   `{"glare":0.12}`,
		Draft:  `{"values":{"glare":0.12},"texts":{}}`,
		Edited: "last changed by Noor Haddad, 20 Nov 2026 09:41",
		Blocks: []presets.Block{
			{Title: "ID capture · Logic", Rows: []presets.Row{numberRow(), switchRow(), selectRow()}},
			{Title: "ID capture · Texts", Rows: []presets.Row{textRow()}},
			{Title: "ID capture · Colours", Rows: []presets.Row{colourRow()}},
			{Title: "ID capture · Images", Rows: []presets.Row{linesRow(), nameRow()}},
		},
	}
}

// showPalette shows two slots of the palette, one of them not set, and an option that the other fills.
func showPalette(e *presets.Editor) {
	e.Query, e.Found = "", "2 of 421"
	e.Groups = append([]presets.GroupList{{Heading: "Brand", Groups: []presets.Group{
		{
			Key:     "palette",
			Label:   "Palette",
			Href:    "/presets/editor",
			Set:     1,
			Differ:  1,
			Options: 7,
			Wrong:   true,
			On:      true,
		},
	}}}, e.Groups...)
	primary, bar, linked := colourRow(), colourRow(), colourRow()
	primary.ID, primary.Path, primary.Name, primary.Default = "o0", "palette.primaryColor", "primaryColor", "not set"
	primary.Meaning, primary.Field.ID, primary.Field.Path = "Buttons and links.", "o0v", "palette.primaryColor"
	primary.State.Palette = "linked to 14 options, 2 of them set by hand"
	primary.State.Warnings = []string{"PrimaryColor on pageColor has a contrast of 2.91:1; WCAG AA asks for 4.5:1."}
	bar.ID, bar.Path, bar.Name, bar.Default = "o1", "palette.barColor", "barColor", "not set"
	bar.Meaning = "Bars at the top, the screen around the camera and hints over it."
	bar.State = presets.State{Path: "palette.barColor", Palette: "linked to 17 options"}
	bar.Field = presets.Field{ID: "o1v", Path: "palette.barColor", Kind: presets.Color, Hint: "not set", Opacity: "0"}
	linked.State = presets.State{Path: "colour", Differs: true, Palette: "from the palette: primaryColor"}
	linked.Field.Value, linked.Field.Alpha, linked.Field.Hint = "", "", linked.Field.Value
	e.Blocks = []presets.Block{
		{Title: "Palette", Rows: []presets.Row{primary, bar}},
		{Title: "ID capture · Colours", Rows: []presets.Row{linked}},
	}
}

func numberRow() presets.Row {
	return presets.Row{
		ID:      "o0",
		Path:    "glare",
		Name:    "glareDetectionThreshold",
		Meaning: "Share of glare above which the applicant is asked to avoid reflections.",
		Default: "0.2",
		State:   presets.State{Path: "glare", Set: true, Differs: true, By: "Noor Haddad, 20 Nov 2026 09:41"},
		Field: presets.Field{
			ID:      "o0v",
			Path:    "glare",
			Label:   "glareDetectionThreshold",
			Kind:    presets.Number,
			Value:   "0.12",
			Hint:    "0.2",
			Low:     "0",
			Top:     "1",
			Step:    "0.01",
			Slide:   true,
			Default: "0.2",
		},
	}
}

func switchRow() presets.Row {
	return presets.Row{
		ID:      "o1",
		Path:    "nfc",
		Name:    "enablePassportNfc",
		Meaning: "Reads the chip of a passport by NFC after its data page was captured.",
		Default: "off",
		Acts:    "Acts in the Android SDK's Video ID flavor only: a browser can't do this.",
		State:   presets.State{Path: "nfc"},
		Field: presets.Field{
			ID:      "o1v",
			Path:    "nfc",
			Label:   "enablePassportNfc",
			Kind:    presets.Switch,
			On:      true,
			Default: "false",
		},
	}
}

func selectRow() presets.Row {
	return presets.Row{
		ID:   "o2",
		Path: "mode",
		Name: "wrongDocumentTypeHandlingMode",
		Meaning: "What happens when the wrong document or side is shown: manual capture, automatic capture, or " +
			"leaving.",
		Default: "MANUAL",
		State:   presets.State{Path: "mode"},
		Field: presets.Field{
			ID:      "o2v",
			Path:    "mode",
			Label:   "wrongDocumentTypeHandlingMode",
			Kind:    presets.Select,
			Default: `"MANUAL"`,
			Options: []ui.Choice{{Label: "default (MANUAL)", On: true}, {Value: "EXIT", Label: "EXIT"}},
		},
	}
}

func textRow() presets.Row {
	row := presets.Row{
		ID:      "o3",
		Path:    "prompt",
		Name:    "tooMuchGlare",
		Meaning: "Prompt when reflections hide the document.",
		Default: "Too much glare",
		State:   presets.State{Path: "prompt", Set: true},
		Field: presets.Field{
			ID:      "o3v",
			Path:    "prompt",
			Label:   "tooMuchGlare",
			Kind:    presets.Text,
			Value:   "Tilt the card away from the light",
			Hint:    "Too much glare",
			Default: `"Too much glare"`,
		},
	}
	for _, language := range []string{"EN", "HI"} {
		f := row.Field
		f.ID, f.Path, f.Label, f.Language = "o3"+language, "texts."+language+".prompt", language, language
		f.Value, f.Hint = "", "as above"
		if language == "HI" {
			f.Value = "कार्ड को रोशनी से दूर झुकाएँ"
		}
		row.Texts = append(row.Texts, f)
	}
	return row
}

func colourRow() presets.Row {
	return presets.Row{
		ID:      "o4",
		Path:    "colour",
		Name:    "captureScreenErrorTextColor",
		Meaning: "Text of prompts that ask to correct something.",
		Default: "#FFFFFF",
		State: presets.State{
			Path:     "colour",
			Set:      true,
			Differs:  true,
			By:       "Ann Lee, 19 Nov 2026 17:02",
			Warnings: []string{"The text on its ground has a contrast of 2.91:1; WCAG AA asks for 4.5:1."},
		},
		Field: presets.Field{
			ID:      "o4v",
			Path:    "colour",
			Label:   "captureScreenErrorTextColor",
			Kind:    presets.Color,
			Value:   "#B6222B",
			Alpha:   "80",
			Fill:    "#b6222b",
			Opacity: "0.800",
			Hint:    "#FFFFFF",
			Default: `"#FFFFFF"`,
		},
	}
}

func linesRow() presets.Row {
	return presets.Row{
		ID:      "o5",
		Path:    "images",
		Name:    "idCaptureInstructionAnimationImages",
		Meaning: "Pictures of the instruction animation in order; without them the orientation selects defaults.",
		Default: "built-in",
		State:   presets.State{Path: "images"},
		Field: presets.Field{
			ID:      "o5v",
			Path:    "images",
			Label:   "idCaptureInstructionAnimationImages",
			Kind:    presets.Lines,
			Default: "[]",
			Accept:  ".png",
		},
		Choose: "/presets/library-choose",
	}
}

func nameRow() presets.Row {
	return presets.Row{
		ID:      "o6",
		Path:    "image",
		Name:    "retryScreenImage",
		Meaning: "Image of the retry screen.",
		Default: "built-in",
		State:   presets.State{Path: "image", Passed: "Contrast 6.5:1, AA"},
		Field: presets.Field{
			ID:      "o6v",
			Path:    "image",
			Label:   "retryScreenImage",
			Kind:    presets.Name,
			Value:   logo.Ref,
			Hint:    "built-in",
			Default: `""`,
			Accept:  ".png",
		},
		Files:  []presets.File{logo},
		Choose: "/presets/library-choose",
	}
}

// refuse shows an editor whose form came back: a number that is none, and an option that somebody else changed.
func refuse(e *presets.Editor) {
	e.Problem = "Nothing was saved. Correct the marked fields."
	rows := e.Blocks[0].Rows
	rows[0].Field.Value, rows[0].Field.Wrong = "NaN", "GlareDetectionThreshold must be a number."
	rows[0].Field.Focus = true
	rows[2].Field.Overlap = &presets.Overlap{
		Text:   "Not saved: Ann Lee set this to “EXIT” (20 Nov 2026 09:40).",
		Theirs: `"EXIT"`,
	}
	rows[2].State.Mistakes = []string{"At least one finger must be processed."}
	e.Waiting = "A version that Ann Lee proposed waits for approval."
}
