// What the camera would see in the preview: an invented room, in which an invented document, face or hand is held as
// the prompt says.
import { artOf } from '../screens/art'
import { captureOf } from '../screens'
import { make, style } from '../screens/dom'
import { nameIn } from '../screens/prompting'
import type { Scene, Subject } from '../screens/scene'

export type Light = 'light' | 'dark'

/** Which side is seen where the prompt says that it is the wrong one. */
const otherSides: Partial<Record<Subject, Subject>> = { front: 'back', back: 'front' }

/** Returns the scene with what its camera would see. */
export function inRoom(scene: Scene, light: Light): Scene {
  const of = captureOf(scene.capture)
  const { subject } = of
  if (scene.screen === 'instruction' || subject === 'voice' || subject === 'signature') return scene
  const prompt = nameIn(of, scene) ?? (scene.screen === 'warning' ? 'otherSide' : '')
  const wrong = prompt === 'otherSide' || prompt === 'side'
  const held = make('div', `held ${measureOf(scene)?.state ?? states[prompt] ?? 'good'}`)
  style(held, { '--amount': amountOf(scene)?.toFixed(3) })
  held.append(artOf(wrong && otherSides[subject] || subject))
  if (prompt === 'several') held.append(artOf(subject))
  return { ...scene, camera: make('div', `room ${light} ${subject === 'face' ? 'wall' : 'table'}`), subject: held }
}

const states: Record<string, string> = {
  align: 'aside',
  scan: 'aside',
  closer: 'far',
  tooFar: 'far',
  away: 'near',
  tooClose: 'near',
  glare: 'glare',
  tilt: 'glare',
  dark: 'shade',
  bright: 'glow',
  blurred: 'blurred',
  unread: 'blurred',
  finger: 'covered',
  hand: 'covered',
  straight: 'tilted',
  several: 'several',
}

/** How something that is measured is drawn: the state of what is held, and how much of it. */
const measures: Record<string, { state: string, amount: (value: number) => number }> = {
  width: { state: 'sized', amount: value => value },
  face_width: { state: 'sized', amount: value => value / .7 },
  glare: { state: 'glare', amount: value => Math.sqrt(2 * value) },
  focus: { state: 'blurred', amount: value => 1 - value },
  finger: { state: 'covered', amount: value => value },
  least_angle: { state: 'tilted', amount: value => value / 14 },
  greatest_angle: { state: 'tilted', amount: value => value / 14 },
  light: { state: 'shade', amount: value => Math.min(1, .25 + 2.5 * value) },
}

const measureOf = (scene: Scene) => measures[Object.keys(scene.measured ?? {})[0]]

function amountOf(scene: Scene): number | undefined {
  return measureOf(scene)?.amount(Object.values(scene.measured ?? {})[0])
}
