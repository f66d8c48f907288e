package storybook

import (
	"proofdesk/views/layout"
	"proofdesk/views/page"
	"proofdesk/views/presets"
	"proofdesk/views/ui"
)

// publishing is the page on which a draft is published: each kind of change, and a list of none.
func publishing() page.Page {
	const path = "/presets/publishing"
	return page.Page{
		Heading: "Publish version 8 of retail-onboarding",
		Intro:   "Used for: every job.",
		Back:    &layout.Link{Href: "/presets/editor", Label: "retail-onboarding"},
		Sections: []page.Section{
			{
				Heading: "Waits for approval",
				Note:    "Ann Lee proposed this version (20 Nov 2026 09:40). It weakens a protection: isDebugMode.",
				Body:    presets.ChangeList(presets.Changes{Empty: "It sets what version 7 sets."}),
			},
			{
				Heading: "What changes",
				Note:    "Against version 7.",
				Body:    presets.ChangeList(presets.Changes{All: allChanges(path)}),
			},
			{
				Heading: "Fit of texts",
				Note: "Every text of the draft is measured on its screens in each language, in this browser. REST " +
					"validate does not measure it.",
				Body: presets.ScreenFit("/presets/retail/preview"),
			},
			{
				Heading: "Publish",
				Form: &page.Form{
					Path:   path,
					Button: "Publish version 8",
					Tall:   true,
					Fields: []page.Field{
						{Name: "note", Label: "What changes, and why", Kind: "textarea", Rows: 3, Required: true},
					},
				},
			},
			{
				Heading: "Screens that change",
				Body:    presets.ScreenPictures(presets.Pictures{Source: "/presets/pictures"}),
			},
		},
	}
}

func allChanges(path string) []presets.Change {
	return []presets.Change{
		{
			Name:    "glareDetectionThreshold",
			Href:    path,
			About:   "ID capture · Logic: Share of glare above which the applicant is asked to avoid reflections.",
			From:    presets.Value{Text: "default (0.2)"},
			To:      presets.Value{Text: "0.12"},
			Effect:  "prompts sooner",
			Screens: "shown on 5 screens",
			Replay:  "0.12 would have prompted for 214 of 1,240 captures of the last 30 days, 0.2 for 96.",
		},
		{
			Name:    "frontRealnessThreshold",
			Href:    path,
			About:   "ID capture · Logic: Lowest realness score with which the front passes.",
			From:    presets.Value{Text: "0.8"},
			To:      presets.Value{Text: "0.5"},
			Effect:  "rejects fewer",
			Screens: "shown on 2 screens",
			Warning: "weakens a protection",
			Replay:  "Past captures can't tell: what it is compared with is not kept with them.",
		},
		{
			Name:    "captureScreenErrorTextBgColor",
			About:   "ID capture · Colours: Background of prompts that ask to correct something.",
			From:    presets.Value{Text: "default (#B42318)", Color: ui.Color{Fill: "#b42318", Opacity: "1.000"}},
			To:      presets.Value{Text: "#80112233", Color: ui.Color{Fill: "#112233", Opacity: "0.502"}},
			Screens: "shown on 6 screens",
		},
		{
			Name:    "tooMuchGlare",
			Href:    path,
			About:   "ID capture · Texts · HI: Prompt when reflections hide the document.",
			From:    presets.Value{Text: "as in the other languages"},
			To:      presets.Value{Text: "“कार्ड को रोशनी से दूर झुकाएँ”", Lang: "hi"},
			Screens: "shown on 5 screens",
		},
	}
}
