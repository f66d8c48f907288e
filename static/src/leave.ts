// Leaving a page: where the server can't be reached, the browser would show its own error page instead of the work.
import { answers, unreachable } from './connection'
import { closest, pageRoot } from './dom'
import { flash } from './news'
import { t } from './words'

const answerTime = 4000 // ms

/** Goes to a page. A job in work is left only once the server answers, as is any page after it did not, or to check. */
export async function go(href: string, check = careful()): Promise<void> {
  if (!check || await answers(AbortSignal.timeout(answerTime))) location.assign(href)
  else flash(t('Stayed on this page: the server can’t be reached.'))
}

const careful = () => unreachable() || Boolean(pageRoot()?.querySelector('#decision'))

/** Listens to the links of all pages. */
export function leave(): void {
  document.addEventListener('click', event => {
    const link = closest<HTMLAnchorElement & HTMLElement>(event, 'a[href]')
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || !careful()) return
    if (link.target || link.hasAttribute('download') || link.origin !== location.origin) return
    if (link.hash && link.href.split('#')[0] === location.href.split('#')[0]) return
    event.preventDefault()
    void go(link.href)
  })
}
