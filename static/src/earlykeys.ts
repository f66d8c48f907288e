// A decision by key needs a page that somebody can have seen. A key that comes sooner was typed ahead or sticks: it is
// dropped, and the whole run of keys with it.
import { every } from './dom'
import { flash } from './page'
import { t } from './words'

const visibleFor = 120 // ms that a page with its first picture has to be visible
const longest = 300 // ms to wait where the picture takes longer
const pause = 200 // ms without a dropped key that end a run

let lastDropped = 0

/** Marks the decision bar once keys may decide; by then the form is htmx's, so that it never loads a whole page. */
export function earlyKeys(root: HTMLElement, signal: AbortSignal): void {
  const form = root.querySelector<HTMLElement>('#decision')
  if (!form) return
  const appeared = performance.now()
  const picture = root.querySelector('.pane[data-pane="a"]:not([hidden]) image')
  let loaded = !picture
  lastDropped = 0
  picture?.addEventListener('load', () => { loaded = true }, { once: true })
  const stop = every(20, signal, () => {
    const now = performance.now()
    const seen = now - appeared >= (loaded ? visibleFor : longest)
    if (!seen || now - lastDropped < pause || !form.hasAttribute('data-htmx-powered')) return
    stop()
    form.dataset.shown = ''
  })
}

/** Reports whether a key may decide this job; the first key that may not is answered with a message. */
export function mayDecide(): boolean {
  const form = document.querySelector<HTMLElement>('#decision')
  if (!form || 'shown' in form.dataset) return true
  if (lastDropped === 0) flash(t('Key ignored: this job has only just appeared.'))
  lastDropped = performance.now()
  return false
}
