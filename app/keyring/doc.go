// Package keyring knows whose key opens what: master key → company key → applicant key → object. It loads wrapped keys
// from the store and opens them with the vault. It encrypts no captures itself and keeps no policy about erasure.
package keyring
