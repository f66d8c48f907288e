import { keyOf, keysOff, setKeysOff } from './keyprefs'
import { t } from './words'

// Keys that are the same for everybody stand as they are printed; any other names its action.
const fixed = ['Enter', 'Shift Enter', 'Shift 1 9', 'Esc', 'Space', 'Ctrl K', '1 9', '← →']

/** Lists the keys with what they do. */
export const listed = (): Array<[string, string]> => [
  ['n', t('Take the next job')], ['a', t('Approve')], ['d', t('Decline')], ['v', t('Suspicious')], ['Enter', t('Send and next')], ['Shift Enter', t('Send and stay')], ['u', t('Undo')],
  ['1 9', t('A capture; once an outcome is chosen a reason')], ['Shift 1 9', t('The other pane; a reason of the second row')], ['Esc', t('Back')], ['m', t('Note')], ['e', t('Escalate')], ['s', t('Skip')], ['t', t('Take the job that is shown')],
  ['f', t('Correct a field')], ['j', t('Next finding or row')], ['k', t('Previous finding or row')], ['p', t('Passed checks')], ['h', t('Hold to reveal')], ['0', t('Fit')],
  ['+', t('Zoom in')], ['-', t('Zoom out')], ['r', t('Turn')], ['b', t('Brighter')], ['l', t('Contrast')], ['i', t('Invert')], ['o', t('Boxes')], ['y', t('Move both panes together')],
  ['c', t('Compare')], ['Space', t('Hold to blink')], ['/', t('Search')], ['Ctrl K', t('Go anywhere')], ['← →', t('Picture of a video before and after')], ['.', t('Show new rows')], ['g Q', t('Queue')], ['g J', t('Jobs')],
  ['g D', t('Dashboard')], ['?', t('This list')],
]

/** Gives what is printed on the keys of an action. */
export function caps(action: string): string[] {
  if (action === 'Space') return [t('Space')]
  if (fixed.includes(action)) return action.split(' ')
  return action.split(' ').map((key, i) => (i === 0 ? keyOf(key) : key).toUpperCase())
}

/** Shows the keys. */
export function help(): void {
  document.addEventListener('click', event => {
    if ((event.target as Element).closest('[data-act="help"]')) showHelp()
  })
}

function made<K extends keyof HTMLElementTagNameMap>(name: K, text = '', set: Partial<HTMLElementTagNameMap[K]> = {}): HTMLElementTagNameMap[K] {
  return Object.assign(document.createElement(name), { textContent: text }, set)
}

function line(action: string, what: string): HTMLElement {
  const row = made('div')
  const keys = made('span')
  for (const cap of caps(action)) keys.append(made('kbd', cap), ' ')
  row.append(made('span', what), keys)
  return row
}

export function showHelp(): void {
  const overlay = document.getElementById('overlay')
  if (!overlay || overlay.querySelector('dialog[open]')) return
  const dialog = made('dialog')
  dialog.setAttribute('aria-labelledby', 'help-heading')
  const box = made('div', '', { className: 'help' })
  const header = made('header')
  const close = made('button', t('Close'), { type: 'button' })
  header.append(made('h1', t('Keys'), { id: 'help-heading' }), close)
  const columns = made('div', '', { className: 'columns' })
  const board = document.getElementById('job')?.dataset.dashboard
  for (const [action, what] of listed()) if (action !== 'g D' || board) columns.append(line(action, what))
  const footer = made('footer')
  const single = made('input', '', { type: 'checkbox', checked: !keysOff() })
  single.addEventListener('change', () => setKeysOff(!single.checked))
  const label = made('label')
  label.append(single, ' ', t('Single letters work as shortcuts'))
  footer.append(label, made('a', t('Choose other keys'), { href: '/me/keys' }))
  box.append(header, columns, footer)
  dialog.append(box)
  close.addEventListener('click', () => dialog.close())
  dialog.addEventListener('click', event => { if (event.target === dialog) dialog.close() })
  dialog.addEventListener('close', () => dialog.remove())
  overlay.append(dialog)
  dialog.showModal()
}
