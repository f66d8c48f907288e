// Package httpserver is the program's front door: the HTTP server, the guards that every request passes before a route
// sees it, and the one shape of an error answer. It knows no route and no use case; api and web add theirs to
// Server.App.
//
// What every request meets, outermost first: a request id, checks of the raw header lines (request smuggling), the rule
// for its body (each route has its own limit; nothing is inflated), a time-out in the user context, recovery from
// panics, security headers, and one structured log line without personal data.
package httpserver
