package dashboard_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"proofdesk/app/clock"
	"proofdesk/app/dashboard"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/webhook"
)

// month is the counters of 30 days of a busy company: every label of every metric in every hour.
func month() []store.Rollup {
	const mark = "\x1f"
	labels := map[string][]string{
		"submitted": {""},
		"automated": {"APPROVED", "REVIEW", "DECLINED", "ERROR", "EXISTING_CUSTOMER"},
		"reviewed":  {"Approved", "Declined", "Suspicious"},
		"delivery":  {"delivered", "failed"},
	}
	add := func(metric, head string, from, to int) {
		for i := from; i < to; i++ {
			labels[metric] = append(labels[metric], head+fmt.Sprintf("%03d", i))
		}
	}
	for _, metric := range []string{"wait", "handle", "latency", "engine"} {
		add(metric, "", 30, 54)
	}
	for i := range 32 {
		code := fmt.Sprintf("check.%02d", i)
		for _, outcome := range []string{"PASS", "WARN", "FAIL", "INCONCLUSIVE", "NOT_RUN"} {
			labels["check"] = append(labels["check"], code+mark+outcome)
		}
		add("check.time", code+mark, 20, 32)
	}
	for _, code := range []string{"quality.focus", "quality.glare", "document.realness", "face.match", "mrz.read"} {
		for i := range 40 {
			labels["score"] = append(labels["score"], code+mark+fmt.Sprintf("%02d", i))
		}
	}
	labels["step"] = append(labels["step"], "capture", "quality", "document", "data", "face", "liveness", "voice",
		"signature")
	add("check.provider", "check"+mark+"builtin"+mark, 0, 40)
	add("reason", "quality.reason", 0, 40)
	add("review.reason", "reason", 0, 20)
	for _, lean := range []string{"approve", "unsure", "decline"} {
		for _, outcome := range labels["reviewed"] {
			labels["matrix"] = append(labels["matrix"], lean+mark+outcome)
		}
	}
	for i := range 20 {
		agent := fmt.Sprintf("agent-%02d", i)
		labels["agent"] = append(labels["agent"], agent+mark+"Approved", agent+mark+"Declined", agent+mark+"Suspicious")
		add("agent.time", agent+mark, 50, 70)
	}
	for n := 1; n <= 11; n++ {
		for _, class := range []string{"success", "timeout", "server_error"} {
			labels["attempt"] = append(labels["attempt"], fmt.Sprintf("%02d", n)+mark+class)
		}
	}
	var rows []store.Rollup
	last := store.HourOf(noon)
	for metric, all := range labels {
		for _, l := range all {
			for hour := last - 30*24; hour <= last; hour++ {
				rows = append(rows, store.Rollup{
					Company: "acme",
					Metric:  metric,
					Hour:    hour,
					Label:   l,
					Count:   1,
					Total:   40,
				})
			}
		}
	}
	return rows
}

// fill writes the month, finished jobs and a queue.
func fill(b *testing.B, st *store.Store) {
	b.Helper()
	rows := month()
	b.Logf("%d counters of hours", len(rows))
	for len(rows) > 0 {
		n := min(20_000, len(rows))
		if err := st.Write(b.Context(),
			func(tx *store.Tx) error { return tx.AddRollups(b.Context(), rows[:n]) }); err != nil {
			b.Fatal(err)
		}
		rows = rows[n:]
	}
	w := &world{TB: b, clock: clock.NewManual(noon), store: st}
	for range finished / batch {
		w.write(func(ctx context.Context, tx *store.Tx) error {
			for range batch {
				job := onboarding.Job{
					Company:   "acme",
					ID:        ids.UUID(),
					Seq:       tx.NextSeq(),
					Function:  onboarding.IDValidation,
					Status:    onboarding.Approved,
					CreatedAt: tx.Now,
				}
				if err := tx.InsertJob(ctx, job); err != nil {
					return err
				}
			}
			return nil
		})
	}
	w.write(func(ctx context.Context, tx *store.Tx) error {
		for range waiting {
			job := onboarding.Job{
				Company:   "acme",
				ID:        ids.UUID(),
				Seq:       tx.NextSeq(),
				Function:  onboarding.IDValidation,
				Status:    onboarding.Review,
				CreatedAt: tx.Now,
			}
			if err := tx.InsertJob(ctx, job); err != nil {
				return err
			}
			if err := tx.OpenReviewCase(ctx, store.ReviewCase{
				Company:    "acme",
				JobID:      job.ID,
				Seq:        job.Seq,
				DeadlineAt: noon,
			}); err != nil {
				return err
			}
		}
		return nil
	})
}

// How many jobs stand in the benchmark's tables.
const (
	finished = 200_000
	waiting  = 2_000
	batch    = 5_000
)

// BenchmarkBoard reads the whole dashboard from the counters of a busy month; how many jobs they stand for does not
// matter.
func BenchmarkBoard(b *testing.B) {
	st := storetest.SQLite(b, clock.NewManual(noon))
	fill(b, st)
	desk := &dashboard.Reader{Store: st}
	for _, span := range dashboard.Spans() {
		b.Run(span.Name, func(b *testing.B) {
			for b.Loop() {
				if _, err := desk.Board(b.Context(), "acme", dashboard.WindowAt(span, noon, nil)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkFold folds attempts; an operation is one of them.
func BenchmarkFold(b *testing.B) {
	w := &world{TB: b, clock: clock.NewManual(noon)}
	w.store = storetest.SQLite(b, w.clock)
	delivery := w.delivery()
	w.write(func(ctx context.Context, tx *store.Tx) error {
		for i := range b.N {
			a := webhook.Attempt{
				Company:    "acme",
				DeliveryID: delivery,
				N:          i + 1,
				StartedAt:  noon,
				Latency:    time.Duration(i%400) * time.Millisecond,
				Class:      webhook.Success,
			}
			if err := tx.FinishAttempt(ctx, webhook.Delivery{}, a); err != nil {
				return err
			}
		}
		return nil
	})
	b.ResetTimer()
	if n := w.fold(w.folder()); n != b.N {
		b.Fatalf("%d of %d folded", n, b.N)
	}
}
