// Drawings of what is captured. Persons, documents and numbers are invented; there is no photograph.
import { back, barcode, front, page, passport } from './art/documents'
import { face, fingers, hand, signature, voice } from './art/person'
import { drawing, make, type Shape } from './dom'
import type { Subject } from './scene'

const drawn: Record<Subject, { size: [number, number], shapes: () => Shape[] }> = {
  front: { size: [343, 216], shapes: front },
  back: { size: [343, 216], shapes: back },
  passport: { size: [343, 240], shapes: passport },
  barcode: { size: [343, 150], shapes: barcode },
  page: { size: [240, 320], shapes: page },
  face: { size: [300, 400], shapes: face },
  hand: { size: [280, 380], shapes: hand },
  voice: { size: [320, 140], shapes: voice },
  signature: { size: [320, 120], shapes: () => signature(4) },
}

/** Returns a drawing of a subject. */
export function artOf(subject: Subject): SVGSVGElement {
  const { size: [width, height], shapes } = drawn[subject]
  return drawing('art', width, height, shapes())
}

/** Returns the picture that was taken, with its name for screen readers; the drawing where there is no picture. */
export function takenOf(subject: Subject, address: string | undefined, name: string): Element {
  const image = address ? make('img', 'image') : artOf(subject)
  if (image instanceof HTMLImageElement) {
    image.src = address ?? ''
    image.alt = name
    return image
  }
  image.removeAttribute('aria-hidden')
  nameAs(image, name)
  return image
}

/** Gives something that is drawn its name for screen readers. */
export function nameAs(drawn: Element, name: string): void {
  drawn.setAttribute('role', 'img')
  drawn.setAttribute('aria-label', name)
}

/** Which fingers a capture wants and keeps, and of which hand. */
export interface Fingers { left: boolean, each: Array<{ wanted: boolean, kept: boolean }> }

const guides: Partial<Record<Subject, string>> = {
  front: 'M20 56h84v105H20zM124 66h150M124 90h110M124 114h140M124 138h90',
  back: 'M18 150h307M18 170h307M18 190h260M196 66h128v46H196z',
  passport: 'M20 40h96v120H20zM134 52h140M134 76h110M134 100h140M20 204h303M20 222h303',
  barcode: 'M28 75h287',
  page: 'M24 96h190M24 114h176M24 132h190M24 150h120',
}

/** Returns the guide that lies over the picture of the camera. */
export function overlayOf(subject: Subject, four?: Fingers): SVGSVGElement {
  const { size: [width, height] } = drawn[subject]
  if (subject === 'voice') return artOf('voice')
  if (!four) return drawing('guide', width, height, [['path', { d: guides[subject] ?? '' }]])
  const outlines = fingers.map(([x, y, tall], at): Shape => ['rect', {
    x: x - 4,
    y: y - 4,
    width: 46,
    height: tall - 20,
    rx: 23,
    class: four.each[at].wanted ? 'wanted' : 'unwanted',
  }])
  const kept = fingers.flatMap(([x, y], at): Shape[] =>
    four.each[at].wanted && four.each[at].kept ? [['circle', { cx: x + 19, cy: y + 18, r: 7, class: 'kept' }]] : [])
  return drawing('guide', width, height, [...outlines, ...kept])
}
