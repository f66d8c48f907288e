package storybook

import (
	"slices"

	"github.com/a-h/templ"

	"proofdesk/views/finding"
	"proofdesk/views/review"
	"proofdesk/views/ui"
)

// reviewStates are the states of the page that the console is about, each a change of one that is held.
func reviewStates() []State {
	state := func(name string, change func(*review.Page)) State {
		return State{
			Area:  "review",
			Name:  name,
			Phone: true,
			page: func(c canvas) templ.Component {
				p := heldJob()
				p.Frame = c.Frame
				change(&p)
				return review.ReviewPage(p)
			},
		}
	}
	pressed := func(name string, keys ...string) State {
		s := state(name, func(p *review.Page) { p.JobID = name }) // drafts of another state are not this one's
		s.Phone, s.Keys = false, keys
		return s
	}
	return []State{
		state("held", func(*review.Page) {}),
		pressed("help", "?"), pressed("palette", "/", "q"), pressed("declining", "d", "1", "m"),
		pressed("compared", "c"), pressed("lighter", "b", "b", "i"), pressed("at-a-row", "j"),
		pressed("correcting-by-key", "j", "f"),
		state("approving-over-red", func(p *review.Page) {
			p.Form.Outcomes[0].On, p.Form.Overrides = true, overrides()
		}),
		state("deciding", func(p *review.Page) { p.Form.Outcomes[1].On, p.Form.Bands[0].Reasons[0].On = true, true }),
		state("refused", func(p *review.Page) {
			p.Form.Outcomes[1].On, p.Problem = true, "Choose at least one reason."
		}),
		state("free", func(p *review.Page) { p.Held, p.Free, p.Lease = false, true, nil }),
		state("held-by-another", func(p *review.Page) { p.Held, p.Lease, p.Holder = false, nil, "Sam Okafor" }),
		state("left-over", func(p *review.Page) {
			p.Held, p.Lease, p.Holder = false, nil, "Sam Okafor"
			p.Leftover = &review.Leftover{Text: "The photo looks pasted in.", Rev: "1", Saved: "saved 11:58:20"}
		}),
		state("proposed", func(p *review.Page) {
			p.Held, p.Lease, p.Proposal, p.Free = false, nil, true, true
			p.Reviewed = verdict("Proposed: Declined", ui.Fail)
		}),
		state("decided", func(p *review.Page) {
			p.Held, p.Lease, p.Deadline, p.Status, p.Tone = false, nil, nil, "DECLINED", ui.Fail
			p.Reviewed = verdict("Declined", ui.Fail)
		}),
		state("approved-over-red", func(p *review.Page) {
			p.Held, p.Lease, p.Deadline, p.Status, p.Tone = false, nil, nil, "APPROVED", ui.Pass
			p.Reviewed = verdict("Approved", ui.Warn)
			p.Reviewed.Reasons = []string{
				"Approved over: Born: Printed and MRZ have the same value, unlike submitted (Reading mistake, " +
					"the document is right)",
			}
		}),
		state("to-be-undone", func(p *review.Page) {
			p.Held, p.Lease, p.Deadline, p.Status, p.Tone = false, nil, nil, "APPROVED", ui.Pass
			p.Reviewed = verdict("Approved", ui.Pass)
			p.Notice = &review.Notice{
				Text:  "APPROVED: CASTELLAN, LUCAN.",
				JobID: p.JobID,
				Undo:  &ui.Countdown{Until: "4070908800000", Text: "00:08"},
			}
		}),
		state("judged-a-second-time", func(p *review.Page) { p.Check, p.History, p.Deadline = true, nil, nil }),
		state("every-source", func(p *review.Page) { sixSources(p) }),
		state("four-sources", fourSources),
		state("three-sources", threeSources), state("three-red-fields", threeRed),
		state("no-document", noDocument),
		state("nothing-failed", func(p *review.Page) {
			p.Why, p.Rows, p.Agreeing, p.Single = nil, nil, nil, p.Agreeing[:1]
			p.Uncompared = "Only one source has values, so there is nothing to compare."
		}),
		state("corrected", func(p *review.Page) { p.Corrections = putRight() }),
		state("correcting", func(p *review.Page) { p.Rows[0].Cells[2].Open = true }),
		state("correction-refused", func(p *review.Page) {
			c := &p.Rows[0].Cells[2]
			c.Typed, c.Problem = "1999-99-99", "Enter the date as 31 Jan 2026 or as 2026-01-31."
		}),
		state("one-source", func(p *review.Page) {
			p.Why, p.Rows, p.Agreeing, p.Heads = nil, nil, nil, p.Heads[1:2]
			p.Uncompared = "Only one source has values, so there is nothing to compare."
			for i := range p.Single {
				p.Single[i].Cells = p.Single[i].Cells[1:2]
			}
			p.Single[0].Cells[0].Repaired = "2:21 N>M"
		}),
		state("covered", func(p *review.Page) { cover(p, true) }),
		state("covered-for-good", func(p *review.Page) { cover(p, false) }),
		state("revealed", func(p *review.Page) {
			p.Revealed = &ui.Countdown{Until: "4070908800000", Text: "00:58"}
		}),
		state("voice", func(p *review.Page) { p.Panes[0] = voicePane() }),
		state("signature", func(p *review.Page) { p.Panes[0] = signaturePane() }),
		state("fingerprints", func(p *review.Page) { p.Panes[0] = printsPane() }),
		state("video", func(p *review.Page) { p.Panes[0] = videoPane() }),
		state("chip", func(p *review.Page) { p.Panes[0] = chipPane() }),
		state("unreadable", func(p *review.Page) {
			p.Panes[0] = review.Pane{
				Key:   "a",
				Shown: true,
				ID:    "c1",
				Title: "ID front",
				Kind:  "missing",
				Note: "This picture can't be read: the file is cut off. The original file is kept; you can still " +
					"decide.",
			}
			p.Scores, p.Unmeasured = nil, true
		}),
		state("kept-on-the-device", func(p *review.Page) {
			p.Rail, p.Scores, p.Why, p.Signals = p.Rail[:1], p.Scores[:3], p.Why[:1], p.Signals[1:]
			p.Panes[1] = review.Pane{
				Key:   "b",
				Shown: true,
				Title: "Face, not sent",
				Kind:  "missing",
				Note: "The preset of this job keeps pictures of the face on the device. They were not sent, and " +
					"nothing checked them.",
			}
		}),
		state("waiting-for-the-engine", func(p *review.Page) {
			*p = review.Page{
				Frame:    p.Frame,
				JobID:    p.JobID,
				ShortID:  p.ShortID,
				Name:     "Name unknown",
				Function: "enrolment",
				Status:   "PROCESSING",
				Panes: []review.Pane{
					{
						Key:   "a",
						Title: "No captures",
						Kind:  "missing",
						Shown: true,
						Note:  "This job has no captures.",
					},
				},
				Uncompared: "There are no values to compare.",
				Heading:    "Check results",
				Calm:       "The engine has not processed this job yet.",
				Engine:     review.Suggestion{Outcome: "nothing yet"},
			}
		}),
	}
}

func verdict(outcome string, tone ui.Tone) *review.Reviewed {
	return &review.Reviewed{
		Outcome: outcome,
		Tone:    tone,
		By:      "Sam Okafor",
		At:      on("2026-11-20 10:52:58"),
		Reasons: []string{"Document is not genuine"},
		Comment: "Please come to a branch.",
		Note:    "Portrait was exchanged, see the left edge.",
	}
}

func cover(p *review.Page, may bool) {
	p.Masked, p.Reveal, p.Name, p.Number = true, may, "C••••••••, L••••", "••0014"
	for i := range p.Rail {
		p.Rail[i].Src = coveredPicture(p.Rail[i].Src)
	}
	for i := range p.Panes {
		p.Panes[i].Src, p.Panes[i].Full = coveredPicture(p.Panes[i].Src), coveredPicture(p.Panes[i].Full)
	}
	for _, row := range slices.Concat(p.Rows, p.Agreeing) {
		for j := range row.Cells {
			if row.Cells[j].Read {
				row.Cells[j].Parts, row.Cells[j].Editable = []finding.Part{{Text: "••••••"}}, false
			}
		}
	}
}

// sixSources fills the matrix as far as it goes.
func sixSources(p *review.Page) {
	p.Heads = []finding.Head{
		{Name: "Printed"}, {Name: "MRZ"}, {Name: "Barcode"}, {Name: "Chip"}, {Name: "Submitted"}, {Name: "Known"},
	}
	for _, rows := range [][]finding.Row{p.Rows, p.Agreeing} {
		for i := range rows {
			printed, zone, sent := rows[i].Cells[0], rows[i].Cells[1], rows[i].Cells[2]
			barcode, chip := zone, zone
			barcode.Source, barcode.Name, barcode.Digit = "BARCODE", "barcode", nil
			chip.Source, chip.Name, chip.Digit = "CHIP", "chip", nil
			rows[i].Cells = []finding.Cell{printed, zone, barcode, chip, sent, {}}
		}
	}
	p.Single = nil
}

func putRight() review.Corrections {
	return review.Corrections{
		Values: []review.Corrected{
			{
				Field:  "Birth date",
				Source: "printed",
				Before: "30 May 1989",
				After:  "05 Mar 1989",
				By:     "Noor Haddad",
				At:     "10:53:40",
			},
		},
		Checks: []review.Recheck{
			{Check: "Source agreement", Before: "FAIL", After: "PASS", Changed: true, Tone: ui.Pass},
			{Check: "Age", Before: "PASS", After: "PASS", Tone: ui.Pass},
		},
	}
}

// coveredPicture returns where the blurred copy of a picture is, as the server sends it to roles that see it masked.
func coveredPicture(src string) string {
	if src == "" {
		return ""
	}
	return src + "-covered"
}
