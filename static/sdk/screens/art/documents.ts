// Invented documents. Their texts are bars, and their barcodes mean nothing.
import type { Shape } from '../dom'
import { bars, box, ink, lines, portrait, soft, waves } from './shape'

const scrawl = (d: string): Shape => ['path', { d, fill: 'none', stroke: ink, 'stroke-width': 2 }]

export const front = (): Shape[] => [
  box(0, 0, 343, 216, '#E8EEF6', 14),
  waves(70, '#C6D4E8'), waves(110, '#C6D4E8'), waves(150, '#C6D4E8'), waves(190, '#C6D4E8'),
  box(0, 0, 343, 34, '#B9C9E2', 14), box(0, 20, 343, 14, '#B9C9E2', 0),
  ...lines(18, 14, 0, '#5B6F94', 130),
  ...portrait(20, 56, 84),
  ...lines(124, 60, 24, ink, 92, 150, 120, 166),
  ...lines(124, 71, 24, soft, 46, 62, 40, 54),
  box(276, 48, 44, 34, '#D9C58B', 6),
  ...lines(20, 184, 12, soft, 84),
  scrawl('M214 186c10-16 16-14 14-4s8 10 16-6 12-8 10 2 10 4 22-4'),
]

export const back = (): Shape[] => [
  box(0, 0, 343, 216, '#EDF1F6', 14), waves(60, '#D2DCEA'), waves(120, '#D2DCEA'),
  box(0, 22, 343, 30, '#667085', 0),
  ...lines(18, 70, 14, soft, 120, 150, 96),
  ...bars(196, 66, 128, 46),
  ...lines(18, 150, 20, ink, 307, 307, 270),
]

export const passport = (): Shape[] => [
  box(0, 0, 343, 240, '#F1ECE4', 10), waves(60, '#DDD0BF'), waves(110, '#DDD0BF'), waves(160, '#DDD0BF'),
  ...lines(20, 16, 0, '#8A6D52', 110),
  ...portrait(20, 40, 96),
  ...lines(134, 44, 22, ink, 76, 140, 118, 150, 96, 130),
  ...lines(134, 54, 22, soft, 40, 56, 36, 48, 52, 40),
  box(0, 190, 343, 50, '#F8F5F0', 10),
  ...lines(20, 202, 16, ink, 303, 303),
]

export const page = (): Shape[] => [
  box(0, 0, 240, 320, '#FFFFFF', 6),
  box(24, 26, 44, 44, '#CBD5E6', 22),
  ...lines(82, 34, 16, ink, 110, 70),
  ...lines(24, 96, 18, soft, 190, 176, 192, 120, 190, 186, 140, 192, 170),
  box(24, 272, 80, 4, ink),
  scrawl('M150 282c10-20 18-16 14-4s10 8 20-8 14-6 28-8'),
]

export const barcode = (): Shape[] => [box(0, 0, 343, 150, '#EDF1F6', 10), ...bars(28, 28, 288, 94)]
