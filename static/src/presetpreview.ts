// The live preview beside the options of a preset: a frame with the capture screens, which follows what is typed and
// moves to a screen on which the edited option shows.
import type { Measured, Order, Report } from '../sdk/preview/message'
import { closest } from './dom'
import { showFindings } from './presetpreview/findings'
import { showGauge } from './presetpreview/gauge'
import { kept, type Kept } from './presetpreview/kept'
import { showPlace } from './presetpreview/place'
import { sized, watchSize } from './presetpreview/size'

interface Draft { values: Record<string, unknown>, texts: Record<string, Record<string, string>> }

function mount(): void {
  const pane = document.querySelector<HTMLElement>('[data-preview]')
  const frame = pane?.querySelector('iframe')
  if (pane && frame && !('mounted' in pane.dataset)) preview(pane, frame)
}

function preview(pane: HTMLElement, frame: HTMLIFrameElement): void {
  pane.dataset.mounted = ''
  let draft: Draft = JSON.parse(document.querySelector<HTMLElement>('[data-preset]')?.dataset.draft || '{}')
  draft = { values: draft.values ?? {}, texts: draft.texts ?? {} }
  const own = () => String(draft.values.language ?? 'EN')
  let focus = ''
  const state = kept()
  const order = (what: Omit<Order, 'kind'>) =>
    frame.contentWindow?.postMessage({ kind: 'preset-preview', ...what } satisfies Order, location.origin)
  const choose = (change: Partial<Kept>) => {
    Object.assign(state, change)
    kept(state)
    const { scene, room, scale } = state
    order({ scene, language: change.language, room, scale })
    press(pane, state)
    sized(pane, frame, state.wide)
  }

  frame.addEventListener('load', () => {
    choose({})
    order({ ...draft, focus, language: state.language ?? own() })
  })
  document.addEventListener('presetedit', event => {
    const { path, values, texts } = (event as CustomEvent).detail
    draft = { values: plain(values), texts: plain(texts) }
    focus = bare(path)
    order({ ...draft, focus, language: path === 'language' ? own() : languageOf(path) })
  })
  document.addEventListener('presetdraft', event => { // what others have changed
    const { values, texts } = (event as CustomEvent).detail
    const before = own()
    draft = { values: plain(values), texts: plain(texts) }
    order({ ...draft, language: before === own() ? undefined : own() })
  })
  document.dispatchEvent(new CustomEvent('presetasked')) // what the editor restored before this script ran
  document.addEventListener('presetfocus', event => {
    const { path } = (event as CustomEvent).detail
    focus = bare(path)
    order({ focus, language: languageOf(path) })
  })
  addEventListener('message', event => {
    if (event.origin !== location.origin || event.source !== frame.contentWindow) return
    const told = event.data as Report | Measured
    if (told.kind === 'preset-preview-measured') showFindings(pane, told.findings)
    if (told.kind !== 'preset-preview-shown') return
    state.scene = told.scene
    kept(state)
    showPlace(pane, told)
    showGauge(pane, told.gauge)
  })
  pane.addEventListener('change', event => {
    const { name, value } = event.target as HTMLSelectElement
    if (name === 'capture') choose({ scene: { capture: value, screen: state.scene?.screen ?? 'capture' } })
    if (name === 'screen') choose({ scene: { capture: state.scene?.capture ?? '', screen: value } })
    if (name === 'language') choose({ language: value })
  })
  pane.addEventListener('input', event => {
    const { dataset, value } = event.target as HTMLInputElement
    if (!dataset.measure) return
    const capture = state.scene?.capture ?? ''
    choose({ scene: { capture, screen: 'capture', measured: { [dataset.measure]: Number(value) } } })
  })
  pane.addEventListener('click', event => {
    const pressed = closest<HTMLElement>(event, '[data-prompt], [data-look], [data-finding]')
    if (!pressed) return
    const { prompt, look, finding } = pressed.dataset
    if (prompt) choose({ scene: { capture: state.scene?.capture ?? '', screen: 'capture', prompt } })
    if (look === 'wide') choose({ wide: !state.wide })
    if (look === 'room') choose({ room: state.room === 'dark' ? 'light' : 'dark' })
    if (look === 'scale') choose({ scale: state.scale === 2 ? 1 : 2 })
    if (finding) {
      const { scene, language, path } = JSON.parse(finding)
      choose({ scene, language: language ?? state.language })
      focus = path
      order({ focus })
    }
  })
  pane.hidden = false
  press(pane, state)
  watchSize(pane, frame, () => state.wide)
  frame.src = pane.dataset.preview ?? ''
}

/** Returns an object that can be sent: of values that the page may hold in other forms. */
const plain = <T>(values: T): T => JSON.parse(JSON.stringify(values ?? {}))

const inLanguage = /^texts\.([A-Z]+)\./

/** Returns the path of an option, without the language of a text. */
const bare = (path: string | null): string => (path ?? '').replace(inLanguage, '')

/** Returns the language that a path names: the preview shows a text in the language in which it is typed. */
const languageOf = (path: string | null): string | undefined => inLanguage.exec(path ?? '')?.[1]

/** Shows which looks are on. */
function press(pane: HTMLElement, state: Kept): void {
  const on: Record<string, boolean> = { wide: state.wide, room: state.room === 'dark', scale: state.scale === 2 }
  for (const button of pane.querySelectorAll<HTMLElement>('[data-look]')) {
    button.setAttribute('aria-pressed', String(on[button.dataset.look ?? '']))
  }
}

if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', mount)
else mount()
