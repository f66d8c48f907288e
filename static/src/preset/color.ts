// Colours as they are typed, with their alpha apart, and as Android writes them, with alpha first: pure functions.

/** Typed is what stands in a field; of a colour, alpha is in per cent. */
export type Typed = { text: string, alpha: string }

const opaqueColor = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i
const androidColor = /^#[0-9a-f]{8}$/i

/** Reports whether a text is a colour without alpha. */
export const opaque = (text: string): boolean => opaqueColor.test(text)

export const isColor = (text: string): boolean => opaque(text) || androidColor.test(text)

/** Returns the digits of a colour without alpha, six of them. */
export function sixDigits(color: string): string {
  const digits = color.slice(1)
  return digits.length === 3 ? [...digits].map(digit => digit + digit).join('') : digits
}

const hex = (n: number) => Math.round(n).toString(16).padStart(2, '0').toUpperCase()

/** Reports whether a text is an alpha: empty for opaque, or a number of per cent from 0 to 100. */
export function isAlpha(text: string): boolean {
  const percent = Number(text.trim().replace(',', '.'))
  return percent >= 0 && percent <= 100
}

/** Returns a colour with an alpha in per cent as #AARRGGBB; one with an alpha of its own or an opaque one as it is. */
export function withAlpha(text: string, alpha: string): string {
  const percent = Number(alpha.trim().replace(',', '.'))
  if (!opaque(text) || !alpha.trim() || !(percent >= 0 && percent < 100)) return text
  return '#' + hex(percent * 255 / 100) + sixDigits(text).toUpperCase()
}

/** Returns a colour and its alpha in per cent apart. */
export function split(text: string): Typed {
  if (!androidColor.test(text)) return { text, alpha: text ? '100' : '' }
  const alpha = Number.parseInt(text.slice(1, 3), 16)
  return { text: '#' + text.slice(3), alpha: String(Math.round(alpha * 1000 / 255) / 10) }
}
