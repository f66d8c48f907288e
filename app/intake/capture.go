package intake

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"

	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/inspection"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/engine"
	"proofdesk/engine/raster"
)

// CaptureTaken is the answer to a capture.
type CaptureTaken struct {
	onboarding.PayloadDocument
	Quality *PictureQuality `json:"quality,omitempty"` // of pictures, and of films for a challenge, only
}

// futureSlack is how far ahead a device's clock may be.
const futureSlack = 24 * time.Hour

// Upload is a request that sends a capture or a part of one, or asks how much of one is held.
type Upload struct {
	Kind       string // a capture kind, as sent
	CapturedAt string // RFC 3339 or empty; of a capture in parts, that of the request that completes it counts
	SHA256     string // of the whole capture in lower-case hex; empty where the caller doesn't name it
	Challenge  string // the challenge that a video is for; empty where it is for none
	// VirtualCamera is the name of the program in place of a camera that the SDK saw; empty where it saw none.
	VirtualCamera string
	Range         ByteRange // the zero ByteRange for a whole capture
	Body          io.Reader // the bytes of the capture or of the part
}

// CaptureProgress is the answer to an upload: the capture once it is complete, else how many bytes of it are held.
type CaptureProgress struct {
	Capture *CaptureTaken
	Held    int64
}

// PutCapture stores a whole capture of a job in CAPTURING. A capture of the same kind that came before is marked as
// replaced and kept. capturedAt is RFC 3339 or empty.
func (in *Intake) PutCapture(
	ctx context.Context, c Caller, id, kind, capturedAt string, body io.Reader,
) (CaptureTaken, error) {
	got, err := in.ReceiveCapture(ctx, c, id, Upload{Kind: kind, CapturedAt: capturedAt, Body: body})
	if err != nil {
		return CaptureTaken{}, err
	}
	return *got.Capture, nil
}

// ReceiveCapture stores a capture of a job in CAPTURING, as a whole or part by part; one that an agent asked for is of
// a job in REVIEW, and comes into force once all of them are checked. A capture of the same kind that came before is
// marked as replaced and kept. An upload that names the SHA-256 of the current capture of its kind gets that capture,
// and nothing is stored again.
func (in *Intake) ReceiveCapture(ctx context.Context, c Caller, id string, u Upload) (CaptureProgress, error) {
	job, err := in.ownJob(ctx, c, id)
	if err != nil {
		return CaptureProgress{}, err
	}
	if c.Asked == nil && !job.Status.Is(onboarding.Capturing) { // an agent's request is looked up by itself
		return CaptureProgress{}, alreadySubmitted()
	}
	kind, at, err := in.checkCapture(u)
	if err != nil {
		return CaptureProgress{}, err
	}
	if err := cmp.Or(c.takes(job, kind), checkChallenge(kind, u.Challenge)); err != nil {
		return CaptureProgress{}, err
	}
	if u.SHA256 != "" && !hash.MatchString(u.SHA256) {
		return CaptureProgress{}, fault.BadField("sha256", "format",
			"sha256 must be 64 hexadecimal digits in lower case")
	}
	to := target{
		by: c, job: job, kind: kind, capturedAt: at, sha256: u.SHA256, challenge: u.Challenge, camera: u.VirtualCamera,
	}
	if u.Range != (ByteRange{}) {
		return in.receivePart(ctx, to, u.Range, u.Body)
	}
	if err := in.roomForWhole(ctx, to); err != nil {
		return CaptureProgress{}, err
	}
	if err := in.willTake(ctx, to); err != nil {
		return CaptureProgress{}, err
	}
	plain, err := io.ReadAll(u.Body)
	if err != nil {
		return CaptureProgress{}, err
	}
	return in.complete(ctx, to, plain, nil)
}

// roomForWhole refuses a capture that its job has no room for before it is read, unless it is one that is there
// already.
func (in *Intake) roomForWhole(ctx context.Context, to target) error {
	full := in.room(ctx, to, 1)
	if !fault.Is(full, fault.Conflict) && !fault.Is(full, fault.StorageFull) || to.sha256 == "" {
		return full
	}
	there, err := in.capturesFor(ctx, to.by, to.job)
	if err == nil && !slices.ContainsFunc(there, to.is) {
		err = full
	}
	return err
}

// room refuses bytes that the job, or all jobs of its client that are not submitted, have no room for.
func (in *Intake) room(ctx context.Context, to target, size int64) error {
	if err := to.by.room(ctx, in.Store, to.job.ID, size); err != nil {
		return err
	}
	return in.clientRoom(ctx, to.by)
}

// willTake refuses a film whose challenge is over before it is read, unless it is one that is there already.
func (in *Intake) willTake(ctx context.Context, to target) error {
	over := in.willFollow(ctx, to)
	if over == nil || to.sha256 == "" {
		return over
	}
	there, err := in.capturesFor(ctx, to.by, to.job)
	if err == nil && !slices.ContainsFunc(there, to.is) {
		err = over
	}
	return err
}

// is reports whether a capture has the kind and the content that an upload names.
func (to target) is(c onboarding.Capture) bool { return c.Kind == to.kind && c.SHA256 == to.sha256 }

// target is what an upload is for.
type target struct {
	by         Caller
	job        onboarding.Job
	kind       onboarding.CaptureKind
	capturedAt time.Time
	sha256     string // as the upload names it, or empty
	challenge  string // likewise
	camera     string // likewise, a virtual one
}

// hold is Caller.hold for an upload, whose bytes are sealed by then. It is a NotFound where the job's captures were
// removed meanwhile, as nobody could open these.
func (to target) hold(ctx context.Context, tx *store.Tx) error {
	if err := to.by.hold(ctx, tx, to.job); err != nil {
		return err
	}
	key, err := tx.ApplicantKey(ctx, to.job.Company, to.job.ID)
	if err == nil && !key.DestroyedAt.IsZero() {
		return fault.New(fault.NotFound, "the applicant was erased")
	}
	return err
}

// maxCamera limits the name of a virtual camera, in characters.
const maxCamera = 100

var hash = regexp.MustCompile(`^[0-9a-f]{64}$`)

// complete stores a capture of which all bytes are there. parts are those that it came in, nil where it came as a
// whole: where they were dropped meanwhile, the other request decides. A content that is refused takes its parts along.
func (in *Intake) complete(
	ctx context.Context, to target, plain []byte, parts []store.CapturePart,
) (CaptureProgress, error) {
	capture, what, err := in.describe(to, plain)
	if err != nil {
		in.discard(ctx, to, parts)
		return CaptureProgress{}, err
	}
	if known, err := in.current(ctx, to, capture.Size, to.sha256); err != nil || known.Capture != nil {
		return known, err
	}
	arrived := to
	arrived.sha256 = capture.SHA256
	if err := in.willTake(ctx, arrived); err != nil { // it is not looked at
		in.discard(ctx, to, parts)
		return CaptureProgress{}, err
	}
	verdict := in.quality(ctx, to, capture, what, plain)
	kept, err := in.keep(ctx, to, capture, verdict, plain, parts)
	if errors.Is(err, errOvertaken) {
		return in.current(ctx, to, capture.Size, capture.SHA256)
	}
	if err != nil {
		return CaptureProgress{}, err
	}
	return in.taken(kept)
}

// describe returns the capture that bytes are, with what they were recognised as.
func (in *Intake) describe(to target, plain []byte) (onboarding.Capture, content, error) {
	digest := sha256.Sum256(plain)
	sum := hex.EncodeToString(digest[:])
	if to.sha256 != "" && to.sha256 != sum {
		return onboarding.Capture{}, content{}, fault.BadField("sha256", "match",
			"the bytes that arrived have another SHA-256: send the capture again")
	}
	what, err := in.recognise(to.kind, plain)
	return onboarding.Capture{
		ID:          ids.UUID(),
		Company:     to.job.Company,
		JobID:       to.job.ID,
		Kind:        to.kind,
		ContentType: what.Type,
		Size:        int64(len(plain)),
		SHA256:      sum,
		Width:       what.Width,
		Height:      what.Height,
		CapturedAt:  to.capturedAt,
		CreatedAt:   in.Clock.Now(),
		Link:        to.by.Link,
		Request:     to.by.request(),

		VirtualCamera: to.camera,
	}, what, err
}

// current returns the answer for the job's current capture of the kind if it is of this size and SHA-256; an empty one
// is of none.
func (in *Intake) current(ctx context.Context, to target, size int64, sum string) (CaptureProgress, error) {
	if sum == "" {
		return CaptureProgress{}, nil
	}
	same, err := sameContent(ctx, in.Store, to, size, sum)
	if fault.Is(err, fault.NotFound) {
		return CaptureProgress{}, nil
	}
	if err != nil {
		return CaptureProgress{}, err
	}
	return in.taken(same)
}

// contents are the look-ups of sameContent.
type contents interface {
	CaptureOfContent(
		ctx context.Context, company, jobID string, kind onboarding.CaptureKind, size int64, sha256 string,
	) (onboarding.Capture, error)
	StagedOfContent(
		ctx context.Context, company, jobID, request string, kind onboarding.CaptureKind, size int64, sha256 string,
	) (onboarding.Capture, error)
}

// sameContent returns the capture with a content that came from the same place before: a request has captures of its
// own, and what a link brought may go with the link, so that its client sends it anew.
func sameContent(ctx context.Context, from contents, to target, size int64, sum string) (onboarding.Capture, error) {
	if request := to.by.request(); request != "" {
		return from.StagedOfContent(ctx, to.job.Company, to.job.ID, request, to.kind, size, sum)
	}
	same, err := from.CaptureOfContent(ctx, to.job.Company, to.job.ID, to.kind, size, sum)
	if err == nil && same.Link != "" && to.by.Link == "" {
		return same, fault.New(fault.NotFound, "the client has not sent this document")
	}
	return same, err
}

// taken returns the answer for a stored capture.
func (in *Intake) taken(c onboarding.Capture) (CaptureProgress, error) {
	taken := CaptureTaken{PayloadDocument: in.documents([]onboarding.Capture{c})[0]}
	if c.Quality != nil {
		if err := json.Unmarshal(c.Quality, &taken.Quality); err != nil {
			return CaptureProgress{}, fault.Wrap(err, fault.Internal, "a stored verdict is damaged")
		}
	}
	return CaptureProgress{Capture: &taken}, nil
}

func (in *Intake) checkCapture(u Upload) (onboarding.CaptureKind, time.Time, error) {
	k := onboarding.CaptureKind(u.Kind)
	if !k.Known() {
		return "", time.Time{}, fault.New(fault.NotFound, "there is no such capture kind")
	}
	var wrong findings
	wrong.text("virtualCamera", u.VirtualCamera, maxCamera)
	if err := fault.BadFields(wrong); err != nil || u.CapturedAt == "" {
		return k, time.Time{}, err
	}
	at, err := time.Parse(time.RFC3339, strings.ToUpper(u.CapturedAt))
	if err != nil || at.Year() < 1970 || at.After(in.Clock.Now().Add(futureSlack)) {
		return "", time.Time{}, fault.BadField("capturedAt", "format",
			"capturedAt must be a time such as 2026-05-04T10:15:30Z that is not ahead")
	}
	return k, at.UTC().Truncate(time.Millisecond), nil
}

// quality returns what can be said now about a picture, or about a film for a challenge. That the check could not run
// is a verdict too, and never loses the capture.
func (in *Intake) quality(
	ctx context.Context, to target, c onboarding.Capture, what content, plain []byte,
) *PictureQuality {
	if !strings.HasPrefix(c.ContentType, "image/") && to.challenge == "" {
		return nil
	}
	if what.Truncated {
		return &PictureQuality{Outcome: "FAIL", Prompts: []string{}, Fault: string(raster.Truncated)}
	}
	verdict := PictureQuality{Outcome: "NOT_RUN"}
	if in.Quality != nil {
		var err error
		if verdict, err = in.judge(ctx, to, plain); err != nil {
			in.log().WarnContext(ctx, "check picture quality failed", "capture", c.ID, "cause", err.Error())
			verdict = PictureQuality{Outcome: "NOT_RUN"}
		}
	}
	if verdict.Prompts == nil {
		verdict.Prompts = []string{}
	}
	return &verdict
}

// judge checks a picture or a film by the thresholds of its job, and by the moves that the job asked for.
func (in *Intake) judge(ctx context.Context, to target, plain []byte) (PictureQuality, error) {
	var request onboarding.RequestDetails
	err := in.Store.ReadJobDoc(ctx, to.job.Company, to.job.ID, store.DocRequest, &request)
	if err != nil && !fault.Is(err, fault.NotFound) {
		return PictureQuality{}, err
	}
	t, err := engine.ThresholdsOf(request.Settings)
	if err != nil {
		return PictureQuality{}, err
	}
	c := engine.Capture{Kind: string(to.kind), Bytes: plain}
	if asked := request.Challenges[to.by.request()]; to.challenge != "" && asked.ID == to.challenge {
		c.Challenge = inspection.Challenge(asked)
	}
	return in.Quality(inspection.For(ctx, to.job.Company, to.job.ID), c, t)
}

// errOvertaken reports that another request has dropped the parts of an upload meanwhile.
var errOvertaken = fault.New(fault.Conflict, "the upload was completed or begun anew meanwhile")

// keep stores the sealed bytes first and then inserts the row, which takes the place of the parts, and returns the
// capture. It removes the file when no row was inserted; when inserting failed in another way than by a refusal, it
// leaves the file to the sweeper.
func (in *Intake) keep(
	ctx context.Context, to target, c onboarding.Capture, verdict *PictureQuality, plain []byte,
	parts []store.CapturePart,
) (onboarding.Capture, error) {
	applicant, err := in.Keys.ApplicantKey(ctx, c.Company, c.JobID)
	if err != nil {
		return c, err
	}
	if verdict != nil {
		c.Quality, _ = json.Marshal(verdict)
	}
	if err := in.Evidence.Keep(ctx, &c, applicant, bytes.NewReader(plain)); err != nil {
		return c, err
	}
	var kept onboarding.Capture
	var dropped []string
	err = in.Store.Write(ctx, func(tx *store.Tx) (err error) {
		kept, dropped, err = insert(ctx, tx, to, c, parts)
		return err
	})
	if isRefusal(err) || err == nil && kept.ID != c.ID {
		if gone := in.Evidence.Delete(context.WithoutCancel(ctx), c); gone != nil {
			in.log().WarnContext(ctx,
				"insert capture failed, its file is left to the sweeper", "capture", c.ID, "cause",
				gone.Error())
		}
	}
	if err == nil {
		in.unlink(ctx, c.Company, dropped)
	}
	if err == nil && kept.ID == c.ID && parts == nil { // parts are counted already
		in.took(to.by, c.Size)
	}
	return kept, err
}

// insert adds a capture in place of the parts that are held, and returns it with the objects of these. Where the upload
// names a content that the job has got meanwhile, it returns that capture.
func insert(
	ctx context.Context, tx *store.Tx, to target, c onboarding.Capture, parts []store.CapturePart,
) (onboarding.Capture, []string, error) {
	if err := to.hold(ctx, tx); err != nil {
		return c, nil, err
	}
	if to.sha256 != "" {
		same, err := sameContent(ctx, tx, to, c.Size, c.SHA256)
		if !fault.Is(err, fault.NotFound) {
			return same, nil, err
		}
	}
	dropped, err := tx.DropCaptureParts(ctx, c.Company, c.JobID, c.Kind)
	if err != nil {
		return c, nil, err
	}
	if parts != nil && !sameObjects(parts, dropped) {
		return c, nil, errOvertaken
	}
	if err := to.by.room(ctx, tx, c.JobID, c.Size); err != nil {
		return c, nil, err
	}
	if err := cmp.Or(to.answer(ctx, tx, c), notePhrase(ctx, tx, c)); err != nil {
		return c, nil, err
	}
	return c, dropped, tx.InsertCapture(ctx, c)
}
