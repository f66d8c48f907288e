package store

import (
	"context"
	"strings"
	"time"
)

// Handover is the hand-over of a capture link from a desktop to a phone. Hashes are SHA-256 in lower-case hex.
type Handover struct {
	Company      string
	LinkID       string
	JobID        string
	DeskSHA256   string // of the secret that the desktop made for itself
	Browser      string // the User-Agent header of the desktop
	StartedAt    time.Time
	TicketSHA256 string // of the QR code that the desktop shows; empty once it is scanned
	TicketBefore string // of the one before that, which may just have been scanned
	TicketUntil  time.Time
	PhoneSHA256  string // of the secret that the phone made for itself; empty while none has scanned
	Code         string // that the desktop shows
	Choices      []string
	JoinedAt     time.Time // when the phone scanned
	PickedAt     time.Time // when its applicant chose the right code
	SeenAt       time.Time // when the phone last called
	HandedAt     time.Time // when a phone began to capture; zero while none has the link
	Misses       int       // how often a wrong code was chosen
}

const (
	handoverColumns = `company, link_id, job_id, desk_sha256, browser, started_at, ticket_sha256, ticket_before,
		ticket_until, phone_sha256, code, choices, joined_at, picked_at, seen_at, handed_at, misses`
	handoverOf   = `SELECT ` + handoverColumns + ` FROM capture_handovers WHERE company = ? AND link_id = ?`
	handoverSave = `
		INSERT INTO capture_handovers (` + handoverColumns + `)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (company, link_id) DO UPDATE
		SET desk_sha256 = excluded.desk_sha256, browser = excluded.browser, started_at = excluded.started_at,
			ticket_sha256 = excluded.ticket_sha256, ticket_before = excluded.ticket_before,
			ticket_until = excluded.ticket_until, phone_sha256 = excluded.phone_sha256, code = excluded.code,
			choices = excluded.choices, joined_at = excluded.joined_at, picked_at = excluded.picked_at,
			seen_at = excluded.seen_at, handed_at = excluded.handed_at, misses = excluded.misses`
	handoverSeen = `
		UPDATE capture_handovers
		SET seen_at = ?
		WHERE company = ? AND link_id = ? AND phone_sha256 = ?`
	linkFreed = `UPDATE capture_links SET started_at = 0, token_sha256 = '' WHERE company = ? AND id = ?`
)

// Handover returns the hand-over of a link; NotFound where no desktop has shown its page.
func (q queries) Handover(ctx context.Context, company, linkID string) (Handover, error) {
	var h Handover
	var choices string
	err := q.row(ctx, handoverOf, company, linkID).or(
		"this hand-over to a phone no longer exists").scan(&h.Company, &h.LinkID,
		&h.JobID, &h.DeskSHA256, &h.Browser, instant{&h.StartedAt}, &h.TicketSHA256, &h.TicketBefore,
		instant{&h.TicketUntil}, &h.PhoneSHA256, &h.Code, &choices, instant{&h.JoinedAt}, instant{&h.PickedAt},
		instant{&h.SeenAt}, instant{&h.HandedAt}, &h.Misses)
	h.Choices = strings.Fields(choices)
	return h, err
}

// SaveHandover writes the hand-over of a link. The caller holds the link's job.
func (tx *Tx) SaveHandover(ctx context.Context, h Handover) error {
	return tx.change(ctx, handoverSave, h.Company, h.LinkID, h.JobID, h.DeskSHA256, h.Browser, millis(h.StartedAt),
		h.TicketSHA256, h.TicketBefore, millis(h.TicketUntil), h.PhoneSHA256, h.Code, strings.Join(h.Choices, " "),
		millis(h.JoinedAt), millis(h.PickedAt), millis(h.SeenAt), millis(h.HandedAt), h.Misses)
}

// PhoneSeen records that the phone of a hand-over called, and reports whether it still is the one.
func (tx *Tx) PhoneSeen(ctx context.Context, company, linkID, phoneSHA256 string) (bool, error) {
	n, err := tx.exec(ctx, handoverSeen, millis(tx.Now), company, linkID, phoneSHA256)
	return n == 1, err
}

// FreeCaptureLink takes a link from the browser that has it. The caller holds the link's job.
func (tx *Tx) FreeCaptureLink(ctx context.Context, company, id string) error {
	return tx.change(ctx, linkFreed, company, id)
}
