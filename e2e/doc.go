// Package e2e holds the browser suites: the real program, started in this process on free ports, driven by Chromium.
// The main flows run in Firefox too, driven by firefox.mjs.
package e2e
