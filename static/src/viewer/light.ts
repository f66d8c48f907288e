// Brightness, contrast and inverted colours of a picture.
import type { View } from './stage'

const brightnesses = [1, 1.35, 1.8, .65]
const contrasts = [1, 1.5, 2.2]

export type Light = Pick<View, 'light' | 'contrast' | 'invert'>

/** Returns the CSS filter of a setting. */
export function filterOf({ light, contrast, invert }: Light): string {
  return `brightness(${brightnesses[light]}) contrast(${contrasts[contrast]})` + (invert ? ' invert(1)' : '')
}

function apply(view: View): void {
  view.figure.style.setProperty('--look', filterOf(view))
}

/** Goes on to the next brightness; reports whether it is another than at first. */
export function brighten(view: View): boolean {
  view.light = (view.light + 1) % brightnesses.length
  apply(view)
  return view.light > 0
}

/** Goes on to the next contrast; reports whether it is another than at first. */
export function addContrast(view: View): boolean {
  view.contrast = (view.contrast + 1) % contrasts.length
  apply(view)
  return view.contrast > 0
}

/** Inverts the colours or takes that back; reports whether they are inverted. */
export function toggleInvert(view: View): boolean {
  view.invert = !view.invert
  apply(view)
  return view.invert
}

export function resetLight(view: View): void {
  view.light = view.contrast = 0
  view.invert = false
  apply(view)
}
