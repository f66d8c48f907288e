// Package dispatch tells clients' servers: it takes due deliveries into a lane per host, asks the host's breaker,
// signs, posts, and writes each attempt with what it means for the delivery. The rules are in package webhook.
package dispatch
