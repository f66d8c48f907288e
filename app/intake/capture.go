package intake

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"strings"
	"time"

	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/engine/raster"
)

// CaptureTaken is the answer to a capture.
type CaptureTaken struct {
	onboarding.PayloadDocument
	Quality *PictureQuality `json:"quality,omitempty"` // of pictures only
}

// futureSlack is how far ahead a device's clock may be.
const futureSlack = 24 * time.Hour

// PutCapture stores one capture of a job in CAPTURING. A capture of the same kind that came before is marked as
// replaced and kept. capturedAt is RFC 3339 or empty.
func (in *Intake) PutCapture(
	ctx context.Context, c Caller, id, kind, capturedAt string, body io.Reader,
) (CaptureTaken, error) {
	job, err := in.job(ctx, c, id)
	if err != nil {
		return CaptureTaken{}, err
	}
	if !job.Status.Is(onboarding.Capturing) {
		return CaptureTaken{}, fault.New(fault.Conflict, "the job was already submitted and accepts no more data")
	}
	k, at, err := in.checkCapture(kind, capturedAt)
	if err != nil {
		return CaptureTaken{}, err
	}
	plain, err := io.ReadAll(body)
	if err != nil {
		return CaptureTaken{}, err
	}
	what, err := in.recognise(k, plain)
	if err != nil {
		return CaptureTaken{}, err
	}
	sum := sha256.Sum256(plain)
	capture := onboarding.Capture{
		ID:          ids.UUID(),
		Company:     c.Company,
		JobID:       job.ID,
		Kind:        k,
		ContentType: what.Type,
		Size:        int64(len(plain)),
		SHA256:      hex.EncodeToString(sum[:]),
		Width:       what.Width,
		Height:      what.Height,
		CapturedAt:  at,
		CreatedAt:   in.Clock.Now(),
	}
	verdict := in.quality(ctx, capture, what, plain)
	if err := in.keep(ctx, job, &capture, verdict, plain); err != nil {
		return CaptureTaken{}, err
	}
	return CaptureTaken{PayloadDocument: in.documents([]onboarding.Capture{capture})[0], Quality: verdict}, nil
}

func (in *Intake) checkCapture(kind, capturedAt string) (onboarding.CaptureKind, time.Time, error) {
	k := onboarding.CaptureKind(kind)
	if !k.Known() {
		return "", time.Time{}, fault.New(fault.NotFound, "there is no such capture kind")
	}
	if capturedAt == "" {
		return k, time.Time{}, nil
	}
	at, err := time.Parse(time.RFC3339, strings.ToUpper(capturedAt))
	if err != nil || at.Year() < 1970 || at.After(in.Clock.Now().Add(futureSlack)) {
		return "", time.Time{}, fault.BadField("capturedAt", "format",
			"capturedAt must be a time such as 2026-05-04T10:15:30Z that is not ahead")
	}
	return k, at.UTC().Truncate(time.Millisecond), nil
}

// quality returns what can be said about a picture now. That the check could not run is a verdict too, and never loses
// the capture.
func (in *Intake) quality(ctx context.Context, c onboarding.Capture, what content, plain []byte) *PictureQuality {
	if !strings.HasPrefix(c.ContentType, "image/") {
		return nil
	}
	if what.Truncated {
		return &PictureQuality{Outcome: "FAIL", Prompts: []string{}, Fault: string(raster.Truncated)}
	}
	verdict := PictureQuality{Outcome: "NOT_RUN"}
	if in.Quality != nil {
		var err error
		if verdict, err = in.Quality(ctx, c.Kind, plain); err != nil {
			in.log().WarnContext(ctx, "check picture quality failed", "capture", c.ID, "cause", err.Error())
			verdict = PictureQuality{Outcome: "NOT_RUN"}
		}
	}
	if verdict.Prompts == nil {
		verdict.Prompts = []string{}
	}
	return &verdict
}

// keep stores the sealed bytes first and then inserts the row. It removes the file when the row is refused; when
// inserting failed in another way, it leaves the file to the sweeper.
func (in *Intake) keep(
	ctx context.Context, job onboarding.Job, c *onboarding.Capture, verdict *PictureQuality, plain []byte,
) error {
	applicant, err := in.Keys.ApplicantKey(ctx, job.Company, job.ID)
	if err != nil {
		return err
	}
	if verdict != nil {
		c.Quality, _ = json.Marshal(verdict)
	}
	if err := in.Evidence.Keep(ctx, c, applicant, bytes.NewReader(plain)); err != nil {
		return err
	}
	err = in.Store.Write(ctx, func(tx *store.Tx) error {
		if err := hold(ctx, tx, job); err != nil {
			return err
		}
		return tx.InsertCapture(ctx, *c)
	})
	// otherwise the row may have been inserted all the same
	if refused := fault.Is(err, fault.NotFound) || fault.Is(err, fault.Conflict); refused {
		if gone := in.Evidence.Delete(context.WithoutCancel(ctx), *c); gone != nil {
			in.log().WarnContext(ctx,
				"insert capture failed, its file is left to the sweeper", "capture", c.ID, "cause",
				gone.Error())
		}
	}
	return err
}
