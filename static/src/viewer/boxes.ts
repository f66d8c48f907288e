// The boxes over a picture, and the zoom to the place that a value was read from.
import { closeCompare } from './compare'
import { centre, corners, readingScale } from './geometry'
import { show, shownViews, type Stage, type View } from './stage'
import { alone, resetNow, zoomed } from './zoom'

/** Shows or hides all boxes; reports whether they are shown now. */
export function toggleBoxes({ element }: Stage): boolean {
  return !element.classList.toggle('no-boxes')
}

/**
 * Shows a place: "capture x y x y x y x y" by its corners, "capture x y w h" as a box, or the capture alone where there
 * is neither. The other pane shows its whole picture: pictures lie over each other and move together no longer than
 * until then.
 */
export function showPlace(stage: Stage, place: string): void {
  const [id, ...numbers] = place.split(' ')
  stage.endBlink?.()
  closeCompare(stage)
  const view = show(stage, id)
  if (!view) return
  alone(stage, () => {
    if (stage.together) for (const other of shownViews(stage)) wholeNow(stage, other)
    if (numbers.length >= 4) zoomTo(stage, view, corners(numbers.map(Number)))
  })
}

function wholeNow(stage: Stage, view: View): void {
  resetNow(view)
  zoomed(stage, view)
}

/** Marks a place of a picture and zooms to it. */
function zoomTo(stage: Stage, view: View, place: number[]): void {
  const outline = view.figure.querySelector<SVGGElement>('.focus')
  if (!view.zoom || !outline) return
  for (const line of outline.children) line.setAttribute('points', place.join(' '))
  outline.classList.add('on')
  resetNow(view)
  const frame = view.figure.querySelector('.frame')!.getBoundingClientRect()
  const part = outline.getBoundingClientRect()
  const { x, y } = centre(frame, part)
  view.zoom.zoom(readingScale(frame, part), { animate: false })
  view.zoom.pan(x, y, { animate: false })
  zoomed(stage, view)
}
