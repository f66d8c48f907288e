// The dialog in which an applicant captures: it covers the page, and neither style nor script of the page reaches in.
import { isTool, type Tool } from '../camera/tools'
import { draw, measure } from '../screens'
import { make, style } from '../screens/dom'
import type { Options } from '../screens/options'
import type { Scene } from '../screens/scene'
import { Aloud } from './aloud'
import { whole } from './covering'

/** How long a prompt is on the screen at least, in milliseconds. */
const shown = 700

/** Shows scenes and hears what the applicant does. */
export class CaptureWindow {
  private readonly dialog = document.createElement('dialog')
  private readonly root: ShadowRoot
  private readonly stage = make('div', 'window')
  private readonly aloud = new Aloud()
  private readonly before = document.activeElement
  private heard?: (action: string) => void
  private scene?: Scene
  private since = 0
  private timers: number[] = []
  private returning = false // one step back

  /** Whether the applicant has left, also while nobody waited for an action. */
  left = false

  /**
   * Turned is called with what the applicant wants of the camera, which answers nobody who waits for an action.
   * Stepwise is whether the Escape key, and Android's Back, lead one step back instead of out of the capture.
   */
  constructor(
    private readonly options: Options, private readonly turned: (tool: Tool) => void = () => {}, stepwise = false,
  ) {
    const host = make('div')
    this.root = host.attachShadow({ mode: 'open' })
    this.dialog.append(host)
    this.dialog.setAttribute('aria-label', 'Proofdesk')
    style(this.dialog, whole)
    style(host, { all: 'initial' }) // what the page's elements inherit ends here
    style(this.stage, { position: 'absolute', inset: '0', outline: 'none' })
    this.stage.tabIndex = -1 // has the focus where no button is to have it
    this.root.append(this.stage, ...this.aloud.elements)
    this.dialog.addEventListener('cancel', event => {
      event.preventDefault()
      this.back(stepwise)
    })
    this.dialog.addEventListener('close', () => this.hear('cancel')) // some browsers close it at once
    this.root.addEventListener('click', event => {
      const button = (event.target as Element).closest<HTMLElement>('[data-action]')
      if (button && !button.hidden) this.hear(button.dataset.action ?? '')
    })
    this.root.addEventListener('touchstart', () => {}, { passive: true }) // without it Safari knows no :active
    document.body.append(this.dialog)
    this.dialog.showModal()
  }

  /**
   * Draws a scene, unless the applicant has left, or it is on the screen already, or what is there was not seen long
   * enough or is being pressed, which would be lost. What answers the applicant is drawn at once. It says what it drew.
   */
  show(scene: Scene, answers = false): 'screen' | 'more' | undefined {
    if (this.left) return undefined
    const last = this.scene
    const same = last && last.capture === scene.capture && last.screen === scene.screen
    if (same) measure(this.stage, scene, this.options)
    const known = same && last.prompt === scene.prompt && last.shutter === scene.shutter &&
      last.recording === scene.recording && last.lit === scene.lit && last.filmed === scene.filmed
    const held = performance.now() - this.since < shown || this.root.querySelector('button:active')
    if (known && last.picture === scene.picture || same && scene.prompt && !answers && held) return undefined
    this.scene = scene
    this.since = performance.now()
    this.clear()
    const focused = this.root.activeElement as HTMLElement | null
    const screen = draw(this.stage, scene, this.options)
    for (const late of screen.querySelectorAll<HTMLElement>('[data-after]')) this.reveal(late, scene.elapsed ?? 0)
    const again = same || looks(last) && looks(scene) ? focused && buttonFor(screen, focused.dataset.action) : null
    if (screen.contains(focused)) focused!.focus() // the pad, which is part of more than one screen
    else if (again) again.focus() // what had the focus was drawn anew
    else if (!same) screen.querySelector<HTMLElement>('.main, .shutter')?.focus()
    if (!this.root.activeElement) this.stage.focus()
    const prompt = screen.querySelector('.prompt, .reason')
    prompt?.removeAttribute('role') // aloud reads it out, not as often as it is drawn
    this.aloud[scene.screen === 'warning' ? 'warn' : 'say'](prompt?.textContent ?? '')
    return same ? 'more' : 'screen'
  }

  /** Lets a screen that is no scene be drawn, and returns what the applicant does. */
  place(drawn: (stage: Element) => void): Promise<string> {
    this.scene = undefined
    this.clear()
    drawn(this.stage)
    return this.action()
  }

  /** Returns the next thing that the applicant does. */
  action(): Promise<string> {
    if (this.left) return Promise.resolve('cancel')
    return new Promise(heard => { this.heard = heard })
  }

  /** Goes back from a picture to the camera, elsewhere out of the step; out of the capture unless stepwise. */
  back(stepwise = true): void {
    if (this.scene?.screen === 'preview') return this.hear('retry')
    this.returning = stepwise
    this.hear('cancel')
  }

  /** Reports whether the applicant only went a step back, and goes on with them. */
  resume(): boolean {
    const { returning } = this
    if (returning) this.left = this.returning = false
    return returning
  }

  /** Gives the page back, with the focus where it was. */
  close(): void {
    this.hear('cancel')
    this.clear()
    this.aloud.stop()
    this.dialog.close()
    this.dialog.remove()
    if (this.before instanceof HTMLElement) this.before.focus()
  }

  /** Shows a part of the screen only after the time that its option says, of which some has passed. */
  private reveal(part: HTMLElement, elapsed: number): void {
    const wait = Number(part.dataset.after) - elapsed
    if (!(wait > 0)) return
    part.hidden = true
    this.timers.push(window.setTimeout(() => { part.hidden = false }, wait))
  }

  private clear(): void { for (const timer of this.timers.splice(0)) window.clearTimeout(timer) }

  private hear(action: string): void {
    if (isTool(action)) return this.turned(action)
    this.left ||= action === 'cancel' || action === 'back'
    const heard = this.heard
    this.heard = undefined
    heard?.(action)
  }
}

/** Reports whether a scene is one in which the applicant is looked at or heard. */
export const looks = (scene?: Pick<Scene, 'screen'>): boolean => /capture|warning/.test(scene?.screen ?? '')

const buttonFor = (screen: HTMLElement, action = ''): HTMLElement | null =>
  screen.querySelector(`[data-action="${CSS.escape(action)}"]`)
