package demo

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"proofdesk/app/intake"
	"proofdesk/app/onboarding"
	"proofdesk/engine/specimen"
)

// visit is an applicant of the past with what their device sends.
type visit struct {
	arrival
	n        int
	set      specimen.Set
	captures []specimen.Capture
	err      error
}

// visit draws the captures of the n-th applicant.
func (s studio) visit(n int, a arrival) visit {
	v := visit{arrival: a, n: n, set: a.set(a.at)}
	v.captures, v.err = s.all(a.application, v.set)
	return v
}

// visits draws the captures of the applicants who come together, from the n-th on.
func (s studio) visits(n int, come []arrival) []visit {
	all := make([]visit, len(come))
	for i, a := range come {
		all[i] = s.visit(n+i, a)
	}
	return all
}

// receive takes the applicants who come next and has their jobs decided.
func (h *past) receive(ctx context.Context, pairs <-chan pair) error {
	next, ok := <-pairs
	if !ok {
		return ctx.Err()
	}
	for _, v := range next.visits {
		if v.err != nil {
			return v.err
		}
		h.clock.Forward(v.at)
		if err := h.apply(ctx, v); err != nil {
			return fmt.Errorf("applicant %d of the past, %s: %w", v.n, v.kind, err)
		}
	}
	h.Next = next.next
	if len(next.visits) == 0 {
		return nil
	}
	return h.decide(ctx)
}

// apply sends one applicant through the intake, as the API does. It may be repeated: the idempotency key finds the job
// that an earlier attempt created.
func (h *past) apply(ctx context.Context, v visit) error {
	in, caller := h.program.Intake, intake.Caller{Company: company, ClientID: h.clients[v.trusted]}
	body, err := json.Marshal(v.request(v.set))
	if err != nil {
		return err
	}
	var request intake.JobRequest
	if err := json.Unmarshal(body, &request); err != nil {
		return err
	}
	job, err := in.CreateJob(ctx, caller, request, fmt.Sprintf("history-%d", v.n), body)
	if err != nil {
		return err
	}
	status, err := in.Status(ctx, caller, job.JobID)
	if err != nil || !status.Status.Is(onboarding.Capturing) {
		return err
	}
	for _, c := range v.captures {
		same := func(sent onboarding.PayloadDocument) bool { return string(sent.Kind) == c.Kind }
		if slices.ContainsFunc(status.Captures, same) {
			continue
		}
		h.clock.Forward(h.clock.Now().Add(7 * time.Second)) // as long as somebody takes for a picture
		if _, err := in.PutCapture(ctx, caller, job.JobID, c.Kind, "", bytes.NewReader(c.Bytes)); err != nil {
			return err
		}
	}
	if v.live != "" {
		results := intake.ResultsRequest{Nonce: job.Nonce, Results: []intake.Result{v.liveness()}}
		if _, err := in.PutResults(ctx, caller, job.JobID, results); err != nil {
			return err
		}
	}
	_, err = in.Submit(ctx, caller, job.JobID)
	return err
}

// liveness returns the result that the device reports about the selfie.
func (v visit) liveness() intake.Result {
	score := .97
	var selfie [sha256.Size]byte
	for _, c := range v.captures {
		if c.Kind == string(onboarding.Selfie) {
			selfie = sha256.Sum256(c.Bytes)
		}
	}
	return intake.Result{
		Capability:    onboarding.LivenessDetect,
		Outcome:       v.live,
		Score:         &score,
		Provider:      "host-device",
		Version:       "11.1.13",
		Capture:       onboarding.Selfie,
		CaptureSHA256: hex.EncodeToString(selfie[:]),
	}
}
