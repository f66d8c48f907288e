// What the entry points of the SDK share: one session, and one capture at a time over the page.
import { Camera } from '../camera/camera'
import { toolsOf } from '../camera/tools'
import { CaptureWindow } from '../flow/window'
import type { CallOptions } from './called'
import { checkSent } from './captured'
import { checkConfig, checkOwn, type Config } from './config'
import { errorOf, ProofdeskError } from './errors'
import { Emitter, undisturbed } from './events'
import { Leaving } from './leaving'
import type { Context, Cover, Session, Take } from './session'
import { startSession } from './start'

/** What ends a capture for good: its applicant left it or failed too often. */
const left = ['CANCELLED', 'RETRY_LIMIT']

/** Starts the session of a page and runs its captures. */
export class Capturing {
  readonly events = new Emitter()
  private begun?: Session
  private life?: Leaving // from initialize on, until the session is ended
  private turn?: Leaving // of the capture that is open
  private over: Promise<unknown> = Promise.resolve() // once the last capture is
  private covering?: CaptureWindow // while a capture covers the page

  /** Is called when an applicant leaves a capture. */
  cancelled: () => void = () => {}

  /** Stepwise is whether an applicant can go back step by step: see CaptureWindow. */
  constructor(private readonly stepwise = false) {}

  /** Whether a capture covers the page. */
  get open(): boolean { return this.covering !== undefined }

  /** Goes one step back in the capture that covers the page. */
  back(): void { this.covering?.back() }

  protected get alive(): boolean { return this.life !== undefined }

  /** Starts the session. It asks for neither camera nor location. */
  async start(config: Config): Promise<Session> {
    if (this.life) throw new ProofdeskError('BUSY', 'initialize was called already: call destroy first')
    const life = this.life = new Leaving()
    try {
      checkConfig(config)
      this.begun = await life.until(startSession(config, this.events, life.signal))
    } catch (cause) {
      if (this.life === life) this.life = undefined
      const error = this.told(cause)
      this.events.emit('unsupported', { reason: error.code })
      throw error
    }
    this.events.emit('ready', {})
    return this.begun
  }

  /** The session. */
  get session(): Session {
    if (!this.begun) throw new ProofdeskError('UNLOADED', 'call initialize first')
    return this.begun
  }

  /** Does work of the session, which fails at once where the session is ended. */
  async during<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const { session } = this
    try {
      return await this.life!.until(work(session))
    } catch (cause) {
      throw this.told(cause)
    }
  }

  /** Runs the capture of a function alone, and gives the page and its devices back after it. */
  async run<T>(name: string, take: Take<T>, own: CallOptions = {}): Promise<T> {
    const { session } = this
    if (this.turn) throw new ProofdeskError('BUSY', 'a capture is open already')
    checkOwn(own)
    const turn = this.turn = new Leaving()
    const taken = this.taken(name, session, turn, take, own)
    this.over = taken.catch(() => {})
    return taken
  }

  private async taken<T>(
    name: string, session: Session, turn: Leaving, take: Take<T>, { sdkCustomizationOptions }: CallOptions,
  ): Promise<T> {
    const { events } = this
    const { signal } = turn
    const camera = new Camera(signal)
    const cover: Cover = () => {
      turn.check()
      if (this.covering) return this.covering
      const covering = this.covering = new CaptureWindow(to.options, toolsOf(camera), this.stepwise)
      signal.addEventListener('abort', () => covering.close())
      events.emit('open', { function: name })
      return covering
    }
    const gone = new AbortController()
    const api = session.api.until(gone.signal)
    const to: Context = { ...session, api, lasting: session.api, camera, left: signal }
    const work = (async () => { // what it throws at once ends the capture, too
      if (sdkCustomizationOptions) Object.assign(to, await session.having(sdkCustomizationOptions))
      checkSent(name, to.options)
      return take(to, cover)
    })()
    try {
      return await turn.until(work)
    } catch (cause) {
      if (this.begun === session) { // of a session that was ended all is kept, and nothing is sent any more
        gone.abort()
        if (left.includes(errorOf(cause).code)) {
          const forget = (): Promise<void> | undefined => to.job?.leave()
          work.then(forget, forget) // what was being kept just now, too
          await forget()
        } else if (to.job) to.pending.release(to.job.id)
      }
      throw this.told(cause)
    } finally {
      turn.leave(new ProofdeskError('CANCELLED', 'the capture is over'))
      if (this.covering) events.emit('close', { function: name })
      this.covering = undefined
      this.turn = undefined
    }
  }

  /** Leaves the capture that is open, and resolves once the page and its devices are given back. */
  async leave(why: string): Promise<void> {
    this.turn?.leave(new ProofdeskError('CANCELLED', why))
    await this.over
  }

  /** Ends the session with what waits for it, and forgets the listeners once they have heard of that. */
  async end(): Promise<void> {
    const { cancelled } = this
    const forget = this.events.forgetting()
    this.life?.leave(new ProofdeskError('UNLOADED', 'the session was ended'))
    this.begun = this.life = undefined
    await this.leave('the session was ended')
    forget()
    if (this.cancelled === cancelled) this.cancelled = () => {}
  }

  /** Returns a failure as an error of the SDK, and tells it to the listeners. */
  told(cause: unknown): ProofdeskError {
    const error = errorOf(cause)
    this.events.emit('error', { code: error.code, retryable: error.retryable })
    if (error.code === 'CANCELLED') undisturbed(this.cancelled)
    return error
  }
}
