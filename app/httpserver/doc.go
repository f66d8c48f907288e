// Package httpserver is the program's HTTP server: the listener, the checks that every request passes before its route
// runs, and the one form of an error answer. It knows no route and no use case; api and web add theirs to Server.App.
//
// Every request passes these steps, outermost first: a request id, checks of the raw header lines (request smuggling),
// the rule for its body (each route has its own limit; nothing is inflated), a time-out in the user context, recovery
// from panics, security headers, and one structured log line without personal data.
package httpserver
