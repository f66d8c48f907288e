// Parts of the sheets of the hosted capture page.
import { make } from '../screens/dom'

/** Returns a button. */
export function button(kind: string, text: string, act: () => void): HTMLElement {
  const made = make('button', kind, text)
  made.onclick = act
  return made
}

/** Returns an element whose content changes while the sheet is shown, and is then read out. */
export function live(...inside: (Node | string)[]): HTMLElement {
  const made = make('p', 'status', ...inside)
  made.setAttribute('role', 'status')
  made.dataset.live = 'status'
  return made
}
