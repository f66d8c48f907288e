// A decision needs a page that somebody can have seen, with its pictures; an outcome is chosen on a page that is seen.
// A key that comes sooner was typed ahead or sticks: it is dropped, and the whole run of keys with it. So is the second
// click of a double click, which may meet the next job.
import { closest, every } from './dom'
import { flash } from './news'
import { awaited } from './pictures'
import { t } from './words'

const visibleFor = 120 // ms that a page has to be visible
const pause = 200 // ms without a dropped key that end a run

let appeared = 0
let choosableFrom = 0
let lastDropped = -pause
let replaced = false // whether the page was put in the place of another
let pressedAt: number | undefined

/** Does what a key asks for that was pressed at a time before. */
export function asPressedAt(time: number, run: () => void): void {
  pressedAt = time
  run()
  pressedAt = undefined
}

/** Returns when the key was pressed that is being dealt with. */
const now = () => pressedAt ?? performance.now()

/** Returns when the document was first drawn; now where it was not. */
const firstDrawn = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? performance.now()

/** Marks the decision bar once it may be used; by then the form is htmx's, so that it never loads a whole page. */
export function earlyKeys(root: HTMLElement, signal: AbortSignal): void {
  // Keys that were meant for the job before can meet only a page that took its place.
  appeared = replaced ? performance.now() : firstDrawn()
  choosableFrom = replaced ? appeared + visibleFor : appeared
  replaced = true
  lastDropped = -pause
  const form = root.querySelector<HTMLElement>('#decision')
  if (!form) return
  const stop = every(20, signal, () => {
    const time = performance.now()
    if (time - appeared < visibleFor || time - lastDropped < pause || awaited(root)) return
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

/** Reports whether a key belongs to a run of which one was dropped. */
export const inDroppedRun = (): boolean => now() - lastDropped < pause

/** Drops a key or a click; the first of a run is answered with a message. */
function drop(text: string): false {
  if (!inDroppedRun()) flash(text)
  lastDropped = now()
  return false
}

const undecidable = () => document.querySelector<HTMLElement>('#decision:not([data-shown])')

/** Reports whether an outcome may be chosen. Pictures may still be on their way. */
export function mayChoose(): boolean {
  if (!undecidable() || now() >= choosableFrom && !inDroppedRun()) return true
  return drop(t('Key ignored: this job has only just appeared.'))
}

/** Reports whether this job may be decided. */
export function mayDecide(): boolean {
  if (!undecidable()) return true
  const seen = pressedAt === undefined && now() - appeared >= visibleFor
  return drop(seen
    ? t('Not decided: a picture is missing. Wait for it, or choose to decide without it.')
    : t('Key ignored: this job has only just appeared.'))
}
