// Package webhook holds the rules of reporting decisions to a client's server: event, endpoint, delivery, attempt, the
// signature, the back-off and the breaker. It does no I/O; package dispatch sends.
package webhook
