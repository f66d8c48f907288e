package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"proofdesk/app/apiclient"
	"proofdesk/app/boot"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/engine/specimen"
)

const (
	viewedJobs  = 20 // jobs whose pictures are looked at, in each of the three ways
	queuedExtra = 60 // jobs that keep the engine saturated meanwhile
	photograph  = 12 // megapixels of each capture
)

// gallery holds the jobs whose pictures are looked at.
type gallery struct {
	signIns
	idle, saturated []string // the captures of jobs in review, two for each job
	queued          []string // jobs to submit; all go to review
}

// viewing measures a reviewer's pictures: on an idle engine, while batch inspection saturates it, and those that were
// made when their job went to review, while batch inspection still saturates it.
func viewing(f *figures, binary, dir string, _ int) error {
	s, c, err := newServer(filepath.Join(dir, "viewing"))
	if err != nil {
		return err
	}
	var g gallery
	if err := fillData(c, g.make); err != nil {
		return err
	}
	if _, err := s.start(binary); err != nil {
		return err
	}
	err = g.look(f, s)
	return errors.Join(err, s.stop())
}

func (g *gallery) look(f *figures, s *server) error {
	ctx := context.Background()
	browser, err := signedIn(s.base, g.user.Email, g.user.Password)
	if err != nil {
		return err
	}
	if err := viewAll(f, browser, s.base, "idle", g.idle); err != nil {
		return err
	}
	app := &apiclient.App{Base: s.base, HTTP: pooled(), Credentials: g.app}
	if err := each(len(g.queued), func(i int) error { return app.Submit(ctx, g.queued[i]) }); err != nil {
		return err
	}
	if err := viewAll(f, browser, s.base, "engine saturated", g.saturated); err != nil {
		return err
	}
	prepared, err := g.prepared(ctx, app)
	if err != nil {
		return err
	}
	if err := viewAll(f, browser, s.base, "engine saturated, made at the decision", prepared); err != nil {
		return err
	}
	status, err := app.Status(ctx, g.queued[len(g.queued)-1])
	if err == nil && onboarding.Status(status).Decided() {
		err = errors.New("the engine had nothing left to do before all pictures were looked at")
	}
	return err
}

// prepared waits until enough of the queued jobs are decided, and returns their captures.
func (g *gallery) prepared(ctx context.Context, app *apiclient.App) ([]string, error) {
	var captures []string
	for _, job := range g.queued[:viewedJobs] {
		for {
			status, err := app.Status(ctx, job)
			if err != nil {
				return nil, err
			}
			if onboarding.Status(status).Decided() {
				break
			}
			time.Sleep(50 * time.Millisecond)
		}
		var p onboarding.Payload
		if err := app.Snapshot(ctx, job, &p); err != nil {
			return nil, err
		}
		for _, d := range p.Documents {
			captures = append(captures, d.URN)
		}
	}
	return captures, nil
}

// viewAll opens the pictures of each job as its page does, all at once, and adds how long they took.
func viewAll(f *figures, browser *http.Client, base, while string, captures []string) error {
	var mu sync.Mutex
	var took []time.Duration
	var failed error
	for pair := range slices.Chunk(captures, 2) {
		var page sync.WaitGroup
		for _, id := range pair {
			for _, size := range []string{"thumb", "view"} {
				page.Go(func() {
					start := time.Now()
					_, err := fetch(browser, base+"/media/"+id+"?size="+size)
					mu.Lock()
					defer mu.Unlock()
					took, failed = append(took, time.Since(start)), errors.Join(failed, err)
				})
			}
		}
		page.Wait()
	}
	target := "<= 600"
	f.add("a reviewer's picture p50, "+while, percentile(took, .5), "ms", "")
	f.add("a reviewer's picture p95, "+while, percentile(took, .95), "ms", target)
	return failed
}

// make creates jobs with photographs: some in review, whose pictures nobody has made, and more to submit.
func (g *gallery) make(ctx context.Context, p *boot.Program) error {
	if err := g.signIns.make(ctx, p, 0); err != nil {
		return err
	}
	set := specimen.ApplicantWith(specimen.Passport, 11, specimen.Good, time.Now().UTC())
	set.Megapixels = photograph
	var photographs []specimen.Capture
	for _, kind := range []string{"passport", "selfie"} {
		c, ok := set.Capture(kind)
		if !ok {
			return fmt.Errorf("the applicant has no %s", kind)
		}
		photographs = append(photographs, c)
	}
	for i := range 3*viewedJobs + queuedExtra {
		seen := i < 2*viewedJobs
		job, captures, err := g.photographed(ctx, p, photographs, seen)
		if err != nil {
			return err
		}
		switch {
		case i < viewedJobs:
			g.idle = append(g.idle, captures...)
		case seen:
			g.saturated = append(g.saturated, captures...)
		default:
			g.queued = append(g.queued, job)
		}
	}
	return nil
}

// photographed creates a job with sealed photographs, in review already or ready to be submitted.
func (g *gallery) photographed(
	ctx context.Context, p *boot.Program, photographs []specimen.Capture, inReview bool,
) (id string, captures []string, err error) {
	job := onboarding.Job{
		ID:         ids.UUID(),
		Company:    company,
		Function:   onboarding.IDValidationFace,
		Flavor:     "LITE",
		Line:       onboarding.CurrentLine,
		SDKVersion: "11.1.13.2.18",
		Status:     onboarding.Capturing,
		ClientID:   g.app.ClientID,
		Sandbox:    onboarding.Review,
	}
	row, key, err := p.Keys.NewApplicantKey(ctx, company, job.ID)
	if err != nil {
		return "", nil, err
	}
	var sealed []onboarding.Capture
	for _, photo := range photographs {
		c := onboarding.Capture{
			ID:          ids.UUID(),
			Company:     company,
			JobID:       job.ID,
			Kind:        onboarding.CaptureKind(photo.Kind),
			ContentType: photo.ContentType,
			Size:        int64(len(photo.Bytes)),
			CreatedAt:   p.Clock.Now(),
		}
		if err := p.Safe.Keep(ctx, &c, key, bytes.NewReader(photo.Bytes)); err != nil {
			return "", nil, err
		}
		sealed, captures = append(sealed, c), append(captures, c.ID)
	}
	return job.ID, captures, p.Store.Write(ctx, func(tx *store.Tx) error {
		job.Seq, job.CreatedAt = tx.NextSeq(), tx.Now
		if inReview {
			job.Status = onboarding.Processing
		}
		if err := tx.InsertApplicantKey(ctx, row); err != nil {
			return err
		}
		if err := tx.InsertJob(ctx, job); err != nil {
			return err
		}
		for _, c := range sealed {
			if err := tx.InsertCapture(ctx, c); err != nil {
				return err
			}
		}
		if !inReview {
			return nil
		}
		job.Status, job.DecidedAt = onboarding.Review, tx.Now
		_, err := tx.DecideJob(ctx, job, "")
		return err
	})
}
