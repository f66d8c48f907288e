// What can be left before it is done: a capture, or a session.
import type { ProofdeskError } from './errors'

/** Ends what waits once it is left. */
export class Leaving {
  private readonly cut = new AbortController()
  private error?: ProofdeskError

  /** Is aborted once it is left; what listens gives devices back. */
  readonly signal = this.cut.signal

  /** Leaves it, for the first reason that is given. */
  leave(error: ProofdeskError): void {
    this.error ??= error
    this.cut.abort()
  }

  /** Fails where it was left. */
  check(): void { if (this.error) throw this.error }

  /** Resolves with what work comes to; where it is left before, it fails at once. */
  until<T>(work: Promise<T>): Promise<T> {
    return new Promise((done, fail) => {
      const left = (): void => fail(this.error)
      this.signal.addEventListener('abort', left)
      if (this.error) left()
      work.then(done, fail).finally(() => this.signal.removeEventListener('abort', left))
    })
  }
}
