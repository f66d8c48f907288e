// Package webhooks is the view of telling a client's servers: endpoints with their keys, deliveries with every attempt,
// and the breakers of hosts. It names no domain type; the console fills its models.
package webhooks
