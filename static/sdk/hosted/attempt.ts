// An attempt at what a link is for, in this tab alone: captures it, and sends what was captured.
import { errorOf } from '../client/errors'
import type { Place } from '../client/place'
import type { Language } from '../screens/language'
import { lack } from './browser'
import { perform, type Performed } from './calls'
import type { Link, Opened } from './link'
import type { Sheet } from './paper'
import { placed } from './place'
import { Stay } from './stay'
import { Tab } from './tab'
import { consent, type Saying } from './words'

/** The page around an attempt. */
export interface Page {
  opened?: Opened
  readonly language: Language
  show(sheet: Sheet): void
  loads(share: number, of?: Saying): void
  fail(text: Saying, again: () => void): void
  failed(cause: unknown, again: () => void): void
  done(): void
}

/** Returns what an applicant reads while what was captured is sent, who should stay. */
export const staying = (): Saying => navigator.onLine ? 'leaveOpen' : 'offline'

/** Captures with a link. */
export class Attempt {
  private readonly tab: Tab
  private readonly stay = new Stay()
  private running?: Promise<void>
  private place?: Promise<Place | undefined> // once it is asked for, which is before the link is this browser's

  constructor(private readonly link: Link, private readonly page: Page) { this.tab = new Tab(link.id) }

  /** Captures what the link's job needs, and submits it. From another tab it is taken only where that is wanted. */
  capture(anyway = false): Promise<void> {
    this.running ??= this.begin(anyway).finally(() => { this.running = undefined }) // a second tap begins nothing
    return this.running
  }

  private async begin(anyway: boolean): Promise<void> {
    const { page, link } = this
    const { language } = page
    const opened = page.opened!
    const missing = await lack(opened)
    if (missing) return page.fail(missing, () => void this.capture())
    const turn = await this.tab.begin(anyway)
    if (!turn) return this.elsewhere()
    const begun = opened.state === 'CAPTURING' && link.token !== undefined
    if (opened.enableGPS && !begun) this.place ??= placed(sheet => page.show(sheet), turn)
    const place = await this.place
    if (turn.aborted) {
      this.place = undefined // nobody answered: another tab took over
      return this.elsewhere()
    }
    page.show({ kind: 'wait', text: 'preparing' })
    let performed: Performed
    try {
      performed = await perform(opened, language, async () => {
        const token = await link.start(consent, language, place)
        opened.state = 'CAPTURING'
        return token
      }, turn, { stay: this.stay, loaded: share => page.loads(share) })
    } catch (cause) {
      const taken = errorOf(cause).code === 'TAKEN_OVER'
      return taken ? this.elsewhere() : page.failed(cause, () => void this.capture())
    }
    await this.submit(performed, turn)
  }

  /** Sends what was captured, again where that failed. Only a video that came too late is asked for anew. */
  private async submit(performed: Performed, turn: AbortSignal): Promise<void> {
    const { page } = this
    page.show({ kind: 'wait', text: 'sending', note: staying() })
    try {
      await performed.submit(share => page.loads(share, 'sent'))
    } catch (cause) {
      if (turn.aborted) return this.elsewhere()
      const anew = errorOf(cause).code === 'OUTDATED'
      if (anew) void performed.end()
      return page.failed(cause, () => void (anew ? this.capture() : this.submit(performed, turn)))
    }
    void performed.end()
    page.done()
  }

  private elsewhere(): void { this.page.show({ kind: 'elsewhere', here: () => void this.capture(true) }) }
}
