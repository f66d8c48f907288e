// Package vault is envelope encryption: a file of master keys, keys wrapped by keys, and secrets sealed under keys, all
// with AES-256-GCM (NIST SP 800-38D) and a context that binds each sealed value to its place. It does no database I/O
// and knows nothing of companies; who owns which key is the keyring's business. Nothing in it prints a secret.
package vault
