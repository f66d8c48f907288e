package storybook

import "proofdesk/views/review"

// overrides are two red findings, one of them named already and proposed by another agent.
func overrides() []review.Override {
	return []review.Override{
		{
			Name:     "override.face.mismatch",
			Text:     "The faces differ: .71, at most .60",
			Proposed: "Sam Okafor: The pictures show the same person",
			Choices: []review.Reason{
				{Code: "same_person", Text: "The pictures show the same person", Key: "1", On: true},
				{Code: "other", Text: "Other, see the note", Key: "2"},
			},
		},
		{
			Name: "override.data.mismatch.dateOfBirth",
			Text: "Born differs: Printed 1990-07-04 · MRZ 1990-04-07",
			Choices: []review.Reason{
				{Code: "reading_mistake", Text: "Reading mistake, the document is right", Key: "3"},
				{Code: "known_difference", Text: "Known difference, such as a changed name", Key: "4"},
				{Code: "other", Text: "Other, see the note", Key: "5"},
			},
		},
	}
}
