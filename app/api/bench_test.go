package api_test

import (
	"context"
	"sort"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/valyala/fasthttp"

	"proofdesk/app/api"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
)

// clients is how many callers a benchmark has at once.
const clients = 16

// fill adds n jobs with a selfie's row each; decided ones have a payload.
func (w *world) fill(n int, payload []byte) []string {
	w.t.Helper()
	all := make([]string, n)
	ctx := context.Background()
	for first := 0; first < n; first += 100 {
		batch := all[first:min(first+100, n)]
		w.write(func(tx *store.Tx) error {
			for i := range batch {
				batch[i] = ids.UUID()
				job := onboarding.Job{
					ID:         batch[i],
					Company:    "acme",
					Seq:        tx.NextSeq(),
					Function:   onboarding.LiveFaceCheck,
					Flavor:     "MEDIUM",
					Line:       onboarding.CurrentLine,
					SDKVersion: "11.1.13.2.18",
					Status:     onboarding.Capturing,
					ClientID:   "sdk",
					CreatedAt:  tx.Now,
				}
				if err := tx.InsertJob(ctx, job); err != nil {
					return err
				}
				capture := onboarding.Capture{
					ID:          ids.UUID(),
					Company:     "acme",
					JobID:       job.ID,
					Kind:        onboarding.Selfie,
					ContentType: "image/jpeg",
					Size:        1,
					CreatedAt:   tx.Now,
					WrappedKey:  []byte{1},
				}
				if err := tx.InsertCapture(ctx, capture); err != nil {
					return err
				}
				if payload != nil {
					if err := tx.PutJobDoc(ctx, "acme", job.ID, store.DocPayload, payload); err != nil {
						return err
					}
				}
			}
			return nil
		})
	}
	return all
}

// drive calls once per operation from 16 clients and reports calls a second and the 99th percentile.
func drive(b *testing.B, request func(i int, r *fasthttp.Request), want int) {
	client := &fasthttp.Client{MaxConnsPerHost: clients}
	var next atomic.Int64
	var mu sync.Mutex
	var all []time.Duration
	b.ResetTimer()
	var group sync.WaitGroup
	for range clients {
		group.Go(func() {
			var took []time.Duration
			r, answer := fasthttp.AcquireRequest(), fasthttp.AcquireResponse()
			for i := int(next.Add(1)) - 1; i < b.N; i = int(next.Add(1)) - 1 {
				r.Reset()
				request(i, r)
				began := time.Now()
				if err := client.Do(r, answer); err != nil || answer.StatusCode() != want {
					b.Errorf("call %d: %d %v %s", i, answer.StatusCode(), err, answer.Body())
					return
				}
				took = append(took, time.Since(began))
			}
			mu.Lock()
			all = append(all, took...)
			mu.Unlock()
		})
	}
	group.Wait()
	b.StopTimer()
	sort.Slice(all, func(i, j int) bool { return all[i] < all[j] })
	if len(all) > 0 {
		b.ReportMetric(float64(len(all))/b.Elapsed().Seconds(), "calls/s")
		b.ReportMetric(float64(all[len(all)*99/100].Microseconds())/1000, "p99-ms")
	}
}

func fast(b *testing.B) *world {
	return newWorld(b, func(w *world) {
		w.api.Rate = api.Rate{PerSecond: 1e9, Burst: 1e9}
		w.in.Nudge = nil
	})
}

func BenchmarkSubmit(b *testing.B) {
	w := fast(b)
	jobs := w.fill(b.N, nil)
	drive(b, func(i int, r *fasthttp.Request) {
		r.SetRequestURI(w.base + "/api/v4/jobs/" + jobs[i] + "/submit")
		r.Header.SetMethod("POST")
		r.Header.Set("Authorization", "Bearer acme")
	}, 202)
}

func BenchmarkSnapshot(b *testing.B) {
	w := fast(b)
	jobs := w.fill(1000, make([]byte, 4000))
	drive(b, func(i int, r *fasthttp.Request) {
		r.SetRequestURI(w.base + "/api/get-job-data")
		r.Header.SetMethod("POST")
		r.Header.SetContentType("application/json")
		r.Header.Set("X-Api-Key-Id", "acme")
		r.Header.Set("X-Api-Key-Secret", "right")
		r.SetBodyString(`{"jobId":"` + jobs[i%len(jobs)] + `"}`)
	}, 200)
}

func BenchmarkPutCapture(b *testing.B) {
	w := fast(b)
	job := w.newJob(jobBody) // with a key to seal under
	body := jpegOf(b, 1200, 900)
	b.SetBytes(int64(len(body)))
	drive(b, func(_ int, r *fasthttp.Request) {
		r.SetRequestURI(w.base + "/api/v4/jobs/" + job + "/captures/selfie")
		r.Header.SetMethod("PUT")
		r.Header.Set("Authorization", "Bearer acme")
		r.SetBodyRaw(body)
	}, 201)
}

// BenchmarkCatalogue measures the answer with all options of presets; the target is 5 ms.
func BenchmarkCatalogue(b *testing.B) {
	w := fast(b)
	drive(b, func(_ int, r *fasthttp.Request) {
		r.SetRequestURI(w.base + "/api/presets/catalogue")
		r.Header.Set("X-Api-Key-Id", "acme")
		r.Header.Set("X-Api-Key-Secret", "right")
	}, 200)
}
