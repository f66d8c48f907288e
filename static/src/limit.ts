// How long a request waits for its answer: a network may swallow it, and no action may hang silently behind it.

/** The time in ms after which an answer counts as lost. */
export const answerTime = 20_000

/** Returns the signal that ends a request without an answer, or with the signals that end it earlier. */
export const limited = (...others: AbortSignal[]): AbortSignal => (
  AbortSignal.any([AbortSignal.timeout(answerTime), ...others])
)

/** Reports whether a body is short enough for a browser to go on sending it after the page is left. */
export const outlives = (body: URLSearchParams): boolean => body.toString().length < 60_000
