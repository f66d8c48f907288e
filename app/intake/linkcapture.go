package intake

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/preset"
	"proofdesk/app/store"
)

// linkToken begins the tokens of browsers that have a link.
const linkToken = "capture."

// LinkPage is what the hosted capture page shows to an applicant.
type LinkPage struct {
	State     string               `json:"state"`
	Company   string               `json:"company"` // the name of who asks
	Function  onboarding.Function  `json:"function"`
	Flavor    onboarding.Flavor    `json:"flavor"`
	Language  string               `json:"language,omitempty"`
	ExpiresAt onboarding.Timestamp `json:"expiresAt"`
	ReturnURL string               `json:"returnUrl,omitempty"`
	JobID     string               `json:"jobId"`
	Desktop   onboarding.Desktop   `json:"desktop"`
	// HandedOver is set for the phone that a desktop handed the link to.
	HandedOver bool `json:"handedOver,omitempty"`
	// SecondID is set where the options of the job ask for another ID after the first.
	SecondID bool `json:"secondId,omitempty"`
	// IDFirst is set where they ask for the ID before the face.
	IDFirst bool `json:"idFirst,omitempty"`
	// Film is set where the browser has to record a film.
	Film bool `json:"film,omitempty"`
	// EnableGPS is set where the page asks where the applicant is.
	EnableGPS bool `json:"enableGPS,omitempty"`
	// Specimen is what the camera plays, where the link was made in the playground of the documentation.
	Specimen string `json:"specimen,omitempty"`
	// Asked is what the applicant is asked for anew; without it, the page captures what the function needs.
	Asked *onboarding.CaptureRequest `json:"asked,omitempty"`
	// Decided is set where the applicant is asked for captures anew of a job that is decided meanwhile.
	Decided bool `json:"decided,omitempty"`
	// CaptureDays is after how many days from its decision the company removes what is captured; 0 for never.
	CaptureDays int `json:"captureDays,omitempty"`
}

// ConsentVersion names the text that applicants agree to on the hosted capture page, as the page itself names it.
const ConsentVersion = "2026-11-30.2"

// LinkStart is what a browser sends to capture with a link.
type LinkStart struct {
	Secret string `json:"secret"`
	// Token is the one that the browser made for itself and will call with. It keeps it before it sends it, so that an
	// answer that is lost on the way locks nobody out.
	Token    string `json:"token"`
	Consent  string `json:"consent"`  // the version of the text that the applicant agreed to
	Language string `json:"language"` // in which it was read
	Device   string `json:"device"`   // what the page takes it for: PHONE or DESKTOP
	// Location is where the applicant is, for links that ask for it, if they and their device say so.
	Location *SentLocation `json:"location,omitempty"`
	// Move is what MoveLink returned, where another browser gave the link away.
	Move string `json:"move,omitempty"`
}

// The devices that a page tells apart. Nothing proves what a browser says it is.
const (
	devicePhone   = "PHONE"
	deviceDesktop = "DESKTOP"
)

// OpenLink returns what the page of a link shows, and records that it was seen. The secret is that of the link's
// fragment, or the one of the phone that a desktop handed the link to.
func (in *Intake) OpenLink(ctx context.Context, id, secret string) (LinkPage, error) {
	link, phone, err := in.secretLink(ctx, id, secret)
	if err != nil {
		return LinkPage{}, err
	}
	state := LinkStateAt(link, in.Clock.Now())
	if state == LinkCreated {
		if err := in.Store.Write(ctx, func(tx *store.Tx) error {
			_, err := tx.OpenCaptureLink(ctx, link.Company, link.ID)
			return err
		}); err != nil {
			return LinkPage{}, err
		}
		state = LinkOpened
	}
	company, err := in.Store.Company(ctx, link.Company)
	if err != nil {
		return LinkPage{}, err
	}
	back, err := in.returnURL(ctx, link)
	if err != nil {
		return LinkPage{}, err
	}
	second, before, err := in.asksOfIDs(ctx, link)
	if err != nil {
		return LinkPage{}, err
	}
	rule, err := in.Store.RetentionRule(ctx, link.Company)
	if err != nil {
		return LinkPage{}, err
	}
	specimen, err := in.SpecimenOf(ctx, link)
	return LinkPage{
		Asked:       asked(link),
		Decided:     decided(link, in.Clock.Now()),
		State:       state,
		Company:     company.Name,
		Function:    link.Function,
		Flavor:      link.Flavor,
		Language:    link.Language,
		ExpiresAt:   stamp(link.ExpiresAt),
		ReturnURL:   back,
		JobID:       link.JobID,
		Desktop:     link.Desktop,
		HandedOver:  phone,
		SecondID:    second,
		IDFirst:     before,
		Film:        linkFilms(link, company.Settings.StillSelfies),
		EnableGPS:   link.GPS,
		Specimen:    specimen,
		CaptureDays: rule.CaptureLife(),
	}, err
}

// SpecimenOf returns what the camera of a link plays; empty where it is a real camera. It is what the link was made
// with, and nothing that a browser sends can change it.
func (in *Intake) SpecimenOf(ctx context.Context, link store.CaptureLink) (string, error) {
	if !link.Sandbox || link.AskedBy != "" {
		return "", nil
	}
	var request onboarding.RequestDetails
	err := in.Store.ReadJobDoc(ctx, link.Company, link.JobID, store.DocRequest, &request)
	if fault.Is(err, fault.NotFound) { // the job is erased
		return "", nil
	}
	return request.Specimen, err
}

// asksOfIDs reports whether the options of a link's job ask for another ID after the first, and for the ID before the
// face.
func (in *Intake) asksOfIDs(ctx context.Context, link store.CaptureLink) (second, before bool, err error) {
	if link.AskedBy != "" || !link.Function.Takes(onboarding.SecondaryFront) {
		return false, false, nil
	}
	job, err := in.Store.Job(ctx, link.Company, link.JobID)
	if err != nil {
		return false, false, err
	}
	version, _ := preset.ParseVersion(in.SDKVersion)
	by := Caller{Company: link.Company, ClientID: link.ClientID, JobID: link.JobID}
	got, err := in.optionsFor(ctx, by, placement{preset: job.Preset, drawn: true, function: job.Function}, version)
	second, _ = got.options["idCaptureCustomizationOptions.isSecondaryID"].(bool)
	before, _ = got.options["idCaptureCustomizationOptions.performIdCaptureBeforeSelfie"].(bool)
	return second, before, err
}

// StartLink binds a link to the browser that calls first, once its applicant has agreed, by a token that the browser
// made. The same browser may call again. A Conflict where another browser has the link, or it has ended.
func (in *Intake) StartLink(ctx context.Context, id string, r LinkStart) error {
	link, phone, err := in.secretLink(ctx, id, r.Secret)
	if err != nil {
		return err
	}
	if err := r.check(link); err != nil {
		return err
	}
	company, err := in.Store.Company(ctx, link.Company)
	if err != nil {
		return err
	}
	return in.Store.Write(ctx, func(tx *store.Tx) error {
		if err := holdJob(ctx, tx, link); err != nil {
			return err
		}
		link, err := tx.CaptureLink(ctx, link.Company, link.ID)
		if err != nil {
			return err
		}
		if over(link, tx.Now) {
			return linkOver(link, tx.Now)
		}
		if LinkStateAt(link, tx.Now) == LinkCapturing {
			if isHashOf(link.TokenSHA256, r.Token) {
				return nil
			}
			if !moves(link, r.Move, tx.Now) {
				return fault.New(fault.Conflict, "this capture link is used in another browser")
			}
			if err := tx.FreeCaptureLink(ctx, link.Company, link.ID); err != nil {
				return err
			}
		}
		if err := beginHandover(ctx, tx, link, r.Secret, phone); err != nil {
			return err
		}
		if err := tx.TakeCaptureLink(ctx, link.Company, link.ID, sumOf(r.Token), r.Consent); err != nil {
			return err
		}
		if err := note(ctx, tx, link, company.Settings.StillSelfies, r.Location.location()); err != nil {
			return err
		}
		detail := map[string]string{"consent": r.Consent, "language": r.Language}
		action := "capture_link.start"
		if !link.StartedAt.IsZero() {
			action = "capture_link.move"
		}
		return auditLink(ctx, tx, link, "link:"+link.ID, action, detail)
	})
}

// linkOver returns why nothing more can be captured with a link.
func linkOver(link store.CaptureLink, now time.Time) error {
	if isPaused(link, now) {
		return paused(link, now)
	}
	return fault.New(fault.Conflict, "this capture link has ended")
}

// holdJob keeps what a link is for as it is until the transaction ends: its job in CAPTURING, or for a request the case
// of its job.
func holdJob(ctx context.Context, tx *store.Tx, link store.CaptureLink) (err error) {
	if link.AskedBy != "" {
		_, err = tx.LockCase(ctx, link.Company, link.JobID)
	} else {
		_, err = tx.HoldCapturing(ctx, link.Company, link.JobID)
	}
	return err
}

// asked returns what a link asks for anew; nil for the link of a whole job.
func asked(link store.CaptureLink) *onboarding.CaptureRequest {
	if link.AskedBy == "" {
		return nil
	}
	return &link.Asked
}

// films reports whether a page films for a function, in a company that does without the moves of a selfie or not.
func films(f onboarding.Function, still bool) bool {
	return f == onboarding.VideoID || !still && f.Takes(onboarding.Video)
}

// linkFilms is films for what a link is for.
func linkFilms(link store.CaptureLink, still bool) bool {
	if a := asked(link); a != nil {
		return !still && a.Takes(onboarding.Video)
	}
	return films(link.Function, still)
}

// note notes with the job whether the page of a link films the moves of a selfie, and where the applicant is. The first
// place stands: a browser that the link moves to asks for it again.
func note(ctx context.Context, tx *store.Tx, link store.CaptureLink, still bool, at *onboarding.Location) error {
	film, of := linkFilms(link, still), ""
	if asked(link) != nil {
		of = link.ID
	}
	if !film && of != "" && at == nil {
		return nil
	}
	var request onboarding.RequestDetails
	if err := tx.ReadJobDoc(ctx, link.Company, link.JobID, store.DocRequest, &request); err != nil {
		return err
	}
	if film == request.Filmed[of] && at == nil {
		return nil
	}
	if request.Filmed == nil {
		request.Filmed = map[string]bool{}
	}
	request.Filmed[of] = film // as the page is told now: the company may have asked for moves when it was created
	if request.Location == nil {
		request.Location = at
	}
	return tx.WriteJobDoc(ctx, link.Company, link.JobID, store.DocRequest, request)
}

func (r LinkStart) check(link store.CaptureLink) error {
	var f findings
	if own, ok := strings.CutPrefix(r.Token, linkToken+link.ID+"."); !ok || !hash.MatchString(own) {
		f.add("token", "format", "token must be capture., the id of the link, a dot and 64 hexadecimal digits")
	}
	switch r.Consent {
	case ConsentVersion:
	case "":
		f.add("consent", "required", "consent is missing: the applicant has to agree first")
	default:
		f.add("consent", "one_of", "consent must be %s: load the page again", ConsentVersion)
	}
	if !slices.Contains(preset.Languages(), r.Language) {
		f.add("language", "one_of", "language must be one of %s", strings.Join(preset.Languages(), ", "))
	}
	if r.Device != devicePhone && r.Device != deviceDesktop {
		f.add("device", "one_of", "device must be PHONE or DESKTOP")
	}
	f.location(r.Location)
	if r.Location != nil && !link.GPS {
		f.add("location", "unknown", "this capture link does not ask where the applicant is")
	}
	if err := fault.BadFields(f); err != nil {
		return err
	}
	if r.Device == deviceDesktop && link.Desktop == onboarding.PhoneOnly {
		return fault.New(fault.Forbidden, "this capture link is for a phone")
	}
	return nil
}

// secretLink returns the link whose secret is right, and whether it is that of the phone that a desktop handed the link
// to. The answer is the same whether the link or the secret is wrong.
func (in *Intake) secretLink(ctx context.Context, id, secret string) (link store.CaptureLink, phone bool, err error) {
	if link, err = in.activeLink(ctx, id); err != nil {
		return link, false, err
	}
	if !isHashOf(link.SecretSHA256, secret) {
		h, err := in.Store.Handover(ctx, link.Company, link.ID)
		if fault.Is(err, fault.NotFound) || err == nil && !isPhone(h, secret) {
			return link, false, noSuchLink()
		}
		if err != nil {
			return link, false, err
		}
		phone = true
	}
	if now := in.Clock.Now(); isPaused(link, now) {
		return link, phone, paused(link, now)
	}
	return link, phone, nil
}

// activeLink returns a link of a client that is enabled.
func (in *Intake) activeLink(ctx context.Context, id string) (store.CaptureLink, error) {
	link, err := in.linkByID(ctx, id)
	if err == nil && link.ClientState != access.StateActive {
		return link, noSuchLink()
	}
	return link, err
}

func (in *Intake) linkByID(ctx context.Context, id string) (store.CaptureLink, error) {
	canonical, ok := ids.ParseUUID(id)
	if !ok {
		return store.CaptureLink{}, noSuchLink()
	}
	return in.Store.CaptureLinkByID(ctx, canonical)
}

// IsLinkToken reports whether a bearer token has the form of one that a browser made for its link: see StartLink.
func IsLinkToken(bearer string) bool { return strings.HasPrefix(bearer, linkToken) }

// LinkCaller returns on whose behalf a browser with the token of a link calls: its client, for the one job of the link.
// Unauthenticated where the token is not valid, or not any more.
func (in *Intake) LinkCaller(ctx context.Context, bearer string) (Caller, error) {
	id, _, _ := strings.Cut(strings.TrimPrefix(bearer, linkToken), ".")
	link, err := in.linkByID(ctx, id)
	if err != nil && !fault.Is(err, fault.NotFound) {
		return Caller{}, err
	}
	if err != nil || !isHashOf(link.TokenSHA256, bearer) {
		return Caller{}, noSuchToken()
	}
	if now := in.Clock.Now(); !capturing(link, now) {
		return Caller{}, linkEnded(link, now)
	}
	return Caller{
		Company:  link.Company,
		ClientID: link.ClientID,
		Sandbox:  link.Sandbox,
		Link:     link.ID,
		JobID:    link.JobID,
		bearer:   link.TokenSHA256,
		Asked:    asked(link),
	}, nil
}

// capturing reports whether the browser that has a link may send captures with it.
func capturing(link store.CaptureLink, now time.Time) bool {
	return LinkStateAt(link, now) == LinkCapturing && link.ClientState == access.StateActive && !isPaused(link, now)
}

// isPaused reports whether a decision that can still be undone has ended a request, which an undo opens again. Until
// then nobody is told of it, and the applicant's browser waits.
func isPaused(l store.CaptureLink, now time.Time) bool {
	return l.AskedBy != "" && isRevoked(l) && l.RevokedAt.Equal(l.ReviewedAt) && now.Before(l.HeldUntil)
}

// isRevoked reports whether a link was revoked while it could be used: a decision also closes what has run out.
func isRevoked(l store.CaptureLink) bool {
	return !l.RevokedAt.IsZero() && l.RevokedAt.Before(l.ExpiresAt)
}

// decided reports whether what a link asks for is not needed any more, as the job is decided for good.
func decided(l store.CaptureLink, now time.Time) bool {
	return l.AskedBy != "" && l.JobStatus.Final() && !now.Before(l.HeldUntil)
}

// ErrPaused is the cause of errors about a link that a decision has ended which can still be undone.
var ErrPaused = errors.New("its job is decided, which can still be undone")

func paused(l store.CaptureLink, now time.Time) error {
	err := fault.Wrap(ErrPaused, fault.Unavailable, "this capture link can't be used for a moment")
	err.RetryAfter = l.HeldUntil.Sub(now)
	return err
}

// linkEnded returns why the browser that has a link may send nothing with it.
func linkEnded(link store.CaptureLink, now time.Time) error {
	if isPaused(link, now) {
		return paused(link, now)
	}
	return noSuchToken()
}

func noSuchToken() error {
	return fault.New(fault.Unauthenticated, "the token of the capture link is not valid, or not any more")
}

// What is stored for one job at most: captures that were replaced are kept. What an agent asks for is counted by
// itself.
const (
	maxJobCaptures = 60
	maxJobBytes    = 300_000_000
)

// takes refuses a capture that the job of a link has no use for; clients may send others.
func (c Caller) takes(job onboarding.Job, kind onboarding.CaptureKind) error {
	if c.Link == "" || c.Asked == nil && job.Function.Takes(kind) || c.Asked != nil && c.Asked.Takes(kind) {
		return nil
	}
	return fault.New(fault.Forbidden, "the job of this capture link takes no such capture")
}

// sent is the look-up of room.
type sent interface {
	CapturesSent(ctx context.Context, company, jobID, request string) (n int, size int64, err error)
}

// room refuses bytes of a capture more than a job may have, whoever sends them.
func (c Caller) room(ctx context.Context, from sent, jobID string, size int64) error {
	n, held, err := from.CapturesSent(ctx, c.Company, jobID, c.request())
	if err == nil && (n >= maxJobCaptures || held+size > maxJobBytes) {
		return fault.New(fault.Conflict, "the job has as many captures as it may have: %d and %s, with those that "+
			"were replaced", maxJobCaptures, fault.Size(maxJobBytes))
	}
	return err
}

// request returns the request by which the caller sends captures; empty where they are the first ones of a job.
func (c Caller) request() string {
	if c.Asked == nil {
		return ""
	}
	return c.Link
}

// hold keeps a job in CAPTURING until the transaction ends; a job in a later state is a Conflict. Where the caller has
// a link, that has to be valid still: who revokes it holds the job too.
func (c Caller) hold(ctx context.Context, tx *store.Tx, job onboarding.Job) error {
	if c.Asked != nil {
		_, err := c.holdRequest(ctx, tx, job)
		return err
	}
	held, err := tx.HoldCapturing(ctx, job.Company, job.ID)
	if err != nil {
		return err
	}
	if !held {
		return alreadySubmitted()
	}
	return c.holdLink(ctx, tx)
}

// holdLink checks the caller's link, whose job the transaction holds.
func (c Caller) holdLink(ctx context.Context, tx *store.Tx) error {
	if c.Link == "" {
		return nil
	}
	link, err := tx.CaptureLink(ctx, c.Company, c.Link)
	if err == nil && !c.has(link, tx.Now) {
		return linkEnded(link, tx.Now)
	}
	return err
}

// has reports whether the caller's browser still has a link.
func (c Caller) has(link store.CaptureLink, now time.Time) bool {
	return capturing(link, now) && link.TokenSHA256 == c.bearer
}

func sumOf(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// isHashOf reports whether a hash is that of a secret.
func isHashOf(hash, secret string) bool {
	return subtle.ConstantTimeCompare([]byte(hash), []byte(sumOf(secret))) == 1
}
