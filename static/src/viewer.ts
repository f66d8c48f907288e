// The two panes of the review page: what the pointer and the keyboard do there.
import { closest } from './dom'
import { blinker } from './viewer/blink'
import { showPlace } from './viewer/boxes'
import { choose, slide } from './viewer/compare'
import { openStage } from './viewer/stage'
import { runTool } from './viewer/tools'
import { attachZoom } from './viewer/zoom'

const placed = '[data-focus]:not([data-focus=""])'
const usesSpace = 'input:not([type="radio"]), textarea, select, button, summary, dialog'

/** Mounts the viewer on a page with captures. */
export function viewer(root: HTMLElement, signal: AbortSignal): void {
  const stage = openStage(root)
  if (!stage) return
  for (const view of stage.views) {
    attachZoom(stage, view)
    for (const type of ['pointerenter', 'focusin']) {
      view.figure.addEventListener(type, () => { stage.active = view }, { signal })
    }
    view.figure.addEventListener('dblclick', () => runTool(stage, view, 'whole'), { signal })
  }
  root.addEventListener('click', event => {
    const tool = closest(event, '.tool[data-act]')
    if (tool && stage.active) return runTool(stage, stage.active, tool.dataset.act ?? '')
    const thumb = closest(event, '.thumb')
    if (thumb) {
      event.preventDefault()
      choose(stage, thumb.dataset.capture ?? '', event.shiftKey ? 'b' : undefined)
      return
    }
    const place = closest(event, placed)?.dataset.focus
    if (place && !closest(event, '.correct')) showPlace(stage, place)
  }, { signal })
  // The digit of a capture; with Shift it is shown in the pane that is not its own.
  root.addEventListener('show', event => {
    const { side, capture } = (event.target as HTMLElement).dataset
    const { other } = (event as CustomEvent<{ other: boolean }>).detail
    choose(stage, capture ?? '', other ? (side === 'b' ? 'a' : 'b') : undefined)
  }, { signal })
  // A row of the findings shows its place once it has the focus, and for Enter.
  for (const type of ['focusin', 'keydown']) {
    root.addEventListener(type, event => {
      const place = (event.target as HTMLElement).dataset.focus
      if (place && ((event as KeyboardEvent).key ?? 'Enter') === 'Enter') showPlace(stage, place)
    }, { signal })
  }
  stage.element.addEventListener('pointermove', event => slide(stage, event), { signal })
  const blink = blinker(stage)
  stage.endBlink = blink.stop
  document.addEventListener('keydown', event => {
    if (event.key !== ' ' || closest(event, usesSpace)) return
    event.preventDefault()
    blink.start()
  }, { signal })
  document.addEventListener('keyup', event => { if (event.key === ' ') blink.stop() }, { signal })
  window.addEventListener('blur', blink.stop, { signal })
  signal.addEventListener('abort', () => {
    blink.stop()
    for (const view of stage.views) view.zoom?.destroy()
  })
}
