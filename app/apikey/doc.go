// Package apikey verifies what programs send in headers of their own: API keys for the snapshot and document calls, and
// tokens for the repository of the web SDK. Package credentials creates and revokes both.
package apikey
