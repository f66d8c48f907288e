package intake

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"math/big"
	"slices"
	"strconv"
	"time"

	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
)

// HandoverChoice is what a phone shows that has scanned a QR code.
type HandoverChoice struct {
	Company   string               `json:"company"`
	Browser   string               `json:"browser"` // the User-Agent header of the desktop
	StartedAt onboarding.Timestamp `json:"startedAt"`
	Language  string               `json:"language,omitempty"`
	Choices   []string             `json:"choices"`
}

// JoinHandover connects the phone that has scanned a QR code, which nobody can use again. phone is a secret that the
// phone made for itself: 64 hexadecimal digits; the same phone may call again. What it returns does not let it capture:
// its applicant has to choose the code first that the desktop shows.
func (in *Intake) JoinHandover(ctx context.Context, id, ticket, phone string) (HandoverChoice, error) {
	if !hash.MatchString(phone) {
		return HandoverChoice{}, fault.BadField("phone", "format", "phone must be 64 hexadecimal digits in lower case")
	}
	link, err := in.activeLink(ctx, id)
	if err != nil {
		return HandoverChoice{}, err
	}
	known, err := in.Store.Handover(ctx, link.Company, link.ID)
	if err == nil && !admits(known, ticket, phone, in.Clock.Now()) {
		err = noSuchTicket()
	}
	if err != nil {
		return HandoverChoice{}, err
	}
	company, err := in.Store.Company(ctx, link.Company)
	if err != nil {
		return HandoverChoice{}, err
	}
	choices, code, err := drawCodes()
	if err != nil {
		return HandoverChoice{}, err
	}
	var joined store.Handover
	err = in.changeHandover(ctx, link, func(tx *store.Tx, link store.CaptureLink, h store.Handover) error {
		err := mayJoin(link, h, ticket, phone, tx.Now)
		if err != nil {
			return err
		}
		if isHashOf(h.PhoneSHA256, phone) && (h.PickedAt.IsZero() || live(h, tx.Now)) {
			joined = h
			return nil
		}
		if joined, err = disconnect(ctx, tx, link, h); err != nil {
			return err
		}
		joined.PhoneSHA256, joined.Choices, joined.Code = sumOf(phone), choices, code
		joined.JoinedAt, joined.SeenAt = tx.Now, tx.Now
		return tx.SaveHandover(ctx, joined)
	})
	return HandoverChoice{
		Company:   company.Name,
		Browser:   joined.Browser,
		StartedAt: stamp(joined.StartedAt),
		Language:  link.Language,
		Choices:   joined.Choices,
	}, err
}

// mayJoin refuses a phone that has no QR code, or comes to a link that another browser has.
func mayJoin(link store.CaptureLink, h store.Handover, ticket, phone string, now time.Time) error {
	switch {
	case !admits(h, ticket, phone, now):
		return noSuchTicket()
	case over(link, now):
		return linkOver(link, now)
	case LinkStateAt(link, now) == LinkCapturing && h.HandedAt.IsZero():
		return fault.New(fault.Conflict, "this capture link is used in another browser")
	case live(h, now) && !isHashOf(h.PhoneSHA256, phone): // it was silent while its desktop showed another code
		return fault.New(fault.Conflict, "a phone is connected")
	}
	return nil
}

// admits reports whether a phone may connect: with a QR code that is on show, or as the one that has scanned it.
func admits(h store.Handover, ticket, phone string, now time.Time) bool {
	newest := isHashOf(h.TicketSHA256, ticket) && now.Before(h.TicketUntil)
	before := isHashOf(h.TicketBefore, ticket) && now.Before(h.TicketUntil.Add(-TicketRenewal))
	same := isHashOf(h.PhoneSHA256, phone) && now.Before(h.JoinedAt.Add(PickValidity))
	return newest || before || same
}

func noSuchTicket() error {
	return fault.New(fault.NotFound, "this code was used or has been replaced: scan the one on the desktop")
}

// PickHandover hands a link over to the phone that has scanned the QR code, if its applicant chose the code that the
// desktop shows; any other one disconnects the phone. A phone that had the link before loses it. The phone's secret
// then opens and starts the link.
func (in *Intake) PickHandover(ctx context.Context, id, phone, code string) error {
	link, err := in.activeLink(ctx, id)
	if err != nil {
		return err
	}
	wrong := false
	err = in.changeHandover(ctx, link, func(tx *store.Tx, link store.CaptureLink, h store.Handover) error {
		if wrong = false; !isHashOf(h.PhoneSHA256, phone) || !live(h, tx.Now) {
			return phoneGone()
		}
		if over(link, tx.Now) {
			return linkOver(link, tx.Now)
		}
		if !h.PickedAt.IsZero() {
			return nil
		}
		h.SeenAt, h.PickedAt = tx.Now, tx.Now
		action := "capture_link.handover"
		if wrong = subtle.ConstantTimeCompare([]byte(h.Code), []byte(code)) == 0; wrong {
			action, h = "capture_link.mismatch", dropPhone(h)
			h.Misses++
		} else if !h.HandedAt.IsZero() {
			h.HandedAt = time.Time{}
			if err := tx.FreeCaptureLink(ctx, link.Company, link.ID); err != nil {
				return err
			}
		}
		if err := tx.SaveHandover(ctx, h); err != nil {
			return err
		}
		return auditLink(ctx, tx, link, "link:"+link.ID, action, nil)
	})
	if err == nil && wrong {
		return fault.New(fault.Conflict, "this is not the code that the desktop shows")
	}
	return err
}

// AttendHandover records that a phone is still connected; NotFound where it is not any more.
func (in *Intake) AttendHandover(ctx context.Context, id, phone string) error {
	link, err := in.activeLink(ctx, id)
	if err != nil {
		return err
	}
	h, err := in.Store.Handover(ctx, link.Company, link.ID)
	if err != nil {
		return err
	}
	if !isHashOf(h.PhoneSHA256, phone) {
		return phoneGone()
	}
	return in.Store.Write(ctx, func(tx *store.Tx) error {
		seen, err := tx.PhoneSeen(ctx, link.Company, link.ID, sumOf(phone))
		if err == nil && !seen {
			return phoneGone()
		}
		return err
	})
}

func phoneGone() error {
	return fault.New(fault.NotFound, "this phone is not connected to the desktop")
}

// drawCodes returns different numbers of two digits, and one of them.
func drawCodes() (choices []string, code string, err error) {
	for len(choices) < handoverCodes {
		n, err := rand.Int(rand.Reader, big.NewInt(90))
		if err != nil {
			return nil, "", err
		}
		if one := strconv.FormatInt(10+n.Int64(), 10); !slices.Contains(choices, one) {
			choices = append(choices, one)
		}
	}
	at, err := rand.Int(rand.Reader, big.NewInt(handoverCodes))
	if err != nil {
		return nil, "", err
	}
	return choices, choices[at.Int64()], nil
}
