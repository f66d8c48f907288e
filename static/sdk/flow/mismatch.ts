// For how long the wrong document, or its wrong side, has been shown, and what the preset wants then.

type Mode = 'MANUAL_CAPTURE' | 'AUTO_CAPTURE' | 'EXIT'

/** What is known of a wrong document. */
export interface Wrong {
  elapsed: number // milliseconds since it was first seen
  warned: boolean // whether that is long enough for a warning
  over?: Mode // what happens now by itself
}

/** The prompt that a wrong document or side asks for. */
const otherSide = 'otherSide'

/** For how long frames may show something else before the document counts as another one, in milliseconds. */
const forgotten = 1000

/** Follows a wrong document over frames. */
export class Mismatch {
  private since?: number
  private last = 0

  /** Reads the options of the capture's block by name. */
  constructor(private readonly option: (name: string) => unknown) {}

  /** Returns what the prompt of a frame means, at a time in milliseconds; nothing where the document is right. */
  look(prompt: string | undefined, now: number): Wrong | undefined {
    if (prompt === otherSide) {
      this.since ??= now
      this.last = now
    } else if (now - this.last > forgotten) {
      this.since = undefined
    }
    if (this.since === undefined) return undefined
    const elapsed = now - this.since
    const late = elapsed >= this.number('allowOverrideWrongDocumentTypeAfterMs')
    const mode = this.option('captureOptions.wrongDocumentTypeHandlingMode') as Mode
    const warned = elapsed >= 1000 * this.number('wrongDocumentTypeWarningDelayInSec')
    return { elapsed, warned, over: late && mode !== 'MANUAL_CAPTURE' ? mode : undefined }
  }

  private number(name: string): number { return Number(this.option('captureOptions.' + name)) }
}
