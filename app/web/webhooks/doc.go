// Package webhooks is the wing of the console about webhooks: endpoints, deliveries, breakers, and sending again what
// was sent in a time window.
package webhooks
