// Failures of a request that are told beside its form, so that nothing of what was filled in goes.
import { element } from './dom'
import { place } from './place'
import { t } from './words'

/** Shows what a page about a failure says beside the form that was sent; reports whether it is such a page. */
export function refused(form: HTMLElement, html: string): boolean {
  const page = new DOMParser().parseFromString(html, 'text/html')
  const parts = [...page.querySelectorAll('[data-failure] :is(h1, [data-said])')]
  if (parts.length === 0) return false
  const said = parts.map(part => part.textContent?.trim().replace(/([^.?!])$/, '$1.')).join(' ')
  const reload = element('button', { type: 'button', onclick: () => location.reload() }, t('Reload the page'))
  place(form, t('Not done: %s', said), [reload])
  return true
}
