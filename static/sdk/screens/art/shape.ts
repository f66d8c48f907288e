// Shapes of which documents are drawn.
import type { Shape } from '../dom'

export const ink = '#475467'
export const soft = '#98A2B3'

/** Returns a rectangle. */
export const box = (x: number, y: number, width: number, height: number, fill: string, rx = 2): Shape =>
  ['rect', { x, y, width, height, fill, rx }]

/** Returns lines of text of some widths, one below the other. */
export const lines = (x: number, y: number, gap: number, fill: string, ...widths: number[]): Shape[] =>
  widths.map((width, at) => box(x, y + at * gap, width, 5, fill, 2.5))

/** Returns a portrait: head and shoulders in a box. */
export const portrait = (x: number, y: number, size: number): Shape[] => [
  box(x, y, size, size * 1.25, '#D5DDE8', 4),
  ['circle', { cx: x + size / 2, cy: y + size * .48, r: size * .22, fill: '#8C97A8' }],
  ['path', {
    d: `M${x + size * .12} ${y + size * 1.25} a${size * .38} ${size * .46} 0 0 1 ${size * .76} 0z`,
    fill: '#8C97A8',
  }],
]

/** Returns the bars of a barcode. Their widths repeat after 17 bars, so that none means anything. */
export const bars = (x: number, y: number, width: number, height: number): Shape[] => {
  const widths = [3, 1, 2, 1, 4, 2, 1, 1, 3, 2, 1, 4, 1, 2, 2, 1, 3]
  const all: Shape[] = []
  for (let at = x, turn = 0; at < x + width - 4; turn++) {
    const wide = widths[turn % widths.length]
    if (turn % 2 === 0) all.push(box(at, y, wide, height, '#1D2939', 0))
    at += wide
  }
  return all
}

/** Returns a line of a guilloche. */
export const waves = (y: number, color: string): Shape =>
  ['path', { d: `M10 ${y}c50-18 70 18 120 0s70-18 120 0 60 10 84 0`, fill: 'none', stroke: color, 'stroke-width': 1 }]
