// Package quality has agents' decisions judged a second time, blind: it samples decisions by a rule that nobody can
// foresee, assigns them to agents who do not see the first judgement, and measures how far two people agree. A check
// never changes a job and is never reported to the outside.
package quality
