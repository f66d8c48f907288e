// Package api is the REST side of the program: the SDK's calls under /api/v4, the snapshot and document calls of client
// servers, the token endpoint, and the OpenAPI document of all of it. A handler decodes, calls one use case and writes;
// no rule of the field is decided here.
package api
