package webhooks

import (
	"context"

	"proofdesk/app/web/shell"
	"proofdesk/app/webhook"
)

// hidden are the deliveries of the jobs that a visitor judges blind: what no row shows no count may tell.
type hidden []webhook.Delivery

func (w *Handler) hidden(ctx context.Context, v shell.Visitor) (hidden, error) {
	blind, err := w.Masking.Checks.Blind(ctx, v.Checker())
	if err != nil {
		return nil, err
	}
	var all hidden
	for job := range blind {
		found, err := w.Store.DeliveriesOfJob(ctx, v.Company, job)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

// apart returns a count without the hidden deliveries that are in it. One that ends at the bound tells nothing about
// one delivery.
func (h hidden) apart(n int, counted func(webhook.Delivery) bool) int {
	if n >= countBound {
		return n
	}
	for _, d := range h {
		if counted(d) {
			n--
		}
	}
	return max(0, n)
}

// ofEndpoint returns a count of an endpoint's deliveries in a state without the hidden ones.
func (h hidden) ofEndpoint(n int, endpoint string, state webhook.State) int {
	return h.apart(n, func(d webhook.Delivery) bool { return d.EndpointID == endpoint && d.State == state })
}
