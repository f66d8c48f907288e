// Numbers as the server reads them, so that the page never takes for a number what the server refuses.

const decimal = /^[+-]?(\d+[.,]?\d*|[.,]\d+)(e[+-]?\d+)?$/i

/**
 * Returns the number that a text stands for, with a point or a comma for decimals; undefined for what is none. In a
 * whole number a comma is refused, as it may separate thousands.
 */
export function numberIn(text: string, whole: boolean): number | undefined {
  if (!decimal.test(text) || whole && text.includes(',')) return undefined
  const n = Number(text.replace(',', '.'))
  return Number.isFinite(n) ? n : undefined
}
