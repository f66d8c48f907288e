// Other options on the same page: groups, filters and the search are fetched and put in place, so that the preview and
// what is typed stay.
import { t } from '../words'
import type { Editor } from './edits'
import { draftOf, load } from './page'
import { showCopy } from './show'

const typingPause = 150 // ms

/** Show loads the options of an address of this page, and remembers it where asked. */
export type Show = (href: string, remember?: 'push' | 'replace') => Promise<void>

/** Shows what others have changed of the options on the page. The fields stay, and what is typed in them. */
export async function catchUp(root: HTMLElement, editor: Editor): Promise<void> {
  const page = await load(location.pathname + location.search)
  const drawn = page && draftOf(page)
  if (!page || !drawn || drawn.revision < editor.working.revision) return
  editor.renew(drawn)
  showCopy(root, page.body)
}

/** Brings the chosen group into sight where the groups stand side by side. */
export function showGroup(root: HTMLElement): void {
  const groups = root.querySelector<HTMLElement>('[data-groups]')
  const chosen = groups?.querySelector<HTMLElement>('[aria-current]')
  if (groups && chosen) groups.scrollLeft = chosen.offsetLeft - (groups.clientWidth - chosen.offsetWidth) / 2
}

/** Listens to what shows other options. */
export function views(root: HTMLElement, editor: Editor): Show {
  let newest = 0
  let timer = 0

  const show: Show = async (href, remember) => {
    const number = ++newest
    const page = await load(href)
    if (number !== newest) return
    const found = root.querySelector('[data-found]')!
    if (!page) {
      found.textContent = t('Not loaded: try again.')
      return
    }
    const drawn = draftOf(page)
    if (drawn.revision < editor.working.revision) return show(href, remember) // something was saved meanwhile
    root.querySelector('[data-rows]')!.replaceWith(document.adoptNode(page.querySelector('[data-rows]')!))
    root.querySelector('[data-groups]')!.replaceWith(document.adoptNode(page.querySelector('[data-groups]')!))
    showGroup(root)
    found.textContent = page.querySelector('[data-found]')?.textContent ?? ''
    const field = root.querySelector<HTMLInputElement>('[data-seek]')!
    if (field !== document.activeElement) field.value = page.querySelector<HTMLInputElement>('[data-seek]')?.value ?? ''
    if (remember === 'push') history.pushState(null, '', href)
    if (remember === 'replace') history.replaceState(null, '', href)
    editor.renew(drawn)
    editor.reshow()
  }

  const addressOf = (query: string) => {
    const address = new URL(root.dataset.preset ?? '', location.origin)
    if (query.trim()) address.searchParams.set('q', query.trim())
    return address.pathname + address.search
  }

  root.addEventListener('click', event => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('[data-group], [data-sieve]')
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    const key = link.dataset.group
    void show(link.href, 'push').then(() => {
      const same = key ? root.querySelector<HTMLElement>(`[data-group="${CSS.escape(key)}"]`) : null
      const words = link.textContent?.replace(/[\d\s]+$/, '').trim() ?? ''
      const sieves = [...root.querySelectorAll<HTMLElement>('[data-sieve]')]
      const target = same ?? sieves.find(one => one.textContent?.trim().startsWith(words))
      target?.focus()
    })
  })
  root.addEventListener('input', event => {
    const field = (event.target as Element).closest<HTMLInputElement>('[data-seek]')
    if (!field) return
    clearTimeout(timer)
    timer = setTimeout(() => void show(addressOf(field.value), 'replace'), typingPause)
  })
  root.addEventListener('submit', event => {
    const form = event.target as HTMLFormElement
    if (!form.matches('.seek')) return
    event.preventDefault()
    clearTimeout(timer)
    const field = form.querySelector<HTMLInputElement>('[data-seek]')!
    void show(addressOf(field.value), 'push').then(() => root.querySelector<HTMLElement>('[data-option]')?.focus())
  })
  addEventListener('popstate', () => void show(location.pathname + location.search))
  return show
}
