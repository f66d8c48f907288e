package processing

import (
	"context"

	"proofdesk/app/onboarding"
	"proofdesk/engine"
)

// findReplays fails the moves in a film that came for another job too. No camera films the same bytes twice: somebody
// kept that film, and asked for challenges until one of them fitted it.
func (w *Worker) findReplays(ctx context.Context, d *dossier) error {
	for _, film := range d.captures {
		if film.Kind != onboarding.Video {
			continue
		}
		replayed, err := w.Store.IsFilmOfAnotherJob(ctx, film)
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
