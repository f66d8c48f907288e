package intake

import (
	"context"
	"time"

	"proofdesk/app/fault"
	"proofdesk/app/preset"
	"proofdesk/app/store"
)

// drawValidity is how long the job of a session may be created.
const drawValidity = 7 * 24 * time.Hour

// recordDraw records the preset that a session got, for its job, and what was in force then.
func (in *Intake) recordDraw(ctx context.Context, c Caller, session string, got inForce, named bool) error {
	all, err := in.Store.PresetAssignments(ctx, c.Company)
	if err != nil {
		return err
	}
	now, own := in.Clock.Now(), []preset.Assignment{}
	for _, a := range all {
		if (a.Client == "" || a.Client == c.ClientID) && !a.From.After(now) {
			own = append(own, a)
		}
	}
	return in.Store.Write(ctx, func(tx *store.Tx) error {
		return tx.InsertPresetDraw(ctx, store.PresetDraw{
			Company:   c.Company,
			SessionID: session,
			ClientID:  c.ClientID,
			Preset:    got.version().String(),
			Named:     named,
			InForce:   own,
		})
	})
}

// drawn returns the placement of a job with what its session got, where the request names a session and no preset.
func (in *Intake) drawn(ctx context.Context, c Caller, session string, p placement) (placement, error) {
	if session == "" || p.preset != "" {
		return p, nil
	}
	d, err := in.Store.PresetDraw(ctx, c.Company, session)
	switch {
	case err != nil && !fault.Is(err, fault.NotFound):
		return p, err
	case err != nil, d.ClientID != c.ClientID, in.Clock.Now().Sub(d.DrawnAt) > drawValidity:
		return p, fault.BadField("sessionId", "unknown",
			"there is no such session of the last 7 days: initialize again")
	}
	p.preset, p.drawn, p.inForce = d.Preset, true, d.InForce
	return p, nil
}
