package intake

import (
	"context"
	"crypto/rand"
	"strings"
	"time"

	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
)

const (
	// TicketRenewal is how often a desktop shows another QR code.
	TicketRenewal = 20 * time.Second
	// ticketValidity leaves the phone time to load the page: the code before the newest is still taken.
	ticketValidity = 30 * time.Second
	// PickValidity is for how long the code can be chosen on the phone.
	PickValidity  = time.Minute
	phonePatience = 30 * time.Second // after which a phone that does not call counts as gone
	handoverCodes = 6                // from which the applicant chooses
	// MaxMisses is how many wrong codes may be chosen before a link is no longer handed over.
	MaxMisses = 5
)

// What a desktop is told of the phone.
const (
	phoneNone      = "NONE"      // nobody has scanned the QR code
	phoneChoosing  = "CHOOSING"  // a phone has, and its applicant chooses the code
	phoneConnected = "CONNECTED" // the right one was chosen
	phoneLost      = "LOST"      // the phone does not call any more
	phoneRefused   = "REFUSED"   // a wrong code was chosen
)

// HandoverOffer is what a desktop sends for a QR code.
type HandoverOffer struct {
	Secret  string `json:"secret"`         // of the link
	Desk    string `json:"desk"`           // that the desktop made for itself
	Drop    bool   `json:"drop,omitempty"` // whether a phone that is connected is none of its applicant's
	Browser string `json:"-"`              // the User-Agent header
}

// Ticket is what a desktop shows to a phone.
type Ticket struct {
	URL     string // for the QR code
	RenewIn int    // seconds until another one should be shown
}

// HandoverState is what a desktop shows of a hand-over.
type HandoverState struct {
	State     string                   `json:"state"` // of the link
	Phone     string                   `json:"phone"`
	Code      string                   `json:"code,omitempty"` // to choose on the phone
	Captures  []onboarding.CaptureKind `json:"captures"`       // that the server has
	ReturnURL string                   `json:"returnUrl,omitempty"`
}

// isPhone reports whether a secret is that of the phone on which the right code was chosen.
func isPhone(h store.Handover, secret string) bool {
	return !h.PickedAt.IsZero() && isHashOf(h.PhoneSHA256, secret)
}

// live reports whether a phone is connected, or may still choose the code.
func live(h store.Handover, now time.Time) bool {
	return h.PhoneSHA256 != "" && now.Before(h.SeenAt.Add(phonePatience)) &&
		(!h.PickedAt.IsZero() || now.Before(h.JoinedAt.Add(PickValidity)))
}

// dropPhone returns a hand-over without phone and QR code.
func dropPhone(h store.Handover) store.Handover {
	h.TicketSHA256, h.TicketBefore, h.PhoneSHA256, h.Code, h.Choices = "", "", "", "", nil
	h.TicketUntil, h.JoinedAt, h.PickedAt, h.SeenAt = time.Time{}, time.Time{}, time.Time{}, time.Time{}
	return h
}

// disconnect returns a hand-over without phone and QR code, and records that a phone loses its place.
func disconnect(ctx context.Context, tx *store.Tx, link store.CaptureLink, h store.Handover) (store.Handover, error) {
	if h.PhoneSHA256 == "" {
		return dropPhone(h), nil
	}
	return dropPhone(h), auditLink(ctx, tx, link, "link:"+link.ID, "capture_link.disconnect", nil)
}

// OfferHandover returns a new QR code for the desktop that shows the page of a link, in place of the one before. desk
// is a secret that the desktop made for itself: 64 hexadecimal digits. A phone that was connected and is silent keeps
// its place until another one joins. A Conflict while a phone is connected that the desktop does not drop, or where
// another browser has the link.
func (in *Intake) OfferHandover(ctx context.Context, id string, r HandoverOffer) (Ticket, error) {
	desk := r.Desk
	link, err := in.deskLink(ctx, id, r.Secret)
	if err != nil {
		return Ticket{}, err
	}
	if !hash.MatchString(desk) {
		return Ticket{}, fault.BadField("desk", "format", "desk must be 64 hexadecimal digits in lower case")
	}
	ticket := rand.Text() + rand.Text()
	err = in.changeHandover(ctx, link, func(tx *store.Tx, link store.CaptureLink, h store.Handover) error {
		if err := mayOffer(link, h, r, tx.Now); err != nil {
			return err
		}
		if r.Drop && !h.HandedAt.IsZero() {
			h.HandedAt = time.Time{}
			if err := tx.FreeCaptureLink(ctx, link.Company, link.ID); err != nil {
				return err
			}
		}
		same, before := isHashOf(h.DeskSHA256, desk), ""
		if same && !r.Drop && tx.Now.Before(h.TicketUntil) {
			before = h.TicketSHA256
		}
		if r.Drop || !same || h.PickedAt.IsZero() { // a phone that is only silent may come back
			var err error
			if h, err = disconnect(ctx, tx, link, h); err != nil {
				return err
			}
		}
		if !same {
			h.DeskSHA256, h.Browser, h.StartedAt = sumOf(desk), clip(r.Browser), tx.Now
		}
		h.TicketSHA256, h.TicketBefore, h.TicketUntil = sumOf(ticket), before, tx.Now.Add(ticketValidity)
		return tx.SaveHandover(ctx, h)
	})
	return Ticket{URL: in.linkURL(link.ID, "scan."+ticket), RenewIn: int(TicketRenewal / time.Second)}, err
}

// mayOffer refuses a QR code where a phone is connected or another browser has the link.
func mayOffer(link store.CaptureLink, h store.Handover, r HandoverOffer, now time.Time) error {
	same := isHashOf(h.DeskSHA256, r.Desk)
	switch {
	case over(link, now):
		return linkOver(link, now)
	case LinkStateAt(link, now) == LinkCapturing && (h.HandedAt.IsZero() || !same):
		return fault.New(fault.Conflict, "this capture link is used in another browser")
	case live(h, now) && !(r.Drop && same):
		return fault.New(fault.Conflict, "a phone is connected")
	case h.Misses >= MaxMisses:
		return fault.New(fault.Conflict, "a wrong code was chosen too often")
	}
	return nil
}

// FollowHandover returns how far the phone is. It changes nothing.
func (in *Intake) FollowHandover(ctx context.Context, id, secret, desk string) (HandoverState, error) {
	link, err := in.deskLink(ctx, id, secret)
	if err != nil {
		return HandoverState{}, err
	}
	h, err := in.Store.Handover(ctx, link.Company, link.ID)
	if err == nil && !isHashOf(h.DeskSHA256, desk) {
		err = noSuchLink()
	}
	if err != nil {
		return HandoverState{}, err
	}
	now := in.Clock.Now()
	s := HandoverState{State: LinkStateAt(link, now), Phone: phoneOf(h, now)}
	if s.Phone == phoneChoosing {
		s.Code = h.Code
	}
	if s.State == LinkSubmitted {
		if s.ReturnURL, err = in.returnURL(ctx, link); err != nil {
			return HandoverState{}, err
		}
	}
	s.Captures, err = in.kindsSent(ctx, link)
	return s, err
}

// phoneOf returns what a desktop is told of the phone.
func phoneOf(h store.Handover, now time.Time) string {
	switch {
	case h.PhoneSHA256 == "" && h.TicketSHA256 == "" && h.Misses > 0:
		return phoneRefused
	case h.PhoneSHA256 == "":
		return phoneNone
	case !live(h, now) && h.TicketSHA256 != "":
		return phoneNone
	case !live(h, now):
		return phoneLost
	case h.PickedAt.IsZero():
		return phoneChoosing
	}
	return phoneConnected
}

// kindsSent lists the kinds of captures that came with a link.
func (in *Intake) kindsSent(ctx context.Context, link store.CaptureLink) ([]onboarding.CaptureKind, error) {
	sent, err := in.Store.CaptureKinds(ctx, link.Company, link.JobID)
	if link.AskedBy != "" {
		var staged []onboarding.Capture
		staged, err = in.Store.StagedCaptures(ctx, link.Company, link.JobID, link.ID)
		sent = kindsOf(staged)
	}
	if sent == nil {
		sent = []onboarding.CaptureKind{}
	}
	return sent, err
}

// beginHandover notes in a link's hand-over which browser begins to capture: the phone, or the one that has the link
// itself. Then no phone is connected any more.
func beginHandover(ctx context.Context, tx *store.Tx, link store.CaptureLink, secret string, phone bool) error {
	h, err := tx.Handover(ctx, link.Company, link.ID)
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	if !phone {
		if h, err = disconnect(ctx, tx, link, h); err != nil {
			return err
		}
		h.HandedAt = time.Time{}
		return tx.SaveHandover(ctx, h)
	}
	if !isPhone(h, secret) {
		return phoneGone()
	}
	h.HandedAt = tx.Now
	return tx.SaveHandover(ctx, h)
}

// deskLink returns the link whose own secret is right: that of a phone does not do.
func (in *Intake) deskLink(ctx context.Context, id, secret string) (store.CaptureLink, error) {
	link, phone, err := in.secretLink(ctx, id, secret)
	if err == nil && phone {
		err = noSuchLink()
	}
	return link, err
}

// changeHandover changes the hand-over of a link, whose job it holds; it is empty where there was none.
func (in *Intake) changeHandover(
	ctx context.Context, link store.CaptureLink,
	change func(tx *store.Tx, link store.CaptureLink, h store.Handover) error,
) error {
	return in.Store.Write(ctx, func(tx *store.Tx) error {
		if err := holdJob(ctx, tx, link); err != nil {
			return err
		}
		now, err := tx.CaptureLink(ctx, link.Company, link.ID)
		if err != nil {
			return err
		}
		h, err := tx.Handover(ctx, link.Company, link.ID)
		if fault.Is(err, fault.NotFound) {
			h, err = store.Handover{Company: link.Company, LinkID: link.ID, JobID: link.JobID}, nil
		}
		if err != nil {
			return err
		}
		return change(tx, now, h)
	})
}

// maxBrowser is how many bytes of a User-Agent header are kept.
const maxBrowser = 300

// clip returns the beginning of a header as text that can be stored.
func clip(header string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(header[:min(len(header), maxBrowser)], ""), "\x00", "")
}
