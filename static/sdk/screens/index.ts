// The capture screens. A screen is drawn from its scene and the options in force; the same code draws it over a camera
// and in the preview of a preset.
import { fingers, signature } from './captures/hand'
import { idCaptures } from './captures/id'
import { otherCaptures } from './captures/others'
import { selfie } from './captures/selfie'
import { video } from './captures/video'
import { make } from './dom'
import { measuredIn } from './frame'
import { speak } from './language'
import type { Options } from './options'
import { Pen } from './pen'
import { screens, type Capture, type Scene, type ScreenName } from './scene'
import { instruction, preview, retry } from './sheet'
import { sign } from './sign'
import { adopt } from './style'
import { capture, success, warning } from './taking'

/** The captures, in the order in which they are offered. */
export const captures: Capture[] = [...idCaptures, selfie, ...otherCaptures, video, signature, fingers]

/** Returns the capture of a name. */
export const captureOf = (name: string): Capture => captures.find(one => one.name === name) ?? captures[0]

/** Returns the screens that a capture has. */
export function screensOf(one: Capture): ScreenName[] {
  const parts = { ...one, capture: one.taking, warning: one.warning ?? one.warns }
  return screens.filter(screen => parts[screen])
}

/** Returns every scene: each screen of each capture, and the capture screen once for each prompt. */
export function scenes(): Scene[] {
  return captures.flatMap(one => screensOf(one).flatMap((screen): Scene[] => {
    const scene = { capture: one.name, screen }
    return screen === 'capture' ? one.prompts.map(({ name }) => ({ ...scene, prompt: name })) : [scene]
  }))
}

/** Draws a scene in place of what root holds, and returns the screen. */
export function draw(root: Element | ShadowRoot, scene: Scene, options: Options): HTMLElement {
  adopt(root.getRootNode())
  const of = captureOf(scene.capture)
  const section = make('section', `screen ${scene.screen}`)
  section.dataset.subject = of.subject
  speak(section, options.language)
  drawing(new Pen(of, scene, options), section)
  root.replaceChildren(section)
  return section
}

function drawing(pen: Pen, section: HTMLElement): void {
  const of = pen.capture
  pen.options.of(section, '').text('/language')
  switch (pen.scene.screen) {
    case 'instruction': return of.instruction && instruction(pen, section, of.instruction)
    case 'warning': return of.warning ? warning(pen, section, of.warning) : taking(pen, section)
    case 'retry': return of.retry && retry(pen, section, of.retry)
    case 'success': return success(pen, section)
    case 'preview': return of.preview && preview(pen, section, of.preview)
    case 'capture': return taking(pen, section)
  }
}

/** Shows what was measured since a scene was drawn, where the debug mode is on. */
export function measure(root: Element, scene: Scene, options: Options): void {
  const debug = root.querySelector<HTMLElement>('.debug')
  const pen = new Pen(captureOf(scene.capture), scene, options)
  if (debug) debug.textContent = measuredIn(pen, pen.of(debug))
}

const taking = (pen: Pen, section: HTMLElement): void =>
  pen.capture.subject === 'signature' ? sign(pen, section) : capture(pen, section)

/** Returns the scenes on which each option shows, by its path. Each scene is drawn once to find out. */
export function usage(options: Options): Map<string, Scene[]> {
  const all = new Map<string, Scene[]>()
  for (const scene of scenes()) {
    const host = document.createElement('div')
    for (const path of pathsIn(draw(host, scene, options))) all.set(path, [...all.get(path) ?? [], scene])
  }
  return all
}

/** Returns the paths of the options that formed a screen. */
export function pathsIn(screen: HTMLElement): Set<string> {
  const elements = [screen, ...screen.querySelectorAll<HTMLElement>('[data-option]')]
  return new Set(elements.flatMap(element => element.dataset.option?.split(' ') ?? []))
}
