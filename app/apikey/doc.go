// Package apikey verifies API keys for the snapshot and document calls. Package credentials creates and revokes keys.
package apikey
