package rendition

import (
	"context"
	"log/slog"
	"sync"

	"github.com/maypok86/otter/v2"

	"proofdesk/app/evidence"
	"proofdesk/app/fault"
	"proofdesk/app/inspection"
	"proofdesk/app/keyring"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/vault"
)

// version names how pictures are made. It changes together with what the engine or a drawing here makes of a capture,
// so that stored pictures are made again.
const version = "1"

// Picture is one rendition of a capture.
type Picture struct {
	Bytes       []byte
	ContentType string
}

// Maker makes renditions and keeps them. Set the exported fields before first use.
type Maker struct {
	Store *store.Store
	Keys  *keyring.Keys
	Safe  evidence.Safe
	Log   *slog.Logger
	// Render makes a picture that is fit to show from a captured image: decoded, upright by its EXIF orientation, at
	// most as wide and high as the size asks, encoded anew without metadata. It returns the bytes and their content
	// type; a fault where the image can't be decoded.
	Render func(ctx context.Context, p inspection.Priority, image []byte, size string) ([]byte, string, error)

	once   sync.Once
	memory *otter.Cache[string, Picture]
}

// Picture returns a rendition of a capture for a reviewer who waits for it. key is the applicant's.
func (m *Maker) Picture(
	ctx context.Context, c onboarding.Capture, key vault.Key, size string,
) (Picture, error) {
	m.once.Do(func() { m.memory = newMemory() })
	return m.memory.Get(ctx, c.ID+" "+size, otter.LoaderFunc[string, Picture](
		func(ctx context.Context, _ string) (Picture, error) {
			return m.stored(ctx, inspection.Reviewer, c, key, size)
		}))
}

// Prepare makes the pictures of a job that its review page shows at first, so that nobody waits for them. It gives way
// to everything else. A picture that fails is made when it is asked for.
func (m *Maker) Prepare(ctx context.Context, company, jobID string) error {
	captures, err := m.Store.Captures(ctx, company, jobID)
	if err != nil {
		return err
	}
	key, err := m.Keys.ApplicantKey(ctx, company, jobID)
	if err != nil {
		return err
	}
	for _, c := range captures {
		if c.Removed() || !IsImage(c.ContentType) && !IsChip(c) {
			continue
		}
		// The small picture is made from the middle one.
		if _, err := m.stored(ctx, inspection.Batch, c, key, Thumb); err != nil && !fault.Is(err, fault.Invalid) &&
			!fault.Is(err, fault.NotFound) {
			return err
		}
	}
	return nil
}

// stored returns a stored rendition; where there is none, it makes and stores it.
func (m *Maker) stored(
	ctx context.Context, class inspection.Priority, c onboarding.Capture, key vault.Key, size string,
) (Picture, error) {
	r, err := m.Safe.Rendition(ctx, c, key, size, version)
	if err == nil {
		return Picture{r.Bytes, r.ContentType}, nil
	}
	if !fault.Is(err, fault.NotFound) {
		m.Log.WarnContext(ctx, "read stored rendition failed", "capture", c.ID, "size", size, "error", err)
	}
	p, err := m.render(inspection.For(ctx, c.Company, c.JobID), class, c, key, size)
	if err == nil {
		m.keep(ctx, c, key, size, p)
	}
	return p, err
}

// keep stores a rendition. A failure costs only that it is made again. A capture that was removed meanwhile keeps none:
// who removed it looked for its renditions before or after this, and its row was gone by then.
func (m *Maker) keep(ctx context.Context, c onboarding.Capture, key vault.Key, size string, p Picture) {
	err := m.Safe.KeepRendition(ctx, c, key, evidence.Rendition{
		Size:        size,
		Version:     version,
		ContentType: p.ContentType,
		Bytes:       p.Bytes,
	})
	if err != nil {
		m.Log.WarnContext(ctx, "store rendition failed", "capture", c.ID, "size", size, "error", err)
		return
	}
	now, err := m.Store.Capture(ctx, c.Company, c.ID)
	if err == nil && !now.Removed() {
		return
	}
	if err := m.Safe.DropRenditions(context.WithoutCancel(ctx), c); err != nil {
		m.Log.WarnContext(ctx, "drop rendition failed", "capture", c.ID, "size", size, "error", err)
	}
}

// render makes a rendition. Small ones of images are made from the middle one.
func (m *Maker) render(
	ctx context.Context, class inspection.Priority, c onboarding.Capture, key vault.Key, size string,
) (Picture, error) {
	if IsImage(c.ContentType) && (size == Thumb || size == Blurred) {
		middle, err := m.middle(ctx, class, c, key)
		if err != nil {
			return Picture{}, err
		}
		return m.image(ctx, class, middle.Bytes, size)
	}
	source, err := m.Safe.ReadAll(ctx, c, key)
	if err != nil {
		return Picture{}, err
	}
	switch {
	case IsVoice(c):
		return waveform(source)
	case IsStrokes(c):
		return strokes(source)
	case IsChip(c):
		if source, err = chipPortrait(source); err != nil {
			return Picture{}, err
		}
	}
	return m.image(ctx, class, source, size)
}

// middle returns the picture that small ones are made from. Reviewers share it; what is made ahead of time must not
// make a reviewer wait for it.
func (m *Maker) middle(
	ctx context.Context, class inspection.Priority, c onboarding.Capture, key vault.Key,
) (Picture, error) {
	if class == inspection.Reviewer {
		return m.Picture(ctx, c, key, View)
	}
	return m.stored(ctx, class, c, key, View)
}

func (m *Maker) image(ctx context.Context, class inspection.Priority, image []byte, size string) (Picture, error) {
	made, contentType, err := m.Render(ctx, class, image, size)
	return Picture{made, contentType}, err
}
