// What the entry points of the SDK share: one session, and one capture at a time over the page.
import { CaptureWindow } from '../flow/window'
import type { Options } from '../screens/options'
import { checkConfig, type Config } from './config'
import { errorOf, ProofdeskError } from './errors'
import { Emitter } from './events'
import type { Context } from './session'
import { startSession } from './start'

/** Covers the page, with the options of the session or others. */
export type Cover = (options?: Options) => CaptureWindow

/** Starts the session of a page and runs its captures. */
export class Capturing {
  readonly events = new Emitter()
  private context?: Context
  private open?: CaptureWindow
  private running = false // whether a call that must be alone is under way

  /** Is called when an applicant leaves a capture. */
  cancelled: () => void = () => {}

  /** Starts the session. It asks for neither camera nor location. */
  async start(config: Config): Promise<Context> {
    checkConfig(config)
    if (this.context || this.running) {
      throw new ProofdeskError('BUSY', 'initialize was called already: call destroy first')
    }
    this.running = true
    try {
      this.context = await startSession(config, this.events)
    } catch (cause) {
      const error = this.told(cause)
      this.events.emit('unsupported', { reason: error.code })
      throw error
    } finally {
      this.running = false
    }
    this.events.emit('ready', {})
    return this.context
  }

  /** The session. */
  get session(): Context {
    if (!this.context) throw new ProofdeskError('UNLOADED', 'call initialize first')
    return this.context
  }

  /** Runs the capture of a function alone, and gives the page and the camera back after it. */
  async run<T>(name: string, capture: (to: Context, cover: Cover) => Promise<T>): Promise<T> {
    const context = this.session
    if (this.running) throw new ProofdeskError('BUSY', 'a capture is open already')
    this.running = true
    try {
      return await capture(context, (options = context.options) => {
        this.open = new CaptureWindow(options)
        this.events.emit('open', { function: name })
        return this.open
      })
    } catch (cause) {
      const ended = this.context !== context // whatever failed, it failed because of that
      throw this.told(ended ? new ProofdeskError('CANCELLED', 'the session was ended') : cause)
    } finally {
      context.camera.close()
      if (this.open) this.events.emit('close', { function: name })
      this.open?.close()
      this.open = undefined
      this.running = false
    }
  }

  /** Ends the session: it stops the camera and the engine. */
  end(): void {
    this.open?.close()
    this.context?.camera.close()
    this.context?.engine.stop()
    this.context = this.open = undefined
  }

  /** Returns a failure as an error of the SDK, and tells it to the listeners. */
  told(cause: unknown): ProofdeskError {
    const error = errorOf(cause)
    this.events.emit('error', { code: error.code, retryable: error.retryable })
    if (error.code === 'CANCELLED') this.cancelled()
    return error
  }
}
