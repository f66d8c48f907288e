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

/** Returns a sentence below a bar, which is read out once it changes. */
export function noted(text: string): HTMLElement {
  const made = live(text)
  made.className = 'soft'
  made.dataset.live = 'note'
  return made
}

/** Returns a bar that is hidden until something of what it counts is there, and what then reads that out. */
export function loading(label: string): HTMLElement[] {
  const bar = make('progress')
  bar.hidden = true
  bar.setAttribute('aria-label', label)
  return [bar, live()]
}

/** Shows on a bar which share of all, from 0 to 1, is there. Each quarter is read out, after what it is of. */
export function load(root: HTMLElement, share: number, of: string, language: string): void {
  const bar = root.querySelector('progress')
  if (!bar) return
  root.classList.add('loading')
  bar.hidden = false
  bar.value = share
  const { format } = new Intl.NumberFormat(language, { style: 'percent' })
  const text = `${of} ${format(Math.floor(4 * share) / 4)}`
  const status = root.querySelector('[role=status]')!
  if (status.textContent !== text) status.textContent = text
}
