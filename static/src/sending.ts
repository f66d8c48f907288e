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

const transient = [429, 500, 502, 503, 504, 507]

/** Reports whether a request is to be sent again: the server is out of order, or still carries out the first one. */
export const isTransient = (answer: Response): boolean => (
  transient.includes(answer.status) || (answer.status === 409 && answer.headers.has('Retry-After'))
)
