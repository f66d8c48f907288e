// What the hosted capture page asks the server.
import { LinkError, refusal } from './linkerror'

/** How long the server may take to answer, in milliseconds. */
const patience = 20_000

/** How often a request is sent that the server can't answer for a while, and how many seconds that may be each time. */
const attempts = 3
const longest = 60

/**
 * Sends a request and returns its answer; again where the server can't answer yet and says how soon, as while a
 * decision about the job can still be undone.
 */
export async function post(path: string, json: Record<string, unknown>): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const answer = await send(path, json)
    if (answer.ok) return answer
    const seconds = answer.status === 503 ? Number(answer.headers.get('Retry-After')) : 0
    if (!seconds || seconds > longest || attempt === attempts) throw refusal(answer.status)
    await new Promise(done => setTimeout(done, seconds * 1000))
  }
}

async function send(path: string, json: Record<string, unknown>): Promise<Response> {
  try {
    return await fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(json),
      credentials: 'omit',
      signal: AbortSignal.timeout(patience),
    })
  } catch {
    throw new LinkError('NETWORK')
  }
}
