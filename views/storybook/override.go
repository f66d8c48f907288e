package storybook

import "proofdesk/views/review"

// overrides are two red findings, one of them named already and proposed by another agent.
func overrides() []review.Override {
	return []review.Override{
		{
			Name:     "override.face.mismatch",
			Text:     "The faces differ: score 0.71, passes at 0.60 or less",
			Proposed: "Sam Okafor: The pictures show the same person",
			Choices: []review.Reason{
				{Code: "same_person", Text: "The pictures show the same person", Key: "1", On: true},
				{Code: "other", Text: "Other, see the note", Key: "2"},
			},
		},
		{
			Name: "override.data.mismatch.dateOfBirth",
			Text: "Date of birth differs: printed 04 Jul 1990, MRZ 07 Apr 1990",
			Choices: []review.Reason{
				{Code: "reading_mistake", Text: "Reading mistake, the document is right", Key: "3"},
				{Code: "known_difference", Text: "Known difference, such as a changed name", Key: "4"},
				{Code: "other", Text: "Other, see the note", Key: "5"},
			},
		},
	}
}
