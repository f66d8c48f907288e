// How long a request waits for its answer: a network may swallow it, and no action may hang silently behind it.

/** The time in ms after which an answer counts as lost. */
export const answerTime = 20_000

/** Returns the signal that ends a request without an answer, or with the signals that end it earlier. */
export const limited = (...others: AbortSignal[]): AbortSignal => (
  AbortSignal.any([AbortSignal.timeout(answerTime), ...others])
)

/**
 * Returns an answer once all of it is there. A network may give its head and swallow the rest, and where that is read
 * later, nobody expects it.
 */
export async function whole(answer: Response): Promise<Response> {
  const body = await answer.blob()
  const { url, redirected } = answer
  const all = new Response(body.size > 0 ? body : null, answer)
  return Object.defineProperties(all, { url: { value: url }, redirected: { value: redirected } })
}

/** Sends a request; null where no answer comes in time, or not all of it. */
export const ask = (path: string, options: RequestInit = {}): Promise<Response | null> => (
  fetch(path, { signal: limited(), ...options }).then(whole).catch(() => null)
)

/** Reports whether a body is short enough for a browser to go on sending it after the page is left. */
export const outlives = (body: URLSearchParams): boolean => body.toString().length < 60_000
