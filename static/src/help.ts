// The list of keys with what they do, and the dialog that shows it.
import { element, onClick, pageRoot } from './dom'
import { keyOf, keysOff, setKeysOff } from './keyprefs'
import { t } from './words'

/** Returns the keys with what they do. */
export const shortcuts = (): Array<[string, string]> => [
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
  ['s', t('Skip')],
  ['t', t('Take this job')],
  ['f', t('Correct a field')],
  ['j', t('Next finding or row')],
  ['k', t('Previous finding or row')],
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
  ['/', t('Search')],
  ['Ctrl K', t('Open the command palette')],
  ['← →', t('Previous and next video frame')],
  ['.', t('Show new rows')],
  ['g Q', t('Queue')],
  ['g J', t('Jobs')],
  ['g D', t('Dashboard')],
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
  const hasDashboard = pageRoot()?.dataset.dashboard
  const listed = shortcuts().filter(([action]) => action !== 'g D' || hasDashboard)
  const close = element('button', { type: 'button', onclick: () => dialog.close() }, t('Close'))
  const single = element('input', { type: 'checkbox', checked: !keysOff() })
  single.onchange = () => setKeysOff(!single.checked)
  const dialog = element('dialog', {}, element('div', { className: 'help' },
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
