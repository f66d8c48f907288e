// Finding a command by what was typed: pure functions.

/** Returns a text without accents and case. */
export const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Reports whether a text has every word of a query. */
export const matches = (query: string, text: string): boolean => (
  plain(query).split(/\s+/).every(word => plain(text).includes(word))
)

/** Returns the row that an arrow leads to, around the ends of a list. */
export function nextRow(at: number, by: number, count: number): number {
  return (at + by + count) % Math.max(1, count)
}
