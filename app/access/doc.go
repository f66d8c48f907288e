// Package access holds the rules of who may do what and how callers authenticate: roles and permissions, password rules
// and hashing, generated secrets and their keyed hashes, and the URNs of API keys and documents. It reads and writes no
// rows.
package access
