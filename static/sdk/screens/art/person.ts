// An invented person: face, hand, voice and signature.
import type { Shape } from '../dom'
import { box } from './shape'

const skin = '#D3A98D'

const stroke = (d: string, color: string, width: number): Shape => ['path', {
  d,
  fill: 'none',
  stroke: color,
  'stroke-width': width,
  'stroke-linecap': 'round',
  'stroke-linejoin': 'round',
}]

const eye = (cx: number): Shape => ['ellipse', { cx, cy: 170, rx: 9, ry: 7, fill: '#2F2723' }]

const hair = 'M62 168C52 68 98 34 150 34s98 34 88 134c-6-44-22-66-40-78-34 16-82 14-100 2-14 12-30 34-36 76z'

export const face = (): Shape[] => [
  ['path', { d: 'M20 400c0-78 58-104 130-104s130 26 130 104z', fill: '#3F5E8C' }],
  ['path', { d: 'M112 250h76v58c0 22-76 22-76 0z', fill: '#B98E74' }],
  ['ellipse', { cx: 150, cy: 170, rx: 84, ry: 112, fill: skin }],
  ['path', { d: hair, fill: '#4A3A34' }],
  stroke('M98 150q20-12 38 0M164 150q18-12 38 0', '#5A463D', 5),
  eye(117), eye(183),
  ['path', { d: 'M150 176l-8 36q8 6 16 0z', fill: '#BC8F74' }],
  stroke('M122 240q28 18 56 0', '#9A5F52', 6),
]

/** Where each finger is, from the index finger on: its left edge, its top and its height. */
export const fingers = [[64, 92, 150], [112, 60, 182], [160, 74, 168], [206, 112, 128]]

export const hand = (): Shape[] => [
  ...fingers.map(([x, y, height]): Shape => box(x, y, 38, height, skin, 19)),
  ['path', { d: 'M58 214h192v96q0 60-70 60h-50q-44 0-70-48L20 250q16-22 38 2z', fill: skin }],
  ...fingers.map(([x, y]): Shape => box(x + 9, y + 7, 20, 22, '#E8C9B5', 10)),
]

export const voice = (): Shape[] => [14, 34, 60, 96, 70, 120, 84, 46, 102, 64, 30, 52, 18].map((height, at) =>
  box(12 + at * 24, 70 - height / 2, 10, height, '#84ADFF', 5))

const pen = 'M20 92c26-52 44-70 50-52s-26 62-14 58 30-52 42-50-8 44 6 42 22-34 34-34-4 30 10 30 18-26 30-26 0 24 18 ' +
  '22 40-26 78-34'

/** Returns a signature in the colour of the text around it. */
export const signature = (width: number): Shape[] => [stroke(pen, 'currentColor', width)]
