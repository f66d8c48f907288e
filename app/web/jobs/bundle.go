package jobs

import (
	"archive/zip"
	"bufio"
	"context"
	"encoding/json"
	"io"
	"path"
	"slices"
	"time"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
	"proofdesk/app/httpserver"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/vault"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/download"
)

// bundle streams everything that is kept of a job as one file: captures as they came, the engine's report, what was
// sent, and the trail. That it was taken is audited.
func (w *Handler) bundle(c *fiber.Ctx, v shell.Visitor) error {
	id, err := shell.JobID(c)
	if err != nil {
		return err
	}
	masked, err := w.Masking.MaskedJob(c.UserContext(), v, id)
	if err != nil {
		return err
	}
	if masked {
		return fault.New(fault.Forbidden,
			"this job's personal values are hidden from you: take the job or reveal its values, "+
				"then download the bundle within a minute")
	}
	captures, key, err := w.bundled(c.UserContext(), v, id)
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderContentType, "application/zip")
	c.Set(fiber.HeaderContentDisposition, `attachment; filename="job-`+id+`.zip"`)
	company := v.Company
	httpserver.Stream(c, func(out *bufio.Writer) error {
		return w.writeBundle(out, company, id, captures, key)
	})
	return nil
}

// bundled reads what the bundle needs before its first byte, and audits it.
func (w *Handler) bundled(ctx context.Context, v shell.Visitor, id string) ([]onboarding.Capture, vault.Key, error) {
	if _, err := w.Store.Job(ctx, v.Company, id); err != nil {
		return nil, vault.Key{}, err
	}
	captures, err := w.Store.Captures(ctx, v.Company, id)
	if err != nil {
		return nil, vault.Key{}, err
	}
	captures = slices.DeleteFunc(captures, onboarding.Capture.Removed)
	var key vault.Key
	if len(captures) > 0 {
		if key, err = w.Keys.ApplicantKey(ctx, v.Company, id); err != nil {
			return nil, vault.Key{}, err
		}
	}
	return captures, key, w.Desk.Exported(ctx, v.Reviewer(), id, len(captures))
}

func (w *Handler) writeBundle(out io.Writer, company, id string, captures []onboarding.Capture, key vault.Key) error {
	ctx, cancel := context.WithTimeout(context.Background(), download.Timeout)
	defer cancel()
	archive := zip.NewWriter(out)
	for _, kind := range []string{store.DocPayload, store.DocReport, store.DocDecision, store.DocRequest} {
		body, err := w.Store.JobDoc(ctx, company, id, kind)
		if fault.Is(err, fault.NotFound) {
			continue
		}
		if err != nil {
			return err
		}
		if err := addFile(archive, kind+".json", body); err != nil {
			return err
		}
	}
	if err := w.addTrail(ctx, archive, company, id); err != nil {
		return err
	}
	for _, capture := range captures {
		body, err := w.Safe.ReadAll(ctx, capture, key)
		if err != nil {
			return err
		}
		if err := addFile(archive, "captures/"+captureFile(capture), body); err != nil {
			return err
		}
	}
	return archive.Close()
}

// addTrail adds the job's audit rows and the events as sent.
func (w *Handler) addTrail(ctx context.Context, archive *zip.Writer, company, id string) error {
	trail, err := w.Store.AuditOf(ctx, company, "job:"+id, "", historySize)
	if err != nil {
		return err
	}
	body, err := json.MarshalIndent(trail, "", "  ")
	if err != nil {
		return err
	}
	if err := addFile(archive, "audit.json", body); err != nil {
		return err
	}
	events, err := w.Store.EventsOfJob(ctx, company, id)
	if err != nil {
		return err
	}
	for _, e := range events {
		if err := addFile(archive, "events/"+e.ID+".json", e.Body); err != nil {
			return err
		}
	}
	return nil
}

func addFile(archive *zip.Writer, name string, body []byte) error {
	file, err := archive.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: time.Unix(0, 0).UTC()})
	if err == nil {
		_, err = file.Write(body)
	}
	return err
}

// captureFile names a capture by its kind and id, with the ending of its type.
func captureFile(c onboarding.Capture) string {
	endings := map[string]string{
		"image/jpeg":       ".jpg",
		"image/png":        ".png",
		"image/webp":       ".webp",
		"audio/wav":        ".wav",
		"audio/flac":       ".flac",
		"video/mp4":        ".mp4",
		"video/webm":       ".webm",
		"application/json": ".json",
	}
	return path.Base(string(c.Kind)) + "-" + c.ID + endings[c.ContentType]
}
