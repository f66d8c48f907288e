// The question which of two texts to keep, where a draft was changed in two places: asked on the page, with both texts.
import { both, type Filled, type Kept, type Version } from './draft'
import { element } from './dom'
import { recent } from './locale'
import { t } from './words'

const time = (at: number) => (at ? recent(at) : t('time unknown'))

/** Returns an override to be read: what was found, and why it is approved all the same. */
function override(root: HTMLElement, finding: string, code: string): string {
  const input = root.querySelector(`[name="override.${CSS.escape(finding)}"][value="${CSS.escape(code)}"]`)
  const [found, why] = [input?.closest('fieldset')?.querySelector('legend'), input?.closest('label')]
    .map(part => part?.querySelector('span')?.textContent)
  return t('Approved over: %s (%s)', found ?? finding, why ?? code)
}

/** Returns a version to be read: its texts, outcome, reasons and overrides, each that it has. */
function shown(root: HTMLElement, title: string, version: Filled): HTMLElement {
  const label = (selector: string) => (
    root.querySelector(selector)?.closest('label')?.querySelector('span')?.textContent ?? ''
  )
  const outcome = version.outcome && label(`[name="outcome"][value="${CSS.escape(version.outcome)}"]`)
  const reasons = version.reasons.map(code => label(`[name="reason"][value="${CSS.escape(code)}"]`) || code)
  const parts = [version.note, version.comment && t('To the client: %s', version.comment)]
  const overrides = Object.entries(version.overrides ?? {}).map(([finding, code]) => override(root, finding, code))
  const tags = [outcome, ...reasons, ...overrides].filter(Boolean)
    .map(text => element('span', { className: 'tag' }, text))
  const text = parts.filter(Boolean).join('\n') || t('no text')
  const words = element('pre', { tabIndex: 0 }, text)
  return element('div', { className: 'version' }, element('b', {}, title), words, ...tags)
}

/** Asks about the first of the other versions of a draft, or removes the question where there is none. */
export function choice(root: HTMLElement, kept: Kept, chosen: (filled: Filled) => void): void {
  root.querySelector('.choice')?.remove()
  const other: Version | undefined = kept.others[0]
  if (!other) return
  const button = (text: string, filled: () => Filled, className = '') => (
    element('button', { type: 'button', className, onclick: () => chosen(filled()) }, text)
  )
  const { outcome, reasons, overrides, note, comment } = other
  root.querySelector('.brief')?.prepend(element('section', { className: 'choice', role: 'group' },
    element('h2', {}, t('Your draft was changed in two places')),
    shown(root, t('In this window, %s', time(kept.at)), kept),
    shown(root, t('In another window or browser, %s', time(other.at)), other),
    element('div', { className: 'actions' },
      button(t('Keep this'), () => kept),
      button(t('Take the other'), () => ({ outcome, reasons, overrides, note, comment })),
      button(t('Keep both'), () => both(kept, other), 'go'),
    ),
  ))
}

/** Shows on a page what was typed there before and not sent, where it can't be sent any more. Returns the box. */
export function leftover(root: HTMLElement, text: string, discard: () => void): HTMLElement {
  const box = element('section', { className: 'choice', role: 'group' },
    element('h2', {}, t('You typed this and did not send it')),
    element('pre', { tabIndex: 0 }, text),
    element('div', { className: 'actions' },
      element('button', { type: 'button', onclick: () => void navigator.clipboard?.writeText(text) }, t('Copy')),
      element('button', { type: 'button', onclick: () => { discard(); box.remove() } }, t('Discard')),
    ),
  )
  const place = root.querySelector('.brief') ?? root.querySelector('main')
  place?.prepend(box)
  return box
}
