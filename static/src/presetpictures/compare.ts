// Finds the capture screens that a change of a preset changes: each is drawn with what is set before and after.
import { effective, uploadsAt, type Catalogue, type Draft } from '../../sdk/preview/catalogue'
import { inRoom } from '../../sdk/preview/room'
import { draw, pathsIn, scenes } from '../../sdk/screens'
import { Options } from '../../sdk/screens/options'
import type { Scene } from '../../sdk/screens/scene'
import { languages, type Language } from '../../sdk/screens/language'

/** What is compared: all options, and what is set before and after. The addresses of uploads begin with media. */
export interface Comparison { catalogue: Catalogue, before: Draft, after: Draft, media: string }

export type Side = 'before' | 'after'

/** A screen on which changed options show, where it looks different, and on which side applicants do not see it. */
export interface Changed { scene: Scene, paths: string[], languages: Language[], off: Record<Side, boolean> }

/** Returns the options with which a side's screens are drawn in a language. */
export const optionsOf = (of: Comparison, side: Side, language: Language): Options =>
  new Options(effective(of.catalogue, of[side], language), uploadsAt(of.media))

/** Draws a screen as the live preview shows it. */
export function drawn(host: HTMLElement, scene: Scene, options: Options): HTMLElement {
  const screen = draw(host, inRoom(scene, 'light'), options)
  for (const animation of host.getAnimations({ subtree: true })) animation.cancel()
  return screen
}

/**
 * Finds the changed screens in the order in which applicants meet them. Where several prompts of a screen change, those
 * are returned that together show every changed option. It yields between pieces of work.
 */
export function* compared(of: Comparison): Generator<void, Changed[]> {
  const changed = changedPaths(of)
  const groups = new Map<string, Changed[]>()
  for (const scene of scenes()) {
    const [before, after] = (['before', 'after'] as Side[]).map(side =>
      draw(document.createElement('div'), scene, optionsOf(of, side, 'EN')))
    const paths = [...new Set([...pathsIn(before), ...pathsIn(after)])].filter(path => changed.has(path))
    if (paths.length > 0) {
      const off = { before: 'off' in before.dataset, after: 'off' in after.dataset }
      const key = `${scene.capture} ${scene.screen}`
      groups.set(key, [...groups.get(key) ?? [], { scene, paths, languages: lookingNew(of, scene), off }])
    }
    yield
  }
  return [...groups.values()].flatMap(fewest)
}

/** Returns the paths of the options that have another value in force in any language. */
function changedPaths(of: Comparison): Set<string> {
  const all = new Set<string>()
  for (const language of languages) {
    const before = effective(of.catalogue, of.before, language)
    const after = effective(of.catalogue, of.after, language)
    for (const path in after) if (String(before[path]) !== String(after[path])) all.add(path)
  }
  return all
}

/** Returns the languages in which a screen looks different. */
function lookingNew(of: Comparison, scene: Scene): Language[] {
  return languages.filter(language =>
    lookOf(scene, optionsOf(of, 'before', language)) !== lookOf(scene, optionsOf(of, 'after', language)))
}

/** What is written on elements and cannot be seen: which options form them, limits and times. */
const unseen = ['option', 'limits', 'after', 'seconds', 'ground', 'ink', 'edge']

function lookOf(scene: Scene, options: Options): string {
  const screen = draw(document.createElement('div'), scene, options)
  for (const element of [screen, ...screen.querySelectorAll<HTMLElement>('*')]) {
    for (const name of unseen) element.removeAttribute('data-' + name)
  }
  return new XMLSerializer().serializeToString(screen)
}

/** Returns as few of the prompts of a screen as show all of its changed options, those that look different first. */
export function fewest(all: Changed[]): Changed[] {
  const left = new Set(all.flatMap(({ paths }) => paths))
  const chosen: Changed[] = []
  const gain = (one: Changed) => one.paths.filter(path => left.has(path)).length
  while (left.size > 0) {
    const best = all.reduce((a, b) => gain(b) > gain(a) || gain(b) === gain(a) && isNewer(b, a) ? b : a)
    chosen.push(best)
    for (const path of best.paths) left.delete(path)
  }
  return all.filter(one => chosen.includes(one))
}

const isNewer = (one: Changed, other: Changed): boolean => one.languages.length > 0 && other.languages.length === 0
