// Package token issues and verifies access tokens: the password grant (RFC 6749, 4.3) for integration servers, the keys
// that sign tokens, and verification, introspection and revocation. It knows no HTTP server: a transport passes in the
// parts of a request and writes the answer.
package token
