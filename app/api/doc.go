// Package api serves the REST API: the SDK's calls under /api/v4, the snapshot and document calls of client servers,
// the token endpoint, and the OpenAPI document of all of it. A handler decodes, calls one use case and writes the
// answer; no business rule is decided here.
package api
