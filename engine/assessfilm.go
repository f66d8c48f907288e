//go:build !js

package engine

import (
	"context"
	"time"

	"proofdesk/engine/check"
	"proofdesk/engine/finding"
	"proofdesk/engine/video"
)

// notFollowed is the prompt for a film that does not show the moves that were asked for.
const notFollowed = "followMoves"

// assessFilm reports whether a film shows the moves that were asked for, while the applicant can make them again. Its
// report has no format where that can't be told, and another film would be no better: nothing was asked for, it is in
// another format, or a slow device left too much of it out. What shows that a film was made of a picture is not told,
// nor is it looked whether a flat one makes the moves: who made it would learn what to change.
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
	outcome := check.FilmChallenge(c.ID, c.Challenge, poses, film.End(), nil).Outcome
	if outcome == finding.NotRun && !check.CanFollow(c.Challenge, timesOf(film), film.End()) {
		return report
	}
	report.Format = "WebM"
	if outcome != finding.Pass {
		report.Prompts = []string{notFollowed}
	}
	return report
}

// timesOf lists the times of a film's key frames.
func timesOf(film video.Film) []time.Duration {
	var times []time.Duration
	for _, key := range film.Spread(len(film.Keys)) {
		times = append(times, key.At)
	}
	return times
}
