// Colours: Android's notation, CSS, and the contrast of two (WCAG 2.2).

/** A colour in sRGB: channels 0 to 255, alpha 0 to 1. */
export interface Color { r: number, g: number, b: number, a: number }

/** Returns the colour of #RGB, #RRGGBB or #AARRGGBB, in which alpha comes first; null for any other text. */
export function parseColor(text: string): Color | null {
  if (!/^#([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(text)) return null
  let digits = text.slice(1)
  if (digits.length === 3) digits = [...digits].map(digit => digit + digit).join('')
  if (digits.length === 6) digits = 'FF' + digits
  const [a, r, g, b] = [0, 2, 4, 6].map(at => parseInt(digits.slice(at, at + 2), 16))
  return { r, g, b, a: a / 255 }
}

/** Returns the colour of what a browser computed, such as rgb(17, 24, 39) or rgba(17, 24, 39, 0.5). */
export function computedColor(text: string): Color {
  const [r = 0, g = 0, b = 0, a = 1] = (text.match(/[\d.]+/g) ?? []).map(Number)
  return text === '' || text === 'transparent' ? { r: 0, g: 0, b: 0, a: 0 } : { r, g, b, a }
}

/** Returns a colour as CSS writes it. */
export const cssColor = ({ r, g, b, a }: Color): string => `rgba(${r}, ${g}, ${b}, ${Math.round(a * 1000) / 1000})`

/** Returns a colour as it is seen over another. */
export function over(front: Color, back: Color): Color {
  const a = front.a + back.a * (1 - front.a)
  const mix = (f: number, b: number) => a === 0 ? 0 : (f * front.a + b * back.a * (1 - front.a)) / a
  return { r: mix(front.r, back.r), g: mix(front.g, back.g), b: mix(front.b, back.b), a }
}

/** Returns the contrast ratio of two opaque colours, 1 to 21. */
export function contrast(one: Color, other: Color): number {
  const [low, high] = [luminance(one), luminance(other)].sort((x, y) => x - y)
  return (high + .05) / (low + .05)
}

function luminance({ r, g, b }: Color): number {
  const [x, y, z] = [r, g, b].map(value => {
    const share = value / 255
    return share <= .04045 ? share / 12.92 : ((share + .055) / 1.055) ** 2.4
  })
  return .2126 * x + .7152 * y + .0722 * z
}

const paper: Color = { r: 255, g: 255, b: 255, a: 1 }
const ink: Color = { r: 16, g: 24, b: 40, a: 1 }

/** Returns white or near-black, whichever is easier to read on a ground. */
export function readable(ground: Color): Color {
  const seen = over(ground, paper)
  return contrast(paper, seen) >= contrast(ink, seen) ? paper : ink
}
