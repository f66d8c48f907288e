// Package delivery describes deliveries of webhooks: where they go, how they stand, and how an attempt to send one
// ended. Pages of deliveries and of the jobs behind them speak of them alike.
package delivery
