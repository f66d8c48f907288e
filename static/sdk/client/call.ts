// What begins a job, and what makes a service call the same one as before the page was loaded again.
import type { Place } from './place'
import type { Session } from './session'

/** Returns what names a call of a session. */
export const callOf = (to: Session, name: string, more: Record<string, unknown>): string => (
  JSON.stringify([to.api.base, to.session.flavor, name, more])
)

/** Creates a job on the server for a call, at a place where the host wants that. */
export const created = (
  to: Session, name: string, more: Record<string, unknown>, location?: Place,
): Promise<{ jobId: string, nonce?: string }> => to.api.json('/api/v4/jobs', {
  method: 'POST',
  header: { 'Idempotency-Key': crypto.randomUUID() },
  json: {
    function: name,
    flavor: to.session.flavor,
    sdkVersion: to.sdkVersion,
    sessionId: to.session.sessionId, // so that the job has the session's preset
    location,
    ...more,
  },
})
