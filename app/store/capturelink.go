package store

import (
	"context"
	"encoding/json"
	"time"

	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
)

// CaptureLink is a link to the hosted capture page. It belongs to one job: it is the one that the job was created with,
// or a request of an agent for captures anew.
type CaptureLink struct {
	Company      string
	ID           string
	JobID        string
	ClientID     string
	SecretSHA256 string // of the secret in the link's fragment, lower-case hex
	Language     string // empty where the preset decides
	ReturnURL    string // where the applicant may go afterwards; empty for none
	Reference    string // the integrator's own; empty for none
	CreatedAt    time.Time
	ExpiresAt    time.Time
	OpenedAt     time.Time
	StartedAt    time.Time
	TokenSHA256  string // of the token of the browser that has the link; empty until one has it
	Consent      string // the version of the text that the applicant agreed to
	RevokedAt    time.Time
	Desktop      onboarding.Desktop
	GPS          bool   // whether the page asks where the applicant is
	MoveSHA256   string // of what moves the link to another browser; empty for nothing
	MoveUntil    time.Time

	AskedBy      string                    // the agent who asks for captures anew; empty for the link of a whole job
	Asked        onboarding.CaptureRequest // of such a request, as the next three
	SealedSecret []byte                    // under the applicant's key
	SubmittedAt  time.Time
	CheckedAt    time.Time // when its captures came into force

	Function    onboarding.Function // of the job
	Flavor      onboarding.Flavor   // of the job
	JobStatus   onboarding.Status
	ReviewedAt  time.Time // when an agent decided the job
	HeldUntil   time.Time // until when that decision can be undone
	ClientState string
	Sandbox     bool // whether the client is a sandbox client
}

const (
	linkColumns = `company, id, job_id, client_id, secret_sha256, language, return_url, reference, created_at,
		expires_at, opened_at, started_at, token_sha256, consent, revoked_at, asked_by, asked, sealed_secret, desktop,
		gps`
	linkSelect = `
		SELECT l.company, l.id, l.job_id, l.client_id, l.secret_sha256, l.language, l.return_url, l.reference,
			l.created_at, l.expires_at, l.opened_at, l.started_at, l.token_sha256, l.consent, l.revoked_at,
			l.asked_by, l.asked, l.sealed_secret, l.submitted_at, l.checked_at, l.desktop, l.gps, l.move_sha256,
			l.move_until, j.function, j.flavor, j.status, j.reviewed_at, j.held_until, c.state, c.sandbox
		FROM capture_links l
		JOIN jobs j ON j.company = l.company AND j.id = l.job_id
		JOIN clients c ON c.company = l.company AND c.id = l.client_id`
	linkOf     = linkSelect + ` WHERE l.company = ? AND l.id = ?`
	linkByID   = linkSelect + ` WHERE l.id = ?`
	linkList   = linkSelect + ` WHERE l.company = ? AND (? = '' OR l.id < ?) ORDER BY l.id DESC LIMIT ?`
	linkInsert = `
		INSERT INTO capture_links (` + linkColumns + `)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, '', '', 0, ?, ?, ?, ?, ?)`
	linkOpened = `UPDATE capture_links SET opened_at = ? WHERE company = ? AND id = ? AND opened_at = 0`
	linkTaken  = `
		UPDATE capture_links
		SET started_at = ?, token_sha256 = ?, consent = ?, move_sha256 = '', move_until = 0
		WHERE company = ? AND id = ? AND started_at = 0`
	linkMovable = `UPDATE capture_links SET move_sha256 = ?, move_until = ? WHERE company = ? AND id = ?`
	linkRevoked = `UPDATE capture_links SET revoked_at = ? WHERE company = ? AND id = ? AND revoked_at = 0`
)

func scanLink(scan scanner) (l CaptureLink, err error) {
	var gps, sandbox int64
	var asked string
	err = scan(&l.Company, &l.ID, &l.JobID, &l.ClientID, &l.SecretSHA256, &l.Language, &l.ReturnURL, &l.Reference,
		instant{&l.CreatedAt}, instant{&l.ExpiresAt}, instant{&l.OpenedAt}, instant{&l.StartedAt}, &l.TokenSHA256,
		&l.Consent, instant{&l.RevokedAt}, &l.AskedBy, &asked, &l.SealedSecret, instant{&l.SubmittedAt},
		instant{&l.CheckedAt}, &l.Desktop, &gps, &l.MoveSHA256, instant{&l.MoveUntil}, &l.Function, &l.Flavor,
		&l.JobStatus, instant{&l.ReviewedAt}, instant{&l.HeldUntil}, &l.ClientState, &sandbox)
	if err != nil {
		return l, err
	}
	l.GPS, l.Sandbox = gps != 0, sandbox != 0
	if err := json.Unmarshal([]byte(asked), &l.Asked); err != nil {
		return l, fault.Wrap(err, fault.Internal, "a stored request for captures is damaged")
	}
	return l, nil
}

const noLink = "there is no such capture link"

// CaptureLink returns a company's link.
func (q queries) CaptureLink(ctx context.Context, company, id string) (CaptureLink, error) {
	return scanLink(q.row(ctx, linkOf, company, id).or(noLink).scan)
}

// CaptureLinkByID returns a link of any company, for an applicant who has it.
func (q queries) CaptureLinkByID(ctx context.Context, id string) (CaptureLink, error) {
	return scanLink(q.row(ctx, linkByID, id).or(noLink).scan)
}

// CaptureLinks lists up to limit of a company's links that were created before one, newest first; before is an id, or
// empty for the newest.
func (q queries) CaptureLinks(ctx context.Context, company, before string, limit int) ([]CaptureLink, error) {
	return list(ctx, q, scanLink, linkList, company, before, before, limit)
}

// InsertCaptureLink adds a link that nobody has opened.
func (tx *Tx) InsertCaptureLink(ctx context.Context, l CaptureLink) error {
	asked, err := json.Marshal(l.Asked)
	if err != nil {
		return err
	}
	return tx.change(ctx, linkInsert, l.Company, l.ID, l.JobID, l.ClientID, l.SecretSHA256, l.Language, l.ReturnURL,
		l.Reference, millis(tx.Now), millis(l.ExpiresAt), l.AskedBy, string(asked), l.SealedSecret, l.Desktop,
		flag(l.GPS))
}

// OpenCaptureLink records that the page of a link was seen, and reports whether it was the first time.
func (tx *Tx) OpenCaptureLink(ctx context.Context, company, id string) (bool, error) {
	n, err := tx.exec(ctx, linkOpened, millis(tx.Now), company, id)
	return n == 1, err
}

// TakeCaptureLink binds a link that is free to the browser with a token. The caller holds the link's job.
func (tx *Tx) TakeCaptureLink(ctx context.Context, company, id, tokenSHA256, consent string) error {
	_, err := tx.exec(ctx, linkTaken, millis(tx.Now), tokenSHA256, consent, company, id)
	return err
}

// OfferMove lets another browser take a link until a time, with the secret of a hash. The caller holds the link's job.
func (tx *Tx) OfferMove(ctx context.Context, company, id, sha256 string, until time.Time) error {
	return tx.change(ctx, linkMovable, sha256, millis(until), company, id)
}

// RevokeCaptureLink ends a link and reports whether it was not revoked before.
func (tx *Tx) RevokeCaptureLink(ctx context.Context, company, id string) (bool, error) {
	n, err := tx.exec(ctx, linkRevoked, millis(tx.Now), company, id)
	return n == 1, err
}
