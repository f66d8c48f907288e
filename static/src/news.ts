// The line of messages that every page has, so that none of them covers anything.
import { element, pageRoot } from './dom'

/** Shows a message under a name in place of the one that had it, with buttons or links after it; no text removes it. */
export function announce(name: string, text: string, ...acts: HTMLElement[]): void {
  const line = pageRoot()?.querySelector('[data-news]')
  if (!line) return
  const before = line.querySelector(`[data-notice="${name}"]`)
  if (!text) return before?.remove()
  const said = element('span', {}, text)
  const notice = element('div', { className: 'notice ' + name, role: 'status', title: text }, said, ...acts)
  notice.dataset.notice = name
  if (before) before.replaceWith(notice)
  else line.prepend(notice)
}

let flashTimer = 0

/** Shows a message for a few seconds, to screen readers too. */
export function flash(text: string): void {
  announce('flash', text)
  clearTimeout(flashTimer)
  flashTimer = setTimeout(() => announce('flash', ''), 6000)
}
