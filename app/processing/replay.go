package processing

import (
	"context"

	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/engine"
)

// leastShared is how many key frames two films have in common at least where one was made of the other. A camera that
// is covered films the same picture over and over, but not four different ones.
const leastShared = 4

// findReplays fails the moves in a film that came for another job too, or was made of one that did: somebody kept that
// film, and asked for challenges until one of them fitted it. A job of the sandbox is compared with none: its film is
// drawn, as those of all others.
func (w *Worker) findReplays(ctx context.Context, d *dossier) error {
	if d.sandbox {
		return nil
	}
	for _, film := range d.captures {
		if film.Kind != onboarding.Video {
			continue
		}
		replayed, err := w.isReplay(ctx, film, keyFrames(d.report, w.urn(film)))
		if err != nil {
			return err
		}
		if !replayed {
			continue
		}
		for i := range d.report.Checks {
			c := &d.report.Checks[i]
			if c.Code == engine.CodeVideo && c.RanOn == engine.OnServer && c.Capture == w.urn(film) {
				c.Reasons = nil
				c.Conclude(engine.Fail, "video.replayed", "The same video came for another job")
			}
		}
	}
	return nil
}

// isReplay reports whether a film came for another job. Its key frames are noted before others are looked for, so that
// of two jobs at the same time the later one finds them. A film of a job that is not decided is known by its bytes
// alone: whoever keeps one sees without an upload which challenge fits it.
func (w *Worker) isReplay(ctx context.Context, film onboarding.Capture, frames []string) (bool, error) {
	err := w.Store.Write(ctx, func(tx *store.Tx) error {
		for _, frame := range frames {
			if err := tx.AddFilmFrame(ctx, film.Company, film.JobID, frame); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return false, err
	}
	shared, err := w.Store.FramesShared(ctx, film.Company, film.JobID)
	if err != nil || shared >= leastShared {
		return shared >= leastShared, err
	}
	return w.Store.IsFilmOfAnotherJob(ctx, film)
}

// keyFrames returns the key frames by which a capture's film is known again; none where it could not be read.
func keyFrames(report engine.Report, capture string) []string {
	for _, c := range report.Captures {
		if c.ID == capture {
			return c.KeyFrames
		}
	}
	return nil
}

// findCopies adds a failed check for each capture whose bytes came for another applicant too. No camera makes the same
// file twice, so that one of the two was not taken of its applicant. Whoever sends a file again for themselves is not
// meant, nor a document of any kind, which two people of a household may share.
func (w *Worker) findCopies(ctx context.Context, d *dossier) error {
	if d.sandbox || d.job.UniqueNumber == "" {
		return nil
	}
	for _, c := range d.captures {
		if c.Kind == onboarding.Document || c.Kind == onboarding.NFC {
			continue
		}
		other, err := w.Store.JobOfAnother(ctx, c, d.job.UniqueNumber)
		if err != nil {
			return err
		}
		if other == "" {
			continue
		}
		check := engine.Check{
			Code:      engine.CodeOriginal,
			Group:     engine.GroupCapture,
			Provider:  "proofdesk",
			Version:   engine.Version,
			Assurance: engine.Heuristic,
			RanOn:     engine.OnServer,
			Capture:   w.urn(c),
		}
		check.Conclude(engine.Fail, "capture.other_applicant", "The same file came for another applicant: job "+other)
		d.report.Checks = append(d.report.Checks, check)
	}
	return nil
}
