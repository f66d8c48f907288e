package retention_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/retention"
	"proofdesk/app/store"
)

// linked adds a job in CAPTURING with a capture link that is valid for an hour, and one capture that came by it.
func (h *house) linked() store.CaptureLink {
	h.t.Helper()
	return h.link(h.begun(), "")
}

// begun adds a job in CAPTURING.
func (h *house) begun() string {
	h.t.Helper()
	ctx, id := h.t.Context(), ids.UUID()
	row, _, err := h.keys.NewApplicantKey(ctx, company, id)
	h.must(err)
	h.write(func(tx *store.Tx) error {
		if err := tx.InsertJob(ctx, onboarding.Job{
			ID:         id,
			Seq:        tx.NextSeq(),
			Company:    company,
			Function:   onboarding.LiveFaceCheck,
			Flavor:     "LITE",
			Line:       onboarding.CurrentLine,
			SDKVersion: "11.1",
			Status:     onboarding.Capturing,
			CreatedAt:  tx.Now,
		}); err != nil {
			return err
		}
		return tx.InsertApplicantKey(ctx, row)
	})
	return id
}

// link adds a capture link of a job, or an agent's request, with one capture that came by it.
func (h *house) link(job, askedBy string) store.CaptureLink {
	h.t.Helper()
	ctx, request := h.t.Context(), ""
	link := store.CaptureLink{
		Company:      company,
		ID:           ids.UUID(),
		JobID:        job,
		ClientID:     "sdk",
		SecretSHA256: strings.Repeat("a", 64),
		ExpiresAt:    h.now.Now().Add(time.Hour),
		AskedBy:      askedBy,
		Desktop:      onboarding.DesktopAllowed,
	}
	if askedBy != "" {
		request = link.ID
	}
	h.write(func(tx *store.Tx) error {
		if _, err := tx.Client(ctx, company, "sdk"); fault.Is(err, fault.NotFound) {
			sdk := store.Client{ID: "sdk", Company: company, Name: "SDK", SecretHash: strings.Repeat("b", 64)}
			if err := tx.InsertClient(ctx, sdk); err != nil {
				return err
			}
		}
		return tx.InsertCaptureLink(ctx, link)
	})
	h.capture(job, link.ID, request)
	return link
}

// capture adds a capture to a job that still takes some, by its client, a link or a request.
func (h *house) capture(job, link, request string) {
	h.t.Helper()
	ctx := h.t.Context()
	c := onboarding.Capture{
		ID:          ids.UUID(),
		Company:     company,
		JobID:       job,
		Kind:        onboarding.Selfie,
		ContentType: "image/png",
		Size:        4,
		SHA256:      strings.Repeat("0", 64),
		CreatedAt:   h.now.Now(),
		Link:        link,
		Request:     request,
	}
	key, err := h.keys.ApplicantKey(ctx, company, job)
	h.must(err)
	h.must(h.Safe.Keep(ctx, &c, key, bytes.NewReader([]byte("face"))))
	h.write(func(tx *store.Tx) error { return tx.InsertCapture(ctx, c) })
}

// purged counts the entries of a job's trail that say that captures of its links were removed.
func (h *house) purged(job string) (n int) {
	h.t.Helper()
	rows, err := h.store.AuditOf(h.t.Context(), company, "job:"+job, "", 50)
	h.must(err)
	for _, r := range rows {
		if r.Action == "capture_link.purge" && r.Actor == retention.System {
			n++
		}
	}
	return n
}

func TestCapturesOfALinkThatEndedUnusedAreRemovedWithoutARule(t *testing.T) {
	for name, end := range map[string]func(h *house, link store.CaptureLink){
		"expired": func(h *house, _ store.CaptureLink) { h.now.Advance(time.Hour) },
		"revoked": func(h *house, link store.CaptureLink) {
			h.write(func(tx *store.Tx) error {
				_, err := tx.RevokeCaptureLink(h.t.Context(), company, link.ID)
				return err
			})
		},
	} {
		t.Run(name, func(t *testing.T) {
			each(t, func(h *house) {
				link := h.linked()
				end(h, link)
				h.now.Advance(retention.UnusedFor - retention.LookEvery)
				h.turn() // the last moment at which its client may still submit
				h.want(1, 1)
				h.turn()
				h.want(1, 0)
				captures, err := h.store.Captures(h.t.Context(), company, link.JobID)
				if err != nil || len(captures) != 0 || h.purged(link.JobID) != 1 {
					h.t.Errorf("captures %v, %d entries in the trail, %v", captures, h.purged(link.JobID), err)
				}
				h.turn()
				if n := h.purged(link.JobID); n != 1 {
					h.t.Errorf("afterwards %d entries", n)
				}
			})
		})
	}
}

func TestCapturesOfALinkStayOnceTheyAreSubmitted(t *testing.T) {
	each(t, func(h *house) {
		open, sent := h.linked(), h.linked()
		h.write(func(tx *store.Tx) error {
			_, err := tx.SubmitJob(h.t.Context(), company, sent.JobID)
			return err
		})
		h.turn()
		h.want(2, 2)
		h.now.Advance(2 * retention.UnusedFor)
		h.turn()
		h.want(2, 1)
		if h.purged(sent.JobID) != 0 || h.purged(open.JobID) != 1 {
			h.t.Error("the trail does not tell whose captures were removed")
		}
	})
}

func TestWhatAClientSentForTheJobOfALinkStaysWithIt(t *testing.T) {
	each(t, func(h *house) {
		link := h.linked()
		h.capture(link.JobID, "", "")
		h.want(1, 2)
		h.now.Advance(2 * retention.UnusedFor)
		h.turn()
		h.want(1, 1)
		captures, err := h.store.Captures(h.t.Context(), company, link.JobID)
		if err != nil || len(captures) != 1 || captures[0].Link != "" || h.purged(link.JobID) != 1 {
			h.t.Errorf("captures %+v, %d entries in the trail, %v", captures, h.purged(link.JobID), err)
		}
	})
}

func TestARequestThatEndedUnusedLosesItsOwnCapturesOnly(t *testing.T) {
	each(t, func(h *house) {
		job := h.job(onboarding.Review)
		h.write(func(tx *store.Tx) error {
			return tx.OpenReviewCase(h.t.Context(), store.ReviewCase{
				Company:    company,
				JobID:      job,
				Function:   onboarding.LiveFaceCheck,
				OpenedAt:   tx.Now,
				DeadlineAt: tx.Now.Add(time.Hour),
			})
		})
		link := h.link(job, "anna")
		h.want(1, 3)
		h.now.Advance(2 * retention.UnusedFor)
		h.turn()
		h.want(1, 2)
		staged, err := h.store.StagedCaptures(h.t.Context(), company, job, link.ID)
		if err != nil || len(staged) != 0 || h.purged(job) != 1 {
			h.t.Errorf("staged %v, %d entries in the trail, %v", staged, h.purged(job), err)
		}
	})
}

// A file that is listed as removed already can't be listed again: the row of such a capture fails each time.
func TestALinkThatCanNotBeSettledKeepsNothingElseFromBeingRemoved(t *testing.T) {
	each(t, func(h *house) {
		bad, good := h.linked(), h.linked()
		h.now.Advance(time.Minute)
		late := h.linked()
		old := h.job(onboarding.Approved)
		h.rule(1, 0)
		captures, err := h.store.Captures(h.t.Context(), company, bad.JobID)
		h.must(err)
		h.write(func(tx *store.Tx) error {
			part := store.CapturePart{
				Company:    company,
				JobID:      bad.JobID,
				Kind:       onboarding.Voice,
				Size:       1,
				Total:      2,
				Object:     captures[0].Key,
				WrappedKey: []byte("k"),
			}
			if err := tx.InsertCapturePart(h.t.Context(), part); err != nil {
				return err
			}
			_, err := tx.DropUploads(h.t.Context(), company, bad.JobID)
			return err
		})
		h.now.Advance(3 * retention.UnusedFor)
		h.turn()
		if h.purged(bad.JobID) != 0 || h.purged(good.JobID) != 1 || h.purged(late.JobID) != 1 {
			h.t.Error("the links beside the bad one were not settled")
		}
		if _, err := h.store.Job(h.t.Context(), company, old); !fault.Is(err, fault.NotFound) {
			h.t.Errorf("an old job: %v", err)
		}
	})
}

func TestAJobWhoseLinkEndedUnusedFallsUnderTheRule(t *testing.T) {
	each(t, func(h *house) {
		h.rule(2, 0)
		ended := h.linked()
		h.now.Advance(retention.UnusedFor + time.Hour)
		h.turn() // its captures go now
		open := h.linked()
		h.now.Advance(2*day - retention.LookEvery)
		h.turn()
		h.want(2, 0)
		h.turn()
		h.want(1, 0)
		if _, err := h.store.Job(h.t.Context(), company, ended.JobID); !fault.Is(err, fault.NotFound) {
			h.t.Errorf("the job of the link that ended first: %v", err)
		}
		if _, err := h.store.Job(h.t.Context(), company, open.JobID); err != nil {
			h.t.Errorf("the job of the link that ended later: %v", err)
		}
	})
}

func TestAJobThatWasNeverSubmittedFallsUnderTheRule(t *testing.T) {
	each(t, func(h *house) {
		h.rule(2, 0)
		left := h.job(onboarding.Capturing)
		h.now.Advance(day)
		h.capture(left, "", "") // its applicant goes on
		h.now.Advance(2*day - retention.LookEvery)
		h.turn()
		h.want(1, 3)
		h.turn()
		h.want(0, 0)
	})
}

func TestAJobThatItsClientCapturesAfterItsLinkEndedIsKept(t *testing.T) {
	each(t, func(h *house) {
		h.rule(2, 0)
		link := h.linked()
		h.now.Advance(2 * retention.UnusedFor)
		h.turn()
		h.now.Advance(day)
		h.capture(link.JobID, "", "")
		h.now.Advance(day)
		h.turn()
		h.want(1, 1)
		h.now.Advance(day)
		h.turn()
		h.want(0, 0)
	})
}
