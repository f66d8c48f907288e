// Package e2e holds the browser suites: the real program, started in this process on free ports, driven by Chromium.
package e2e
