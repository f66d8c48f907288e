// Shows which screen the preview is on: the two lists, the prompts, and a sentence about the edited option.
import type { Report } from '../../sdk/preview/message'
import { element } from '../dom'
import { t } from '../words'
import { captureName, promptName, screenName } from './names'

/** Shows what the preview told. */
export function showPlace(pane: HTMLElement, told: Report): void {
  const of = told.captures.find(one => one.name === told.scene.capture)
  fill(pane, 'capture', told.captures.map(({ name }) => [name, captureName(name)]), told.scene.capture)
  fill(pane, 'screen', (of?.screens ?? []).map(name => [name, screenName(name)]), told.scene.screen)
  const language = pane.querySelector<HTMLSelectElement>('[name=language]')
  if (language) language.value = told.language
  showPrompts(pane, told.scene.screen === 'capture' ? of?.prompts ?? [] : [], told.scene.prompt)
  const note = pane.querySelector('[data-note]')
  const text = noteOf(told)
  if (note && note.textContent !== text) note.textContent = text
}

/** Fills a list, unless it holds the same already. */
function fill(pane: HTMLElement, name: string, choices: Array<[string, string]>, chosen: string): void {
  const list = pane.querySelector<HTMLSelectElement>(`[name=${name}]`)
  if (!list) return
  if ([...list.options].map(({ value }) => value).join() !== choices.map(([value]) => value).join()) {
    list.replaceChildren(...choices.map(([value, label]) => new Option(label, value)))
  }
  list.value = chosen
}

function showPrompts(pane: HTMLElement, names: string[], chosen: string | undefined): void {
  const place = pane.querySelector<HTMLElement>('[data-prompts]')
  if (!place) return
  place.hidden = names.length < 2
  const shown = [...place.querySelectorAll<HTMLElement>('[data-prompt]')]
  if (shown.map(({ dataset }) => dataset.prompt).join() !== names.join()) {
    place.querySelector('.promptlist')?.replaceChildren(...names.map(name => {
      const chip = element('button', { type: 'button', className: 'tag' }, promptName(name))
      chip.dataset.prompt = name
      return chip
    }))
  }
  for (const chip of place.querySelectorAll<HTMLElement>('[data-prompt]')) {
    chip.setAttribute('aria-pressed', String(chip.dataset.prompt === chosen))
  }
}

const nameOf = (path: string): string => path.split('.').at(-1) ?? path

/** Returns what is to be said about the screen and the edited option; nothing where all is seen. */
function noteOf(told: Report): string {
  const name = nameOf(told.focus)
  switch (told.absent) {
    case 'hidden': return t('%s is hidden on every screen: another option hides it.', name)
    case 'android': return t('%s acts on Android only. A browser does not draw it.', name)
    case 'earlier': return t('%s acts in SDK version 9 only. Its screens are not drawn.', name)
    case 'capture': return t('%s acts when an applicant captures with the web SDK. No screen shows it.', name)
    case 'unknown': return ''
  }
  if (told.replaced) return t('%s is a file of the Android app. The built-in one is drawn here.', name)
  if (told.off) return t('Applicants do not see this screen: %s is off.', nameOf(told.off))
  if (told.limits && !told.gauge) return t('This prompt is decided by: %s', told.limits)
  return ''
}
