// A decision needs a page that somebody can have seen, with its pictures. A key that comes sooner was typed ahead or
// sticks: it is dropped, and the whole run of keys with it. So is the second click of a double click, which may meet
// the next job.
import { closest, every } from './dom'
import { flash } from './page'
import { awaited } from './pictures'
import { t } from './words'

const visibleFor = 120 // ms that a page has to be visible
const pause = 200 // ms without a dropped key that end a run

let appeared = 0
let lastDropped = 0

/** Marks the decision bar once it may be used; by then the form is htmx's, so that it never loads a whole page. */
export function earlyKeys(root: HTMLElement, signal: AbortSignal): void {
  const form = root.querySelector<HTMLElement>('#decision')
  if (!form) return
  appeared = performance.now()
  lastDropped = 0
  const stop = every(20, signal, () => {
    const now = performance.now()
    if (now - appeared < visibleFor || now - lastDropped < pause || awaited(root)) return
    if (!form.hasAttribute('data-htmx-powered')) return
    stop()
    form.dataset.shown = ''
  })
  root.addEventListener('click', event => {
    const button = closest<HTMLButtonElement>(event, 'button')
    if (!button?.form || button.type !== 'submit') return
    const second = event.detail > 1
    if (second) flash(t('Ignored: this was the second of a double click.'))
    else if (button.name !== 'then' || mayDecide()) return
    event.preventDefault()
    event.stopPropagation()
  }, { capture: true, signal })
}

/** Reports whether this job may be decided; the first key or click that comes too soon is answered with a message. */
export function mayDecide(): boolean {
  const form = document.querySelector<HTMLElement>('#decision')
  if (!form || 'shown' in form.dataset) return true
  const now = performance.now()
  if (now - lastDropped >= pause) flash(now - appeared < visibleFor
    ? t('Key ignored: this job has only just appeared.')
    : t('Not decided: a picture is missing. Wait for it, or choose to decide without it.'))
  lastDropped = now
  return false
}
