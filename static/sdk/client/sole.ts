// One session on a page, also where the page loads the script twice, pinned and by its alias: each has a module of its
// own, so that they can only meet in the page.
import { Capturing } from './capturing'
import type { Config } from './config'
import { ProofdeskError } from './errors'
import type { Session } from './session'

const mark = Symbol.for('proofdesk.session')
const page = globalThis as { [mark]?: Capturing }

/** What the entry points of a page share. */
export class Sole extends Capturing {
  override async start(config: Config): Promise<Session> {
    if (page[mark] && page[mark] !== this) {
      throw new ProofdeskError('BUSY', 'another script of this page has a session')
    }
    page[mark] = this
    try {
      return await super.start(config)
    } catch (cause) {
      if (!this.alive) this.release()
      throw cause
    }
  }

  override end(): Promise<void> {
    this.release()
    return super.end()
  }

  private release(): void { if (page[mark] === this) delete page[mark] }
}
