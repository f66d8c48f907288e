package demo

import (
	"math"
	"strings"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/onboarding"
	"proofdesk/app/quality"
	"proofdesk/app/review"
	"proofdesk/engine/specimen"
)

// colleague is an agent of the demo who reviews the applicants of the past.
type colleague struct {
	review.Agent
	habits
}

// habits are how an agent works.
type habits struct {
	part int           // of a hundred jobs that the agent takes
	pace time.Duration // median time for a job at the end of the past; it was a third longer at its beginning
	care float64       // share of the decisions that a careful agent would make too
}

// team are the users who review, by the part of their address before the @.
var team = map[string]habits{
	"agent":  {part: 34, pace: 52 * time.Second, care: .92},
	"ben":    {part: 26, pace: 88 * time.Second, care: .96},
	"cleo":   {part: 26, pace: 38 * time.Second, care: .84},
	"senior": {part: 8, pace: 64 * time.Second, care: .97},
	"dora":   {part: 6, pace: 71 * time.Second, care: .97},
}

// checker returns the agent as one who checks decisions.
func (c colleague) checker() quality.Agent { return quality.Agent{Company: c.Company, ID: c.ID} }

// colleagueOf returns the colleague with a user's account; false for a user who does not review.
func colleagueOf(id, name, email string, role access.Role) (colleague, bool) {
	user, _, _ := strings.Cut(email, "@")
	h, ok := team[user]
	return colleague{
		Agent: review.Agent{
			Company: company,
			ID:      id,
			Name:    name,
			Senior:  role.Can(access.ReviewEscalated),
			Decides: role.Can(access.ReviewJobs),
		},
		habits: h,
	}, ok
}

// takes returns how long the colleague works on the n-th applicant, at a time of the past: faster the longer ago it
// began.
func (c colleague) takes(n int, lived float64, purpose string) time.Duration {
	spread := math.Exp(dice(n, purpose).NormFloat64() * .45)
	return time.Duration(float64(c.pace) * spread * (4 - lived) / 3).Round(time.Second)
}

// ruling is a decision about an applicant, with the codes of its reasons.
type ruling struct {
	outcome onboarding.Status
	reasons []string
	note    string
}

var approval = ruling{outcome: onboarding.ReviewApproved}

// rulings are what a careful agent decides about the generator's cases; every other case is approved.
var rulings = map[specimen.Case]ruling{
	specimen.WrongFace: {
		onboarding.ReviewSuspicious,
		[]string{"fraud.face_mismatch"},
		"Nose and jaw differ from the portrait, same light in both.",
	},
	specimen.Photocopied: {
		onboarding.ReviewDeclined,
		[]string{"fraud.document_copy"},
		"Flat print, no reflection anywhere on the card.",
	},
	specimen.OnScreen: {
		onboarding.ReviewDeclined,
		[]string{"fraud.document_copy"},
		"A grid of pixels over the whole picture.",
	},
	specimen.BirthContradicts: {
		onboarding.ReviewDeclined,
		[]string{"data.mismatch"},
		"The printed birth date is not the one in the zone.",
	},
	specimen.NameContradicts: {
		onboarding.ReviewSuspicious,
		[]string{"fraud.document_altered", "data.mismatch"},
		"Surname printed in another weight than the rest, and not the one in the zone.",
	},
	specimen.OtherIdentity: {
		onboarding.ReviewDeclined,
		[]string{"data.duplicate"},
		"Known to us under another number.",
	},
	specimen.OutOfFocus: {onboarding.ReviewDeclined, []string{"quality.unreadable"}, ""},
	specimen.NoCode:     {onboarding.ReviewDeclined, []string{"data.not_accepted"}, ""},
}

// rule returns what a colleague decides about the n-th applicant: mostly what a careful agent would, according to how
// careful this one is.
func (c colleague) rule(n int, a application, purpose string) ruling {
	right, known := rulings[a.kind]
	if !known {
		right = approval
	}
	chance := dice(n, purpose+c.Name)
	switch {
	case chance.Float64() < c.care:
		return right
	case !right.outcome.Is(onboarding.ReviewApproved) && chance.Float64() < .7:
		return approval
	}
	return ruling{onboarding.ReviewDeclined, []string{"quality.unreadable"}, ""}
}
