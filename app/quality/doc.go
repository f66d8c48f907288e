// Package quality has agents' decisions judged a second time, blind: it draws some of them by a rule that nobody can
// foresee, hands them to agents who know nothing of the first judgement, and says how far two people agree. A check
// never changes a job and is never told outside. What a job looks like is not its business.
package quality
