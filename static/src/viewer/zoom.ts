// Zoom and pan of a picture, alone or together with the other pane.
import Panzoom from '@panzoom/panzoom'
import { moveAlong } from './geometry'
import { comparing, shownViews, type Stage, type View } from './stage'

const sharpFrom = 1.6 // zoomed further than this the full picture is fetched
const scales = { minScale: .6, maxScale: 16 }
const widerScales = { minScale: .05, maxScale: 200 } // where two faces are as large as each other

/** Makes a picture zoom with the wheel and pan with the pointer. */
export function attachZoom(stage: Stage, view: View): void {
  const { shot } = view
  if (!shot) return
  view.zoom = Panzoom(shot, { ...scales, step: .35, canvas: true, cursor: '', animate: false })
  view.figure.addEventListener('wheel', event => {
    view.zoom?.zoomWithWheel(event)
    zoomed(stage, view)
  }, { passive: false })
  shot.addEventListener('panzoomchange', () => zoomed(stage, view))
}

/**
 * Follows a change of the zoom: strokes keep their width, the label says how far it is, and the other pane goes along
 * where both move together or lie over each other.
 */
export function zoomed(stage: Stage, view: View): void {
  if (!view.zoom) return
  const scale = view.zoom.getScale()
  showScale(view)
  const from = view.placed
  view.placed = { scale, pan: view.zoom.getPan() }
  if (!from || !joined(stage)) return
  for (const other of shownViews(stage)) {
    if (other === view || !other.zoom || !other.placed) continue
    widen(other, true)
    const { scale, pan } = other.placed = moveAlong(other.placed, from, view.placed)
    other.zoom.zoom(scale, { silent: true })
    other.zoom.pan(pan.x, pan.y, { silent: true })
    showScale(other)
  }
}

/** Reports whether what moves one pane moves both. */
export const joined = (stage: Stage): boolean => !stage.alone && (stage.together === true || comparing(stage))

function showScale(view: View): void {
  const scale = view.zoom?.getScale() ?? 1
  view.figure.style.setProperty('--zoom', String(scale))
  const label = view.figure.querySelector('[data-zoomed]')
  if (label) label.textContent = Math.abs(scale - 1) < .01 ? '' : Math.round(scale * 100) + ' %'
  if (scale > sharpFrom) sharpen(view)
}

/** Sets whether a picture may be zoomed further than is usual. */
export function widen(view: View, wide: boolean): void {
  view.zoom?.setOptions(wide ? widerScales : scales)
}

/** Places pictures without the other pane going along. */
export function alone(stage: Stage, place: () => void): void {
  stage.alone = true
  place()
  stage.alone = false
}

/** Replaces a picture by the full one once that is loaded. */
function sharpen(view: View): void {
  const image = view.figure.querySelector('image')
  const full = view.figure.dataset.full
  if (!image || !full || image.dataset.sharp) return
  image.dataset.sharp = '1'
  const probe = new Image()
  probe.onload = () => image.setAttribute('href', full)
  probe.onerror = () => { delete image.dataset.sharp }
  probe.src = full
}

/** Shows the whole picture. */
export function showWhole(stage: Stage, view: View): void {
  view.zoom?.reset()
  view.figure.querySelector('.focus')?.classList.remove('on')
  zoomed(stage, view)
}

/** Shows the whole picture at once, so that it can be measured: otherwise the zoom waits for the next frame. */
export function resetNow(view: View): void {
  view.zoom?.reset({ animate: false })
  view.shot?.style.setProperty('transform', 'none')
}
