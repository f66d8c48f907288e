// Package draft keeps what an agent has filled in about a job and not sent, so that it is never lost: not by a second
// browser of the agent, by somebody else who decides the job, or by a form whose page had not shown it.
package draft
