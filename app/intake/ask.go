package intake

import (
	"context"
	"crypto/rand"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"proofdesk/app/access"
	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/naming"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/vault"
)

const (
	// RequestValidity is how long an applicant has for the captures that an agent asks for.
	RequestValidity = 24 * time.Hour
	// MaxAskedWords is how many characters an agent may write to the applicant.
	MaxAskedWords = 300
)

// Asking is an agent's request for captures of a job that they hold.
type Asking struct {
	Company string
	Agent   string
	JobID   string
	Claim   string // of the page that the agent asks on
	onboarding.CaptureRequest
}

func (a Asking) caller() Caller { return Caller{Company: a.Company, Agent: a.Agent} }

// Ask creates a capture link with which the applicant of a job in REVIEW takes captures anew. The job stays in REVIEW
// and nobody gets it by its turn meanwhile. A request that has expired gives way; a Conflict while another is open.
func (in *Intake) Ask(ctx context.Context, a Asking) error {
	link, err := in.newRequest(ctx, a)
	if err != nil {
		return err
	}
	return in.Store.Write(ctx, func(tx *store.Tx) error {
		if err := a.mayAsk(ctx, tx); err != nil {
			return err
		}
		if err := in.endRequest(ctx, tx, a.caller(), a.JobID); err != nil { // one that has expired
			return err
		}
		link.ExpiresAt = tx.Now.Add(RequestValidity)
		if err := tx.InsertCaptureLink(ctx, link); err != nil {
			return err
		}
		if err := tx.WaitForApplicant(ctx, a.Company, a.JobID, link.ExpiresAt); err != nil {
			return err
		}
		detail := map[string]any{"captures": a.Kinds(), "until": link.ExpiresAt}
		return auditLink(ctx, tx, link, a.caller().actor(), "capture_request.create", detail)
	})
}

// newRequest checks what an agent asks for and returns it as a link, which is not stored yet.
func (in *Intake) newRequest(ctx context.Context, a Asking) (link store.CaptureLink, err error) {
	job, err := in.Store.Job(ctx, a.Company, a.JobID)
	if err != nil {
		return link, err
	}
	a.Words = strings.TrimSpace(a.Words)
	if err := a.check(job); err != nil {
		return link, err
	}
	client, err := in.Store.Client(ctx, a.Company, job.ClientID)
	if fault.Is(err, fault.NotFound) || err == nil && client.State != access.StateActive {
		return link, fault.New(fault.Conflict, "the client of this job is disabled, so no applicant could open a link")
	}
	if err != nil {
		return link, err
	}
	key, err := in.Keys.ApplicantKey(ctx, a.Company, job.ID)
	if err != nil {
		return link, err
	}
	secret := rand.Text() + rand.Text()
	link = store.CaptureLink{
		Company:      a.Company,
		ID:           ids.UUID(),
		JobID:        job.ID,
		ClientID:     job.ClientID,
		SecretSHA256: sumOf(secret),
		AskedBy:      a.Agent,
		Asked:        a.CaptureRequest,
		Desktop:      onboarding.DesktopFor(a.Takes),
	}
	link.SealedSecret = vault.Seal(key, []byte(secret), secretPlace(link))
	return link, nil
}

// mayAsk locks the case and refuses a request where the agent does not hold the job, or another request is open.
func (a Asking) mayAsk(ctx context.Context, tx *store.Tx) error {
	c, err := tx.LockCase(ctx, a.Company, a.JobID)
	if err != nil {
		return err
	}
	if !c.HeldBy(a.Agent, tx.Now) || c.Claim != a.Claim {
		return fault.New(fault.Conflict, "you no longer hold this job")
	}
	open, err := tx.OpenRequest(ctx, a.Company, a.JobID)
	if err == nil && (!open.SubmittedAt.IsZero() || tx.Now.Before(open.ExpiresAt)) {
		return fault.New(fault.Conflict, "the applicant is already asked for captures: withdraw that request first")
	}
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	return err
}

func (a Asking) check(job onboarding.Job) error {
	var f findings
	if len(a.Captures) == 0 {
		f.add("captures", "required", "choose at least one capture to ask for")
	}
	var seen []onboarding.CaptureKind
	for _, c := range a.Captures {
		switch {
		case !slices.Contains(job.Function.Askable(), c.Kind):
			f.add("captures", "one_of", "this capture can't be asked for")
		case slices.Contains(seen, c.Kind):
			f.add("captures", "unique", "each capture can be asked for once")
		case !slices.Contains(c.Kind.ReasonsToAsk(), c.Reason):
			f.add("captures", "required", "choose a reason for each capture")
		}
		seen = append(seen, c.Kind)
	}
	if utf8.RuneCountInString(a.Words) > MaxAskedWords {
		f.add("words", "max_length", "your words to the applicant have more than %d characters", MaxAskedWords)
	}
	return fault.JoinFields(fault.BadFields(f), naming.CheckText("words", a.Words))
}

// Withdraw ends the open request for captures of a job that the agent holds.
func (in *Intake) Withdraw(ctx context.Context, a Asking) error {
	return in.Store.Write(ctx, func(tx *store.Tx) error {
		c, err := tx.LockCase(ctx, a.Company, a.JobID)
		if err != nil {
			return err
		}
		if !c.HeldBy(a.Agent, tx.Now) || c.Claim != a.Claim {
			return fault.New(fault.Conflict, "you no longer hold this job")
		}
		return in.endRequest(ctx, tx, a.caller(), a.JobID)
	})
}

// endRequest revokes the open request of a job whose case is locked. A request whose captures are there and not checked
// yet stays: they are on their way to the agent.
func (in *Intake) endRequest(ctx context.Context, tx *store.Tx, by Caller, jobID string) error {
	open, err := tx.OpenRequest(ctx, by.Company, jobID)
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	if !open.SubmittedAt.IsZero() {
		return fault.New(fault.Conflict, "the applicant has sent the captures already")
	}
	if err := tx.RevokeRequest(ctx, by.Company, jobID); err != nil {
		return err
	}
	return auditLink(ctx, tx, open, by.actor(), "capture_request.revoke", nil)
}

// endRequestOf ends the request that a link is, where it is still open or may be again; the case of its job is locked.
func (in *Intake) endRequestOf(ctx context.Context, tx *store.Tx, by Caller, link store.CaptureLink) error {
	link, err := tx.CaptureLink(ctx, link.Company, link.ID)
	if err == nil && isPaused(link, tx.Now) {
		if err := tx.EndRequest(ctx, link.Company, link.ID, link.RevokedAt); err != nil {
			return err
		}
		return auditLink(ctx, tx, link, by.actor(), "capture_request.revoke", nil)
	}
	if err != nil || !link.SubmittedAt.IsZero() || !link.RevokedAt.IsZero() {
		return err
	}
	return in.endRequest(ctx, tx, by, link.JobID)
}

// RequestURL returns the address of a request for captures, for who sends it to the applicant.
func (in *Intake) RequestURL(ctx context.Context, link store.CaptureLink) (string, error) {
	key, err := in.Keys.ApplicantKey(ctx, link.Company, link.JobID)
	if err != nil {
		return "", err
	}
	secret, err := vault.Open(key, link.SealedSecret, secretPlace(link))
	if err != nil {
		return "", fault.Wrap(err, fault.Internal, "the secret of a capture link does not open")
	}
	return in.linkURL(link.ID, string(secret)), nil
}

// secretPlace is what the secret of a request is sealed for.
func secretPlace(l store.CaptureLink) string { return "capture link:" + l.Company + ":" + l.ID }

func (in *Intake) linkURL(id, secret string) string {
	return in.PublicURL + "/capture/" + id + "#" + secret
}

// RequestStatus is what a host application may know of the request for captures of a job, to tell its applicant.
type RequestStatus struct {
	ID        string                    `json:"id"` // of the capture link
	State     string                    `json:"state"`
	URL       string                    `json:"url,omitempty"` // for the job's client, while the applicant may use it
	Captures  []onboarding.AskedCapture `json:"captures"`
	Words     string                    `json:"words,omitempty"`
	ExpiresAt onboarding.Timestamp      `json:"expiresAt"`
}

// requestOf returns the newest request for captures of a job; nil where there was none. The client of the job gets its
// address too: whoever has that answers for the applicant.
func (in *Intake) requestOf(ctx context.Context, c Caller, job onboarding.Job) (*RequestStatus, error) {
	link, err := in.Store.LastRequest(ctx, job.Company, job.ID)
	if fault.Is(err, fault.NotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	s := &RequestStatus{
		ID:        link.ID,
		State:     LinkStateAt(link, in.Clock.Now()),
		Captures:  link.Asked.Captures,
		Words:     link.Asked.Words,
		ExpiresAt: stamp(link.ExpiresAt),
	}
	if link.ClientID == c.ClientID && slices.Contains([]string{LinkCreated, LinkOpened, LinkCapturing}, s.State) {
		s.URL, err = in.RequestURL(ctx, link)
	}
	return s, err
}

// submitRequest hands the captures that an applicant was asked for over to be checked.
func (in *Intake) submitRequest(
	ctx context.Context, c Caller, job onboarding.Job, r SubmitRequest,
) (Submitted, error) {
	var dropped []string
	var at time.Time
	err := in.Store.Write(ctx, func(tx *store.Tx) error {
		link, err := c.holdRequest(ctx, tx, job)
		if err != nil {
			return err
		}
		staged, err := tx.StagedCaptures(ctx, c.Company, job.ID, link.ID)
		if err != nil {
			return err
		}
		if err := lacking(link.Asked, staged); err != nil {
			return err
		}
		if _, err := tx.SubmitRequest(ctx, link); err != nil {
			return err
		}
		if err := r.keep(ctx, tx, job); err != nil {
			return err
		}
		if dropped, err = tx.DropUploads(ctx, c.Company, job.ID); err != nil {
			return err
		}
		at = tx.Now
		return auditLink(ctx, tx, link, c.actor(), "capture_request.submit", nil)
	})
	if err != nil {
		return Submitted{}, err
	}
	in.nudge()
	in.unlink(ctx, c.Company, dropped)
	return Submitted{JobID: job.ID, Status: onboarding.Review, SubmittedAt: stamp(at)}, nil
}

// lacking returns a fault with every capture that is asked for and not there.
func lacking(asked onboarding.CaptureRequest, staged []onboarding.Capture) error {
	var f findings
	for _, kind := range asked.Missing(kindsOf(staged)) {
		f.add("captures", "required", "the capture %s is asked for", kind)
	}
	return fault.BadFields(f)
}

func kindsOf(captures []onboarding.Capture) []onboarding.CaptureKind {
	var kinds []onboarding.CaptureKind
	for _, c := range captures {
		kinds = append(kinds, c.Kind)
	}
	return kinds
}

// holdRequest keeps the job of a caller's request in REVIEW, and the request open, until the transaction ends.
func (c Caller) holdRequest(ctx context.Context, tx *store.Tx, job onboarding.Job) (store.CaptureLink, error) {
	if _, err := tx.LockCase(ctx, job.Company, job.ID); err != nil {
		return store.CaptureLink{}, err
	}
	link, err := tx.CaptureLink(ctx, c.Company, c.Link)
	if err == nil && !c.has(link, tx.Now) {
		return link, linkEnded(link, tx.Now)
	}
	return link, err
}
