// Package vault implements envelope encryption: a file of master keys, keys wrapped by keys, and secrets encrypted with
// keys, all with AES-256-GCM (NIST SP 800-38D) and a context that binds each encrypted value to its place. It does no
// database I/O and knows no companies; the keyring decides which key belongs to whom. Nothing in it prints a secret.
package vault
