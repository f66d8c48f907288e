package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"proofdesk/app/accounts"
	"proofdesk/app/boot"
	"proofdesk/app/config"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/app/store"
	"proofdesk/engine"
)

const (
	batch     = 2000 // jobs per transaction
	inReview  = 200  // one job in this many waits in the queue
	byPersons = 20   // one job in this many was decided by a person

)

var (
	givenNames = []string{
		"ANA", "CHIDI", "ELIF", "JANE", "KOFI", "LUZ", "MIN-JI", "OMAR", "PETR", "REN", "SARA", "TOM", "VIVIAN",
	}
	surnames = []string{
		"DOE", "GARCÍA", "HADDAD", "LINDQVIST", "MENSAH", "MÜLLER", "NOVÁK", "OKAFOR", "ROE", "SILVA", "TANAKA",
		"YILMAZ", "ZHANG",
	}
)

// crowd holds how to use a filled data folder: a senior agent and a job that waits for review.
type crowd struct{ Email, Password, Job string }

// million measures pages of the console on a database with many jobs, which are written directly.
func million(f *figures, binary, dir string, jobs int) error {
	s, c, err := newServer(filepath.Join(dir, "million"))
	if err != nil {
		return err
	}
	seen, err := crowded(f, c, filepath.Join(dir, "crowd.json"), jobs)
	if err != nil {
		return err
	}
	ready, err := s.start(binary)
	if err != nil {
		return err
	}
	f.add("start to ready at many jobs", float64(ready.Milliseconds()), "ms", "<= 2000")
	rest, err := s.rest()
	if err != nil {
		return err
	}
	f.add("counters that catch up with the jobs written", rest.Seconds(), "s", "")
	if err := timePages(f, s, seen); err != nil {
		return err
	}
	return s.stop()
}

// crowded fills the data folder, unless an earlier run has left its crowd in the file.
func crowded(f *figures, c config.Config, file string, jobs int) (crowd, error) {
	var seen crowd
	if b, err := os.ReadFile(file); err == nil {
		return seen, json.Unmarshal(b, &seen)
	}
	began := time.Now()
	err := fillData(c, func(ctx context.Context, p *boot.Program) error {
		if _, err := p.Companies.CreateCompany(ctx, actor, company, "Bench"); err != nil {
			return err
		}
		user, err := p.Accounts.CreateUser(ctx, actor, accounts.UserRequest{
			Company: company,
			Email:   "senior@bench.example",
			Role:    "senior",
		})
		if err != nil {
			return err
		}
		seen.Email, seen.Password = user.Email, user.Password
		seen.Job, err = fillJobs(ctx, p, user.Email, jobs)
		return err
	})
	if err != nil {
		return seen, err
	}
	f.add(fmt.Sprintf("%d jobs written", jobs), time.Since(began).Seconds(), "s", "")
	b, err := json.Marshal(seen)
	if err != nil {
		return seen, err
	}
	return seen, os.WriteFile(file, b, 0o600)
}

// fillJobs writes decided jobs and cases of the queue in batches, and returns a job that waits for review.
func fillJobs(ctx context.Context, p *boot.Program, agent string, jobs int) (string, error) {
	waiting := ""
	for from := 0; from < jobs; from += batch {
		err := p.Store.Write(ctx, func(tx *store.Tx) error {
			for i := from; i < min(from+batch, jobs); i++ {
				id, err := writeJob(ctx, tx, i)
				if err != nil {
					return err
				}
				if i%inReview == 0 {
					waiting = id
				}
			}
			return nil
		})
		if err != nil {
			return "", err
		}
	}
	return waiting, p.Store.Write(ctx, func(tx *store.Tx) error {
		for i, query := range []string{"view=open", "document=passport&view=open", "view=overdue"} {
			v := store.SavedView{
				Company: company,
				ID:      ids.ULID(tx.Now),
				Owner:   agent,
				Shared:  true,
				Page:    "queue",
				Name:    fmt.Sprintf("View %d", i),
				Query:   query,
			}
			if err := tx.InsertSavedView(ctx, v); err != nil {
				return err
			}
		}
		return nil
	})
}

// writeJob writes one job as it is after its decision, with its search words.
func writeJob(ctx context.Context, tx *store.Tx, i int) (string, error) {
	functions := onboarding.Functions()
	j := onboarding.Job{
		ID:           ids.UUID(),
		Seq:          tx.NextSeq(),
		Company:      company,
		Function:     functions[i%len(functions)],
		Flavor:       "LITE",
		Line:         onboarding.CurrentLine,
		SDKVersion:   "11.1.13.2.18",
		Status:       onboarding.Processing,
		UniqueNumber: fmt.Sprintf("N%07d", i),
		CreatedAt:    tx.Now,
	}
	if err := tx.InsertJob(ctx, j); err != nil {
		return "", err
	}
	j.Status, j.DecidedAt = []onboarding.Status{
		onboarding.Approved, onboarding.Approved, onboarding.Declined, onboarding.ExistingCustomer,
	}[i%4], tx.Now
	if i%inReview == 0 || i%byPersons == 0 {
		j.Status = onboarding.Review
	}
	j.FullName, j.DocumentNumber = surnames[i%len(surnames)]+", "+
		givenNames[i/7%len(givenNames)], fmt.Sprintf("G%08d", i)
	j.DocumentType, j.IssuingCountry = []string{"PASSPORT", "ID_CARD", "DRIVING_LICENCE"}[i%3], "MEX"
	if ok, err := tx.DecideJob(ctx, j, ""); err != nil || !ok {
		return "", fmt.Errorf("job %d was not decided: %w", i, err)
	}
	if err := tx.IndexJob(ctx, j, j.FullName, j.DocumentNumber, j.UniqueNumber); err != nil {
		return "", err
	}
	if i%inReview == 0 {
		return j.ID, writeCase(ctx, tx, j, i)
	}
	if i%byPersons == 0 {
		return j.ID, writeReview(ctx, tx, j)
	}
	return j.ID, nil
}

// writeReview writes a person's decision on a job.
func writeReview(ctx context.Context, tx *store.Tx, j onboarding.Job) error {
	if ok, err := tx.ReviewJob(ctx, company, j.ID, onboarding.ReviewDeclined, 2, tx.Now); err != nil || !ok {
		return fmt.Errorf("job %s was not reviewed: %w", j.ID, err)
	}
	return tx.InsertReview(ctx, store.Review{
		ID:          ids.UUID(),
		Company:     company,
		JobID:       j.ID,
		AgentID:     "bench",
		Kind:        store.ReviewDecision,
		Outcome:     onboarding.ReviewDeclined,
		StartedAt:   tx.Now,
		CompletedAt: tx.Now,
		Reasons: []onboarding.ReviewReason{
			{Code: "data.expired", Band: onboarding.Data, Text: "Document has expired"},
		},
	})
}

// writeCase puts a job into the queue with what its page shows: two captures, a report, a decision and a payload.
func writeCase(ctx context.Context, tx *store.Tx, j onboarding.Job, i int) error {
	var urns []string
	for _, kind := range []onboarding.CaptureKind{onboarding.Passport, onboarding.Selfie} {
		c := onboarding.Capture{
			ID:          ids.UUID(),
			Company:     company,
			JobID:       j.ID,
			Kind:        kind,
			ContentType: "image/jpeg",
			Size:        400_000,
			Width:       1600,
			Height:      1200,
			CreatedAt:   tx.Now,
			Key:         ids.UUID(),
			WrappedKey:  []byte("w"),
		}
		if err := tx.InsertCapture(ctx, c); err != nil {
			return err
		}
		urns = append(urns, "urn:documentsv1:bench:local:"+company+":"+c.ID)
	}
	docs := map[string]any{
		store.DocReport:  benchReport(urns),
		store.DocRequest: onboarding.RequestDetails{},
		store.DocDecision: policy.Decision{
			Outcome:  onboarding.Review,
			Met:      11,
			Required: 15,
			Reasons: []policy.Reason{
				{
					Code:  "data.consistency",
					Check: engine.CodeConsistency,
					Band:  policy.BandData,
					Text:  "The sources disagree on date of birth",
				},
			},
		},
		store.DocPayload: onboarding.Payload{
			ApplicationDetails: onboarding.ApplicationDetails{JobID: j.ID, Status: onboarding.Review},
			PersonalDetails:    onboarding.PersonalDetails{FullName: j.FullName, DateOfBirth: "1987-03-18"},
		},
	}
	for kind, value := range docs {
		if err := tx.WriteJobDoc(ctx, company, j.ID, kind, value); err != nil {
			return err
		}
	}
	return tx.OpenReviewCase(ctx, store.ReviewCase{
		Company:        company,
		JobID:          j.ID,
		Seq:            j.Seq,
		Function:       j.Function,
		Summary:        "The sources disagree on date of birth · Reflections lie over the document",
		Stakes:         i % len(policy.Bands()),
		DeadlineAt:     tx.Now.Add(time.Duration(i%7200-600) * time.Second),
		EvidenceDigest: "d",
	})
}

// benchReport is a report of the size that a passport with a selfie has.
func benchReport(urns []string) engine.Report {
	r := engine.Report{
		EngineVersion: engine.Version,
		Captures: []engine.CaptureReport{
			{ID: urns[0], Kind: "passport", Width: 1600, Height: 1200},
			{ID: urns[1], Kind: "selfie", Width: 1200, Height: 1600},
		},
	}
	box := engine.Box{X: 100, Y: 200, W: 300, H: 40}
	for i, code := range []string{
		engine.CodeConsistency, engine.CodeGlare, engine.CodeFocus, engine.CodeLiveness, engine.CodeExpiry,
		engine.CodeCheckDigits, engine.CodeAge, engine.CodeDates,
	} {
		value, limit := .5+float64(i)/20, .4
		c := engine.Check{
			Code:      code,
			Group:     engine.GroupData,
			Capture:   urns[i%2],
			Outcome:   engine.Pass,
			Score:     &value,
			Threshold: &limit,
			Provider:  "builtin",
			Evidence:  []engine.Evidence{{Capture: urns[0], Box: &box}},
		}
		if i == 0 {
			c.Outcome = engine.Fail
		}
		r.Checks = append(r.Checks, c)
	}
	for _, field := range []string{
		"lastName", "firstName", "dateOfBirth", "documentNumber", "expiryDate", "nationality", "sex", "issuingCountry",
	} {
		values := map[engine.Source]string{engine.VIZ: "VALUE OF " + field, engine.MRZ: "VALUE OF " + field}
		for source, value := range values {
			r.Readings = append(r.Readings, engine.Reading{
				Source:     source,
				Field:      field,
				Value:      value,
				Capture:    urns[0],
				Box:        &box,
				Confidence: .9,
			})
		}
		r.Comparisons = append(r.Comparisons, engine.Comparison{Field: field, Match: engine.MatchFull, Values: values})
	}
	return r
}

// timePages signs in and times pages one after the other. The program's processor time, including its background work,
// shows what a page costs while other work runs on the machine.
func timePages(f *figures, s *server, seen crowd) error {
	browser, err := signedIn(s.base, seen.Email, seen.Password)
	if err != nil {
		return err
	}
	for _, page := range []struct{ name, path, target string }{
		{"queue page", "/queue", "<= 8"},
		{"queue page, filtered", "/queue?view=open&document=passport&why=reflections", "<= 10"},
		{"queue page, by deadline", "/queue?view=open&order=deadline", ""},
		{"queue page, by waiting", "/queue?view=open&order=waited", ""},
		{"queue page, filtered by what none has", "/queue?view=open&document=visa", "<= 10"},
		{"review page", "/jobs/" + seen.Job, "<= 15"},
		{"jobs, newest", "/jobs", ""},
		{"jobs by status", "/jobs?status=declined", ""},
		{"jobs by two words", "/jobs?q=jane+doe", ""},
		{"jobs by a document number", "/jobs?q=G00000777", ""},
		{"jobs by function and person", "/jobs?function=video_id&by=person", ""},
		{"jobs by reason", "/jobs?reason=data.expired", ""},
		{"jobs by a reason that nobody gave", "/jobs?reason=fraud.known", ""},
	} {
		took, used, err := timed(s, browser, page.path)
		if err != nil {
			return err
		}
		f.add(page.name+", processor time of one", used, "ms", "")
		f.add(page.name+" p50 at many jobs, over loopback", percentile(took, .5), "ms", page.target)
		f.add(page.name+" p99 at many jobs, over loopback", percentile(took, .99), "ms", "")
	}
	return nil
}
