// The boxes over a picture, and the zoom to the place that a value was read from.
import { closeCompare } from './compare'
import { centre, corners, readingScale } from './geometry'
import { show, type Stage } from './stage'
import { resetNow, zoomed } from './zoom'

/** Shows or hides all boxes; reports whether they are shown now. */
export function toggleBoxes({ element }: Stage): boolean {
  return !element.classList.toggle('no-boxes')
}

/**
 * Shows a place: "capture x y x y x y x y" by its corners, "capture x y w h" as a box, or the capture alone where there
 * is neither.
 */
export function showPlace(stage: Stage, place: string): void {
  const [id, ...numbers] = place.split(' ')
  const view = show(stage, id)
  const outline = view?.figure.querySelector<SVGGElement>('.focus')
  if (!view?.zoom || !outline || numbers.length < 4) return
  closeCompare(stage)
  const points = corners(numbers.map(Number)).join(' ')
  for (const line of outline.children) line.setAttribute('points', points)
  outline.classList.add('on')
  resetNow(view)
  const frame = view.figure.querySelector('.frame')!.getBoundingClientRect()
  const part = outline.getBoundingClientRect()
  const { x, y } = centre(frame, part)
  view.zoom.zoom(readingScale(frame, part), { animate: false })
  view.zoom.pan(x, y, { animate: false })
  zoomed(stage, view)
}
