// Package quality is the wing of the console about quality checks: how far two agents agree, the checks that wait, and
// the feedback to agents. A check is judged on the review page.
package quality
