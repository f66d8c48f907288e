package shell

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"
	"github.com/maypok86/otter/v2"

	"proofdesk/app/access"
	"proofdesk/app/store"
	"proofdesk/app/webhook"
	"proofdesk/views/layout"
	"proofdesk/views/ui"
)

// TroublePath is the page that lists the trouble that the badge of the top bar counts.
const TroublePath = "/deliveries/trouble"

const (
	// troubleBound is how many unsettled deliveries of one endpoint are counted.
	troubleBound = 100
	// refusalsSeen is how many deliveries of each state tell whether an endpoint refuses everything, and fewestRefusals
	// how many must have been refused since the last one that it accepted.
	refusalsSeen   = 20
	fewestRefusals = 3
)

// Trouble is what keeps a company's events from its applications. Failed deliveries and refusing endpoints are lost
// without somebody; what is behind a paused endpoint or an open breaker is only held.
type Trouble struct {
	Failed   []FailedAt
	Refusing []RefusingAt
	Paused   []webhook.Endpoint
	Hosts    []store.HostBreaker // to which nothing or only a probe is sent
}

// FailedAt is an endpoint with failed deliveries that nobody has settled, counted up to a bound.
type FailedAt struct {
	webhook.Endpoint
	N int
}

// RefusingAt is an endpoint that has answered everything since its last accepted event with a redirect or an error of
// the client. Last is the newest such delivery.
type RefusingAt struct {
	webhook.Endpoint
	Last webhook.Delivery
}

// TroubleOf finds the trouble of a company. It reads a bounded number of rows for each endpoint, through indexes.
// Failed deliveries that somebody has settled, those of removed endpoints and those of sandbox clients are no trouble.
func TroubleOf(ctx context.Context, db *store.Store, company string) (Trouble, error) {
	var t Trouble
	endpoints, err := db.Endpoints(ctx, company)
	if err != nil || len(endpoints) == 0 {
		return t, err
	}
	hosts := map[string]bool{}
	for _, e := range endpoints {
		hosts[e.Host] = true
		if err := t.add(ctx, db, e); err != nil {
			return t, err
		}
	}
	breakers, err := db.Breakers(ctx)
	for _, b := range breakers {
		if hosts[b.Host] && b.State != webhook.Closed {
			t.Hosts = append(t.Hosts, b)
		}
	}
	return t, err
}

// add adds the trouble with one endpoint.
func (t *Trouble) add(ctx context.Context, db *store.Store, e webhook.Endpoint) error {
	n, err := db.CountUnsettledDeliveries(ctx, e.Company, e.ID, troubleBound)
	if err != nil {
		return err
	}
	if n > 0 {
		t.Failed = append(t.Failed, FailedAt{e, n})
	}
	if e.State == webhook.EndpointPaused {
		t.Paused = append(t.Paused, e)
		return nil
	}
	last, refuses, err := refusal(ctx, db, e)
	if refuses {
		t.Refusing = append(t.Refusing, RefusingAt{e, last})
	}
	return err
}

// refusal reports whether an endpoint refuses everything, and returns the newest refused delivery. Settled deliveries
// are skipped.
func refusal(ctx context.Context, db *store.Store, e webhook.Endpoint) (webhook.Delivery, bool, error) {
	tried, err := NewestTried(ctx, db, e)
	if err != nil {
		return webhook.Delivery{}, false, err
	}
	refused := 0
	tried = slices.DeleteFunc(tried, func(d webhook.Delivery) bool { return !d.SettledAt.IsZero() })
	for _, d := range tried {
		if d.State == webhook.Delivered {
			break
		}
		if d.LastStatus < 300 || d.LastStatus >= 500 {
			return webhook.Delivery{}, false, nil
		}
		refused++
	}
	if refused < fewestRefusals {
		return webhook.Delivery{}, false, nil
	}
	return tried[0], true, nil
}

// NewestTried lists deliveries of an endpoint that were attempted, newest first: a bounded number of each state, and
// none of sandbox clients.
func NewestTried(ctx context.Context, db *store.Store, e webhook.Endpoint) ([]webhook.Delivery, error) {
	var tried []webhook.Delivery
	for _, state := range []webhook.State{webhook.Delivered, webhook.Failed, webhook.Pending} {
		found, err := db.LiveDeliveriesOfEndpoint(ctx, e.Company, e.ID, state, refusalsSeen)
		if err != nil {
			return nil, err
		}
		for _, d := range found {
			if d.LastClass != "" {
				tried = append(tried, d)
			}
		}
	}
	slices.SortFunc(tried, func(a, b webhook.Delivery) int { return cmp.Compare(b.Seq, a.Seq) })
	return tried, nil
}

// Count returns how many things need somebody: each failed delivery, endpoint and host.
func (t Trouble) Count() int { return t.failed() + len(t.Refusing) + len(t.Paused) + len(t.Hosts) }

func (t Trouble) failed() (n int) {
	for _, f := range t.Failed {
		n += f.N
	}
	return n
}

// Bounded reports whether there may be more failed deliveries than were counted.
func (t Trouble) Bounded() bool {
	return slices.ContainsFunc(t.Failed, func(f FailedAt) bool { return f.N >= troubleBound })
}

// Text names the trouble in a plain sentence.
func (t Trouble) Text(v Visitor) string {
	text := ""
	add := func(n int, one, many string) {
		if n > 0 {
			if text != "" {
				text += " · "
			}
			text += v.N(n, one, many)
		}
	}
	add(t.failed(), "1 delivery failed", "%d deliveries failed")
	add(len(t.Refusing), "1 endpoint refuses every event", "%d endpoints refuse every event")
	add(len(t.Hosts), "1 host is on hold", "%d hosts are on hold")
	add(len(t.Paused), "1 endpoint is paused", "%d endpoints are paused")
	return text
}

// Tone returns the colour of the trouble: red only where an event is lost without somebody.
func (t Trouble) Tone() ui.Tone {
	if t.failed()+len(t.Refusing) > 0 {
		return ui.Fail
	}
	return ui.Warn
}

// troubleLife is how old the badge may be. Each page and every open queue asks for it, and it costs some reads for each
// endpoint.
const troubleLife = 2 * time.Second

// NewTroubles returns a cache of the trouble of companies by their names.
func NewTroubles() *otter.Cache[string, Trouble] {
	return otter.Must(&otter.Options[string, Trouble]{
		ExpiryCalculator: otter.ExpiryCreating[string, Trouble](troubleLife),
	})
}

// trouble returns the trouble of a company as it was some seconds ago at most.
func (w *Shell) trouble(ctx context.Context, company string) (Trouble, error) {
	if w.Troubles == nil {
		return TroubleOf(ctx, w.Store, company)
	}
	return w.Troubles.Get(ctx, company, otter.LoaderFunc[string, Trouble](
		func(ctx context.Context, company string) (Trouble, error) { return TroubleOf(ctx, w.Store, company) }))
}

// changesTrouble reports whether a form of a path changes endpoints, deliveries or hosts.
func changesTrouble(path string) bool {
	for _, area := range []string{"/webhooks", "/deliveries"} {
		if strings.HasPrefix(path, area) {
			return true
		}
	}
	return false
}

// forgetTrouble lets the next page read the trouble of a company anew: its visitor has just changed something.
func (w *Shell) forgetTrouble(company string) {
	if w.Troubles != nil {
		w.Troubles.Invalidate(company)
	}
}

// TroubleBadge returns the badge of the top bar; nil for a visitor who may not see deliveries. Its count is empty where
// there is no trouble. Where that could not be read the badge says so, beside the error: no badge would mean that all
// is well.
func (w *Shell) TroubleBadge(ctx context.Context, v Visitor) (*layout.Trouble, error) {
	if !v.Role.Can(access.ViewDeliveries) {
		return nil, nil
	}
	t, err := w.trouble(ctx, v.Company)
	badge := &layout.Trouble{Href: TroublePath}
	if err != nil {
		badge.Count, badge.Tone = "?", ui.Warn
		badge.Text = v.T("Whether deliveries have failed is unknown: it could not be read")
		return badge, err
	}
	if n := t.Count(); n > 0 {
		badge.Count, badge.Text, badge.Tone = strconv.Itoa(n), t.Text(v), t.Tone()
		if t.Bounded() {
			badge.Count += "+"
		}
	}
	return badge, err
}

// withTrouble adds the badge to a frame. A page without it is better than none, so that a failure is only logged.
func (w *Shell) withTrouble(c *fiber.Ctx, v Visitor, f *layout.Frame) {
	if v.ID == "" {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(c.UserContext()), troubleLife)
	defer cancel()
	badge, err := w.TroubleBadge(ctx, v)
	if err != nil && w.Log != nil {
		w.Log.Error("read delivery trouble failed", "error", err)
	}
	f.Trouble = badge
}
