package storybook

import (
	"proofdesk/views/finding"
	"proofdesk/views/review"
	"proofdesk/views/ui"
)

// heldJob is a job in review with a passport and a selfie that disagree, as the agent who holds it sees it.
func heldJob() review.Page {
	return review.Page{
		JobID:    "01kaf8qd-2m4c-7x0t-8v5b-3n6w1z000001",
		ShortID:  "01ka…0001",
		Name:     "CASTELLAN, LUCAN",
		Number:   "100014",
		Document: "UTO passport · enrolment",
		Function: "enrolment",
		Status:   "REVIEW",
		Tone:     ui.Warn,
		Waiting:  "37",
		Tally:    "today 41 done · median 38 s",
		Held:     true,
		Decides:  true,
		Export:   true,
		Deadline: &ui.Countdown{
			Until: "4070908800000",
			Text:  "12:31",
			Tone:  ui.Warn,
		},
		Lease: &ui.Countdown{Until: "4070908800000", Text: "09:41"},
		Rail: []review.Thumb{
			{
				ID:    "c1",
				Key:   "1",
				Label: "ID front",
				Icon:  "image",
				Src:   "/media/passport",
				Tone:  ui.Fail,
				State: "failed",
				Href:  "/review/held",
				Pane:  "a",
				Side:  "a",
			},
			{
				ID:    "c2",
				Key:   "2",
				Label: "Selfie",
				Icon:  "user",
				Src:   "/media/selfie",
				Tone:  ui.Warn,
				State: "to look at",
				Href:  "/review/held",
				Pane:  "b",
				Side:  "b",
			},
			{
				ID:    "c3",
				Key:   "3",
				Label: "Voice",
				Icon:  "mic",
				Tone:  ui.Pass,
				State: "passed",
				Href:  "/review/held",
				Side:  "a",
			},
		},
		Panes:   []review.Pane{passportPane(), selfiePane()},
		Caption: "lite 11.1.13 · 19.43 N 99.13 W",
		Scores:  scores(),
		Heading: "Why it needs review",
		Calm:    "No check failed, but their assurance is lower than the policy requires.",
		Why:     whyHere(),
		Heads: []finding.Head{
			{Name: "Printed", Title: "read from what is printed"},
			{Name: "MRZ", Title: "read from the machine-readable zone"},
			{Name: "Submitted", Title: "sent by the host application"},
		},
		Zone:     "UTC",
		Measured: measured(),
		Rows:     doubted(),
		Agreeing: agreeing(),
		Single: []finding.Row{
			single("Sex", "M"), single("Issued by", "UTO"),
		},
		Passed: []finding.Finding{
			{Tone: ui.Pass, Text: "Focus 0.99", Group: "ID front"},
			{Tone: ui.Pass, Text: "Brightness 0.62", Group: "ID front"},
		},
		NotRun: []finding.Finding{{Tone: ui.Soft, Text: "Phrase: no recogniser is installed", Group: "Voice"}},
		Lines: []review.ZoneLine{
			{Text: "P<UTOCASTELLAN<<LUCAN<<<<<<<<<<<<<<<<<<<<<<<", Title: "confidence 0.99"},
			{Text: "JVH0001907UTO8905307M301028697289338<<<<<<72", Title: "confidence 0.98"},
		},
		Digits: []finding.Digit{{Field: "whole zone", Printed: "2", Computed: "2", Agrees: true}},
		Signals: []finding.Fact{
			{Label: "Liveness", Value: "not proven", Tone: ui.Warn}, {Label: "Network", Value: "mobile"},
		},
		Person: []finding.Fact{
			{Label: "Unique number", Value: "100014", Data: true},
			{Label: "Customer", Value: "enrolled 02 Mar 2026", Href: "/admin/record"},
		},
		Place: []finding.Fact{
			{Label: "Position", Value: "19.43 N 99.13 W", Data: true},
			{Label: "Device", Value: "Pixel 9, Android 17"},
		},
		History: []review.Entry{
			{At: today("10:41:07"), Text: "Job created"},
			{At: today("10:41:40"), Text: "Engine: REVIEW in 1.1 s"},
			{At: today("10:52:13"), Text: "Taken by you"},
		},
		Engine: review.Suggestion{Outcome: "REVIEW", Met: "29 of 30 requirements met"},
		Form:   emptyForm(),
	}
}

func passportPane() review.Pane {
	return review.Pane{
		Key:      "a",
		Shown:    true,
		ID:       "c1",
		Title:    "ID front",
		Of:       "id_front",
		Received: today("10:41:38"),
		Kind:     "image",
		Src:      "/media/passport",
		Full:     "/media/passport",
		Width:    "1600",
		Height:   "1100",
		Turn:     "0",
		View:     "0 0 1600 1100",
		Stroke:   "28",
		Eyes:     "329 479 439 479",
		Boxes: []review.Box{
			{X: "180", Y: "250", W: "372", H: "494", TextY: "240", Label: "portrait", Kind: "portrait", Tone: ui.Warn},
			{X: "190", Y: "830", W: "1226", H: "130", TextY: "820", Label: "MRZ", Kind: "mrz", Tone: ui.Warn},
			{
				Points: "936,502 1150,504 1148,548 934,546",
				X:      "936",
				TextY:  "492",
				Label:  "birth date",
				Kind:   "field",
				Tone:   ui.Fail,
			},
			{X: "1240", Y: "110", W: "200", H: "120", TextY: "100", Label: "glare", Kind: "glare", Tone: ui.Warn},
		},
	}
}

func selfiePane() review.Pane {
	return review.Pane{
		Key:      "b",
		Shown:    true,
		ID:       "c2",
		Title:    "Selfie",
		Of:       "selfie",
		Received: today("10:41:38"),
		Kind:     "image",
		Src:      "/media/selfie",
		Full:     "/media/selfie",
		Width:    "900",
		Height:   "1200",
		Turn:     "0",
		View:     "0 0 900 1200",
		Stroke:   "24",
		Eyes:     "329 581 576 581",
		Boxes: []review.Box{
			{X: "240", Y: "280", W: "420", H: "560", TextY: "270", Label: "face", Kind: "face", Tone: ui.Warn},
		},
	}
}

func voicePane() review.Pane {
	return review.Pane{
		Key:   "a",
		Shown: true,
		ID:    "c3",
		Title: "Voice",
		Of:    "voice",
		Kind:  "audio",
		Src:   "/media/wave",
		Full:  "/media/voice",
		Facts: []finding.Fact{
			{Label: "Length", Value: "3.2 s", Data: true},
			{Label: "Phrase", Value: "My voice is my key"},
		},
	}
}

func signaturePane() review.Pane {
	return review.Pane{
		Key:   "a",
		Shown: true,
		ID:    "c4",
		Title: "Signature",
		Of:    "signature",
		Kind:  "strokes",
		Src:   "/media/signature",
		Full:  "/media/signature",
		Facts: []finding.Fact{
			{Label: "Strokes", Value: "3", Data: true},
			{Label: "Ink", Value: "283 px", Data: true},
			{Label: "Time", Value: "1.8 s", Data: true},
		},
	}
}

func printsPane() review.Pane {
	return review.Pane{
		Key:    "a",
		Shown:  true,
		ID:     "c5",
		Title:  "Left hand",
		Of:     "fingerprints",
		Kind:   "image",
		Src:    "/media/prints",
		Full:   "/media/prints",
		Width:  "1200",
		Height: "600",
		Turn:   "0",
		View:   "0 0 1200 600",
		Stroke: "20",
		Strip:  true,
		Facts: []finding.Fact{
			{Label: "index", Value: "0.91", Tone: ui.Pass},
			{Label: "middle", Value: "0.88", Tone: ui.Pass},
			{Label: "ring", Value: "0.43", Tone: ui.Warn},
			{Label: "little", Value: "0.79", Tone: ui.Pass},
		},
	}
}

func chipPane() review.Pane {
	return review.Pane{
		Key:   "a",
		Shown: true,
		ID:    "c7",
		Title: "Chip",
		Of:    "nfc",
		Kind:  "chip",
		Src:   "/media/selfie",
		Full:  "/media/chip",
		Facts: []finding.Fact{
			{Label: "Chip authentication", Value: "The chip data was signed by a trusted State", Tone: ui.Pass},
			{
				Label: "Portrait in the chip",
				Value: "The portrait in the chip may not match the printed one: score 0.61, passes at 0.55 or less",
				Tone:  ui.Warn,
			},
			{Label: "Data groups", Value: "DG1 right, DG2 right", Data: true, Tone: ui.Pass},
			{Label: "State", Value: "UT", Data: true},
			{Label: "Signed by", Value: "CN=Specimen Document Signer,C=UT", Data: true},
			{Label: "Certified by", Value: "CN=Specimen Country Signer,C=UT", Data: true},
			{Label: "Signer valid", Value: "from 22 Nov 2021 to 22 Nov 2031", Data: true},
			{Label: "SHA-256", Value: "bcbf…d17a", Copy: "bcbf", Data: true},
			{Label: "Size", Value: "18.4 kB", Data: true},
		},
	}
}

func videoPane() review.Pane {
	return review.Pane{
		Key:   "a",
		Shown: true,
		ID:    "c6",
		Title: "Video",
		Of:    "video",
		Kind:  "video",
		Full:  "/media/video",
		Facts: []finding.Fact{
			{Label: "Asked to say", Value: "“Blue horses cross the river at noon”"},
			{Label: "Move 1 of 3", Value: "turn to the left, at second 9.4"},
			{Label: "Move 2 of 3", Value: "close both eyes: not seen", Tone: ui.Warn},
			{Label: "Move 3 of 3", Value: "come closer, at second 18.1"},
		},
	}
}

func scores() []review.Score {
	return []review.Score{
		{Label: "Focus", Value: "0.99", At: "99", Mark: "98", Limit: "≥ 0.98", Tone: ui.Pass},
		{
			Label: "Glare",
			Value: "0.31",
			At:    "31",
			Mark:  "20",
			Limit: "≤ 0.20",
			Tone:  ui.Fail,
			Title: "score 0.31, passes at 0.20 or less",
		},
		{Label: "Realness", Value: "0.91", At: "91", Mark: "80", Limit: "≥ 0.80", Tone: ui.Pass},
		{Label: "Face", Value: "0.61", At: "61", Mark: "55", Limit: "≤ 0.55", Tone: ui.Warn},
		{Label: "Liveness", Value: "0.88", At: "88", Mark: "90", Limit: "≥ 0.90", Tone: ui.Warn},
	}
}

func whyHere() []finding.Finding {
	return []finding.Finding{
		{
			Tone:  ui.Warn,
			Text:  "Glare covers a part of the document: score 0.31, passes at 0.20 or less",
			Group: "quality",
			Focus: "c1 1240 110 200 120",
		},
		{
			Tone:  ui.Warn,
			Text:  "This face resembles",
			Group: "fraud",
			Links: []finding.Fact{
				{Label: "1st", Value: "100007", Href: "/admin/record"}, {Label: "2nd", Value: "•••042"},
			},
		},
	}
}

// doubted are the fields that something was found about, and one whose sources agree in part.
func doubted() []finding.Row {
	zone := readCell("MRZ", "MRZ", "Born", "birthDate", "1989-05-30", "", false)
	zone.Digit = &finding.Digit{Printed: "7", Computed: "7", Agrees: true, Title: "printed 7, computed 7"}
	return []finding.Row{
		{
			Field: "birthDate",
			Label: "Born",
			Match: "no match",
			Tone:  ui.Fail,
			Icon:  "x",
			Focus: "c1 934 502 216 46",
			Cells: []finding.Cell{
				readCell("VIZ", "printed", "Born", "birthDate", "1989-05-30", "", true),
				zone,
				readCell("SUBMITTED", "submitted", "Born", "birthDate", "1989-03-05", "05 Mar", true),
			},
			Said: []finding.Finding{{
				Tone:  ui.Fail,
				Text:  "Printed and MRZ have the same value, unlike submitted",
				Title: "consistency.birth_date",
			}},
		},
		{
			Field: "givenName",
			Label: "Given name",
			Match: "partial",
			Tone:  ui.Warn,
			Icon:  "triangle-alert",
			Cells: []finding.Cell{
				readCell("VIZ", "printed", "Given name", "givenName", "LUCAN", "", true),
				readCell("MRZ", "MRZ", "Given name", "givenName", "LUCAN", "", false),
				readCell("SUBMITTED", "submitted", "Given name", "givenName", "Lucan José", " José", true),
			},
		},
	}
}

// agreeing are the fields whose sources agree.
func agreeing() []finding.Row {
	number := readCell("MRZ", "MRZ", "Number", "number", "JVH000190", "", false)
	number.Digit = &finding.Digit{Printed: "7", Computed: "7", Agrees: true, Title: "printed 7, computed 7"}
	return []finding.Row{
		{
			Field: "surname",
			Label: "Surname",
			Match: "match",
			Tone:  ui.Pass,
			Icon:  "check",
			Cells: []finding.Cell{
				readCell("VIZ", "printed", "Surname", "surname", "CASTELLAN", "", true),
				readCell("MRZ", "MRZ", "Surname", "surname", "CASTELLAN", "", false),
				readCell("SUBMITTED", "submitted", "Surname", "surname", "Castellan", "", true),
			},
		},
		{
			Field: "number",
			Label: "Number",
			Match: "match",
			Tone:  ui.Pass,
			Icon:  "check",
			Cells: []finding.Cell{
				readCell("VIZ", "printed", "Number", "number", "JVH000190", "", true), number, {},
			},
		},
	}
}

// threeRed fills the cross-check with three red fields, a wrong check digit and a document that has expired.
func threeRed(p *review.Page) {
	digit := &finding.Digit{Printed: "7", Computed: "3", Title: "printed 7, computed 3"}
	red := func(field, label, match, said string, cells ...finding.Cell) finding.Row {
		return finding.Row{
			Field: field,
			Label: label,
			Match: match,
			Tone:  ui.Fail,
			Icon:  "x",
			Focus: "c1 934 502 216 46",
			Cells: cells,
			Said:  differs(said),
		}
	}
	number := readCell("MRZ", "MRZ", "Number", "number", "JVH000190", "", false)
	number.Digit = digit
	p.Rows[0].Cells[1].Digit = &finding.Digit{
		Printed:  "7",
		Computed: "3",
		Repaired: true,
		Title:    "printed 7, computed 3",
	}
	p.Rows = []finding.Row{
		p.Rows[0],
		red("number", "Number", "wrong digit", "Wrong check digit: document number",
			readCell("VIZ", "printed", "Number", "number", "JVH000190", "", true), number, finding.Cell{}),
		red("expiry", "Expires", "in the past", "Expired on 28 Oct 2020, 2219 days ago",
			readCell("VIZ", "printed", "Expires", "expiry", "28 Oct 2020", "", true),
			readCell("MRZ", "MRZ", "Expires", "expiry", "28 Oct 2020", "", false), finding.Cell{}),
	}
	p.Agreeing = p.Agreeing[:1]
}

func single(label, value string) finding.Row {
	return finding.Row{
		Label: label,
		Match: "one source",
		Tone:  ui.Soft,
		Icon:  "minus",
		Cells: []finding.Cell{
			{},
			{Read: true, Source: "MRZ", Name: "MRZ", Value: value, Parts: []finding.Part{{Text: value}}},
			{},
		},
	}
}

func emptyForm() review.Form {
	band := func(name string, from int, texts ...string) review.Band {
		b := review.Band{Name: name}
		for i, text := range texts {
			key := string(rune('0' + from + i%3))
			if i > 2 {
				key = "⇧" + key
			}
			b.Reasons = append(b.Reasons, review.Reason{Code: text, Text: text, Key: key})
		}
		return b
	}
	return review.Form{
		Claim:   "claim",
		Version: "3",
		Digest:  "digest",
		Started: "1795171928000",
		Key:     "key",
		Note:    "",
		Saved:   "",
		Outcomes: []review.Outcome{
			{Value: "Approved", Label: "Approve", Key: "a", Class: "yes", Icon: "check"},
			{Value: "Declined", Label: "Decline", Key: "d", Class: "no", Icon: "ban"},
			{Value: "Suspicious", Label: "Suspicious", Key: "v", Class: "odd", Icon: "shield-alert"},
		},
		Bands: []review.Band{
			band("Fraud", 1, "Document forged or altered", "Photocopy or screen, not the document",
				"Not the person on the document", "Selfie of a picture, screen or mask",
				"Known or reported identity fraud"),
			band("Data", 4, "Values differ between sources", "Document has expired", "Document type not accepted",
				"Person is under age", "Person is known under another number"),
			band("Quality", 7, "Document can't be read", "Face can't be seen clearly", "Document cut off or covered",
				"A needed capture is missing"),
		},
	}
}

func measured() []review.Measured {
	return []review.Measured{
		{Title: "ID front", About: "passport, front", Lines: []review.Measure{
			{
				Label:   "Glare",
				Value:   "0.31",
				Limit:   "≤ 0.20",
				Outcome: "FAIL",
				Tone:    ui.Fail,
				By:      "engine 1",
				Focus:   "c1 1240 110 200 120",
			}, {Label: "Focus", Value: "0.99", Limit: "≥ 0.98", Outcome: "PASS", Tone: ui.Pass, By: "engine 1"},
		}},
		{
			Title: "Selfie",
			Lines: []review.Measure{
				{
					Label: "Face match", Value: "0.61", Limit: "≤ 0.55", Outcome: "WARN", Tone: ui.Warn,
					By: "descriptor 1",
				},
			},
		},
	}
}
