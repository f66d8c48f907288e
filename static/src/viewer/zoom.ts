// Zoom and pan of a picture, alone or together with the other pane.
import Panzoom from '@panzoom/panzoom'
import { inPane, type Stage, type View } from './stage'

const sharpFrom = 1.6 // zoomed further than this the full picture is fetched

/** Makes a picture zoom with the wheel and pan with the pointer. */
export function attachZoom(stage: Stage, view: View): void {
  const { shot } = view
  if (!shot) return
  view.zoom = Panzoom(shot, { maxScale: 16, minScale: .6, step: .35, canvas: true, cursor: '', animate: false })
  view.figure.addEventListener('wheel', event => {
    view.zoom?.zoomWithWheel(event)
    zoomed(stage, view)
  }, { passive: false })
  shot.addEventListener('panzoomchange', () => zoomed(stage, view))
}

/** Follows a change of the zoom: strokes keep their width, the label says how far it is, the other pane goes along. */
export function zoomed(stage: Stage, view: View): void {
  if (!view.zoom) return
  const scale = view.zoom.getScale()
  view.figure.style.setProperty('--zoom', String(scale))
  const label = view.figure.querySelector('[data-zoomed]')
  if (label) label.textContent = Math.abs(scale - 1) < .01 ? '' : Math.round(scale * 100) + ' %'
  if (scale > sharpFrom) sharpen(view)
  if (!stage.together || view !== stage.active) return
  const { x, y } = view.zoom.getPan()
  const other = inPane(stage, view.figure.dataset.pane === 'a' ? 'b' : 'a')?.zoom
  other?.zoom(scale, { silent: true })
  other?.pan(x, y, { silent: true })
}

/** Replaces a picture by the full one once that is loaded. */
function sharpen(view: View): void {
  const image = view.figure.querySelector('image')
  const full = view.figure.dataset.full
  if (!image || !full || image.dataset.sharp) return
  image.dataset.sharp = '1'
  const probe = new Image()
  probe.onload = () => image.setAttribute('href', full)
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
