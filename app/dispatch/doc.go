// Package dispatch sends events to clients' servers: it claims due deliveries into a lane per host, asks the host's
// breaker, signs, posts, and writes each attempt together with the delivery's new state. The rules are in package
// webhook.
package dispatch
