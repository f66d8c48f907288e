// Another copy of the page from the server: its rows, and the draft that they were drawn from.
import { ask } from '../limit'
import type { Current } from './draft'

/** Loads an address of the editor's page; nothing where the server does not answer with one. */
export async function load(href: string): Promise<Document | null> {
  const answer = await ask(href, { headers: { Accept: 'text/html' } })
  const html = answer?.ok && !answer.redirected ? await answer.text() : ''
  const page = new DOMParser().parseFromString(html, 'text/html')
  return page.querySelector('[data-rows]') ? page : null
}

/** Returns the draft from which a page was drawn. */
export const draftOf = (page: Document): Current =>
  JSON.parse(page.querySelector<HTMLElement>('[data-preset]')?.dataset.draft ?? 'null')
