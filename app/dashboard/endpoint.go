package dashboard

import (
	"context"
	"time"

	"proofdesk/app/store"
	"proofdesk/app/webhook"
)

// Sent counts the deliveries of one hour that have ended, by how.
type Sent struct {
	Delivered, Failed int64
}

// Day holds the deliveries of an endpoint in the last 24 hours by the hour that they were made in, the running hour
// last. Deliveries of sandbox clients are not in it, and what still waits is in no hour.
type Day [hoursOfDay]Sent

const hoursOfDay = 24

// Endpoints returns the last 24 hours of each endpoint of a company, by its id. It reads counters alone, so that its
// cost depends on the number of endpoints and not on that of deliveries. An endpoint with no delivery is not in it.
func (d *Reader) Endpoints(ctx context.Context, company string, now time.Time) (map[string]Day, error) {
	until := store.HourOf(now) + 1
	sums, err := d.Store.RollupSteps(ctx, company, metricEndpoint, until-hoursOfDay, until, 1)
	if err != nil {
		return nil, err
	}
	days := map[string]Day{}
	for _, s := range sums {
		endpoint, state := cut(s.Label)
		day := days[endpoint]
		switch webhook.State(state) {
		case webhook.Delivered:
			day[s.Step].Delivered = s.Count
		case webhook.Failed:
			day[s.Step].Failed = s.Count
		}
		days[endpoint] = day
	}
	return days, nil
}

// EndpointsSince returns since when the deliveries of a company's endpoints are counted: zero where that is from the
// first one on. Releases that counted deliveries but not those of each endpoint leave an earlier time uncounted.
func (d *Reader) EndpointsSince(ctx context.Context, company string, now time.Time) (time.Time, error) {
	sent, err := d.Store.FirstRollup(ctx, company, metricDelivery)
	if err != nil || sent == 0 {
		return time.Time{}, err
	}
	counted, err := d.Store.FirstRollup(ctx, company, metricEndpoint)
	if err != nil || counted > 0 && counted <= sent {
		return time.Time{}, err
	}
	if counted == 0 {
		live, err := d.sends(ctx, company)
		if err != nil || !live {
			return time.Time{}, err
		}
		counted = store.HourOf(now)
	}
	return time.Unix(counted*3600, 0).UTC(), nil
}

// sends reports whether a company has a delivery that is not a sandbox client's, which are not counted.
func (d *Reader) sends(ctx context.Context, company string) (bool, error) {
	for _, state := range []webhook.State{webhook.Delivered, webhook.Failed, webhook.Pending, webhook.Paused} {
		if n, err := d.Store.CountDeliveries(ctx, company, state, 1); err != nil || n > 0 {
			return n > 0, err
		}
	}
	return false, nil
}
