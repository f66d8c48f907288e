// The list of keys with what they do, and the dialog that shows it.
import { element, onClick, pageRoot } from './dom'
import { keyOf, keysOff, setKeysOff } from './keyprefs'
import { t } from './words'

/** Returns the link to the agent's own work; null for somebody who does not review. */
export const ownWork = () => document.querySelector<HTMLAnchorElement>('.menu a[href="/me/work"]')

type Keys = Array<[action: string, does: string]>

/** Returns the keys that only the page shown has, where it brings a list of them. */
function ownKeys(): Keys | undefined {
  const text = document.querySelector<HTMLElement>('[data-shortcuts]')?.dataset.shortcuts
  return text && JSON.parse(text)
}

const reviewKeys = (): Keys => [
  ['n', t('Take the next job')],
  ['a', t('Approve')],
  ['d', t('Decline')],
  ['v', t('Suspicious')],
  ['Enter', t('Send and next')],
  ['Shift Enter', t('Send and stay')],
  ['u', t('Undo')],
  ['1 9', t('A capture; once an outcome is chosen a reason')],
  ['Shift 1 9', t('The other pane; a reason of the second row')],
  ['Esc', t('Back')],
  ['m', t('Note')],
  ['e', t('Escalate')],
  ['q', t('Ask for new captures')],
  ['s', t('Skip')],
  ['t', t('Take this job')],
  ['f', t('Correct a field')],
  ['j', t('Next finding or row')],
  ['k', t('Previous finding or row')],
  ['Enter', t('Open a row, or show its place')],
  ['p', t('Passed checks')],
  ['h', t('Hold to reveal')],
  ['0', t('Fit')],
  ['+', t('Zoom in')],
  ['-', t('Zoom out')],
  ['r', t('Turn')],
  ['b', t('Brighter')],
  ['l', t('Contrast')],
  ['i', t('Invert')],
  ['o', t('Boxes')],
  ['y', t('Move both panes together')],
  ['c', t('Compare')],
  ['Space', t('Hold to blink')],
  ['← →', t('Previous and next video frame')],
  ['.', t('Show new rows')],
]

/** Returns the keys of the page shown with what they do. */
export const shortcuts = (): Keys => [
  ...ownKeys() ?? reviewKeys(),
  ['/', t('Search')],
  ['Ctrl K', t('Open the command palette')],
  ['g Q', t('Queue')],
  ['g J', t('Jobs')],
  ['g D', t('Dashboard')],
  ['g M', t('Your work')],
  ['?', t('Show shortcuts')],
]

const changeable = /^(g )?.$/ // a character, or one after g; all else is the same for everybody

/** Returns what is printed on the keys of an action, where they can be changed as the agent chose them. */
export function keyCaps(action: string): string[] {
  if (action === 'Space') return [t('Space')]
  const [first, ...rest] = action.split(' ')
  return changeable.test(action) ? [keyOf(first).toUpperCase(), ...rest] : [first, ...rest]
}

/** Listens to the buttons that show the keys. */
export const help = (): void => onClick('[data-act="help"]', showHelp)

function row(action: string, does: string): HTMLElement {
  const caps = keyCaps(action).flatMap(cap => [element('kbd', {}, cap), ' '])
  return element('div', {}, element('span', {}, does), element('span', {}, ...caps))
}

/** Shows the keys. */
export function showHelp(): void {
  const missing = [pageRoot()?.dataset.dashboard ? '' : 'g D', ownWork() ? '' : 'g M']
  const listed = shortcuts().filter(([action]) => !missing.includes(action))
  const close = element('button', { type: 'button', onclick: () => dialog.close() }, t('Close'))
  const single = element('input', { type: 'checkbox', checked: !keysOff() })
  single.onchange = () => setKeysOff(!single.checked)
  const dialog = element('dialog', {}, element('section', { className: 'help' },
    element('header', {}, element('h1', { id: 'help-heading' }, t('Keys')), close),
    element('div', { className: 'columns' }, ...listed.map(([action, does]) => row(action, does))),
    element('footer', {},
      element('label', {}, single, ' ', t('Single letters work as shortcuts')),
      element('a', { href: '/me/keys' }, t('Customize shortcuts')),
    ),
  ))
  dialog.setAttribute('aria-labelledby', 'help-heading')
  showDialog(dialog)
}

/** Opens a dialog, unless one is open. It closes with a click beside it and is removed then. */
export function showDialog(dialog: HTMLDialogElement): boolean {
  const overlay = document.getElementById('overlay')
  if (!overlay || document.querySelector('dialog[open]')) return false
  dialog.onclick = event => { if (event.target === dialog) dialog.close() }
  dialog.onclose = () => dialog.remove()
  overlay.append(dialog)
  dialog.showModal()
  return true
}
