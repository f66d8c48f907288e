// Single keys. Digits choose a capture, or a reason once an outcome is chosen; any other key presses what carries it in
// data-key. Nothing happens while text is typed.
import { pageRoot, typing } from './dom'
import { ownWork, showHelp } from './help'
import { back, chosenOutcome, closeCorrection, correct, digit, press, step, submit } from './keyactions'
import { latin } from './keymap'
import { actionFor, keysOff } from './keyprefs'
import { go } from './leave'
import { flash } from './news'
import { openPalette } from './palette'
import { t } from './words'

let afterG = false // whether g was the last key

const plainEnter = (event: KeyboardEvent) => event.key === 'Enter' && !event.shiftKey && !event.isComposing

/** Presses the button of a small form for Enter in its field. */
function pressSheetButton(event: KeyboardEvent): boolean {
  const field = event.target as HTMLElement
  if (!plainEnter(event) || event.repeat || !('enter' in field.dataset)) return false
  field.closest('.sheet')?.querySelector('button')?.click()
  return true
}

/** Reports whether a key in a field sends the decision: Enter in the comment, or in the note of a chosen outcome. */
function sendsDecision(event: KeyboardEvent): boolean {
  const field = event.target
  if (!plainEnter(event) || !(field instanceof HTMLTextAreaElement) || field.form?.id !== 'decision') return false
  return field.name === 'comment' || field.name === 'note' && Boolean(chosenOutcome())
}

/** Goes to the page that a key after g stands for. */
function goTo(event: KeyboardEvent): boolean {
  const paths: Record<string, string | undefined> = {
    q: '/queue', j: '/jobs', d: pageRoot()?.dataset.dashboard, m: ownWork()?.pathname,
  }
  const path = paths[latin(event)]
  if (path) void go(path)
  return Boolean(path)
}

function singleKey(event: KeyboardEvent): boolean {
  // With an outcome chosen, Shift and a digit is a reason of the second row, whatever sign Shift writes there.
  const second = event.shiftKey && chosenOutcome() ? /^Digit([1-9])$/.exec(event.code)?.[1] : undefined
  if (second) return digit(second, true)
  const action = actionFor(event)
  const goes = afterG
  afterG = false
  if (goes && goTo(event)) return true
  if (/^[1-9]$/.test(action)) return digit(action, event.shiftKey)
  switch (action) {
    case '':
      return false
    case 'g':
      return afterG = true
    case 'j':
      return step(1)
    case 'k':
      return step(-1)
    case 'f':
      return correct()
    case '?':
      showHelp()
      return true
    case 'u':
      if (!press('u') && document.querySelector('.bar')) flash(t('There is nothing to undo on this page.'))
      return true
    case '/':
      if (!press('/')) openPalette()
      return true
  }
  return press(action)
}

/** Reports whether an element does something of its own for Enter. */
const usesEnter = (target: HTMLElement) => target.matches('button, a, summary')

/** Does what a key asks for; reports whether it asked for something. */
function handle(event: KeyboardEvent): boolean {
  const { key } = event
  const target = event.target as HTMLElement
  const control = event.ctrlKey || event.metaKey
  if (event.defaultPrevented || document.querySelector('dialog[open]')) return false
  if (control) return key === 'Enter' && submit('next')
  if (event.altKey) return false
  if (key === 'Escape' && closeCorrection(target)) return true
  if (typing(target)) {
    if (key === 'Escape') target.blur()
    return pressSheetButton(event) || sendsDecision(event) && submit('next')
  }
  if (key === 'Escape') {
    back()
    return false
  }
  if (key === 'Enter') return !usesEnter(target) && !event.repeat && submit(event.shiftKey ? 'stay' : 'next')
  return key.length === 1 && !keysOff() && key !== ' ' && singleKey(event)
}

/** Listens to the keyboard. */
export function keys(): void {
  document.addEventListener('keydown', event => { if (handle(event)) event.preventDefault() })
}
