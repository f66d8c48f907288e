// The forms of a page whose requests have no answer yet, those that wait to be sent again included.
const sent = new Set<HTMLElement>()

/** Returns these forms. */
export const sending = (): HTMLElement[] => [...sent].filter(form => form.isConnected)

/** Reports whether an action on this page has no answer yet. */
export const sends = (): boolean => sending().length > 0

/** Notes a form until its request is answered or given up. */
export function untilSent<T>(form: HTMLElement, answer: Promise<T>): Promise<T> {
  sent.add(form)
  return answer.finally(() => sent.delete(form))
}

/**
 * Reports whether a request is to be sent again: the server, or a proxy before it, is out of order, or it still carries
 * out the first one. A success without the mark of the server is of a proxy.
 */
export const isTransient = ({ ok, status, headers }: Response): boolean => (
  status === 429 || status >= 500 || (status === 409 && headers.has('Retry-After')) ||
  (ok && !headers.has('X-Request-Id'))
)
