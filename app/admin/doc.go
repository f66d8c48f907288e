// Package admin is the use cases that the command line and the console share: companies, users, clients, integration
// users and API keys are made, changed and ended here, and agents sign in. Every change is audited in the transaction
// that makes it. Who may call what is decided by the caller, from access.Role.
package admin
