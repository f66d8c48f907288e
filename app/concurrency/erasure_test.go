package concurrency_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/clock"
	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/intake"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/webhook"
)

// keptOfJobs are the tables whose rows may name a job that is no longer there.
var keptOfJobs = map[string]string{
	"customers": "who was enrolled stays until they are erased themselves",
}

func TestNoRowOutlivesTheJobThatIsRemovedMeanwhile(t *testing.T) {
	for _, name := range racing() {
		t.Run(name, func(t *testing.T) {
			now := clock.NewManual(noon)
			e := open(t, name, now)
			for i, tt := range table() {
				t.Run(tt.name, func(t *testing.T) {
					w := newWorld(t, e, now, i)
					empty := e.dump(t, w.slug, asItIs)
					write, jobs := tt.stage(w), e.jobs(t, w.slug)
					together(func(i int) {
						if i%2 == 0 { // that the job is gone is an answer, that the database failed is none
							if err := write(i); fault.Is(err, fault.Internal) {
								w.Errorf("while the job is removed: %v", err)
							}
							return
						}
						for n := range jobs {
							w.remove(jobs[(n+i)%len(jobs)])
						}
					})
					left, before := e.jobs(t, w.slug), len(jobs)
					gone := slices.DeleteFunc(jobs, func(id string) bool { return slices.Contains(left, id) })
					if len(gone) < before {
						t.Errorf("only %d of %d jobs were removed", len(gone), before)
					}
					for _, orphan := range e.orphans(t, w.slug, gone) {
						t.Errorf("they belong to a job or a delivery that is gone: %s", orphan)
					}
					w.everyFileHasARow()
					if before > 0 {
						w.wordsLeft(empty)
					}
				})
			}
		})
	}
}

func TestNoWordOfARequestOutlivesThePersonsWhoAreErased(t *testing.T) {
	engines := []string{"sqlite", "postgres"}
	if testing.Short() {
		engines = engines[:1] // nothing happens at once here, and both run the same statements
	}
	for _, name := range engines {
		t.Run(name, func(t *testing.T) {
			now := clock.NewManual(noon)
			e, written := open(t, name, now), 0
			for i, tt := range table() {
				t.Run(tt.name, func(t *testing.T) {
					w := newWorld(t, e, now, i)
					empty := e.dump(t, w.slug, asItIs)
					write := tt.stage(w)
					for i := range 2 {
						_ = write(i) // what it is told is the matter of other tests
					}
					if len(e.jobs(t, w.slug)) > 0 {
						written++
						w.wordsLeft(empty)
					}
				})
			}
			if written < 50 {
				t.Errorf("only %d use cases wrote about a person", written)
			}
		})
	}
}

// ofPersons finds what requests and stages write about applicants: the words of requests, names and unique numbers.
// Nothing shorter would do: four digits are found in an identifier of the right millisecond.
var ofPersons = regexp.MustCompile(`(?i)zzqz[a-l]zqzz|\b(roehrig|janelle|4711004711)\b`)

func asItIs(_, value string) string { return value }

// wordsLeft removes what is left of all persons of a company, and reports the rows that have come since it was empty
// and still hold a word about one.
func (w *world) wordsLeft(empty map[string]int) {
	w.Helper()
	for _, job := range w.engine.jobs(w.T, w.slug) {
		w.remove(job)
	}
	customers, err := w.customers.Find(w.Context(), w.slug, "roehrig", false, 0, 100)
	w.must(err)
	for _, c := range customers {
		w.write(func(tx *store.Tx) error { return tx.EraseCustomer(w.Context(), w.slug, c.ID) })
	}
	for _, row := range added(empty, w.engine.dump(w.T, w.slug, asItIs)) {
		if ofPersons.MatchString(row) {
			w.Errorf("every person is gone, their words are in %.400s", row)
		}
	}
}

// remove removes a job, as retention and the erasure of a customer do.
func (w *world) remove(job string) {
	err := w.Store.Write(w.Context(), func(tx *store.Tx) error {
		_, err := tx.EraseJob(w.Context(), w.slug, job)
		return err
	})
	if err != nil && !fault.Is(err, fault.NotFound) {
		w.Errorf("remove a job: %v", err)
	}
}

func (e *engine) jobs(t *testing.T, slug string) (ids []string) {
	t.Helper()
	rows, err := e.raw.Query("SELECT id FROM jobs WHERE company = $1 ORDER BY id", slug)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return ids
}

// orphans reports the rows of a company that name one of the jobs that are gone, in any table of the schema, and of
// attempts without their delivery.
func (e *engine) orphans(t *testing.T, slug string, gone []string) (found []string) {
	t.Helper()
	count := func(what, query string) {
		var n int
		if err := e.raw.QueryRow(query, slug).Scan(&n); err != nil {
			t.Fatal(err)
		}
		if n > 0 {
			found = append(found, fmt.Sprintf("%d rows of %s", n, what))
		}
	}
	for _, table := range slices.Sorted(maps.Keys(e.columns)) {
		if keptOfJobs[table] == "" && slices.Contains(e.columns[table], "job_id") && len(gone) > 0 {
			count(table, "SELECT count(*) FROM "+table+" WHERE company = $1 AND job_id IN ('"+
				strings.Join(gone, "', '")+"')")
		}
	}
	count("attempts", `
		SELECT count(*)
		FROM attempts a
		LEFT JOIN deliveries d ON d.company = a.company AND d.id = a.delivery_id
		WHERE a.company = $1 AND d.id IS NULL`)
	return found
}

// meanwhile are the use cases after which what an erasure would remove is no longer what was shown.
var meanwhile = map[string]func(w *world) func() error{
	"a capture is sent": func(w *world) func() error {
		request := jobRequest
		request.UniqueNumber = "4711004711"
		made, err := w.intake.CreateJob(w.Context(), w.caller(), request, "", nil)
		w.must(err)
		return func() error {
			_, err := w.intake.PutCapture(w.Context(), w.caller(), made.JobID, "signature", "",
				strings.NewReader(strokes))
			return err
		}
	},
	"a capture of a sandbox job is sent": func(w *world) func() error {
		by, request := w.caller(), jobRequest
		request.UniqueNumber = "4711004711"
		request.Sandbox, by.Sandbox = &intake.Sandbox{Outcome: onboarding.Approved}, true
		made, err := w.intake.CreateJob(w.Context(), by, request, "", nil)
		w.must(err)
		return func() error {
			_, err := w.intake.PutCapture(w.Context(), by, made.JobID, "signature", "", strings.NewReader(strokes))
			return err
		}
	},
	"a decision is undone": func(w *world) func() error {
		a := w.reviewer(w.user(access.Agent))
		c := w.claimed(a, w.waiting())
		_, err := w.desk.Decide(w.Context(), a, decision(c, onboarding.ReviewDeclined, "data.expired"))
		w.must(err)
		return func() error { return w.desk.Undo(w.Context(), a, c.JobID, "") }
	},
}

func TestAnErasureRemovesNothingThatItsListDidNotShow(t *testing.T) {
	rounds := 12
	if testing.Short() {
		rounds = 4
	}
	for _, name := range []string{"sqlite", "postgres"} {
		now := clock.NewManual(noon)
		e, n := open(t, name, now), 0
		for what, stage := range meanwhile {
			t.Run(name+" while "+what, func(t *testing.T) {
				for range rounds {
					n++
					w := newWorld(t, e, now, n)
					change := stage(w)
					w.enrolled("4711004711")
					shown, err := w.customers.Record(w.Context(), w.slug, "4711004711")
					w.must(err)
					var changed, erased error
					together(func(i int) {
						switch i {
						case 0:
							changed = change()
						case 1:
							_, erased = w.customers.Erase(
								w.Context(), "cli", w.slug, "4711004711", shown.Digest(), 100,
							)
						}
					})
					got := answer(changed) + ", " + answer(erased)
					if got != "ok, conflict" && got != "not_found, ok" && got != "conflict, ok" {
						t.Errorf("the change was told %v, the erasure %v", changed, erased)
					}
				}
			})
		}
	}
}

// attempts is a clock that counts the transactions which began by it.
type attempts struct {
	clock.Clock
	n atomic.Int64
}

func (a *attempts) Now() time.Time {
	a.n.Add(1)
	return a.Clock.Now()
}

// eraseBeside erases a person while a removal, as that of retention, takes their two jobs: in the order of their age,
// or in the other one. It returns how often the removal began, and how many transactions the erasure needed.
func eraseBeside(t *testing.T, oldestFirst bool) (removals int, erasures int64) {
	now := clock.NewManual(noon)
	e := open(t, "postgres", now) // SQLite's writes come one after the other
	w := newWorld(t, e, now, 0)
	request := jobRequest
	request.UniqueNumber = "4711004711"
	var jobs []string
	for range 2 {
		made, err := w.intake.CreateJob(t.Context(), w.caller(), request, "", nil)
		w.must(err)
		jobs = append(jobs, made.JobID)
		now.Advance(time.Second)
	}
	if !oldestFirst {
		slices.Reverse(jobs)
	}
	w.enrolled(request.UniqueNumber)
	now.Advance(time.Second)
	shown, err := w.customers.Record(t.Context(), w.slug, request.UniqueNumber)
	w.must(err)
	begun, erased := &attempts{Clock: now}, make(chan error, 1)
	w.customers.Store = e.store.At(begun)
	w.write(func(tx *store.Tx) error {
		if removals++; removals > 1 {
			return nil
		}
		if _, err := tx.TakeJob(t.Context(), w.slug, jobs[0]); err != nil {
			return err
		}
		go func() {
			_, err := w.customers.Erase(t.Context(), "cli", w.slug, request.UniqueNumber, shown.Digest(), 0)
			erased <- err
		}()
		e.waitForALock(t)
		_, err := tx.TakeJob(t.Context(), w.slug, jobs[1])
		return err
	})
	if err := <-erased; err != nil {
		t.Errorf("the erasure was told: %v", err)
	}
	return removals, begun.n.Load()
}

func TestAnErasureTakesJobsInTheOrderInWhichRetentionDoes(t *testing.T) {
	removals, erasures := eraseBeside(t, true)
	if removals != 1 || erasures != 1 {
		t.Errorf("each waited for the other: the removal began %d times, the erasure made %d transactions", removals,
			erasures)
	}
}

func TestAnErasureThatTheServerEndsForADeadlockIsMadeAgain(t *testing.T) {
	if removals, erasures := eraseBeside(t, false); removals == 1 && erasures == 1 {
		t.Error("neither was made again")
	}
}

func TestAJobThatIsNeededAsItIsRemovedStays(t *testing.T) {
	now := clock.NewManual(noon)
	e := open(t, "postgres", now) // SQLite's writes come one after the other
	w := newWorld(t, e, now, 0)
	w.old(1)
	job := e.jobs(t, w.slug)[0]
	w.hook()
	rule, err := w.Store.RetentionRule(t.Context(), w.slug)
	w.must(err)
	w.must(w.retention.Start(t.Context(), "agent:ada", w.slug, rule.Version))
	removed := make(chan error, 1)
	w.write(func(tx *store.Tx) error {
		err := tx.EmitEvent(t.Context(), webhook.Event{
			Company:    w.slug,
			ID:         ids.ULID(tx.Now),
			JobID:      job,
			Type:       onboarding.ApplicationDecision,
			OccurredAt: tx.Now,
			Body:       []byte("{}"),
		}, tx.Now)
		if err != nil {
			return err
		}
		go func() { removed <- w.retention.Turn(t.Context()) }()
		e.waitForALock(t)
		return nil
	})
	w.must(<-removed)
	if left := e.jobs(t, w.slug); !slices.Contains(left, job) {
		t.Error("the job is gone, and its event was not delivered")
	}
}

// waitForALock waits until a transaction waits for a row of another one.
func (e *engine) waitForALock(t *testing.T) {
	t.Helper()
	for waiting := 0; waiting == 0; {
		err := e.raw.QueryRowContext(t.Context(), `
			SELECT count(*)
			FROM pg_stat_activity
			WHERE datname = current_database() AND wait_event_type = 'Lock'`).Scan(&waiting)
		if err != nil {
			t.Fatal(err)
		}
	}
}
