package concurrency_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"image/png"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"proofdesk/app/access"
	"proofdesk/app/clock"
	"proofdesk/app/draft"
	"proofdesk/app/gallery"
	"proofdesk/app/inspection"
	"proofdesk/app/intake"
	"proofdesk/app/onboarding"
	"proofdesk/app/processing"
	"proofdesk/app/quality"
	"proofdesk/app/review"
	"proofdesk/app/store"
	"proofdesk/app/submission"
	"proofdesk/app/webhook"
	people "proofdesk/engine/face/drawn"
)

// The words of one person, or about them, each in one place only.
const (
	unique   = "U-88412377"
	later    = "1983-02-27" // is born
	phoned   = "zaphira.kumquat@example.test 34600111222"
	headed   = "Mozilla/5.0 kumquatphone"
	searched = "/customers/" + unique + "?from=kumquatsearch"
)

// submitted are the values that a host application knows.
var submitted = map[string]string{
	"firstName":      "Quillfeather",
	"lastName":       "Marzipanova",
	"documentNumber": "QX7419603",
	"personalNumber": "PN55283714",
	"dateOfBirth":    later,
	"address.line1":  "17 Wobblegate Lane",
	"address.city":   "Snickerdorf",
}

// canaries are all words by which a trace of the person is recognised.
func canaries() []string {
	return slices.Concat(slices.Collect(maps.Values(submitted)), []string{
		unique, phoned, headed, searched, "orderkumquat", "phonekumquat", "devicekumquat", "draftkumquat",
		"Correctkumquat", "askkumquat", "escalkumquat", "commentkumquat", "notekumquat", "replykumquat",
		"settlekumquat", "judgekumquat", "verdictkumquat", "testkumquat",
	})
}

// traces returns where each canary is found in the rows of a company: as it is, as search knows it, or as a hash
// without a key.
func (e *engine) traces(t *testing.T, slug string) map[string][]string {
	t.Helper()
	unpacker, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer unpacker.Close()
	marks := map[string][]string{}
	for _, canary := range canaries() {
		sum := sha256.Sum256([]byte(canary))
		marks[canary] = append(marks[canary], strings.ToLower(canary), hex.EncodeToString(sum[:]))
		for _, term := range store.Terms(canary) {
			if len(term) >= 8 {
				marks[canary] = append(marks[canary], term)
			}
		}
	}
	found := map[string][]string{}
	for row := range e.dump(t, slug, func(column, value string) string {
		if plain, err := unpacker.DecodeAll([]byte(value), nil); err == nil {
			value = string(plain)
		}
		return strings.ToLower(value)
	}) {
		for canary, forms := range marks {
			if slices.ContainsFunc(forms, func(form string) bool { return strings.Contains(row, form) }) {
				found[canary] = append(found[canary], row)
			}
		}
	}
	return found
}

func TestNoWordOfAPersonOutlivesTheirErasure(t *testing.T) {
	engines := []string{"sqlite", "postgres"}
	if testing.Short() {
		engines = engines[:1] // nothing happens at once here, and both run the same statements
	}
	for i, name := range engines {
		t.Run(name, func(t *testing.T) {
			now := clock.NewManual(noon)
			w := newWorld(t, open(t, name, now), now, i)
			w.live()
			known := w.engine.traces(t, w.slug)
			for _, canary := range canaries() {
				if canary != searched && len(known[canary]) == 0 { // which is sealed
					t.Errorf("no row has %q: nothing would show that it stays", canary)
				}
			}
			record, err := w.customers.Record(t.Context(), w.slug, unique)
			w.must(err)
			_, err = w.customers.Erase(t.Context(), "agent:ann", w.slug, unique, record.Digest(), 100)
			w.must(err)
			for canary, rows := range w.engine.traces(t, w.slug) {
				t.Errorf("%q is still in %.600s", canary, strings.Join(rows, "\n"))
			}
		})
	}
}

// live lets a person go through everything that keeps something of them.
func (w *world) live() {
	w.Helper()
	host := w.hook().Host
	w.enrolledByReview(w.corrected(w.enrolling()))
	w.delivered(host)
	w.judged()
	w.phoned()
	w.tested()
	w.found()
}

// enrolling adds a person's job in review, with all that a host application may send.
func (w *world) enrolling() string {
	w.Helper()
	by := intake.Caller{Company: w.slug, ClientID: w.client()}
	made, err := w.intake.CreateJob(w.Context(), by, intake.JobRequest{
		Function:     onboarding.BiometricEnrollment,
		UniqueNumber: unique,
		Flavor:       "MEDIUM",
		SDKVersion:   "11.1",
		Submitted:    submitted,
		Device:       &onboarding.Device{ID: "phonekumquat"},
	}, "orderkumquat", []byte("{}"))
	w.must(err)
	var selfie bytes.Buffer
	w.must(png.Encode(&selfie, people.Portrait(7, people.Options{Size: 200})))
	taken, err := w.intake.PutCapture(w.Context(), by, made.JobID, "selfie", "", &selfie)
	w.must(err)
	results := []intake.Result{{
		Capability:    onboarding.FaceDetect,
		Outcome:       "PASS",
		Provider:      "sdk",
		Version:       "1",
		Capture:       onboarding.Selfie,
		CaptureSHA256: taken.SHA256,
		Values:        map[string]string{"fullName": "devicekumquat"},
	}}
	request := intake.ResultsRequest{Nonce: made.Nonce, Results: results}
	_, err = w.intake.PutResults(w.Context(), by, made.JobID, request)
	w.must(err)
	_, err = w.intake.Submit(w.Context(), by, made.JobID)
	w.must(err)
	w.worker().Turn(w.Context())
	job, err := w.Store.Job(w.Context(), w.slug, made.JobID)
	w.must(err)
	if job.Status != onboarding.Review {
		w.Fatalf("the job is %s", job.Status)
	}
	return job.ID
}

func (w *world) worker() *processing.Worker {
	pool := &inspection.Pool{Size: 1, Timeout: 5 * time.Minute, Log: w.log}
	w.Cleanup(pool.Close)
	return &processing.Worker{
		Store:       w.Store,
		Keys:        w.Keys,
		Evidence:    w.safe,
		Gallery:     &gallery.Gallery{Store: w.Store, Keys: w.Keys},
		Engine:      pool,
		Clock:       w.now,
		Log:         w.log,
		Environment: "test",
		Region:      "local",
		Deadline:    time.Hour,
	}
}

// corrected lets an agent type whatever they may about a job, and returns its case as a senior holds it.
func (w *world) corrected(job string) (review.Agent, store.ReviewCase) {
	w.Helper()
	ctx, a := w.Context(), w.reviewer(w.user(access.Agent))
	c := w.claimed(a, job)
	w.must(w.desk.Correct(ctx, a, review.Correction{
		JobID:  job,
		Claim:  c.Claim,
		Source: "SUBMITTED",
		Field:  "lastName",
		Before: submitted["lastName"],
		After:  "Correctkumquat",
	}))
	w.must(w.intake.Ask(ctx, intake.Asking{
		Company: w.slug,
		Agent:   a.ID,
		JobID:   job,
		Claim:   c.Claim,
		CaptureRequest: onboarding.CaptureRequest{
			Captures: []onboarding.AskedCapture{{Kind: onboarding.Selfie, Reason: "blurred"}},
			Words:    "askkumquat",
		},
	}))
	c = w.claimed(a, job)
	d := decision(c, onboarding.ReviewSuspicious)
	d.Note = "escalkumquat"
	w.must(w.desk.Escalate(ctx, a, d))
	senior := w.reviewer(w.user(access.Senior))
	return senior, w.claimed(senior, job)
}

// enrolledByReview approves a job and lets its applicant be enrolled.
func (w *world) enrolledByReview(a review.Agent, c store.ReviewCase) {
	w.Helper()
	ctx := w.Context()
	seen, err := w.desk.Gather(ctx, a, c.JobID)
	w.must(err)
	d := decision(c, onboarding.ReviewApproved)
	d.Comment, d.Note, d.Overrides = "commentkumquat", "notekumquat", map[string]string{}
	for _, red := range seen.Red() {
		d.Overrides[red.Key()] = "other"
	}
	w.drawing()
	_, err = w.desk.Decide(ctx, a, d)
	w.must(err)
	w.must(w.desk.SaveDraft(ctx, a, c.JobID, draft.Draft{Note: "draftkumquat"}))
	w.now.Advance(time.Minute)
	w.worker().Turn(ctx)
	_, err = w.customers.Record(ctx, w.slug, unique)
	w.must(err)
}

// delivered lets a receiver repeat what it got, and an operator say why that is settled.
func (w *world) delivered(host string) {
	w.Helper()
	ctx := w.Context()
	var failed []string
	w.write(func(tx *store.Tx) error {
		claimed, err := tx.ClaimDeliveries(ctx, host, "lease", tx.Now.Add(time.Minute), 1000)
		failed = nil
		for _, d := range claimed {
			d.State, d.Attempts, d.FinishedAt = webhook.Failed, d.Attempts+1, tx.Now
			a := webhook.Attempt{
				Company:         w.slug,
				DeliveryID:      d.ID,
				N:               d.Attempts,
				StartedAt:       tx.Now,
				KID:             "k",
				ResponseExcerpt: []byte("replykumquat"),
			}
			if err := tx.FinishAttempt(ctx, d, a); err != nil {
				return err
			}
			failed = append(failed, d.ID)
		}
		return err
	})
	_, err := w.Endpoints.Settle(ctx, "agent:ann", w.slug, failed, "settlekumquat")
	w.must(err)
}

// judged lets a second agent check the decision, and a senior judge between the two.
func (w *world) judged() {
	w.Helper()
	ctx := w.Context()
	_, err := w.sampler().Draw(ctx)
	w.must(err)
	a := w.checker(w.user(access.Agent))
	job, err := w.checks.Next(ctx, a)
	w.must(err)
	c, _, err := w.checks.Held(ctx, a, job)
	w.must(err)
	filled := quality.Filled{
		Outcome: onboarding.ReviewDeclined,
		Reasons: []string{"data.expired"},
		Note:    "judgekumquat",
	}
	known := []onboarding.ReviewReason{{Code: "data.expired", Band: onboarding.Data}}
	w.must(w.checks.Judge(ctx, a, job, c.Claim, filled, w.now.Now(), quality.Grounds{Reasons: known}))
	split, err := w.Store.QualityCheck(ctx, w.slug, c.ID)
	w.must(err)
	w.must(w.checks.Adjudicate(ctx, w.checker(w.user(access.Senior)), quality.Adjudication{
		Check: split.ID, Version: split.Version, Verdict: store.VerdictFirst, Note: "verdictkumquat",
	}))
}

// tested lets an integrator use the person's number in a test, whose outcome is asked for.
func (w *world) tested() {
	w.Helper()
	made, err := w.Credentials.CreateClient(w.Context(), "cli", w.slug, "Tests", true)
	w.must(err)
	by := intake.Caller{Company: w.slug, ClientID: made.ClientID, Sandbox: true}
	job, err := w.intake.CreateJob(w.Context(), by, intake.JobRequest{
		Function:     onboarding.SignatureCapture,
		UniqueNumber: unique,
		Flavor:       "LITE",
		SDKVersion:   "11.1",
		Submitted:    map[string]string{"lastName": "testkumquat"},
		Sandbox:      &intake.Sandbox{Outcome: onboarding.Declined},
	}, "", nil)
	w.must(err)
	_, err = w.intake.PutCapture(w.Context(), by, job.JobID, "signature", "", strings.NewReader(strokes))
	w.must(err)
	_, err = w.intake.Submit(w.Context(), by, job.JobID)
	w.must(err)
	w.worker().Turn(w.Context())
}

// phoned creates a link of the person that a desktop has opened.
func (w *world) phoned() {
	w.Helper()
	by := intake.Caller{Company: w.slug, ClientID: w.client()}
	made, err := w.intake.CreateLink(w.Context(), by, intake.LinkRequest{
		Function:     onboarding.LiveFaceCheck,
		UniqueNumber: unique,
		Reference:    phoned,
	})
	w.must(err)
	_, secret, _ := strings.Cut(made.URL, "#")
	_, err = w.intake.OfferHandover(w.Context(), made.ID,
		intake.HandoverOffer{Secret: secret, Desk: desk, Browser: headed})
	w.must(err)
}

// found lets an agent send a form that leads to the person.
func (w *world) found() {
	w.Helper()
	_, _, err := w.forms.Begin(w.Context(), w.form("once"))
	w.must(err)
	w.must(w.forms.Finish(w.Context(), w.form("once"), submission.Answer{
		Status:   http.StatusSeeOther,
		Location: searched,
	}))
}
