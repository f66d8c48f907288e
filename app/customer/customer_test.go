package customer_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"proofdesk/app/clock"
	"proofdesk/app/companies"
	"proofdesk/app/customer"
	"proofdesk/app/evidence"
	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/keyring"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/vault"
	"proofdesk/app/webhook"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// desk is a registry on a real store with the company acme.
type desk struct {
	*customer.Registry
	t    *testing.T
	root string
}

func newDesk(t *testing.T, st *store.Store) desk {
	t.Helper()
	c := clock.System{}
	keys := &keyring.Keys{Store: st, Master: vault.Ephemeral()}
	root := filepath.Join(t.TempDir(), "captures")
	d := desk{
		t:    t,
		root: root,
		Registry: &customer.Registry{
			Store: st,
			Clock: c,
			Keys:  keys,
			Safe:  evidence.Safe{Store: &evidence.Folder{Root: root}},
			Log:   slog.New(slog.DiscardHandler),
		},
	}
	registry := &companies.Registry{Store: st, Keys: keys}
	if _, err := registry.CreateCompany(t.Context(), "cli", "acme", "Acme"); err != nil {
		t.Fatal(err)
	}
	return d
}

func (d desk) write(fn func(tx *store.Tx) error) {
	d.t.Helper()
	if err := d.Store.Write(d.t.Context(), fn); err != nil {
		d.t.Fatal(err)
	}
}

// job adds a job with one capture under a unique number.
func (d desk) job(number string, status onboarding.Status) string {
	d.t.Helper()
	return d.jobOf("acme", number, status, "")
}

// jobOf adds a job of a company, whose outcome a sandbox client asked for where there is one.
func (d desk) jobOf(company, number string, status, asked onboarding.Status) string {
	d.t.Helper()
	ctx, id := d.t.Context(), ids.UUID()
	row, key, err := d.Keys.NewApplicantKey(ctx, company, id)
	if err != nil {
		d.t.Fatal(err)
	}
	c := onboarding.Capture{
		ID:          ids.UUID(),
		Company:     company,
		JobID:       id,
		Kind:        onboarding.Selfie,
		ContentType: "image/png",
		Size:        4,
		SHA256:      strings.Repeat("0", 64),
		CreatedAt:   time.Now(),
	}
	if err := d.Safe.Keep(ctx, &c, key, bytes.NewReader([]byte("face"))); err != nil {
		d.t.Fatal(err)
	}
	d.write(func(tx *store.Tx) error {
		j := onboarding.Job{
			ID:           id,
			Seq:          tx.NextSeq(),
			Company:      company,
			Function:     onboarding.Enrollment,
			Flavor:       "LITE",
			Line:         onboarding.CurrentLine,
			Status:       status,
			UniqueNumber: number,
			Sandbox:      asked,
			CreatedAt:    tx.Now,
		}
		for _, err := range []error{
			tx.InsertJob(ctx, j), tx.InsertApplicantKey(ctx, row), tx.InsertCapture(ctx, c),
			tx.PutJobDoc(ctx, company, id, store.DocReport, []byte(`{"name":"DOE"}`)),
			tx.IndexJob(ctx, j, "DOE", number),
		} {
			if err != nil {
				return err
			}
		}
		return nil
	})
	return id
}

func (d desk) enrol(number, job string) onboarding.Customer {
	d.t.Helper()
	ctx, id := d.t.Context(), ids.UUID()
	row, _, err := d.Keys.NewApplicantKey(ctx, "acme", id)
	if err != nil {
		d.t.Fatal(err)
	}
	var c onboarding.Customer
	d.write(func(tx *store.Tx) error {
		c = onboarding.Customer{
			ID:             id,
			Seq:            tx.NextSeq(),
			Company:        "acme",
			UniqueNumber:   number,
			FullName:       "JANE DOE",
			DocumentNumber: "G0998",
			IssuingCountry: "MEX",
			JobID:          job,
			CreatedAt:      tx.Now,
			UpdatedAt:      tx.Now,
		}
		if err := tx.InsertApplicantKey(ctx, row); err != nil {
			return err
		}
		if err := tx.PutCustomer(ctx, c); err != nil {
			return err
		}
		return tx.PutTemplate(ctx, store.SealedTemplate{
			Company:     "acme",
			CustomerID:  id,
			Kind:        "face",
			ModelSHA256: strings.Repeat("a", 64),
			Sealed:      []byte("sealed"),
		})
	})
	return c
}

// objects returns the SHA-256 over the names of the files of jobs, sorted, one per line.
func (d desk) objects(jobs ...string) string {
	d.t.Helper()
	var names []string
	for _, job := range jobs {
		captures, err := d.Store.Captures(d.t.Context(), "acme", job)
		if err != nil {
			d.t.Fatal(err)
		}
		for _, c := range captures {
			names = append(names, c.Key)
		}
	}
	slices.Sort(names)
	sum := sha256.Sum256([]byte(strings.Join(names, "\n")))
	return hex.EncodeToString(sum[:])
}

// files counts the capture files on the disk.
func (d desk) files() int {
	n := 0
	_ = filepath.WalkDir(d.root, func(_ string, e os.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			n++
		}
		return nil
	})
	return n
}

// drawn finds hashes and ids, in which "4471" may stand by chance.
var drawn = regexp.MustCompile(`[0-9a-f]{64}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)

func TestAnErasureRemovesThePersonAndLeavesAnAnonymousProof(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		d := newDesk(t, st)
		ctx := t.Context()
		first, second := d.job("4471", onboarding.Approved), d.job("4471", onboarding.Declined)
		other := d.job("9", onboarding.Approved)
		c := d.enrol("4471", first)
		if found, err := d.Find(ctx, "acme", " G0998 ", false, 0, 10); err != nil || len(found) != 1 {
			t.Fatalf("by document: %v, %v", found, err)
		}
		record, err := d.Record(ctx, "acme", "4471")
		if err != nil || len(record.Jobs) != 2 || len(record.Templates) != 1 || len(record.Obstacles()) != 0 {
			t.Fatalf("%+v, %v", record, err)
		}
		want := customer.Total{Jobs: 2, Captures: 2, Bytes: 8, Templates: 1, Keys: 3}
		if record.Total() != want {
			t.Errorf("a dry run counts %+v", record.Total())
		}
		if _, err := d.Erase(ctx, "agent:x", "acme", "4471", "other", 0); !fault.Is(err, fault.Conflict) {
			t.Errorf("with another digest: %v", err)
		}
		objects := d.objects(first, second)
		gone, err := d.Erase(ctx, "agent:x", "acme", "4471", record.Digest(), 0)
		if err != nil || gone.Total != want || gone.Left != 0 || gone.Objects != objects {
			t.Fatalf("%+v, %v; the digest of its files is %s", gone, err, objects)
		}
		for _, id := range []string{first, second, c.ID} {
			if _, err := d.Keys.ApplicantKey(ctx, "acme", id); !fault.Is(err, fault.NotFound) {
				t.Errorf("a key still opens: %v", err)
			}
		}
		if _, err := st.Job(ctx, "acme", first); !fault.Is(err, fault.NotFound) {
			t.Errorf("a job is left: %v", err)
		}
		if _, err := st.Job(ctx, "acme", other); err != nil || d.files() != 1 {
			t.Errorf("another person's: %v, %d files", err, d.files())
		}
		if ages, _ := st.TemplateAges(ctx, "acme", c.ID); len(ages) != 0 {
			t.Errorf("templates are left: %v", ages)
		}
		proofs, err := d.Proofs(ctx, "acme", "4471")
		if err != nil || len(proofs) != 1 || proofs[0].Action != "customer.erase" || proofs[0].Actor != "agent:x" {
			t.Fatalf("%+v, %v", proofs, err)
		}
		written := drawn.ReplaceAllString(proofs[0].Target+proofs[0].Detail, "")
		for _, word := range []string{"4471", "DOE", "G0998"} {
			if strings.Contains(written, word) {
				t.Errorf("the proof names %s: %+v", word, proofs[0])
			}
		}
		if _, err := d.Record(ctx, "acme", "4471"); !fault.Is(err, fault.NotFound) {
			t.Errorf("the record is left: %v", err)
		}
	})
}

func TestAnErasureTakesTheSandboxJobsOfTheNumberToo(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		d := newDesk(t, st)
		ctx := t.Context()
		registry := &companies.Registry{Store: st, Keys: d.Keys}
		if _, err := registry.CreateCompany(ctx, "cli", "globex", "Globex"); err != nil {
			t.Fatal(err)
		}
		genuine := d.job("4471", onboarding.Approved)
		var tests []string
		for _, status := range []onboarding.Status{onboarding.Capturing, onboarding.Review, onboarding.Approved} {
			tests = append(tests, d.jobOf("acme", "4471", status, onboarding.Approved))
		}
		foreign := d.jobOf("globex", "4471", onboarding.Approved, onboarding.Approved)
		other := d.jobOf("acme", "9", onboarding.Approved, onboarding.Approved)
		d.receiver()
		d.emit(tests[2])
		d.enrol("4471", genuine)
		record, err := d.Record(ctx, "acme", "4471")
		if err != nil || len(record.Jobs) != 1 || len(record.Tests) != 3 || len(record.Obstacles()) != 0 ||
			record.Pending() != 1 {
			t.Fatalf("%+v, %v", record, err)
		}
		want := customer.Total{Jobs: 1, Tests: 3, Captures: 4, Bytes: 16, Templates: 1, Keys: 5}
		if record.Total() != want {
			t.Errorf("a dry run counts %+v", record.Total())
		}
		added := d.jobOf("acme", "4471", onboarding.Approved, onboarding.Declined)
		_, err = d.Erase(ctx, "agent:x", "acme", "4471", record.Digest(), 1)
		if !fault.Is(err, fault.Conflict) {
			t.Errorf("with a sandbox job that was not shown: %v", err)
		}
		if record, err = d.Record(ctx, "acme", "4471"); err != nil {
			t.Fatal(err)
		}
		gone, err := d.Erase(ctx, "agent:x", "acme", "4471", record.Digest(), 1)
		if err != nil || gone.Total != record.Total() || gone.Tests != 4 || gone.GivenUp != 1 {
			t.Errorf("%+v, %v", gone, err)
		}
		for _, id := range append(tests, added) {
			if _, err := st.Job(ctx, "acme", id); !fault.Is(err, fault.NotFound) {
				t.Errorf("a sandbox job is left: %v", err)
			}
			if _, err := d.Keys.ApplicantKey(ctx, "acme", id); !fault.Is(err, fault.NotFound) {
				t.Errorf("a key still opens: %v", err)
			}
		}
		if events, err := st.EventsOfJob(ctx, "acme", tests[2]); err != nil || len(events) != 0 {
			t.Errorf("an event is left: %v, %v", events, err)
		}
		for company, id := range map[string]string{"globex": foreign, "acme": other} {
			if _, err := st.Job(ctx, company, id); err != nil {
				t.Errorf("the sandbox job of another one of %s: %v", company, err)
			}
		}
		if d.files() != 2 {
			t.Errorf("%d files are left", d.files())
		}
	})
}

func TestAPersonWhoWasNeverEnrolledIsErasedToo(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		d := newDesk(t, st)
		ctx := t.Context()
		jobs := []string{
			d.job("4471", onboarding.Declined),
			d.job("4471", onboarding.Suspicious),
			d.jobOf("acme", "4471", onboarding.Review, onboarding.Approved),
		}
		other := d.job("9", onboarding.Declined)
		record, err := d.Record(ctx, "acme", "4471")
		want := customer.Total{Jobs: 2, Tests: 1, Captures: 3, Bytes: 12, Keys: 3}
		if err != nil || record.Enrolled() || record.UniqueNumber != "4471" || record.Total() != want {
			t.Fatalf("%+v, %v", record, err)
		}
		d.enrol("4471", jobs[0])
		if _, err := d.Erase(ctx, "agent:x", "acme", "4471", record.Digest(), 0); !fault.Is(err, fault.Conflict) {
			t.Errorf("somebody was enrolled meanwhile: %v", err)
		}
		d.write(func(tx *store.Tx) error {
			enrolled, err := tx.CustomerByNumber(ctx, "acme", "4471")
			if err != nil {
				return err
			}
			return tx.EraseCustomer(ctx, "acme", enrolled.ID)
		})
		gone, err := d.Erase(ctx, "agent:x", "acme", "4471", record.Digest(), 0)
		if err != nil || gone.Total != want || gone.Customer != "" {
			t.Fatalf("%+v, %v", gone, err)
		}
		for _, id := range jobs {
			if _, err := st.Job(ctx, "acme", id); !fault.Is(err, fault.NotFound) {
				t.Errorf("a job is left: %v", err)
			}
			if _, err := d.Keys.ApplicantKey(ctx, "acme", id); !fault.Is(err, fault.NotFound) {
				t.Errorf("a key still opens: %v", err)
			}
		}
		if _, err := st.Job(ctx, "acme", other); err != nil || d.files() != 1 {
			t.Errorf("another person's: %v, %d files", err, d.files())
		}
		if proofs, err := d.Proofs(ctx, "acme", "4471"); err != nil || len(proofs) != 1 {
			t.Errorf("%+v, %v", proofs, err)
		}
		if _, err := d.Record(ctx, "acme", "4471"); !fault.Is(err, fault.NotFound) {
			t.Errorf("the record is left: %v", err)
		}
	})
}

func TestAPersonIsNotErasedWhileSomethingIsStillDecided(t *testing.T) {
	d := newDesk(t, storetest.SQLite(t, clock.System{}))
	ctx := t.Context()
	job := d.job("1", onboarding.Approved)
	d.enrol("1", job)
	before, err := d.Record(ctx, "acme", "1")
	if err != nil {
		t.Fatal(err)
	}
	d.job("1", onboarding.Review)
	if _, err := d.Erase(ctx, "agent:x", "acme", "1", before.Digest(), 0); !fault.Is(err, fault.Conflict) ||
		!strings.Contains(err.Error(), "1 job is still being decided") {
		t.Errorf("with a job in review: %v", err)
	}
	if _, err := d.Record(ctx, "globex", "1"); !fault.Is(err, fault.NotFound) {
		t.Errorf("another company's: %v", err)
	}
	if d.files() != 2 {
		t.Errorf("%d files are left", d.files())
	}
}

// receiver adds an endpoint that takes decisions.
func (d desk) receiver() webhook.Endpoint {
	d.t.Helper()
	endpoint := webhook.Endpoint{
		Company: "acme",
		ID:      ids.UUID(),
		URL:     "https://receiver.test/",
		Host:    "https://receiver.test:443",
		Events:  []onboarding.EventType{onboarding.ApplicationDecision},
		State:   webhook.EndpointActive,
	}
	d.write(func(tx *store.Tx) error { return tx.InsertEndpoint(d.t.Context(), endpoint) })
	return endpoint
}

// emit adds an event of a job with its deliveries.
func (d desk) emit(job string) {
	d.write(func(tx *store.Tx) error {
		return tx.EmitEvent(d.t.Context(), webhook.Event{
			Company:    "acme",
			ID:         ids.ULID(tx.Now),
			JobID:      job,
			Type:       onboarding.ApplicationDecision,
			OccurredAt: tx.Now,
			Body:       []byte("{}"),
		}, tx.Now)
	})
}

// recorded returns a record with one of each.
func recorded() customer.Record {
	held := func(id string) []customer.HeldJob {
		return []customer.HeldJob{{
			Job:     onboarding.Job{ID: id, Status: onboarding.Capturing, Version: 1},
			JobData: store.JobData{Captures: 1},
		}}
	}
	return customer.Record{
		Customer:  onboarding.Customer{ID: "c"},
		Templates: []store.TemplateAge{{Kind: "face", ModelSHA256: "a", CreatedAt: time.UnixMilli(1)}},
		Jobs:      held("j"),
		Tests:     held("t"),
	}
}

func TestADigestTellsEveryChangeOfARecord(t *testing.T) {
	known := map[string]string{recorded().Digest(): "nothing"}
	for what, change := range map[string]func(r *customer.Record){
		"another person":              func(r *customer.Record) { r.ID = "d" },
		"another job":                 func(r *customer.Record) { r.Jobs[0].ID = "k" },
		"a job less":                  func(r *customer.Record) { r.Jobs = nil },
		"a job that was submitted":    func(r *customer.Record) { r.Jobs[0].Status = onboarding.Queued },
		"a job that was changed":      func(r *customer.Record) { r.Jobs[0].Version++ },
		"one more capture":            func(r *customer.Record) { r.Jobs[0].Captures++ },
		"one more capture of a test":  func(r *customer.Record) { r.Tests[0].Captures++ },
		"a template less":             func(r *customer.Record) { r.Templates = nil },
		"a template of another kind":  func(r *customer.Record) { r.Templates[0].Kind = "voice" },
		"a template by another model": func(r *customer.Record) { r.Templates[0].ModelSHA256 = "b" },
		"a newer template":            func(r *customer.Record) { r.Templates[0].CreatedAt = time.UnixMilli(2) },
	} {
		r := recorded()
		change(&r)
		if same, told := known[r.Digest()]; told {
			t.Errorf("%s has the digest of %s", what, same)
		}
		known[r.Digest()] = what
	}
}

func TestUndeliveredEventsAreDroppedOnlyWithPermission(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		d := newDesk(t, st)
		ctx := t.Context()
		job := d.job("1", onboarding.Approved)
		d.enrol("1", job)
		endpoint := d.receiver()
		d.emit(job)
		record, err := d.Record(ctx, "acme", "1")
		if err != nil || record.Pending() != 1 {
			t.Fatalf("%+v, %v", record, err)
		}
		if _, err := d.Erase(ctx, "agent:x", "acme", "1", record.Digest(), 0); !fault.Is(err, fault.Invalid) {
			t.Errorf("not asked for: %v", err)
		}
		d.emit(job)
		if _, err := d.Erase(ctx, "agent:x", "acme", "1", record.Digest(), 1); !fault.Is(err, fault.Conflict) {
			t.Errorf("one that came after the list was shown: %v", err)
		}
		d.write(func(tx *store.Tx) error {
			return tx.PauseEndpoint(ctx, "acme", endpoint.ID, "")
		})
		record, err = d.Record(ctx, "acme", "1")
		if err != nil || record.Pending() != 2 {
			t.Fatalf("while the endpoint is paused: %+v, %v", record, err)
		}
		if _, err := d.Erase(ctx, "agent:x", "acme", "1", record.Digest(), 0); !fault.Is(err, fault.Invalid) {
			t.Errorf("not asked for while the endpoint is paused: %v", err)
		}
		const shown = 3 // one has arrived since
		gone, err := d.Erase(ctx, "agent:x", "acme", "1", record.Digest(), shown)
		if err != nil || gone.GivenUp != 2 {
			t.Errorf("%+v, %v", gone, err)
		}
		if events, _ := d.Store.EventsOfJob(ctx, "acme", job); len(events) != 0 {
			t.Error("an event is left")
		}
	})
}
