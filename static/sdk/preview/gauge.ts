// What is measured in the scene of the preview: one amount, which the page lets people move, and the limits that the
// preset compares it with. Which prompt that leads to is decided by the screens' own rules.
import { captureOf } from '../screens'
import type { Options } from '../screens/options'
import { boundOf, promptIn, rulesOf } from '../screens/prompting'
import type { Capture, Scene } from '../screens/scene'
import type { Gauge, Place } from './message'

type Scale = Pick<Gauge, 'low' | 'top' | 'step'> & { amount: number, most?: number } // most: against an upper limit

/** Returns the scale of a share or a probability, with what a usual scene has of it. */
const share = (amount: number): Scale => ({ amount, low: 0, top: 1, step: .01 })

const scales: Record<string, Scale> = {
  width: { amount: .9, most: 1.03, low: .3, top: 1.7, step: .01 },
  glare: share(.15),
  focus: share(.99),
  finger: share(.2),
  face_width: share(.7),
  least_angle: { amount: -6, low: -90, top: 0, step: 1 },
  greatest_angle: { amount: 6, low: 0, top: 90, step: 1 },
  nose_height: share(.55),
  light: share(.3),
  glasses: share(.5),
  live: share(.95),
}

const scaleOf = (measure: string): Scale => scales[measure] ?? share(.8)

const pathOf = (of: Capture, name: string): string => name.startsWith('/') ? name.slice(1) : `${of.block}.${name}`

/** Returns the scene in which what an option limits is measured; the scene itself where the option limits nothing. */
export function measuredFor(scene: Scene, path: string): Scene {
  const of = captureOf(scene.capture)
  const rule = of.prompts.flatMap(({ rules }) => rules ?? []).find(({ limit }) => pathOf(of, limit) === path)
  if (!rule) return scene
  const { amount, most } = scaleOf(rule.measure)
  return { capture: of.name, screen: 'capture', measured: { [rule.measure]: rule.above ? most ?? amount : amount } }
}

/** Returns the place of a scene, with the prompt that it shows. */
export function placeOf(scene: Scene, options: Options): Place {
  const { capture, screen, measured } = scene
  if (screen !== 'capture') return { capture, screen }
  const of = captureOf(capture)
  return { capture, screen, measured, prompt: promptIn(of, scene, limit => options.number(of.block, limit))?.name }
}

/** Returns what is measured in a scene; nothing where nothing is. */
export function gaugeOf(scene: Scene, options: Options): Gauge | undefined {
  const [measure] = Object.keys(scene.measured ?? {})
  if (!scene.measured || scene.screen !== 'capture') return undefined
  const of = captureOf(scene.capture)
  const limits = rulesOf(of, scene.measured).map(rule => ({
    path: pathOf(of, rule.limit),
    bound: boundOf(rule, options.number(of.block, rule.limit)),
    above: Boolean(rule.above),
  }))
  const once = limits.filter(({ path }, at) => limits.findIndex(one => one.path === path) === at)
  const { low, top, step } = scaleOf(measure)
  return { measure, value: scene.measured[measure], low, top, step, limits: once }
}
