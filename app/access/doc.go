// Package access holds the rules of who may do what and how they prove who they are: roles and permissions, password
// rules and hashing, minted secrets and their keyed hashes, and the URNs of API keys and documents. It reads and writes
// no rows: use cases do that.
package access
