// Which changes this browser keeps until they are saved. The tabs that show one preset share the list.

/** Returns what a browser keeps; nothing of a text that is no list of changes, which others may have written. */
export function changesIn<C extends OfPath>(text: string | null): C[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(list) ? list.filter(isChange) as C[] : []
  } catch {
    return []
  }
}

/** Reports whether something is a change that the editor can send: with a value, or with what was typed. */
function isChange(one: unknown): boolean {
  const { path, base, exact, value, text, alpha } = Object(one) as Record<string, unknown>
  if (typeof path !== 'string' || base === undefined) return false
  return exact === true ? value !== undefined : typeof text === 'string' && typeof alpha === 'string'
}

/** A change of an option by its path. */
interface OfPath { path: string }

/**
 * Returns the list that is to be kept in place of the stored one: without what this tab kept before, and with what it
 * has now. What other tabs keep stays, unless it is about an option of which this tab has something newer.
 */
export function kept<C extends OfPath>(stored: C[], before: C[], now: C[]): C[] {
  const gone = new Set(before.map(one => JSON.stringify(one)))
  const own = new Set(now.map(({ path }) => path))
  return [...stored.filter(one => !gone.has(JSON.stringify(one)) && !own.has(one.path)), ...now]
}
