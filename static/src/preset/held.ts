// What the page shows of changes that the server answered and did not save. They stay in their fields.
import { element } from '../dom'
import { t } from '../words'
import type { Change, Held } from './answer'
import { ask } from './choice'
import { fill, retype, valueIn, type Value } from './field'
import { showWrong } from './show'

/** Returns changes as text, a line each. */
export function textOf(changes: Change[]): string {
  const typed = (change: Change) => change.exact ? change.value ?? '' : `${change.text} ${change.alpha}`.trim()
  return changes.map(change => `${change.path}: ${String(typed(change))}`).join('\n')
}

/** Puts what was typed and is not saved back into its field. */
export function putBack(field: HTMLElement, change: Change): void {
  if (change.exact) fill(field, change.value)
  else retype(field, change)
}

/** What can be done about changes that a problem kept from being saved. */
export interface Remedies { again: () => void, unsaved: () => string }

/**
 * Shows at a field why what is typed in it is not saved, and what can be done. Where somebody else has set the option,
 * decide gets the own value if that is to stay, and what they set.
 */
export function showNotSaved(
  field: HTMLElement, held: Held | undefined, can: Remedies, decide: (mine: Value | undefined, theirs: Value) => void,
): void {
  field.querySelector('[data-refused]')?.remove()
  showWrong(field, held?.wrong ?? (held?.problem ? t('Not saved: %s', held.problem) : ''))
  if (held?.problem) field.append(remedies(held, can))
  const { change, overlap } = held ?? {}
  if (!change || !overlap) return
  const mine = () => change.exact ? change.value : valueIn(field, change.base) ?? null
  ask(field, overlap, own => decide(own ? mine() : undefined, overlap.theirs))
}

/** Returns the buttons that send changes again or copy them, and the link that restores an archived preset. */
function remedies({ restore }: Held, { again, unsaved }: Remedies): HTMLElement {
  const button = (text: string, onclick: () => void) => element('button', { type: 'button', onclick }, text)
  const copy = button(t('Copy what was typed'), () => void navigator.clipboard.writeText(unsaved()).then(
    () => copy.replaceChildren(t('Copied')), () => copy.replaceChildren(t('Not copied'))))
  const link = element('a', { className: 'button', href: restore ?? '' }, t('Restore the preset'))
  const box = element('span', { className: 'answers' }, ...restore ? [link] : [], button(t('Try again'), again), copy)
  box.dataset.refused = ''
  return box
}
