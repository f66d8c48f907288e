// Where an applicant is, asked of the browser where a link wants that.
import { whereabouts, type Place } from '../client/place'
import type { Sheet } from './paper'

/**
 * Returns where the device is; nothing where the applicant says no or goes on without, another tab goes on, or the
 * device does not find out. A browser may wait for ever for somebody to answer what it asks.
 */
export function placed(show: (sheet: Sheet) => void, turn: AbortSignal): Promise<Place | undefined> {
  const known = new AbortController()
  const without = new Promise<undefined>(done => {
    turn.addEventListener('abort', () => done(undefined), { signal: known.signal })
    show({ kind: 'locating', skip: () => done(undefined) })
  })
  return Promise.race([whereabouts().catch(() => undefined), without]).finally(() => known.abort())
}
