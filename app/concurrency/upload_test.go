package concurrency_test

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"

	"proofdesk/app/fault"
	"proofdesk/app/intake"
	"proofdesk/app/retention"
)

// longStrokes is a signature of two parts.
var longStrokes = strokes[:len(strokes)-1] + strings.Repeat(" ", intake.MinPart) + "}"

// send sends the bytes of a signature from start to end; all of them where end is 0.
func (w *world) send(job, sum string, start, end int) error {
	u := intake.Upload{Kind: "signature", SHA256: sum, Body: strings.NewReader(longStrokes)}
	if end > 0 {
		u.Body = strings.NewReader(longStrokes[start:end])
		u.Range = intake.ByteRange{Start: int64(start), Size: int64(end - start), Total: int64(len(longStrokes))}
	}
	_, err := w.intake.ReceiveCapture(w.Context(), w.caller(), job, u)
	return err
}

func uploadWriters() []writer {
	digest := sha256.Sum256([]byte(longStrokes))
	sum, end := hex.EncodeToString(digest[:]), len(longStrokes)
	begun := func(w *world, sum string) string {
		job := w.capturing()
		w.must(w.send(job, sum, 0, intake.MinPart))
		return job
	}
	return []writer{
		{name: "intake.Intake.ReceiveCapture of one part", stage: func(w *world) func(int) error {
			job := w.capturing()
			return func(int) error { return w.send(job, "", 0, intake.MinPart) }
		}},
		{name: "intake.Intake.ReceiveCapture of the last part", stage: func(w *world) func(int) error {
			job := begun(w, "")
			return func(int) error { return w.send(job, "", intake.MinPart, end) }
		}},
		{name: "intake.Intake.ReceiveCapture of the last part with its hash", stage: func(w *world) func(int) error {
			job := begun(w, sum)
			return func(int) error { return w.send(job, sum, intake.MinPart, end) }
		}},
		{name: "intake.Intake.ReceiveCapture of one content", stage: func(w *world) func(int) error {
			job := begun(w, sum)
			return func(int) error { return w.send(job, sum, 0, 0) }
		}},
		{
			name: "intake.Intake.ReceiveCapture of a part while the job is submitted",
			stage: func(w *world) func(int) error {
				job := w.capturing()
				w.signed(job)
				return func(i int) error {
					if i == requests-1 {
						_, err := w.intake.Submit(w.Context(), w.caller(), job)
						return err
					}
					err := w.send(job, "", 0, intake.MinPart)
					if fault.Is(err, fault.Conflict) { // after the submit
						return nil
					}
					return err
				}
			},
		},
		{name: "intake.Intake.PurgeUploads", stage: func(w *world) func(int) error {
			begun(w, "")
			w.now.Advance(25 * time.Hour)
			return func(int) error { return w.intake.PurgeUploads(w.Context()) }
		}},
	}
}

// lateCapturePair sends captures to old jobs that were never submitted, whole and in parts, while retention removes
// those that they have.
func lateCapturePair() pair {
	const name = "send a capture with the removal of captures"
	return pair{name: name, stage: func(w *world) (one, other func(int) error) {
		rule, err := w.Store.RetentionRule(w.Context(), w.slug)
		w.must(err)
		rule.CaptureDays = 1
		w.must(w.retention.SetRule(w.Context(), "cli", rule))
		jobs := make([]string, requests/2)
		for i := range jobs {
			jobs[i] = w.capturing()
			w.signed(jobs[i])
		}
		w.now.Advance(48 * time.Hour)
		return func(i int) error { return w.send(jobs[i], "", 0, i%2*intake.MinPart) }, func(int) error {
			node := retention.Sweeper{Store: w.Store, Clock: w.now, Safe: w.safe, Log: w.log}
			return node.Turn(w.Context())
		}
	}}
}
