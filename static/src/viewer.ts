import Panzoom, { type PanzoomObject } from '@panzoom/panzoom'

// The two panes: zoom to the pointer, pan, turn, light, boxes, compare and blink.

const lights = [1, 1.35, 1.8, .65]
const contrasts = [1, 1.5, 2.2]
const sharpFrom = 1.6 // zoomed further than this the full picture is fetched

type View = { figure: HTMLElement, zoom?: PanzoomObject, turn: number, light: number, contrast: number, invert: boolean }

export function viewer(root: HTMLElement): (() => void) | void {
  const stage = root.querySelector<HTMLElement>('.stage')
  if (!stage) return
  const views = new Map<HTMLElement, View>()
  for (const figure of stage.querySelectorAll<HTMLElement>('.pane')) views.set(figure, open(figure))
  const shown = (pane: string) => [...views.values()].find(v => !v.figure.hidden && v.figure.dataset.pane === pane)
  let active = shown('a') ?? shown('b')
  let sync = false
  const off = new AbortController()
  const on = <K extends keyof HTMLElementEventMap>(target: EventTarget, type: K | string, run: (event: never) => void, options = {}) =>
    target.addEventListener(type, run as EventListener, { signal: off.signal, ...options })

  function open(figure: HTMLElement): View {
    const view: View = { figure, turn: Number(figure.dataset.turn) || 0, light: 0, contrast: 0, invert: false }
    const shot = figure.querySelector<SVGSVGElement>('.shot')
    if (!shot) return view
    view.zoom = Panzoom(shot, { maxScale: 16, minScale: .6, step: .35, canvas: true, cursor: '', animate: false })
    figure.addEventListener('wheel', event => { view.zoom?.zoomWithWheel(event); changed(view) }, { passive: false })
    shot.addEventListener('panzoomchange', () => changed(view))
    return view
  }

  function changed(view: View): void {
    if (!view.zoom) return
    const scale = view.zoom.getScale()
    view.figure.style.setProperty('--zoom', String(scale))
    const label = view.figure.querySelector('[data-zoomed]')
    if (label) label.textContent = Math.abs(scale - 1) < .01 ? '' : Math.round(scale * 100) + ' %'
    if (scale > sharpFrom) sharpen(view)
    if (!sync || view !== active) return
    const other = shown(view.figure.dataset.pane === 'a' ? 'b' : 'a')
    const { x, y } = view.zoom.getPan()
    other?.zoom?.zoom(scale, { silent: true })
    other?.zoom?.pan(x, y, { silent: true })
  }

  function sharpen(view: View): void {
    const image = view.figure.querySelector('image')
    const full = view.figure.dataset.full
    if (!image || !full || image.dataset.sharp) return
    image.dataset.sharp = '1'
    const probe = new Image()
    probe.onload = () => image.setAttribute('href', full)
    probe.src = full
  }

  /** Sets the picture upright again after a turn, as the server does for the first look. */
  function place(view: View): void {
    const shot = view.figure.querySelector('.shot')
    const turner = view.figure.querySelector('.turner')
    const w = Number(view.figure.dataset.w)
    const h = Number(view.figure.dataset.h)
    const sideways = view.turn % 180 !== 0
    shot?.setAttribute('viewBox', sideways ? `0 0 ${h} ${w}` : `0 0 ${w} ${h}`)
    const moves: Record<number, string> = { 0: 'rotate(0)', 90: `translate(0 ${w}) rotate(-90)`, 180: `translate(${w} ${h}) rotate(180)`, 270: `translate(${h} 0) rotate(90)` }
    turner?.setAttribute('transform', moves[view.turn])
  }

  function light(view: View): void {
    const parts = [`brightness(${lights[view.light]})`, `contrast(${contrasts[view.contrast]})`]
    if (view.invert) parts.push('invert(1)')
    view.figure.style.setProperty('--look', parts.join(' '))
  }

  const acts: Record<string, (view: View, button: HTMLElement | null) => void> = {
    fit: view => { whole(view); untouched(view) },
    in: view => { view.zoom?.zoomIn(); changed(view) },
    out: view => { view.zoom?.zoomOut(); changed(view) },
    turn: view => { view.turn = (view.turn + 270) % 360; place(view) },
    boxes: (_, button) => press(button, stage.classList.toggle('no-boxes') === false),
    invert: (view, button) => { view.invert = !view.invert; light(view); press(button, view.invert) },
    bright: (view, button) => { view.light = (view.light + 1) % lights.length; light(view); press(button, view.light > 0) },
    contrast: (view, button) => { view.contrast = (view.contrast + 1) % contrasts.length; light(view); press(button, view.contrast > 0) },
    sync: (_, button) => { sync = !sync; press(button, sync) },
    compare: (_, button) => {
      const on = !stage.classList.contains('compare') && stage.dataset.panes === '2'
      stage.classList.toggle('compare', on)
      press(button, on)
      lay(on)
    },
  }
  const press = (button: HTMLElement | null, pressed: boolean) => button?.setAttribute('aria-pressed', String(pressed))

  /** Lays the two faces over each other, or both pictures as they came. */
  function lay(over: boolean): void {
    for (const pane of ['a', 'b']) {
      const view = shown(pane)
      if (!view) continue
      flat(view)
      if (over) align(view)
      changed(view)
    }
  }

  /** Lays a picture as it came, at once, so that it can be measured: the zoom itself waits for the next frame. */
  function flat(view: View): void {
    view.zoom?.reset({ animate: false })
    const shot = view.figure.querySelector<SVGSVGElement>('.shot')
    if (shot) shot.style.transform = 'none'
  }

  /** Shows the whole picture. */
  function whole(view: View): void {
    view.zoom?.reset()
    view.figure.querySelector('.focus')?.classList.remove('on')
    changed(view)
  }

  /** Takes back turns and light: the picture stands as it came. */
  function untouched(view: View): void {
    Object.assign(view, { turn: Number(view.figure.dataset.turn) || 0, light: 0, contrast: 0, invert: false })
    place(view)
    light(view)
    for (const act of ['invert', 'bright', 'contrast']) press(stage!.querySelector(`.tool[data-act="${act}"]`), false)
  }

  /** Lays a face so that its eyes stand in the middle, a fixed distance apart: two faces then lie over each other. */
  function align(view: View): void {
    const eyes = (view.figure.dataset.eyes ?? '').split(' ').map(Number)
    const turner = view.figure.querySelector<SVGGElement>('.turner')
    const shot = view.figure.querySelector<SVGSVGElement>('.shot')
    const matrix = turner?.getScreenCTM()
    if (!view.zoom || !shot || !matrix || eyes.length !== 4) return
    const left = new DOMPoint(eyes[0], eyes[1]).matrixTransform(matrix)
    const right = new DOMPoint(eyes[2], eyes[3]).matrixTransform(matrix)
    const box = stage!.querySelector('.pane')!.getBoundingClientRect()
    const own = shot.getBoundingClientRect()
    const scale = Math.max(.6, Math.min(14, box.width / 6 / Math.hypot(right.x - left.x, right.y - left.y)))
    const center = { x: own.x + own.width / 2, y: own.y + own.height / 2 }
    view.zoom.zoom(scale, { animate: false })
    view.zoom.pan((box.x + box.width / 2 - center.x) / scale - ((left.x + right.x) / 2 - center.x), (box.y + box.height * .42 - center.y) / scale - ((left.y + right.y) / 2 - center.y), { animate: false })
  }

  /** Shows a capture in a pane. */
  function show(id: string, pane?: string): View | undefined {
    const view = [...views.values()].find(v => v.figure.dataset.capture === id)
    if (!view) return undefined
    const into = pane ?? (view.figure.hidden ? view.figure.dataset.side : view.figure.dataset.pane) ?? 'a'
    const now = shown(into)
    if (now && now !== view) {
      now.figure.hidden = true
      mark(now.figure.dataset.capture ?? '', '')
    }
    view.figure.hidden = false
    view.figure.dataset.pane = into
    const letter = view.figure.querySelector('.letter')
    if (letter) letter.textContent = into
    const image = view.figure.querySelector('image')
    if (image?.dataset.src) {
      image.setAttribute('href', image.dataset.src)
      delete image.dataset.src
    }
    mark(id, into)
    stage!.dataset.panes = String([...views.values()].filter(v => !v.figure.hidden).length)
    active = view
    return view
  }

  function mark(id: string, pane: string): void {
    const thumb = root.querySelector<HTMLElement>(`.thumb[data-capture="${CSS.escape(id)}"]`)
    if (!thumb) return
    thumb.dataset.pane = pane
    if (pane) thumb.setAttribute('aria-current', 'true')
    else thumb.removeAttribute('aria-current')
  }

  /** Zooms to a place by its corners: "capture x y x y x y x y", to a box: "capture x y w h", or shows the capture where there is neither. */
  function look(target: string): void {
    const [id, ...box] = target.split(' ')
    const view = show(id)
    const found = view?.figure.querySelector<SVGGElement>('.focus')
    if (!view?.zoom || !found || box.length < 4) return
    if (stage!.classList.contains('compare')) acts.compare(view, stage!.querySelector('.tool[data-act="compare"]'))
    const [x, y, w, h] = box.map(Number)
    const corners = box.length === 8 ? box : [x, y, x + w, y, x + w, y + h, x, y + h]
    for (const outline of found.children) outline.setAttribute('points', corners.join(' '))
    found.classList.add('on')
    flat(view)
    const frame = view.figure.querySelector('.frame')!.getBoundingClientRect()
    const at = found.getBoundingClientRect()
    const scale = Math.max(1, Math.min(3.4, frame.width / (at.width * 1.8), frame.height / (at.height * 3)))
    view.zoom.zoom(scale, { animate: false })
    view.zoom.pan(frame.x + frame.width / 2 - (at.x + at.width / 2), frame.y + frame.height / 2 - (at.y + at.height / 2), { animate: false })
    changed(view)
  }

  on(root, 'click', (event: MouseEvent) => {
    const target = event.target as Element
    const button = target.closest<HTMLElement>('.tool[data-act]')
    if (button && active) return acts[button.dataset.act ?? '']?.(active, button)
    const thumb = target.closest<HTMLElement>('.thumb')
    if (thumb) {
      event.preventDefault()
      show(thumb.dataset.capture ?? '', event.shiftKey ? 'b' : undefined)
      return
    }
    const focus = target.closest<HTMLElement>('[data-focus]:not([data-focus=""])')
    if (focus?.dataset.focus && !target.closest('.correct')) look(focus.dataset.focus)
  })
  on(root, 'show', (event: CustomEvent) => {
    const thumb = event.target as HTMLElement
    const side = thumb.dataset.side ?? 'a'
    show(thumb.dataset.capture ?? '', event.detail.other ? (side === 'a' ? 'b' : 'a') : undefined)
  })
  on(root, 'focusin', (event: FocusEvent) => {
    const row = (event.target as Element)
    if (!row.matches('[data-fail], [data-rowfocus]')) return
    const target = row.getAttribute('data-focus') || row.querySelector('[data-focus]:not([data-focus=""])')?.getAttribute('data-focus')
    if (target) look(target)
  })
  for (const view of views.values()) {
    on(view.figure, 'pointerenter', () => { active = view })
    on(view.figure, 'focusin', () => { active = view })
    on(view.figure, 'dblclick', () => whole(view))
  }
  on(stage, 'pointermove', (event: PointerEvent) => {
    if (!stage.classList.contains('compare')) return
    const box = stage.getBoundingClientRect()
    stage.style.setProperty('--split', Math.round(100 * (event.clientX - box.x) / box.width) + '%')
  })
  let blinking = 0
  let laid = false // whether the faces lie over each other for as long as it blinks: two whole pictures do, chosen details do not
  const blinkEnd = () => {
    if (!blinking) return
    clearInterval(blinking)
    blinking = 0
    stage.classList.remove('blink-a', 'blink-b')
    if (laid) lay(false)
  }
  on(document, 'keydown', (event: KeyboardEvent) => {
    const typing = (event.target as Element).closest('input:not([type="radio"]), textarea, select, button, summary, dialog')
    if (event.key !== ' ' || typing) return
    event.preventDefault()
    if (blinking || views.size < 2) return
    stage.classList.add('blink-a')
    laid = ['a', 'b'].every(pane => shown(pane)?.figure.dataset.eyes && shown(pane)?.zoom?.getScale() === 1) && !stage.classList.contains('compare')
    if (laid) lay(true)
    blinking = window.setInterval(() => { stage.classList.toggle('blink-b', stage.classList.toggle('blink-a') === false) }, 450)
  })
  on(document, 'keyup', (event: KeyboardEvent) => { if (event.key === ' ') blinkEnd() })
  on(window, 'blur', blinkEnd)
  return () => {
    off.abort()
    blinkEnd()
    for (const view of views.values()) view.zoom?.destroy()
  }
}
