// Package apikey is the use case of proving an API key, as the snapshot and the documents ask for. Making and ending
// keys is admin's.
package apikey
