// Records the keys that are pressed on a page before its script listens, from the first byte of the document on and on
// each page that takes its place; keyreplay.ts presses them again. What the browser does by itself for a key it does:
// nothing that is typed into a field is recorded.
import { pageRoot, typing } from './dom'

/** Recorded is a key on its way down or up, with the page that it was pressed on; null while that was not yet there. */
export type Recorded = { event: KeyboardEvent, page: HTMLElement | null }

declare global {
  interface Window { recordedKeys?: Recorded[] }
}

const recorded: Recorded[] = window.recordedKeys = []
const down = new Set<string>() // the places on the keyboard of recorded keys that are held
let off = false // whether the page's script has failed to come

const listens = () => off || pageRoot()?.dataset.ready !== undefined

/** Reports whether the page's script will want a key, and the browser has nothing of its own to do for it. */
function isWanted(event: KeyboardEvent): boolean {
  const { key } = event
  const target = event.target as HTMLElement
  if (event.isComposing || event.altKey) return false
  if (event.ctrlKey || event.metaKey) return key === 'Enter' || key.toLowerCase() === 'k'
  if (typing(target)) return false
  if (key === 'Enter') return !target.matches('button, a, summary')
  // They are text once a key before them has led into a field.
  if (key === ' ' || key === 'Backspace') return recorded.length > 0 && target === document.body
  return key === 'Escape' || key.length === 1
}

function record(event: KeyboardEvent): void {
  event.preventDefault()
  event.stopImmediatePropagation()
  recorded.push({ event, page: pageRoot() })
}

addEventListener('keydown', event => {
  if (!event.isTrusted || listens() || !isWanted(event) || event.repeat) return
  down.add(event.code)
  record(event)
}, true)
addEventListener('keyup', event => {
  if (event.isTrusted && down.delete(event.code) && !listens()) record(event)
}, true)
addEventListener('load', () => {
  off = !listens()
})
