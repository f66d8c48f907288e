package storybook

import (
	"context"
	"io"
	"strings"

	"github.com/a-h/templ"

	"proofdesk/views/page"
	"proofdesk/views/presets"
	"proofdesk/views/review"
	"proofdesk/views/ui"
	"proofdesk/views/webhooks"
	"proofdesk/views/words"
)

// longName is the name of a user, and longHost one of a receiver, that no column is wide enough for.
const (
	longName = "Maximiliane Konstantina von Hohenstein-Wittelsbach"
	longHost = "a-rather-long-host-name.region-1.services.identity-operations.acme.example:8443"
)

// sheetStates are small forms that ask before something is done: as a click opens them, as they come back with a field
// that is wrong, and with the longest texts of each language.
func sheetStates() []State {
	return []State{
		spoken("webhooks", "deleting-refused", words.English, deletingRefused),
		spoken("webhooks", "deleting-refused-in-spanish", words.Spanish, deletingRefused),
		spoken("admin", "reasons", words.English, func(c canvas, l words.Language) templ.Component {
			return renaming(c, l, "")
		}),
		spoken("admin", "renaming-refused", words.English, renamingRefused),
		spoken("admin", "renaming-refused-in-spanish", words.Spanish, renamingRefused),
		spoken("admin", "user-with-more", words.English, userWithMore),
		spoken("admin", "user-with-more-in-spanish", words.Spanish, userWithMore),
		spoken("review", "asking-again-refused", words.English, askingRefused),
		spoken("review", "asking-again-refused-in-spanish", words.Spanish, askingRefused),
		spoken("presets", "use", words.English, presetUse),
		spoken("presets", "use-in-spanish", words.Spanish, presetUse),
		spoken("presets", "library-in-spanish", words.Spanish, deletingUpload),
	}
}

// sentence is what was refused, as pages say it.
func sentence(l words.Language, refusal string) string {
	text := l.T(refusal)
	return strings.ToUpper(text[:1]) + text[1:] + "."
}

// spoken is a page in a language, whatever the language of the storybook.
func spoken(area, name string, l words.Language, draw func(canvas, words.Language) templ.Component) State {
	return State{
		Area:  area,
		Name:  name,
		Phone: true,
		page: func(c canvas) templ.Component {
			return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
				return draw(c, l).Render(words.With(ctx, l), w)
			})
		},
	}
}

func deletingRefused(c canvas, l words.Language) templ.Component {
	e := oneEndpoint()
	e.Frame, e.Current, e.Zone = c.Frame, "webhooks", "UTC"
	e.Heading, e.Host = longHost, longHost
	e.Waiting = l.T("%s waiting deliveries will be marked as failed.", "999+")
	e.Typed = map[string]string{"confirm": "a-rather-long-host-name.region-2.services.identity-operations.acme.example"}
	e.Wrong = map[string]string{"confirm": sentence(l, "enter the host name exactly as shown")}
	return webhooks.EndpointPage(e)
}

// renaming is the list of reasons with a form that gives one another text.
func renaming(c canvas, l words.Language, wrong string) templ.Component {
	const text = "The document shows a portrait that was replaced, or whose edge differs from what surrounds it"
	path := "/admin/reasons"
	return page.SectionPage(page.Page{
		Frame:   c.Frame,
		Heading: l.T("Reasons"),
		Sections: []page.Section{{
			Heading: l.T("Fraud"),
			Columns: []string{l.T("Text"), l.T("Code")},
			Rows: []page.Row{{
				Cells: []page.Cell{{Text: text, Wrap: true}, {Text: "fraud.portrait_was_replaced", Data: true}},
				Actions: []page.Form{
					{Path: path, Button: l.T("Up")},
					{Path: path, Button: l.T("Down")},
					{
						Path:    path,
						Button:  l.T("Rename"),
						Confirm: l.T("The code stays the same. Past decisions keep the old text."),
						Fields: []page.Field{{
							Name:     "text",
							Label:    l.T("New text"),
							Kind:     "text",
							Value:    text,
							Required: true,
							Problem:  wrong,
						}},
					},
					{Path: path, Button: l.T("Retire"), Danger: true},
				},
			}},
		}},
	})
}

func renamingRefused(c canvas, l words.Language) templ.Component {
	return renaming(c, l, sentence(l, "somebody else changed the text of this reason: review it and save again"))
}

// userWithMore is a user about whom more can be done than has room in a row.
func userWithMore(c canvas, l words.Language) templ.Component {
	const path = "/admin/list"
	return page.SectionPage(page.Page{
		Frame:   c.Frame,
		Heading: l.T("Users"),
		Sections: []page.Section{{
			Columns: []string{l.T("Name"), l.T("Role"), l.T("State")},
			Rows: []page.Row{{
				Cells: []page.Cell{
					{Text: longName, Under: "maximiliane.von.hohenstein@acme.example"},
					{Text: l.T("auditor")},
					{Text: l.T("active"), Tone: ui.Pass, Tag: true},
				},
				Actions: []page.Form{
					{
						Path:   path,
						Button: l.T("New password"),
						Confirm: l.T("The old password stops working and %s is signed out everywhere. A new password "+
							"is generated, which must be changed at the next sign-in.", longName),
					},
					{
						Path:    path,
						Button:  l.T("Sign out"),
						Confirm: l.T("Ends every session of %s. Drafts are kept.", longName),
					},
					{
						Path:   path,
						Button: l.T("Reset second factor"),
						Danger: true,
						Confirm: l.T("For users who lost their authenticator and recovery codes. Verify their " +
							"identity first: afterwards they sign in with their password only."),
					},
					{
						Path:    path,
						Button:  l.T("Disable"),
						Danger:  true,
						Confirm: l.T("%s is signed out everywhere and can't sign in until enabled again.", longName),
					},
				},
			}},
		}},
	})
}

// askingRefused is the form for new captures as it comes back, with every capture of an enrolment.
func askingRefused(c canvas, l words.Language) templ.Component {
	p := heldJob()
	p.Frame = c.Frame
	why := []review.Reason{{Code: "blurred", Text: l.T("The picture was not sharp.")}}
	p.Ask = &review.Ask{
		Problem: sentence(l, "choose at least one capture to ask for"),
		Words:   "Please take your glasses off, stand at a window, and hold the card flat, away from the light.",
	}
	for _, kind := range []string{"ID front", "ID back", "Passport", "Selfie", "Voice"} {
		p.Ask.Captures = append(p.Ask.Captures, review.AskedCapture{Kind: kind, Label: l.T(kind), Reasons: why})
	}
	return review.ReviewPage(p)
}

// presetUse is where a preset is archived while a version of it waits for approval.
func presetUse(c canvas, l words.Language) templ.Component {
	return page.SectionPage(page.Page{
		Frame:   c.Frame,
		Heading: "retail-onboarding",
		Sections: []page.Section{{
			Heading: l.T("Archive"),
			Note: l.T("Ends its use. It has to be assigned to nobody; its versions are kept, and it can be " +
				"restored."),
			Forms: []page.Form{{
				Path:    "/presets/use",
				Button:  l.T("Archive"),
				Danger:  true,
				Confirm: l.T("Nobody can edit or assign it until it is restored."),
			}},
		}},
	})
}

// deletingUpload is the library with an upload of a long name that no preset uses.
func deletingUpload(c canvas, l words.Language) templ.Component {
	const file = "a-rather-long-name-of-a-typeface-for-the-branches-of-the-north-SemiBoldCondensed.ttf"
	p := oneLibrary()
	p.Frame, p.Heading = c.Frame, l.T("Images and fonts")
	p.Uploads = append([]presets.Upload(nil), p.Uploads[1:]...)
	p.Uploads[0].File.Name, p.Uploads[0].Confirm = file, l.T("Delete %s? No preset uses it.", file)
	return presets.LibraryPage(p)
}
