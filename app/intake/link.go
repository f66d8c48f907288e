package intake

import (
	"cmp"
	"context"
	"crypto/rand"
	"slices"
	"strings"
	"time"

	"proofdesk/app/audit"
	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/playground"
	"proofdesk/app/preset"
	"proofdesk/app/store"
)

const (
	linkValidity    = 24 * time.Hour     // where the request doesn't say
	maxLinkValidity = 7 * 24 * time.Hour // of any link
	minLinkValidity = time.Minute
	linkFlavor      = onboarding.Flavor("MEDIUM")
	videoFlavor     = onboarding.Flavor("VIDEO_ID") // the only one that films
)

// LinkFunctions returns the functions that the hosted capture page can perform.
func LinkFunctions() []onboarding.Function {
	return []onboarding.Function{
		onboarding.LiveFaceCheck, onboarding.IDValidation, onboarding.IDValidationFace, onboarding.Enrollment,
		onboarding.BiometricEnrollment, onboarding.CustomerVerification, onboarding.DocumentCapture,
		onboarding.VoiceCapture, onboarding.SignatureCapture, onboarding.FingerprintCapture, onboarding.VideoID,
	}
}

// PlayedFunctions returns the functions that can be performed with a camera that plays a specimen. None enrols anybody.
func PlayedFunctions() []onboarding.Function {
	return []onboarding.Function{
		onboarding.IDValidationFace, onboarding.IDValidation, onboarding.LiveFaceCheck, onboarding.DocumentCapture,
		onboarding.VideoID, onboarding.VoiceCapture,
	}
}

// The states of a link to the hosted capture page.
const (
	LinkCreated   = "CREATED"
	LinkOpened    = "OPENED"    // an applicant has seen the page
	LinkCapturing = "CAPTURING" // a browser has the link
	LinkSubmitted = "SUBMITTED" // its job is submitted
	LinkExpired   = "EXPIRED"
	LinkRevoked   = "REVOKED"
)

// LinkRequest describes a link to the hosted capture page, and the job whose captures it takes.
type LinkRequest struct {
	Function     onboarding.Function `json:"function"`
	UniqueNumber string              `json:"uniqueNumber,omitempty"`
	Preset       string              `json:"preset,omitempty"` // as in JobRequest
	// Language is that of the page, EN for example; without it the browser and the preset decide.
	Language string `json:"language,omitempty"`
	// ExpiresIn is how many seconds the link is valid; a day where it is left out.
	ExpiresIn int `json:"expiresIn,omitempty"`
	// ReturnURL is where the applicant may go afterwards. Its origin must be one that an admin listed for the client.
	ReturnURL string `json:"returnUrl,omitempty"`
	// Desktop is whether the applicant may capture with a desktop; phone_preferred for documents and fingers, allowed
	// for anything else where it is left out.
	Desktop onboarding.Desktop `json:"desktop,omitempty"`
	// EnableGPS is whether the page asks where the applicant is, who may say no.
	EnableGPS bool              `json:"enableGPS,omitempty"`
	Reference string            `json:"reference,omitempty"` // the integrator's own, as GET returns it
	Submitted map[string]string `json:"submitted,omitempty"` // as in JobRequest
	Sandbox   *Sandbox          `json:"sandbox,omitempty"`   // of sandbox clients only
	// Specimen is what the page's camera plays in place of a real one. Only the playground of the documentation sets
	// it, for jobs of a sandbox client whose outcome is chosen: no request of the API can.
	Specimen string `json:"-"`
}

// LinkAnswer is a new link. Its URL is returned only here: the secret in the fragment is stored as a hash.
type LinkAnswer struct {
	ID        string               `json:"id"`
	URL       string               `json:"url"`
	ExpiresAt onboarding.Timestamp `json:"expiresAt"`
	JobID     string               `json:"jobId"`
}

// LinkStatus is what became of a link.
type LinkStatus struct {
	ID        string               `json:"id"`
	State     string               `json:"state"`
	JobID     string               `json:"jobId"`
	Function  onboarding.Function  `json:"function"` // this and what follows as in LinkRequest
	Language  string               `json:"language,omitempty"`
	ReturnURL string               `json:"returnUrl,omitempty"`
	Desktop   onboarding.Desktop   `json:"desktop"`
	EnableGPS bool                 `json:"enableGPS,omitempty"`
	Reference string               `json:"reference,omitempty"`
	CreatedAt onboarding.Timestamp `json:"createdAt"`
	ExpiresAt onboarding.Timestamp `json:"expiresAt"`
}

// CreateLink creates a link and its job.
func (in *Intake) CreateLink(ctx context.Context, c Caller, r LinkRequest) (LinkAnswer, error) {
	asked := JobRequest{
		Function:     r.Function,
		UniqueNumber: r.UniqueNumber,
		Flavor:       linkFlavor,
		SDKVersion:   in.SDKVersion,
		Preset:       r.Preset,
		Submitted:    r.Submitted,
		Sandbox:      r.Sandbox,
		specimen:     r.Specimen,
	}
	if r.Function == onboarding.VideoID {
		asked.Flavor = videoFlavor
	}
	client, err := in.Store.Client(ctx, c.Company, c.ClientID)
	if err != nil {
		return LinkAnswer{}, err
	}
	version, line, fields := asked.findings(c, "", in.Clock.Now())
	fields.link(r, client.Origins)
	fields.specimen(r, c.Sandbox && client.Sandbox)
	if err := fault.BadFields(fields); err != nil {
		return LinkAnswer{}, err
	}
	job, err := in.prepareJob(ctx, c, asked, version, line)
	if err != nil {
		return LinkAnswer{}, err
	}
	if job.request.Filmed, err = in.filmedBy(ctx, c, r.Function); err != nil {
		return LinkAnswer{}, err
	}
	secret := rand.Text() + rand.Text()
	link := store.CaptureLink{
		Company:      c.Company,
		ID:           ids.UUID(),
		JobID:        job.ID,
		ClientID:     c.ClientID,
		SecretSHA256: sumOf(secret),
		Language:     r.Language,
		ReturnURL:    r.ReturnURL,
		Reference:    r.Reference,
		Desktop:      cmp.Or(r.Desktop, onboarding.DesktopFor(r.Function.Takes)),
		GPS:          r.EnableGPS,
	}
	err = in.Store.Write(ctx, func(tx *store.Tx) error {
		if _, err := job.insert(ctx, tx, c); err != nil {
			return err
		}
		link.ExpiresAt = tx.Now.Add(time.Duration(cmp.Or(r.ExpiresIn, int(linkValidity/time.Second))) * time.Second)
		if err := tx.InsertCaptureLink(ctx, link); err != nil {
			return err
		}
		return auditLink(ctx, tx, link, c.actor(), "capture_link.create", nil)
	})
	return LinkAnswer{
		ID:        link.ID,
		URL:       in.linkURL(link.ID, secret),
		ExpiresAt: stamp(link.ExpiresAt),
		JobID:     link.JobID,
	}, err
}

// link checks what belongs to a link and not to its job.
func (f *findings) link(r LinkRequest, origins []string) {
	if r.Function.Known() && !slices.Contains(LinkFunctions(), r.Function) {
		f.add("function", "one_of", "the capture page can't perform %s", r.Function)
	}
	if languages := preset.Languages(); r.Language != "" && !slices.Contains(languages, r.Language) {
		f.add("language", "one_of", "language must be one of %s", strings.Join(languages, ", "))
	}
	shortest, longest := int(minLinkValidity/time.Second), int(maxLinkValidity/time.Second)
	if r.ExpiresIn != 0 && (r.ExpiresIn < shortest || r.ExpiresIn > longest) {
		f.add("expiresIn", "range", "expiresIn must be %d to %d seconds", shortest, longest)
	}
	if r.Desktop != "" && !slices.Contains(onboarding.Desktops(), r.Desktop) {
		f.add("desktop", "one_of", "desktop must be phone_preferred, phone_only or allowed")
	}
	f.text("reference", r.Reference, maxText)
	f.returnURL(r.ReturnURL, origins)
}

// specimen checks that a camera plays only where nothing is about a real person: the client is a sandbox client, and
// the outcome is chosen.
func (f *findings) specimen(r LinkRequest, sandbox bool) {
	switch {
	case r.Specimen == "":
	case !playground.Known(r.Specimen):
		f.add("specimen", "one_of", "there is no such specimen")
	case !sandbox || r.Sandbox == nil:
		f.add("specimen", "unknown", "a specimen is only for jobs of a sandbox client whose outcome is chosen")
	case !slices.Contains(PlayedFunctions(), r.Function):
		f.add("function", "one_of", "the camera of the playground can't play what %s captures", r.Function)
	}
}

// Link returns what became of a link of the caller's client.
func (in *Intake) Link(ctx context.Context, c Caller, id string) (LinkStatus, error) {
	link, err := in.linkOf(ctx, c, id)
	if err != nil {
		return LinkStatus{}, err
	}
	return LinkStatus{
		ID:        link.ID,
		State:     LinkStateAt(link, in.Clock.Now()),
		JobID:     link.JobID,
		Function:  link.Function,
		Language:  link.Language,
		ReturnURL: link.ReturnURL,
		Desktop:   link.Desktop,
		EnableGPS: link.GPS,
		Reference: link.Reference,
		CreatedAt: stamp(link.CreatedAt),
		ExpiresAt: stamp(link.ExpiresAt),
	}, nil
}

// RevokeLink ends a link, so that nothing more can be captured with it. A link that has ended stays as it is, and so
// does one whose job is submitted.
func (in *Intake) RevokeLink(ctx context.Context, c Caller, id string) error {
	link, err := in.linkOf(ctx, c, id)
	if err != nil {
		return err
	}
	return in.Store.Write(ctx, func(tx *store.Tx) error {
		if link.AskedBy != "" {
			if _, err := tx.LockCase(ctx, link.Company, link.JobID); err != nil {
				return err
			}
			return in.endRequestOf(ctx, tx, c, link)
		}
		held, err := tx.HoldCapturing(ctx, link.Company, link.JobID)
		if err != nil || !held {
			return err
		}
		revoked, err := tx.RevokeCaptureLink(ctx, link.Company, link.ID)
		if err != nil || !revoked {
			return err
		}
		return auditLink(ctx, tx, link, c.actor(), "capture_link.revoke", nil)
	})
}

func (in *Intake) linkOf(ctx context.Context, c Caller, id string) (store.CaptureLink, error) {
	canonical, ok := ids.ParseUUID(id)
	if !ok {
		return store.CaptureLink{}, noSuchLink()
	}
	link, err := in.Store.CaptureLink(ctx, c.Company, canonical)
	if err == nil && link.ClientID != c.ClientID {
		return link, noSuchLink()
	}
	return link, err
}

func noSuchLink() error { return fault.New(fault.NotFound, "there is no such capture link") }

// LinkStateAt returns the state of a link at a time. A decision that can still be undone shows in none.
func LinkStateAt(l store.CaptureLink, now time.Time) string {
	submitted := !l.JobStatus.Is(onboarding.Capturing)
	if l.AskedBy != "" {
		submitted = !l.SubmittedAt.IsZero()
	}
	switch {
	case submitted:
		return LinkSubmitted
	case isRevoked(l) && !isPaused(l, now):
		return LinkRevoked
	case !now.Before(l.ExpiresAt):
		return LinkExpired
	case !l.StartedAt.IsZero():
		return LinkCapturing
	case !l.OpenedAt.IsZero():
		return LinkOpened
	}
	return LinkCreated
}

// over reports whether nothing more can be captured with a link.
func over(l store.CaptureLink, now time.Time) bool {
	return isPaused(l, now) || slices.Contains([]string{LinkSubmitted, LinkRevoked, LinkExpired}, LinkStateAt(l, now))
}

func auditLink(ctx context.Context, tx *store.Tx, l store.CaptureLink, actor, action string, detail any) error {
	return tx.Audit(ctx, audit.NewEntry(l.Company, actor, action, "job:"+l.JobID, detail))
}
