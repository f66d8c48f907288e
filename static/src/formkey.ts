// The keys under which forms are sent, by which the server tells that a repeated request is one.

/** Returns a name for a request by which the server knows it again. */
export const newKey = (): string => [...crypto.getRandomValues(new Uint32Array(4))].map(n => n.toString(36)).join('')

// The keys of forms whose last request got no answer. The same entries are sent under the same key again, even after
// the agent has stopped the request and sends it anew.
const keys = new WeakMap<HTMLElement, { key: string, entries: string }>()

/** Returns the key of a request: that of the last one of its form where that got no answer and had the same entries. */
export function keyOf(form: HTMLElement, entries: string): string {
  const last = keys.get(form)
  if (last && entries && last.entries === entries) return last.key
  const key = newKey()
  keys.set(form, { key, entries })
  return key
}

/** Forgets the key of a form whose request was answered. */
export const forgetKey = (form: HTMLElement): void => { keys.delete(form) }
