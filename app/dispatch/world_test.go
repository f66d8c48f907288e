package dispatch_test

import (
	"encoding/json"
	"encoding/pem"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"proofdesk/app/clock"
	tenant "proofdesk/app/company"
	"proofdesk/app/dispatch"
	"proofdesk/app/ids"
	"proofdesk/app/keyring"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/vault"
	"proofdesk/app/webhook"
)

func TestMain(m *testing.M) { storetest.Main(m) }

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

const company = "acme"

// world is a company with a worker and a listener over TLS.
type world struct {
	testing.TB
	clock  *clock.Manual
	store  *store.Store
	keys   *keyring.Keys
	worker *dispatch.Worker
}

// got is one request as the listener saw it.
type got struct {
	header http.Header
	body   []byte
}

// listener keeps what it gets and answers as it is told.
type listener struct {
	*httptest.Server
	mu     sync.Mutex
	got    []got
	answer http.HandlerFunc
	forget bool // whether what it gets is not kept
}

func listen(t testing.TB, answer http.HandlerFunc) *listener {
	l := &listener{answer: answer}
	l.Server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		l.mu.Lock()
		if !l.forget {
			l.got = append(l.got, got{header: r.Header.Clone(), body: body})
		}
		answer := l.answer
		l.mu.Unlock()
		if answer != nil {
			answer(w, r)
		}
	}))
	l.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, 0)
	l.StartTLS()
	t.Cleanup(l.Close)
	return l
}

func (l *listener) requests() []got {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.got)
}

func (l *listener) answers(answer http.HandlerFunc) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.answer = answer
}

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

// authority is a file with the certificate that all listeners of tests use.
func authority(t testing.TB, l *listener) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: l.Certificate().Raw}),
		0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// loopback lets deliveries reach listeners of tests.
func loopback(t testing.TB, l *listener) dispatch.Network {
	t.Helper()
	return dispatch.Network{AllowCIDRs: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, ExtraCA: authority(t, l)}
}

// newWorld opens a company on a store whose clock is c.
func newWorld(t testing.TB, c *clock.Manual, st *store.Store, n dispatch.Network) *world {
	t.Helper()
	w := &world{TB: t, clock: c, store: st, keys: &keyring.Keys{Store: st, Master: vault.Ephemeral()}}
	w.write(func(tx *store.Tx) error {
		return tx.InsertCompany(t.Context(), tenant.Company{
			Slug:       company,
			Name:       "Acme",
			WrappedKey: w.keys.NewCompanyKey(company),
			CreatedAt:  tx.Now,
		})
	})
	w.worker = w.newWorker(n)
	return w
}

func (w *world) newWorker(n dispatch.Network) *dispatch.Worker {
	w.Helper()
	worker := &dispatch.Worker{
		Store:   w.store,
		Keys:    w.keys,
		Clock:   w.clock,
		Network: n,
		Log:     slog.New(slog.DiscardHandler),
		Timeout: 2 * time.Minute,
	}
	if err := worker.Prepare(); err != nil {
		w.Fatal(err)
	}
	return worker
}

// onSQLite is a world on SQLite whose worker reaches the listener.
func onSQLite(t testing.TB, l *listener) *world {
	t.Helper()
	c := clock.NewManual(noon)
	return newWorld(t, c, storetest.SQLite(t, c), loopback(t, l))
}

// onEach runs a test on both engines.
func onEach(t *testing.T, answer http.HandlerFunc, test func(*world, *listener)) {
	c := clock.NewManual(noon)
	storetest.EachAt(t, c, func(t *testing.T, st *store.Store) {
		l := listen(t, answer)
		test(newWorld(t, c, st, loopback(t, l)), l)
	})
}

func (w *world) write(fn func(*store.Tx) error) {
	w.Helper()
	if err := w.store.Write(w.Context(), fn); err != nil {
		w.Fatal(err)
	}
}

const (
	kid    = "k_000000000001"
	secret = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
)

// endpoint adds an active endpoint with an active key and static headers.
func (w *world) endpoint(url string, headers map[string]string) webhook.Endpoint {
	w.Helper()
	e := webhook.Endpoint{
		Company:     company,
		ID:          ids.UUID(),
		URL:         url,
		Events:      webhook.EventTypes(),
		State:       webhook.EndpointActive,
		HeaderNames: slices.Sorted(maps.Keys(headers)),
	}
	var err error
	if _, e.Host, err = webhook.ParseURL(url); err != nil {
		e.Host = "https://refused.example:443"
	}
	if len(headers) > 0 {
		plain, _ := json.Marshal(headers)
		if e.SealedHeaders, err = w.keys.Seal(w.Context(), company, plain, webhook.HeadersContext(e.ID)); err != nil {
			w.Fatal(err)
		}
	}
	sealed, err := w.keys.Seal(w.Context(), company, []byte(secret), webhook.SecretContext(e.ID, kid))
	if err != nil {
		w.Fatal(err)
	}
	w.write(func(tx *store.Tx) error {
		if err := tx.InsertEndpoint(w.Context(), e); err != nil {
			return err
		}
		return tx.InsertEndpointKey(w.Context(), webhook.EndpointKey{
			Company:      company,
			EndpointID:   e.ID,
			KID:          kid,
			SealedSecret: sealed,
			State:        webhook.KeyActive,
		})
	})
	return e
}

// emit writes so many events, due now.
func (w *world) emit(n int) []webhook.Event {
	w.Helper()
	var all []webhook.Event
	for range n {
		id := ids.ULID(w.clock.Now())
		e := webhook.Event{
			Company:    company,
			ID:         id,
			JobID:      ids.UUID(),
			Type:       onboarding.ApplicationDecision,
			OccurredAt: w.clock.Now(),
			Body: []byte(`{"event":{"id":"` + id +
				`"},"applicationDetails":{"status":"APPROVED"}, "spaces":  "kept é"}`),
		}
		w.write(func(tx *store.Tx) error { return storetest.Emit(w.Context(), tx, e, tx.Now) })
		all = append(all, e)
	}
	return all
}

func (w *world) step() {
	w.Helper()
	if err := w.worker.Step(w.Context()); err != nil {
		w.Fatal(err)
	}
}

// all lists every delivery, oldest first.
func (w *world) all() []webhook.Delivery {
	w.Helper()
	found, err := w.store.Deliveries(w.Context(), company, "", 0, 10_000)
	if err != nil {
		w.Fatal(err)
	}
	slices.Reverse(found)
	return found
}

// only returns the one delivery that there is.
func (w *world) only() webhook.Delivery {
	w.Helper()
	found := w.all()
	if len(found) != 1 {
		w.Fatalf("%d deliveries", len(found))
	}
	return found[0]
}

func (w *world) attempts(d webhook.Delivery) []webhook.Attempt {
	w.Helper()
	found, err := w.store.Attempts(w.Context(), company, d.ID)
	if err != nil {
		w.Fatal(err)
	}
	return found
}

func (w *world) breaker(host string) store.HostBreaker {
	w.Helper()
	b, err := w.store.Breaker(w.Context(), host)
	if err != nil {
		w.Fatal(err)
	}
	return b
}

// until moves the clock to a time.
func (w *world) until(at time.Time) { w.clock.Advance(at.Sub(w.clock.Now())) }
