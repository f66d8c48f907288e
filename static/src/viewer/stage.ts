// Which capture is in which pane, and which one the tools act on.
import type { PanzoomObject } from '@panzoom/panzoom'
import { setPicture } from '../prefetch'
import type { Placement } from './geometry'

/** A capture on the stage and how it is looked at. */
export type View = {
  figure: HTMLElement
  shot: SVGSVGElement | null // the picture; null where the capture is none
  zoom?: PanzoomObject
  placed?: Placement // how it was zoomed last
  turn: number
  light: number
  contrast: number
  invert: boolean
}

export type Stage = {
  root: HTMLElement
  element: HTMLElement
  views: View[]
  active?: View
  together?: boolean // whether both panes zoom and pan at once
  alone?: boolean // whether one pane is placed by itself meanwhile
  endBlink?: () => void
}

/** Reports whether one picture lies over the other. */
export const comparing = ({ element }: Stage): boolean => element.classList.contains('compare')

/** Returns the stage of a page with its captures; undefined where the page has none. */
export function openStage(root: HTMLElement): Stage | undefined {
  const element = root.querySelector<HTMLElement>('.stage')
  if (!element) return undefined
  const views = [...element.querySelectorAll<HTMLElement>('.pane')].map(figure => {
    const shot = figure.querySelector<SVGSVGElement>('.shot')
    return { figure, shot, turn: Number(figure.dataset.turn) || 0, light: 0, contrast: 0, invert: false }
  })
  const stage: Stage = { root, element, views }
  stage.active = inPane(stage, 'a') ?? inPane(stage, 'b')
  return stage
}

/** Returns the capture that is shown in a pane. */
export function inPane(stage: Stage, pane: string): View | undefined {
  return stage.views.find(({ figure }) => !figure.hidden && figure.dataset.pane === pane)
}

/** Returns the captures that are shown. */
export const shownViews = (stage: Stage): View[] => stage.views.filter(({ figure }) => !figure.hidden)

/** Shows a capture in a pane: the given one, else where it is, else on its own side. */
export function show(stage: Stage, id: string, pane?: string): View | undefined {
  const view = stage.views.find(({ figure }) => figure.dataset.capture === id)
  if (!view) return undefined
  const { figure } = view
  const into = pane ?? (figure.hidden ? figure.dataset.side : figure.dataset.pane) ?? 'a'
  const before = inPane(stage, into)
  if (before && before !== view) {
    before.figure.hidden = true
    mark(stage, before.figure.dataset.capture ?? '', '')
  }
  figure.hidden = false
  figure.dataset.pane = into
  const letter = figure.querySelector('.letter')
  if (letter) letter.textContent = into
  load(figure)
  mark(stage, id, into)
  const shown = shownViews(stage)
  stage.element.dataset.panes = String(shown.length)
  const kinds = shown.map(one => one.figure.dataset.of).filter(Boolean)
  stage.element.toggleAttribute('data-alike', new Set(kinds).size < kinds.length)
  stage.active = view
  return view
}

/** Loads a picture that was not shown at first. */
function load(figure: HTMLElement): void {
  const image = figure.querySelector('image')
  if (!image?.dataset.src) return
  setPicture(image, 'href', image.dataset.src)
  delete image.dataset.src
}

/** Marks the thumbnail of a capture with its pane; an empty pane takes the mark away. */
function mark({ root }: Stage, id: string, pane: string): void {
  const thumb = root.querySelector<HTMLElement>(`.thumb[data-capture="${CSS.escape(id)}"]`)
  if (!thumb) return
  thumb.dataset.pane = pane
  if (pane) thumb.setAttribute('aria-current', 'true')
  else thumb.removeAttribute('aria-current')
}

/** Shows whether a tool is on, by the name on its button. */
export function showPressed({ element }: Stage, tool: string, on: boolean): void {
  element.querySelector(`.tool[data-act="${tool}"]`)?.setAttribute('aria-pressed', String(on))
}
