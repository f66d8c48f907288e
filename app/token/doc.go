// Package token is the use case of the token endpoint: the password grant (RFC 6749, 4.3) for integration servers, the
// keys that sign its tokens, and what is asked about tokens afterwards (verification, introspection, revocation). It
// knows no HTTP server: a transport hands in the parts of a request and writes what comes back.
package token
