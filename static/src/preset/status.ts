// The bar of the editor: whether everything is saved, and what can be undone.
import { element } from '../dom'
import { t } from '../words'
import type { Answer, Trouble } from './answer'
import type { History } from './draft'

/** Shows in the bar whether what was typed is saved. The title says it where a narrow bar cuts it. */
export function say(root: HTMLElement, ...text: Array<string | Node>): void {
  const place = root.querySelector<HTMLElement>('[data-saved]')
  place?.replaceChildren(...text)
  if (place) place.title = place.textContent
}

const trouble = (text: string) => element('b', { className: 'fail' }, text)

/** Shows in the bar what became of changes. */
export function sayAnswer(root: HTMLElement, answer: Answer): void {
  if (answer.problem) say(root, trouble(t('not saved: see the row')))
  else if (Object.keys(answer.wrong).length > 0) say(root, trouble(t('not saved: see the row')))
  else if (Object.keys(answer.overlaps).length > 0) say(root, trouble(t('not saved: somebody else changed it')))
  else if (answer.saved) say(root, t('saved %s', answer.saved))
}

/** Shows in the bar why changes could not be sent. They are kept, and sent again; the link stays while they are. */
export function sayTrouble(root: HTMLElement, why: Trouble): void {
  if (why === 'session' && root.querySelector('[data-saved] a')) return
  if (why === 'unreachable') return say(root, trouble(t('not saved: the server can’t be reached. Trying again.')))
  const href = '/login?next=' + encodeURIComponent(location.pathname + location.search)
  const link = element('a', { className: 'link', href }, t('Sign in'))
  say(root, trouble(t('not saved: the session ended.')), ' ', link)
}

/** Shows whether something can be undone and redone. */
export function showHistory(root: HTMLElement, history: History): void {
  for (const [name, steps] of [['undo', history.done], ['redo', history.undone]] as const) {
    const button = root.querySelector<HTMLButtonElement>(`[data-${name}]`)
    if (!button) continue
    button.hidden = false
    button.disabled = steps.length === 0
  }
}
