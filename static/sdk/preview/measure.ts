// Measures every screen in every language while nobody types: each is drawn unseen at the size of the preview.
import { draw, scenes } from '../screens'
import type { Options } from '../screens/options'
import type { Scene } from '../screens/scene'
import { languages } from '../screens/language'
import { faint } from './contrast'
import { unfit } from './fit'
import type { Finding } from './message'

/** How long one piece of work may take, in milliseconds, so that a keystroke never waits for it. */
const slice = 8
/** How long nobody has to have typed before the work begins. */
const rest = 400

let round = 0

/** Measures all screens in each language, and calls tell with what was found. A new call ends the one before. */
export function measure(
  host: HTMLElement,
  optionsIn: (language: string) => Options,
  shown: string,
  isText: (path: string) => boolean,
  tell: (findings: Finding[]) => void,
): void {
  const mine = ++round
  const work = todo(host, optionsIn, shown, isText)
  const step = () => {
    const until = performance.now() + slice
    while (mine === round) {
      const next = work.next()
      if (next.done) {
        host.replaceChildren()
        return tell(next.value)
      }
      if (performance.now() > until) return void setTimeout(step)
    }
  }
  setTimeout(step, rest)
}

function* todo(
  host: HTMLElement,
  optionsIn: (language: string) => Options,
  shown: string,
  isText: (path: string) => boolean,
): Generator<void, Finding[]> {
  const found = new Map<string, Finding>()
  for (const language of [shown, ...languages.filter(one => one !== shown)]) {
    const options = optionsIn(language)
    for (const scene of scenes()) {
      const screen = draw(host, scene, options)
      for (const one of inspect(screen, scene, language, language === shown, isText)) keep(found, one)
      yield
    }
  }
  return [...found.values()]
}

function inspect(
  screen: HTMLElement,
  scene: Scene,
  language: string,
  colors: boolean,
  isText: (path: string) => boolean,
): Finding[] {
  const fit = unfit(screen, isText).map((one): Finding => ({ rule: 'fit', language, scene, ...one }))
  if (!colors) return fit
  return [...fit, ...faint(screen).map((one): Finding => ({ rule: 'contrast', scene, ...one }))]
}

/** Keeps a finding unless the same one is known from another screen; of two ratios the lower. */
function keep(found: Map<string, Finding>, one: Finding): void {
  const key = [one.rule, one.path, one.on, one.language].join(' ')
  const before = found.get(key)
  if (!before || (one.ratio ?? 0) < (before.ratio ?? 0)) found.set(key, one)
}

