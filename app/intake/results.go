package intake

import (
	"context"
	"crypto/subtle"
	"fmt"
	"maps"
	"slices"

	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
)

const (
	maxResults = 64
	maxValues  = 32
)

// ResultsRequest is what the device decided, step by step; it replaces what was sent before. It names the nonce of its
// job, so that what was decided for one job is not believed of another.
type ResultsRequest struct {
	Nonce   string   `json:"nonce"`
	Results []Result `json:"results"`
}

// Result is what the device decided about a capture in one step.
type Result struct {
	Capability    onboarding.Capability  `json:"capability"`
	Outcome       string                 `json:"outcome"`
	Score         *float64               `json:"score,omitempty"`
	Provider      string                 `json:"provider"`
	Version       string                 `json:"version"`
	Capture       onboarding.CaptureKind `json:"capture"`
	CaptureSHA256 string                 `json:"captureSha256"`
	Values        map[string]string      `json:"values,omitempty"`
}

// ResultsTaken reports for each result, in the order sent, whether the plan lets the device decide that step.
type ResultsTaken struct {
	Results []ResultTaken `json:"results"`
}

// ResultTaken is one line of ResultsTaken.
type ResultTaken struct {
	Capability onboarding.Capability  `json:"capability"`
	Capture    onboarding.CaptureKind `json:"capture,omitempty"`
	Accepted   bool                   `json:"accepted"`
}

// PutResults stores the device's results of a job in CAPTURING. Each counts if the job is decided on the capture that
// it names.
func (in *Intake) PutResults(ctx context.Context, c Caller, id string, r ResultsRequest) (ResultsTaken, error) {
	job, err := in.ownJob(ctx, c, id)
	if err != nil {
		return ResultsTaken{}, err
	}
	plan, _ := onboarding.PlanFor(job.Flavor, job.Line)
	if err := r.check(); err != nil {
		return ResultsTaken{}, err
	}
	by := c.ClientID
	if public, err := in.IsPublic(ctx, c); err != nil {
		return ResultsTaken{}, err
	} else if public {
		by = "" // whatever the client is when the job is decided
	}
	taken := ResultsTaken{Results: []ResultTaken{}}
	var kept []onboarding.DeviceResult
	for _, one := range r.Results {
		accepted := slices.Contains(plan, onboarding.Step{Capability: one.Capability, RunsOn: onboarding.OnDevice})
		taken.Results = append(taken.Results, ResultTaken{one.Capability, one.Capture, accepted})
		kept = append(kept, onboarding.DeviceResult{
			Capability:    one.Capability,
			Outcome:       one.Outcome,
			Score:         one.Score,
			Provider:      one.Provider,
			Version:       one.Version,
			Capture:       one.Capture,
			CaptureSHA256: one.CaptureSHA256,
			Values:        one.Values,
			Accepted:      accepted,
		})
	}
	err = in.Store.Write(ctx, func(tx *store.Tx) error {
		if err := c.hold(ctx, tx, job); err != nil {
			return err
		}
		var request onboarding.RequestDetails
		if err := tx.ReadJobDoc(ctx, job.Company, job.ID, store.DocRequest, &request); err != nil {
			return err
		}
		if subtle.ConstantTimeCompare([]byte(r.Nonce), []byte(request.Nonce)) == 0 {
			return fault.BadField("nonce", "match", "nonce is not the one that the job was created with")
		}
		request.Results, request.ResultsBy = kept, by
		return tx.WriteJobDoc(ctx, job.Company, job.ID, store.DocRequest, request)
	})
	return taken, err
}

func alreadySubmitted() error {
	return fault.New(fault.Conflict, "the job was already submitted and accepts no more data")
}

func (r ResultsRequest) check() error {
	var f findings
	if r.Nonce == "" {
		f.add("nonce", "required", "nonce is missing: it is in the answer that created the job")
	}
	if len(r.Results) == 0 {
		f.add("results", "required", "results must hold at least one result")
	}
	if len(r.Results) > maxResults {
		f.add("results", "max_items", "results must hold at most %d results", maxResults)
		return fault.BadFields(f)
	}
	type step struct {
		onboarding.Capability
		onboarding.CaptureKind
	}
	seen := map[step]bool{}
	for i, one := range r.Results {
		at := fmt.Sprintf("results[%d].", i)
		if key := (step{one.Capability, one.Capture}); seen[key] {
			f.add(at+"capability", "unique", "a step may be reported once per capture")
		} else {
			seen[key] = true
		}
		f.result(at, one)
	}
	return fault.BadFields(f)
}

func (f *findings) result(at string, one Result) {
	if !slices.Contains(onboarding.Capabilities(), one.Capability) {
		f.add(at+"capability", "one_of", "there is no such capability")
	}
	if !slices.Contains([]string{"PASS", "WARN", "FAIL", "INCONCLUSIVE"}, one.Outcome) {
		f.add(at+"outcome", "one_of", "outcome must be PASS, WARN, FAIL or INCONCLUSIVE")
	}
	if one.Score != nil && (*one.Score < 0 || *one.Score > 1) {
		f.add(at+"score", "range", "score must be from 0 to 1")
	}
	if !one.Capture.Known() {
		f.add(at+"capture", "one_of", "capture must be the kind of the capture that the result is about")
	}
	if !hash.MatchString(one.CaptureSHA256) {
		f.add(at+"captureSha256", "format", "captureSha256 must be 64 hexadecimal digits in lower case")
	}
	if one.Provider == "" {
		f.add(at+"provider", "required", "provider is missing")
	}
	f.text(at+"provider", one.Provider, maxText)
	f.text(at+"version", one.Version, maxText)
	if len(one.Values) > maxValues {
		f.add(at+"values", "max_items", "values must hold at most %d fields", maxValues)
		return
	}
	for _, name := range slices.Sorted(maps.Keys(one.Values)) {
		if _, known := submittedFields[name]; !known {
			f.add(at+"values", "unknown", "values holds a field that is not known")
			continue
		}
		f.text(at+"values."+name, joiners.Replace(one.Values[name]), maxSubmitted)
	}
}
