// Package dashboard is the wing of the console about figures: jobs, agents and the engine over a time window.
package dashboard
