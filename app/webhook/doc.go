// Package webhook holds the rules of telling a client's server what was decided: event, endpoint, delivery, attempt,
// the signature, the back-off and the breaker. It does no I/O; package dispatch sends.
package webhook
