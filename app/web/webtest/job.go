package webtest

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"strings"
	"time"

	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/app/store"
	"proofdesk/app/web/shell/dossier"
	"proofdesk/engine"
)

// Job puts a job with a passport and a selfie into review.
func (h *Fixture) Job(company, name string) (id string, captures []onboarding.Capture) {
	h.T.Helper()
	id = ids.UUID()
	row, key, err := h.Keys.NewApplicantKey(h.T.Context(), company, id)
	if err != nil {
		h.T.Fatal(err)
	}
	for _, kind := range []onboarding.CaptureKind{onboarding.Passport, onboarding.Selfie} {
		picture := Dot(kind == onboarding.Selfie)
		c := onboarding.Capture{
			ID:          ids.UUID(),
			Company:     company,
			JobID:       id,
			Kind:        kind,
			ContentType: "image/png",
			Size:        int64(len(picture)),
			SHA256:      strings.Repeat("0", 64),
			Width:       64,
			Height:      40,
			CreatedAt:   h.Clock.Now(),
		}
		if err := h.safe.Keep(h.T.Context(), &c, key, bytes.NewReader(picture)); err != nil {
			h.T.Fatal(err)
		}
		captures = append(captures, c)
	}
	err = h.Store.Write(h.T.Context(), func(tx *store.Tx) error {
		if err := tx.InsertApplicantKey(h.T.Context(), row); err != nil {
			return err
		}
		return h.writeJob(tx, id, company, name, captures)
	})
	if err != nil {
		h.T.Fatal(err)
	}
	return id, captures
}

// writeJob writes a job in review with its documents.
func (h *Fixture) writeJob(tx *store.Tx, id, company, name string, captures []onboarding.Capture) error {
	ctx := h.T.Context()
	job := onboarding.Job{
		ID:           id,
		Seq:          tx.NextSeq(),
		Company:      company,
		Function:     onboarding.IDValidationFace,
		Flavor:       "LITE",
		Line:         onboarding.CurrentLine,
		SDKVersion:   "11.1.13.2",
		Status:       onboarding.Capturing,
		UniqueNumber: "4471",
		ClientID:     h.Client,
		CreatedAt:    tx.Now,
	}
	if err := tx.InsertJob(ctx, job); err != nil {
		return err
	}
	for _, c := range captures {
		if err := tx.InsertCapture(ctx, c); err != nil {
			return err
		}
	}
	if _, err := tx.SubmitJob(ctx, company, id); err != nil {
		return err
	}
	if _, err := tx.ClaimJobs(ctx, "lease", tx.Now.Add(time.Minute), 10); err != nil {
		return err
	}
	job.Status, job.DecidedAt = onboarding.Review, tx.Now
	job.FullName, job.DocumentNumber, job.DocumentType, job.IssuingCountry = name, "G09988123", "PASSPORT", "MEX"
	if _, err := tx.DecideJob(ctx, job, "lease"); err != nil {
		return err
	}
	decision := policy.Decision{
		Outcome:  onboarding.Review,
		Met:      11,
		Required: 15,
		Reasons: []policy.Reason{
			{
				Code:  "data.mismatch.dateOfBirth",
				Check: engine.CodeConsistency,
				Band:  policy.BandData,
				Text:  "The sources disagree on date of birth",
			},
		},
	}
	docs := map[string]any{
		store.DocReport:   Report(captures),
		store.DocRequest:  onboarding.RequestDetails{},
		store.DocDecision: decision,
		store.DocPayload: onboarding.Payload{
			ApplicationDetails: onboarding.ApplicationDetails{JobID: id, Status: onboarding.Review},
			PersonalDetails:    onboarding.PersonalDetails{FullName: name, DateOfBirth: "1987-03-18"},
		},
	}
	for kind, value := range docs {
		if err := tx.WriteJobDoc(ctx, company, id, kind, value); err != nil {
			return err
		}
	}
	if err := tx.IndexJob(ctx, job, name, job.DocumentNumber, job.UniqueNumber); err != nil {
		return err
	}
	return tx.OpenReviewCase(ctx, store.ReviewCase{
		Company:        company,
		JobID:          id,
		Seq:            job.Seq,
		Function:       job.Function,
		Summary:        "date of birth differs",
		Words:          dossier.Words(job, decision, Report(captures), captures, tx.Now),
		Stakes:         policy.BandData.Stakes(),
		DeadlineAt:     tx.Now.Add(30 * time.Minute),
		EvidenceDigest: "d",
	})
}

// Report returns a report of the engine: two dates of birth, glare over its threshold, a passed focus.
func Report(captures []onboarding.Capture) engine.Report {
	passport := "urn:documentsv1:test:here:acme:" + captures[0].ID
	focus, glare, limit, good := .99, .31, .2, true
	box := engine.Box{X: 10, Y: 20, W: 12, H: 3}
	return engine.Report{
		EngineVersion: "1",
		Captures: []engine.CaptureReport{
			{
				ID:     passport,
				Kind:   "passport",
				Width:  64,
				Height: 40,
				Turned: 90,
				MRZLines: []engine.Line{
					{Text: "P<MEXDOE<<JANE<<<", Confidence: .97, Box: engine.Box{X: 2, Y: 30, W: 60, H: 4}},
				},
			},
		},
		Checks: []engine.Check{
			{
				Code:     engine.CodeConsistency,
				Group:    engine.GroupData,
				Outcome:  engine.Warn,
				Provider: "builtin",
				Evidence: []engine.Evidence{{Capture: passport, Box: &box}},
			},
			{
				Code:      engine.CodeGlare,
				Group:     engine.GroupQuality,
				Capture:   passport,
				Outcome:   engine.Warn,
				Score:     &glare,
				Threshold: &limit,
				Below:     true,
				Provider:  "builtin",
			},
			{
				Code:     engine.CodeFocus,
				Group:    engine.GroupQuality,
				Capture:  passport,
				Outcome:  engine.Pass,
				Score:    &focus,
				Provider: "builtin",
			},
			{Code: engine.CodeLiveness, Group: engine.GroupLiveness, Outcome: engine.NotRun},
		},
		Readings: []engine.Reading{
			{Source: engine.VIZ, Field: "lastName", Value: "DOE", Capture: passport, Confidence: .9},
			{Source: engine.MRZ, Field: "lastName", Value: "DOE", Capture: passport, Confidence: .97},
			{Source: engine.MRZ, Field: "sex", Value: "F", Capture: passport, Confidence: .97},
			{
				Source:     engine.VIZ,
				Field:      "dateOfBirth",
				Value:      "1987-03-13",
				Capture:    passport,
				Box:        &box,
				Confidence: .8,
			},
			{
				Source:     engine.MRZ,
				Field:      "dateOfBirth",
				Value:      "1987-03-18",
				Capture:    passport,
				Confidence: .97,
				CheckDigit: &good,
			},
		},
		Comparisons: []engine.Comparison{
			{
				Field:  "lastName",
				Match:  engine.MatchFull,
				Values: map[engine.Source]string{engine.VIZ: "DOE", engine.MRZ: "DOE"},
			},
			{
				Field:  "dateOfBirth",
				Match:  engine.MatchNone,
				Values: map[engine.Source]string{engine.VIZ: "1987-03-13", engine.MRZ: "1987-03-18"},
			},
			{Field: "sex", Match: engine.MatchNotRead, Values: map[engine.Source]string{engine.MRZ: "F"}},
		},
	}
}

// Dot returns a small picture, with one light point if asked for.
func Dot(light bool) []byte {
	img := image.NewGray(image.Rect(0, 0, 64, 40))
	if light {
		img.SetGray(3, 3, color.Gray{Y: 255})
	}
	var b bytes.Buffer
	_ = png.Encode(&b, img)
	return b.Bytes()
}

// Enrolled makes a customer of acme under a number.
func (h *Fixture) Enrolled(number, job string) {
	h.T.Helper()
	row, _, err := h.Keys.NewApplicantKey(h.T.Context(), "acme", "c-"+number)
	if err != nil {
		h.T.Fatal(err)
	}
	err = h.Store.Write(h.T.Context(), func(tx *store.Tx) error {
		c := onboarding.Customer{
			ID:             "c-" + number,
			Seq:            tx.NextSeq(),
			Company:        "acme",
			UniqueNumber:   number,
			FullName:       "JANE DOE",
			DateOfBirth:    "1987-03-18",
			DocumentNumber: "G09",
			IssuingCountry: "MEX",
			JobID:          job,
			CreatedAt:      tx.Now,
			UpdatedAt:      tx.Now,
		}
		if err := tx.InsertApplicantKey(h.T.Context(), row); err != nil {
			return err
		}
		if err := tx.PutCustomer(h.T.Context(), c); err != nil {
			return err
		}
		return tx.PutTemplate(h.T.Context(), store.SealedTemplate{
			Company:     "acme",
			CustomerID:  c.ID,
			Kind:        "face",
			ModelSHA256: strings.Repeat("ab", 32),
			Sealed:      []byte("s"),
		})
	})
	if err != nil {
		h.T.Fatal(err)
	}
}

// Sandboxed adds a job in review that a sandbox client sent without saying how it is to end.
func (h *Fixture) Sandboxed() {
	h.T.Helper()
	made, err := h.Console.Credentials.CreateClient(h.T.Context(), "cli", "acme", "Trial run", true)
	if err != nil {
		h.T.Fatal(err)
	}
	h.Change(func(tx *store.Tx) error {
		job := onboarding.Job{
			ID:         "0199e0a0-0000-7000-8000-000000000001",
			Seq:        tx.NextSeq(),
			Company:    "acme",
			Function:   onboarding.SignatureCapture,
			Flavor:     "LITE",
			Line:       onboarding.CurrentLine,
			SDKVersion: "11",
			Status:     onboarding.Review,
			ClientID:   made.ClientID,
			CreatedAt:  tx.Now,
		}
		if err := tx.InsertJob(h.T.Context(), job); err != nil {
			return err
		}
		return tx.OpenReviewCase(h.T.Context(), store.ReviewCase{
			Company:        "acme",
			JobID:          job.ID,
			Seq:            job.Seq,
			Function:       job.Function,
			Summary:        "s",
			DeadlineAt:     tx.Now.Add(1e12),
			EvidenceDigest: "d",
		})
	})
}

// Add puts one more capture into a job.
func (h *Fixture) Add(jobID string, kind onboarding.CaptureKind, contentType string, body []byte) onboarding.Capture {
	h.T.Helper()
	key, err := h.Keys.ApplicantKey(h.T.Context(), "acme", jobID)
	if err != nil {
		h.T.Fatal(err)
	}
	c := onboarding.Capture{
		ID:          ids.UUID(),
		Company:     "acme",
		JobID:       jobID,
		Kind:        kind,
		ContentType: contentType,
		Size:        int64(len(body)),
		SHA256:      strings.Repeat("0", 64),
		CreatedAt:   h.Clock.Now(),
	}
	if strings.HasPrefix(contentType, "image/") {
		c.Width, c.Height = 64, 40
	}
	if err := h.safe.Keep(h.T.Context(), &c, key, bytes.NewReader(body)); err != nil {
		h.T.Fatal(err)
	}
	h.Change(func(tx *store.Tx) error { return tx.InsertCapture(h.T.Context(), c) })
	return c
}

// Calm makes it uncertain whether a job's sources differ: nothing of it is red.
func (h *Fixture) Calm(id string, captures []onboarding.Capture) {
	h.T.Helper()
	report := Report(captures)
	report.Comparisons[1].Match = engine.MatchPartial
	h.Change(func(tx *store.Tx) error { return tx.WriteJobDoc(h.T.Context(), "acme", id, store.DocReport, report) })
}

// Redden makes a job's sources differ for sure: the finding is red.
func (h *Fixture) Redden(id string, captures []onboarding.Capture) {
	h.T.Helper()
	report := Report(captures)
	report.Checks[0].Outcome = engine.Fail
	err := h.Store.Write(h.T.Context(), func(tx *store.Tx) error {
		return tx.WriteJobDoc(h.T.Context(), "acme", id, store.DocReport, report)
	})
	if err != nil {
		h.T.Fatal(err)
	}
}
