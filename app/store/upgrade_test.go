package store_test

import (
	"strings"
	"testing"
	"time"

	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/webhook"
)

// ofVersion9 fills a database of version 9, where a quality check had a draft and a review case a score.
var ofVersion9 = []string{
	`INSERT INTO companies (slug, name, wrapped_key, created_at) VALUES ('acme', 'Acme', 'k', 1)`,
	`INSERT INTO clients (id, company, name, secret_hash, sandbox, created_at)
		VALUES ('app', 'acme', 'App', 'h', 0, 1), ('trial', 'acme', 'Trial', 'h', 1, 1)`,
	`INSERT INTO jobs (company, id, seq, function, flavor, line, sdk_version, status, client_id, created_at,
			submitted_at, decided_at, full_name)
		VALUES ('acme', 'j1', 1, 'ID_VALIDATION', 'LITE', '11', '11.1', 'REVIEW', 'app', 1000, 2000, 3000, 'JANE'),
			('acme', 'j2', 2, 'ID_VALIDATION', 'LITE', '11', '11.1', 'REVIEW', 'trial', 1000, 2000, 3000, ''),
			('acme', 'j3', 3, 'ID_VALIDATION', 'LITE', '11', '11.1', 'Approved', 'app', 1000, 2000, 3000, '')`,
	`INSERT INTO captures (company, id, job_id, kind, content_type, size, sha256, created_at, object, wrapped_key)
		VALUES ('acme', 'c1', 'j1', 'selfie', 'image/png', 4, 'ab', 1500, 'acme/c1', 'k')`,
	`INSERT INTO review_cases (company, job_id, seq, state, function, summary, deadline_at, opened_at)
		VALUES ('acme', 'j1', 1, 'OPEN', 'ID_VALIDATION', 'Glare', 9000, 3000),
			('acme', 'j2', 2, 'OPEN', 'ID_VALIDATION', 'Faces differ', 9000, 3000),
			('acme', 'j3', 3, 'DONE', 'ID_VALIDATION', 'Glare', 9000, 3000)`,
	`INSERT INTO audit (company, id, at, actor, action, target, detail)
		VALUES ('acme', 'A1', 3000, 'system', 'job.decide', 'job:j1', '{"reasons":["quality.glare"]}'),
			('acme', 'A2', 3000, 'system', 'job.decide', 'job:j2', '{"reasons":["face.mismatch"]}')`,
	`INSERT INTO reviews (company, id, job_id, agent_id, kind, outcome, note, started_at, completed_at)
		VALUES ('acme', 'r3', 'j3', 'anna', 'DECISION', 'Approved', 'clear', 3500, 4000)`,
	`INSERT INTO quality_checks (company, id, job_id, function, agent_id, outcome, reasons, reviewed_at, rate,
			drawn_at, state, holder, claimed_at, draft)
		VALUES ('acme', 'r3', 'j3', 'ID_VALIDATION', 'anna', 'Approved', '', 4000, 100, 5000, 'OPEN', 'ben', 6000,
			'{"note":"typed"}')`,
	`INSERT INTO events (company, id, job_id, type, occurred_at, body)
		VALUES ('acme', 'e2', 'j2', 'application.decision', 3000, '{}')`,
	`INSERT INTO deliveries (company, id, seq, event_id, endpoint_id, job_id, type, host, state, due_at, expires_at,
			created_at)
		VALUES ('acme', 'd2', 4, 'e2', 'ep', 'j2', 'application.decision', 'https://a.test:443', 'pending', 1, 9, 3000)`,
	`INSERT INTO saved_views (company, id, scope, owner, page, name, folded, query, created_at)
		VALUES ('acme', 'v1', 'anna', 'anna', 'jobs', '1', '1', 'by=person&q=doe%2C+jane&status=review', 1),
			('acme', 'v2', 'anna', 'anna', 'jobs', '2', '2', 'q=doe&status=review', 1),
			('acme', 'v3', 'anna', 'anna', 'jobs', '3', '3', 'by=person&q=doe', 1),
			('acme', 'v4', 'anna', 'anna', 'jobs', '4', '4', 'q=doe', 1),
			('acme', 'v5', 'anna', 'anna', 'jobs', '5', '5', 'by=person&reason=q', 1)`,
}

// What a database of version 9 holds has the same meaning after all later migrations.
func TestAFilledDatabaseOfVersion9IsUpgraded(t *testing.T) {
	storetest.EachAfter(t, 10, ofVersion9, func(t *testing.T, st *store.Store) {
		ctx := t.Context()
		job := must(st.Job(ctx, "acme", "j1"))(t)
		same(t, "a job", []any{job.FullName, job.Status, job.SubmittedAt}, []any{"JANE", onboarding.Review, at(2000)})
		captures := must(st.Captures(ctx, "acme", "j1"))(t)
		same(t, "captures in force", len(captures), 1)
		same(t, "the capture", []string{captures[0].Key, captures[0].Request}, []string{"acme/c1", ""})

		for id, stakes := range map[string]int{"j1": 2, "j2": 0} {
			c := must(st.ReviewCase(ctx, "acme", id))(t)
			same(t, "the case of "+id, []any{c.State, c.Stakes, c.OpenedAt, c.WaitsUntil},
				[]any{store.CaseOpen, stakes, at(3000), time.Time{}})
		}
		wordless := must(st.CasesWithoutWords(ctx, 9))(t)
		same(t, "open cases that wait for their words", len(wordless), 2)
		f := store.QueueFilter{View: store.ViewOpen}
		queue := must(st.Queue(ctx, "acme", "cleo", f, at(7000), store.QueueCursor{}, 9))(t)
		if len(queue) != 2 || queue[0].JobID != "j1" || queue[1].JobID != "j2" {
			t.Errorf("the queue, sandbox jobs last: %+v", queue)
		}

		check := must(st.QualityCheckOf(ctx, "acme", "j3"))(t)
		same(t, "a check", []any{check.State, check.Holder, check.First.At}, []any{store.CheckOpen, "ben", at(4000)})
		draft := must(st.Draft(ctx, "acme", "j3", "ben"))(t)
		same(t, "what its agent had typed", []any{draft.Body, draft.UpdatedAt}, []any{`{"note":"typed"}`, at(6000)})
		reviews := must(st.Reviews(ctx, "acme", "j3"))(t)
		if len(reviews) != 1 || reviews[0].Note != "clear" || len(reviews[0].Overrides) != 0 {
			t.Errorf("reviews %+v", reviews)
		}
		delivery := must(st.Delivery(ctx, "acme", "d2"))(t)
		same(t, "a delivery", []any{delivery.State, delivery.JobID}, []any{webhook.Pending, "j2"})
		var views []string
		for _, view := range must(st.SavedViews(ctx, "acme", "anna", "jobs"))(t) {
			views = append(views, view.Query)
		}
		same(t, "views, which keep no words of a search", strings.Join(views, " "),
			"by=person&status=review status=review by=person  by=person&reason=q")
		client := must(st.Client(ctx, "acme", "trial"))(t)
		same(t, "a client", []any{client.Sandbox, len(client.Origins)}, []any{true, 0})
	})
}

// at is a time in Unix milliseconds, as rows have it.
func at(millis int64) time.Time { return time.UnixMilli(millis).UTC() }
