// The preview of a preset: draws the capture screens with what the page around it says, outlines the option that is
// being edited, and measures whether texts fit and colours can be told apart.
import { absenceOf, effective, isReplaced, optionsOf, uploadsAt, type Catalogue, type Draft } from './preview/catalogue'
import { gaugeOf, measuredFor, placeOf } from './preview/gauge'
import { mark } from './preview/marks'
import { measure } from './preview/measure'
import type { Absence, Finding, Measured, Order, Place, Report } from './preview/message'
import { placeAfter } from './preview/next'
import css from './preview/preview.css'
import { inRoom, type Light } from './preview/room'
import { captureOf, captures, draw, pathsIn, screensOf, usage } from './screens'
import { make } from './screens/dom'
import { Options } from './screens/options'
import type { Scene } from './screens/scene'

const catalogue: Catalogue = JSON.parse(document.body.dataset.catalogue ?? '{}')
let draft: Draft = JSON.parse(document.body.dataset.draft ?? '{"values":{},"texts":{}}')
let scene: Scene = { capture: captures[0].name, screen: 'capture', prompt: captures[0].prompts[0].name }
let language = String(draft.values.language ?? 'EN')
let room: Light = 'light'
let focus = ''
let absent: Absence | undefined // why no screen shows the option in focus
let screen: HTMLElement

const offered = captures.map(of => ({
  name: of.name,
  screens: screensOf(of),
  prompts: of.prompts.map(({ name }) => name),
}))
const isText = (path: string) => catalogue[path]?.text === true
const addressOf = uploadsAt(document.body.dataset.media ?? '')
const optionsIn = (of: string): Options => new Options(effective(catalogue, draft, of), addressOf)

const shown = make('main', 'shown')
const layer = make('div', 'marks')
const measured = make('div', 'measured')
measured.inert = true
layer.setAttribute('aria-hidden', 'true')
measured.setAttribute('aria-hidden', 'true')

function mount(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  document.body.append(shown, layer, measured)
  addEventListener('resize', () => show(true))
  document.fonts.addEventListener('loadingdone', () => show(true)) // an uploaded font is wider or narrower
  addEventListener('message', event => {
    const order = event.data as Order
    if (event.origin === location.origin && event.source === parent && order?.kind === 'preset-preview') obey(order)
  })
  shown.addEventListener('click', event => {
    const pressed = (event.target as Element).closest<HTMLElement>('[data-action]')
    if (pressed) go(pressed.dataset.action ?? '')
  })
  show(true)
}

/** Does what the page around the preview asks for. */
function obey(order: Order): void {
  if (order.values) draft = { values: order.values, texts: order.texts ?? {} }
  language = order.language ?? language
  room = order.room ?? room
  if (order.scene) scene = sceneOf(order.scene)
  if (order.scale) document.documentElement.style.setProperty('--scale', String(order.scale))
  if (order.focus !== undefined) follow(order.focus)
  show(Boolean(order.values || order.scale), order.probe)
}

/** Returns a scene that exists for what the page asks for. */
function sceneOf(place: Place): Scene {
  const of = captureOf(place.capture)
  const has = screensOf(of)
  const wanted = has.find(one => one === place.screen) ?? 'capture'
  if (wanted !== 'capture') return { capture: of.name, screen: wanted }
  if (place.measured) return { capture: of.name, screen: wanted, measured: place.measured }
  const prompt = of.prompts.find(one => one.name === place.prompt) ?? of.prompts[0]
  return { capture: of.name, screen: wanted, prompt: prompt.name }
}

/**
 * Moves to a screen on which an option shows, unless it shows on this one. Whether an option shows depends on others
 * and not on its own value, so nothing is looked for while the same option is typed.
 */
function follow(path: string): void {
  if (path === focus) return
  focus = path
  absent = undefined
  const options = optionsIn(language)
  const wanted = optionsOf(catalogue, draft, path)
  const here = pathsIn(draw(make('div'), scene, options))
  if (!path || wanted.some(one => here.has(one))) return void (scene = measuredFor(scene, path))
  const shownOn = usage(options)
  const places = wanted.flatMap(one => shownOn.get(one) ?? [])
  const near = places.find(one => one.capture === scene.capture && one.screen === scene.screen) ??
    places.find(one => one.capture === scene.capture) ?? places[0]
  if (near) scene = measuredFor(near, path)
  else absent = byDefault().has(path) ? 'hidden' : absenceOf(catalogue, path)
}

let drawnByDefault: Map<string, Scene[]> | undefined

/** Returns where options show as long as none is set. */
function byDefault(): Map<string, Scene[]> {
  return drawnByDefault ??= usage(new Options(effective(catalogue, { values: {}, texts: {} }, 'EN')))
}

/** Draws the screen, and tells the page around what is seen. */
function show(again: boolean, probe?: number): void {
  const options = optionsIn(language)
  screen = draw(shown, inRoom(scene, room), options)
  const marks = mark(layer, screen, optionsOf(catalogue, draft, focus))
  tell({
    kind: 'preset-preview-shown',
    captures: offered,
    scene: placeOf(scene, options),
    language,
    marks,
    focus,
    absent,
    replaced: isReplaced(catalogue, draft, focus),
    off: screen.dataset.off && captureOf(scene.capture).block + '.' + screen.dataset.off,
    limits: screen.querySelector<HTMLElement>('.prompt')?.dataset.limits,
    gauge: gaugeOf(scene, options),
    probe,
  })
  if (again) measure(measured, optionsIn, language, isText, found)
}

function found(findings: Finding[]): void {
  tell({ kind: 'preset-preview-measured', findings })
}

function tell(report: Report | Measured): void {
  if (parent !== window) parent.postMessage(report, location.origin)
}

/** Follows a button of the screen as the SDK would. */
function go(action: string): void {
  const place = placeAfter(scene, action)
  if (!place) return
  scene = sceneOf(place)
  show(false)
}

mount()
