// Package keyring decrypts the key hierarchy: master key → company key → applicant key → object. It loads wrapped keys
// from the store and unwraps them with the vault. It encrypts no captures itself and does not decide about erasure.
package keyring
