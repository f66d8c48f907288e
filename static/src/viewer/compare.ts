// Comparing two pictures: one over the other with a slider between them, the faces in the same place.
import { faceOver } from './geometry'
import { comparing, show, shownViews, showPressed, type Stage, type View } from './stage'
import { alone, resetNow, widen, zoomed } from './zoom'

/** Starts or ends the comparison. */
export function toggleCompare(stage: Stage): void {
  const on = !comparing(stage) && stage.element.dataset.panes === '2'
  stage.element.classList.toggle('compare', on)
  showPressed(stage, 'compare', on)
  layFaces(stage, on)
}

export function closeCompare(stage: Stage): void {
  if (comparing(stage)) toggleCompare(stage)
}

/** Moves the slider to the pointer. */
export function slide(stage: Stage, event: PointerEvent): void {
  if (!comparing(stage)) return
  const box = stage.element.getBoundingClientRect()
  stage.element.style.setProperty('--split', Math.round(100 * (event.clientX - box.x) / box.width) + '%')
}

/** Lays the two faces over each other, or both pictures as they came. */
export function layFaces(stage: Stage, over: boolean): void {
  alone(stage, () => {
    for (const view of shownViews(stage)) {
      widen(view, over)
      resetNow(view)
      if (over) layFace(view)
      zoomed(stage, view)
    }
  })
}

/** Shows a capture. Where two pictures lie over each other, it is laid there with its face; without one it is not. */
export function choose(stage: Stage, id: string, pane?: string): void {
  const view = show(stage, id, pane)
  if (!view || !comparing(stage)) return
  if (shownViews(stage).every(({ figure }) => figure.dataset.eyes)) layFaces(stage, true)
  else closeCompare(stage)
}

function layFace(view: View): void {
  const eyes = (view.figure.dataset.eyes ?? '').split(' ').map(Number)
  const matrix = view.shot?.querySelector<SVGGElement>('.turner')?.getScreenCTM()
  const picture = view.shot?.getBoundingClientRect()
  if (!view.zoom || !picture || !matrix || eyes.length !== 4) return
  const pane = view.figure.getBoundingClientRect()
  const left = new DOMPoint(eyes[0], eyes[1]).matrixTransform(matrix)
  const right = new DOMPoint(eyes[2], eyes[3]).matrixTransform(matrix)
  const { scale, pan } = faceOver(pane, picture, left, right)
  view.zoom.zoom(scale, { animate: false })
  view.zoom.pan(pan.x, pan.y, { animate: false })
}
