// A changed screen on the page: its name, the options that changed on it, and its pictures before and after.
import { languages, type Language } from '../../sdk/screens/language'
import { element } from '../dom'
import { captureName, languageName, promptName, screenName } from '../presetpreview/names'
import { t } from '../words'
import { optionsOf, type Changed, type Comparison, type Side } from './compare'
import { picture } from './picture'

/** Returns a changed screen in some languages; in one where it looks the same in all. */
export function row(of: Comparison, changed: Changed, shown: readonly Language[]): HTMLElement {
  const { scene } = changed
  const parts = [captureName(scene.capture), screenName(scene.screen), promptName(scene.prompt ?? '')]
  const name = parts.filter(Boolean).join(' · ')
  const names = changed.paths.map(path => path.split('.').at(-1)).join(', ')
  const pairs = element('div', { className: 'pairs' })
  const looks = changed.languages.filter(language => shown.includes(language))
  pairs.append(...looks.map(language => pair(of, changed, language, name)))
  if (changed.languages.length === 0) pairs.append(same(of, changed, shown[0], name))
  const said = element('p', { className: 'soft' }, t('Changed here: %s', names))
  return element('li', { hidden: pairs.childElementCount === 0 }, element('h3', {}, name), said, pairs)
}

function pair(of: Comparison, changed: Changed, language: Language, name: string): HTMLElement {
  const sides: Array<[Side, string]> = [['before', t('Before')], ['after', t('After')]]
  const titled = (word: string) => `${name}, ${languageName(language)}: ${word}`
  return element('figure', {}, element('figcaption', {}, languageName(language)),
    ...sides.map(([side, word]) => half(of, changed, language, side, word, titled(word))))
}

function half(
  of: Comparison, changed: Changed, language: Language, side: Side, word: string, title: string,
): HTMLElement {
  const said = changed.off[side] ? t('%s: applicants do not see it', word) : word
  const shown = picture(changed.scene, () => optionsOf(of, side, language), title)
  return element('div', {}, shown, element('span', { className: 'soft' }, said))
}

/** Returns one picture of a screen that looks as before: the changed options decide when it comes, or for how long. */
function same(of: Comparison, changed: Changed, language: Language, name: string): HTMLElement {
  const title = `${name}, ${languageName(language)}`
  const caption = element('span', { className: 'soft' }, t('Looks the same: what changed decides when it comes.'))
  return element('figure', {}, element('figcaption', {}, languageName(language)),
    element('div', {}, picture(changed.scene, () => optionsOf(of, 'after', language), title), caption))
}

/** Returns the languages in which any of the screens looks different. */
export const languagesOf = (all: Changed[]): Language[] =>
  languages.filter(language => all.some(one => one.languages.includes(language)))
