// The forms of a page whose requests are under way: until the page shows their answer, or they are given up. Those that
// wait to be sent again are among them.
const sent = new Set<HTMLElement>()

/** Reports whether the request of a form is under way, even where the page has been replaced meanwhile. */
export const isSending = (form: HTMLElement): boolean => sent.has(form)

/** Returns these forms, as far as they are on the page. */
export const sending = (): HTMLElement[] => [...sent].filter(form => form.isConnected)

/** Reports whether an action on this page is under way. */
export const sends = (): boolean => sending().length > 0

/** Notes a form until what its request sets off is done. */
export function untilDone<T>(form: HTMLElement, done: Promise<T>): Promise<T> {
  sent.add(form)
  return done.finally(() => sent.delete(form))
}

/**
 * Reports whether a request is to be sent again: the server, or a proxy before it, is out of order, or it still carries
 * out the first one. A success without the mark of the server is of a proxy.
 */
export const isTransient = ({ ok, status, headers }: Response): boolean => (
  status === 429 || status >= 500 || (status === 409 && headers.has('Retry-After')) ||
  (ok && !headers.has('X-Request-Id'))
)
