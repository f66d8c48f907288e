// What every capture has in common: its screens, with the instruction before and the success after it.
import { litBy } from '../camera/light'
import { errorOf, ProofdeskError } from '../client/errors'
import { noteFailure } from '../client/pause'
import type { Result } from '../client/results'
import type { Context } from '../client/session'
import type { Timing } from '../client/timings'
import { Tries } from '../client/tries'
import type { Limits } from '../device/message'
import { captureOf } from '../screens'
import { isSet } from '../screens/options'
import { heardAs } from '../screens/prompting'
import type { Capture, Scene, ScreenName } from '../screens/scene'
import { Obstacle } from './obstacle'
import type { Pictures } from './response'
import { looks, type CaptureWindow } from './window'

/**
 * What is to be taken: the screens of a capture, the kind under which the server knows it, and the job it is for.
 * Filmed is whether the job has a film of its own, turned whether the other side of the document comes right after it.
 */
export interface Shot { capture: string, kind: string, job?: string, filmed?: boolean, turned?: boolean }

/** What was captured, as it is sent. */
export interface Taken {
  kind: string
  bytes: Uint8Array
  type: string
  capturedAt: string
  challenge?: string // which a film is for
  virtualCamera?: string // the name of the program that was there in place of a camera
  whole?: boolean // whether a second document has no other side
  unread?: boolean // whether it shows a barcode that is to be taken again, closer
  results?: Result[] // what this device made of it
  timing?: Timing // of a picture that the camera took
  pictures?: Pictures // for the host
  beside?: Taken // what was captured at the same time, and is sent first
}

/** How long the mark of success is seen, in milliseconds. */
const successTime = 900

/** For how long a device that can do so shakes then, in milliseconds: the screen says the same. */
const felt = 60

/** Takes one capture. */
export abstract class Step {
  protected readonly capture: Capture
  private readonly obstacle: Obstacle
  private instructed = false

  constructor(
    protected readonly to: Context, protected readonly window: CaptureWindow, protected readonly shot: Shot,
    protected readonly tries = new Tries(),
  ) {
    this.capture = captureOf(shot.capture)
    this.obstacle = new Obstacle(this.capture)
  }

  /** Takes the capture, again as often as the applicant wants another. */
  abstract run(): Promise<Taken | undefined>

  /** Shows a screen. A prompt waits until the one before was seen long enough, unless it answers the applicant. */
  protected show(screen: ScreenName, more: Partial<Scene> = {}, answers = false): void {
    const lit = looks({ screen }) ? litBy(this.to.camera) : undefined
    const drawn = this.window.show({ capture: this.capture.name, screen, lit, ...more }, answers)
    if (drawn === 'screen') this.to.events.emit('step', { step: this.shot.kind, screen })
    if (!drawn || !more.prompt) return
    this.to.events.emit('prompt', { step: this.shot.kind, prompt: heardAs(this.capture, more.prompt) })
  }

  /** Shows the capture screen with the prompt of a frame, or warns with it once it has stood in the way for long. */
  protected heed(asked: string | undefined, more: Partial<Scene>, answers = false, came?: number): void {
    const { screen, prompt = more.prompt } = this.obstacle.look(asked, performance.now(), came)
    this.show(screen, { ...more, prompt }, answers)
  }

  /** Says over the camera what is wrong with a picture that was taken; without a prompt, what to do first. */
  protected answer(prompt = this.capture.prompts[0]?.name): void {
    this.show('capture', { camera: this.to.camera.video, prompt }, true)
  }

  protected flag(name: string | undefined): boolean {
    if (!name) return true
    const path = name.startsWith('/') ? name.slice(1) : `${this.capture.block}.${name}`
    return isSet(this.to.options.values[path])
  }

  /** Returns the thresholds of a block by name, for the engine. */
  protected limits(of: string): Limits {
    const block = of + '.captureOptions.'
    return Object.fromEntries(Object.entries(this.to.options.values)
      .filter(([path, value]) => path.startsWith(block) && ['number', 'boolean'].includes(typeof value))
      .map(([path, value]) => [path.slice(block.length), value as number | boolean]))
  }

  /** Says what is to be done, once. */
  protected async instruct(): Promise<void> {
    if (this.instructed || !this.capture.instruction || !this.flag(this.capture.instruction.when)) return
    this.show('instruction')
    if (await this.window.action() !== 'continue') throw cancelled()
    this.instructed = true
  }

  /** Reports whether what is to be done was said: the next try says it again. */
  instructAgain(): boolean {
    const { instructed } = this
    this.instructed = false
    return instructed
  }

  /** Tells the applicant what went wrong, and ends where there is no other try. */
  protected async again(prompt?: string): Promise<void> {
    if (prompt === 'fake') noteFailure()
    const last = !await this.tries.again()
    this.show('retry', { prompt, last })
    const action = await this.window.action()
    if (last) throw new ProofdeskError('RETRY_LIMIT', 'the capture failed as often as it may')
    if (action !== 'retry') throw cancelled()
  }

  /** Tells of a failure after which there is no other try, and throws it as any other. */
  protected async exhaust(cause: unknown): Promise<never> {
    if (errorOf(cause).code === 'RETRY_LIMIT') {
      this.show('retry', { last: true })
      await this.window.action()
    }
    throw cause
  }

  /** Shows for a moment that the capture was taken. */
  protected succeed(): Promise<void> { return this.dwell('success') }

  /** Shows a screen for a moment. */
  protected async dwell(screen: ScreenName, more: Partial<Scene> = {}): Promise<void> {
    if (screen === 'success') navigator.vibrate?.(felt)
    this.show(screen, more, true)
    await new Promise(done => setTimeout(done, successTime))
    if (this.window.left) throw cancelled()
  }
}

export const cancelled = (): ProofdeskError => new ProofdeskError('CANCELLED', 'the applicant left the capture')
