// Package dossier describes what is known about a job in the words of the console: why it waits, what its checks found,
// and how its sources compare. The review page shows it at length, lists show parts of it.
package dossier
