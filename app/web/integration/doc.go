// Package integration is the wing of the console about what servers and apps connect with: clients, integration users,
// API keys and the sandbox.
package integration
