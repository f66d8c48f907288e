// Shows what the server said about changes: at their rows, in the bar and beside the groups.
import { element } from '../dom'
import { controlOf, standFor } from './field'
import { showUploads } from './media'
import type { Answer } from './answer'

/** Shows what is wrong with what was typed into a field; no text takes that away. */
export function showWrong(field: HTMLElement, text: string): void {
  const control = controlOf(field)
  const id = control.id + '-problem'
  field.querySelector('#' + id)?.remove()
  control.removeAttribute('aria-invalid')
  control.removeAttribute('aria-describedby')
  if (!text) return
  control.setAttribute('aria-invalid', 'true')
  control.setAttribute('aria-describedby', id)
  field.append(element('span', { id, className: 'fail', role: 'alert' }, text))
}

/** Shows an answer on the page. */
export function showAnswer(root: HTMLElement, answer: Answer, find: (path: string) => HTMLElement | null): void {
  for (const [path, state] of Object.entries(answer.states)) {
    const row = root.querySelector<HTMLElement>(`[data-option="${CSS.escape(path)}"]`)
    if (!row) continue
    showState(row, state)
    const field = find(path)
    if (field && state.stands) standFor(field, state.stands)
  }
  for (const [key, group] of Object.entries(answer.groups)) showGroup(root, key, group)
  for (const [filter, count] of Object.entries(answer.sieves)) showSieve(root, filter, count)
  if (!answer.counts) return
  const counts = root.querySelector<HTMLElement>('[data-counts]')!
  counts.title = counts.textContent = answer.counts // who changed the draft before no longer holds
  const tag = root.querySelector('[data-tag] .tag')
  if (!tag || tag.textContent?.trim() === answer.tag) return
  tag.replaceChildren(answer.tag)
  tag.classList.remove('pass', 'warn')
  tag.classList.add('info')
}

/** Shows what is known about an option beside its field. */
function showState(row: HTMLElement, state: { set: boolean, html: string, files: string }): void {
  row.classList.toggle('set', state.set)
  row.querySelector<HTMLElement>('[data-reset]')?.toggleAttribute('hidden', !state.set)
  const place = row.querySelector('[data-state]')
  if (place && place.innerHTML !== state.html) place.innerHTML = state.html
  const files = row.querySelector('[data-files]')
  if (!files || files.innerHTML === state.files) return
  files.innerHTML = state.files
  showUploads(row)
}

/** Shows what another copy of the page says beside its fields, which stay as they are. */
export function showCopy(root: HTMLElement, copy: Element): void {
  for (const row of root.querySelectorAll<HTMLElement>('[data-option]')) {
    const other = copy.querySelector<HTMLElement>(`[data-option="${CSS.escape(row.dataset.option ?? '')}"]`)
    if (!other) continue
    showState(row, {
      set: other.classList.contains('set'),
      html: other.querySelector('[data-state]')?.innerHTML ?? '',
      files: other.querySelector('[data-files]')?.innerHTML ?? '',
    })
  }
  for (const name of ['data-counts', 'data-tag']) {
    const place = root.querySelector<HTMLElement>(`[${name}]`)
    const other = copy.querySelector<HTMLElement>(`[${name}]`)
    if (!place || !other) continue
    place.title = other.title
    place.replaceChildren(...other.childNodes)
  }
  for (const sieve of copy.querySelectorAll<HTMLElement>('[data-sieve]')) {
    showSieve(root, sieve.dataset.sieve ?? '', sieve.querySelector('b')?.textContent ?? '')
  }
  for (const link of root.querySelectorAll<HTMLElement>('[data-group]')) {
    const other = copy.querySelector(`[data-group="${CSS.escape(link.dataset.group ?? '')}"] [data-count]`)
    if (other) link.querySelector('[data-count]')?.replaceWith(document.adoptNode(other))
  }
}

function showSieve(root: HTMLElement, filter: string, count: string): void {
  const shown = root.querySelector(`[data-sieve="${CSS.escape(filter)}"] b`)
  if (shown) shown.textContent = count
}

function showGroup(root: HTMLElement, key: string, { text, title, wrong }: Answer['groups'][string]): void {
  const link = root.querySelector(`[data-group="${CSS.escape(key)}"]`)
  const set = link?.querySelector<HTMLElement>('[data-set]')
  if (!link || !set) return
  set.textContent = text
  link.querySelector<HTMLElement>('[data-count]')!.title = title
  for (const part of link.querySelectorAll('[data-set], [data-set-of]')) part.toggleAttribute('hidden', text === '0')
  link.querySelector('[data-wrong]')?.toggleAttribute('hidden', !wrong)
}

/** Shows what only works with script, on each view, and hides what is for a page without. */
export function showHelpers(root: HTMLElement): void {
  root.querySelector('[data-save]')?.setAttribute('hidden', '')
  for (const helper of root.querySelectorAll('[data-slide], [data-pick]')) helper.removeAttribute('hidden')
  showUploads(root)
}
