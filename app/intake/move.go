package intake

import (
	"context"
	"crypto/rand"
	"time"

	"proofdesk/app/store"
)

// MoveValidity is how long a link waits for the browser that it moves to.
const MoveValidity = 2 * time.Minute

// MoveLink lets the browser that has a link give it away: a browser that starts the link with the secret that is
// returned, within two minutes, has it from then on. A second call takes back the secret of the first.
func (in *Intake) MoveLink(ctx context.Context, id, token string) (string, error) {
	link, err := in.activeLink(ctx, id)
	if err == nil && !isHashOf(link.TokenSHA256, token) {
		err = noSuchLink()
	}
	if err != nil {
		return "", err
	}
	move := rand.Text() + rand.Text()
	return move, in.Store.Write(ctx, func(tx *store.Tx) error {
		if err := holdJob(ctx, tx, link); err != nil {
			return err
		}
		now, err := tx.CaptureLink(ctx, link.Company, link.ID)
		if err != nil {
			return err
		}
		if !capturing(now, tx.Now) || !isHashOf(now.TokenSHA256, token) {
			return linkOver(now, tx.Now)
		}
		if err := tx.OfferMove(ctx, link.Company, link.ID, sumOf(move), tx.Now.Add(MoveValidity)); err != nil {
			return err
		}
		return auditLink(ctx, tx, link, "link:"+link.ID, "capture_link.offer", nil)
	})
}

// moves reports whether a secret moves a link to another browser at a time.
func moves(link store.CaptureLink, secret string, now time.Time) bool {
	return isHashOf(link.MoveSHA256, secret) && now.Before(link.MoveUntil)
}
