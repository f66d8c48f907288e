//go:build !js

package engine

import (
	"context"

	"proofdesk/engine/check"
	"proofdesk/engine/finding"
	"proofdesk/engine/video"
)

// notFollowed is the prompt for a film that does not show the moves that were asked for.
const notFollowed = "followMoves"

// assessFilm reports whether a film shows the moves that were asked for, while the applicant can make them again. Its
// report has no format where the film can't be followed, because it is in another one or because nothing was asked for.
// What shows that a film was made of a picture is not told: who made it would learn what to change.
func assessFilm(c Capture) CaptureReport {
	report := finding.CaptureReport{ID: c.ID, Kind: c.Kind}
	if len(c.Challenge.Moves) == 0 {
		return report
	}
	film, err := video.Read(c.Bytes)
	if err != nil {
		return report
	}
	poses, err := posesOf(newRun(context.Background(), Submission{}), c, film)
	if err != nil {
		return report
	}
	report.Format = "WebM"
	if check.FilmChallenge(c.ID, c.Challenge, poses, film.End()).Outcome != finding.Pass {
		report.Prompts = []string{notFollowed}
	}
	return report
}
