// An attempt at what a link is for, in this tab alone: captures it, and sends what was captured.
import type { IdentityProofing } from '../client/identity'
import type { Language } from '../screens/words'
import { lack } from './browser'
import { perform } from './calls'
import type { Link, Opened } from './link'
import type { Sheet } from './paper'
import { Tab } from './tab'
import { consent, type Saying } from './words'

/** The page around an attempt. */
export interface Page {
  opened?: Opened
  readonly language: Language
  show(sheet: Sheet): void
  fail(text: Saying, again: () => void): void
  failed(cause: unknown, again: () => void): void
  done(): void
}

/** Captures with a link. */
export class Attempt {
  private readonly tab: Tab

  constructor(private readonly link: Link, private readonly page: Page) { this.tab = new Tab(link.id) }

  /** Captures what the link's job needs, and submits it. From another tab it is taken only where that is wanted. */
  async capture(anyway = false): Promise<void> {
    const { page, link } = this
    const { language } = page
    const opened = page.opened!
    const missing = await lack(opened)
    if (missing) return page.fail(missing, () => void this.capture())
    const turn = await this.tab.begin(anyway)
    if (!turn) return this.elsewhere()
    page.show({ kind: 'wait', text: 'preparing' })
    let sdk: IdentityProofing
    try {
      sdk = await perform(opened, language, async () => {
        const token = await link.start(consent, language)
        opened.state = 'CAPTURING'
        return token
      }, turn)
    } catch (cause) {
      return turn.aborted ? this.elsewhere() : page.failed(cause, () => void this.capture())
    }
    await this.submit(sdk, turn)
  }

  /** Sends what was captured. It may be called again, and asks the applicant for nothing. */
  private async submit(sdk: IdentityProofing, turn: AbortSignal): Promise<void> {
    this.page.show({ kind: 'wait', text: 'sending' })
    try {
      await sdk.finalSubmit()
    } catch (cause) {
      return turn.aborted ? this.elsewhere() : this.page.failed(cause, () => void this.submit(sdk, turn))
    }
    void sdk.destroy()
    this.page.done()
  }

  private elsewhere(): void { this.page.show({ kind: 'elsewhere', here: () => void this.capture(true) }) }
}
