// Package dashboard is the wing of the console about figures: jobs, agents and the engine over a span of time.
package dashboard
