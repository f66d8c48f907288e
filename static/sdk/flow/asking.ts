// Asks the server for the moves of a film. A film that waits for them is not lost: the server is asked again until it
// answers, as long as the applicant stays.
import type { API } from '../client/api'
import { errorOf, ProofdeskError } from '../client/errors'
import type { Challenge } from './moves'
import { cancelled } from './step'
import type { CaptureWindow } from './window'

/** What passes by itself: the network is away, or the server has too much to do. */
const passing = ['NETWORK', 'TIMEOUT', 'SERVER', 'RATE_LIMITED']

/** How often the server is asked while it can't be reached, in milliseconds. */
const retryAfter = 3000

/** Returns a new challenge for a job; outage is called each time that the server could not be asked. */
export async function challengeFor(
  api: API, job: string, window: Pick<CaptureWindow, 'left' | 'action'>, outage: () => void, pause = connected,
): Promise<Challenge> {
  const header = { 'Idempotency-Key': crypto.randomUUID() } // an answer that is lost costs no attempt
  let over = false
  const ask = async (): Promise<Challenge> => {
    for (;;) {
      try {
        return await api.json<Challenge>(`/api/v4/jobs/${job}/challenge`, { method: 'POST', header })
      } catch (cause) {
        refuse(cause)
      }
      if (over || window.left) throw cancelled()
      outage()
      await pause(retryAfter)
    }
  }
  return Promise.race([ask(), leaves(window)]).finally(() => { over = true })
}

/** Fails once the applicant leaves. */
export async function leaves(window: Pick<CaptureWindow, 'left' | 'action'>): Promise<never> {
  while (!window.left) await window.action()
  throw cancelled()
}

/** Throws what asking again does not mend. */
function refuse(cause: unknown): void {
  const { code, fields } = errorOf(cause)
  if (fields.some(({ rule }) => rule === 'challenge_limit')) {
    throw new ProofdeskError('RETRY_LIMIT', 'the capture failed as often as it may', [], cause)
  }
  if (!passing.includes(code)) throw cause
}

/** Resolves once the browser is connected again, or after some milliseconds. */
const connected = (most: number): Promise<void> => new Promise(done => {
  const end = (): void => {
    clearTimeout(timer)
    removeEventListener('online', end)
    done()
  }
  const timer = setTimeout(end, most)
  addEventListener('online', end)
})
