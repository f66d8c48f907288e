// Package quality is the pages of blind second reviews: the list of checks that wait, the disagreements with their
// verdicts, what an agent is told about their own decisions, and the rates of the draw.
package quality
