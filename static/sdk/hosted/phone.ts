// A phone that has scanned the QR code of a desktop.
import { inApp } from '../client/app'
import { toHex } from '../client/hex'
import { languageOf } from '../screens/language'
import { preferred } from './device'
import type { Link } from './link'
import { LinkError } from './linkerror'
import { Paper } from './paper'

/** What the server tells a phone of the desktop. */
interface Joined { company: string, browser: string, startedAt: string, language?: string, choices: string[] }

const often = 5000 // milliseconds from one sign of life to the next

/** Says that a phone is still there, until the server doesn't know it or the function that is returned is called. */
export function stay(link: Link): () => void {
  const sign = (): void => {
    link.call('attend').catch((cause: unknown) => {
      if (cause instanceof LinkError && cause.code === 'UNKNOWN') clearInterval(every)
    })
  }
  const every = setInterval(sign, often)
  return () => clearInterval(every)
}

/** Asks for the number that the desktop shows. */
export class Phone {
  private readonly paper: Paper
  private readonly own = toHex(crypto.getRandomValues(new Uint8Array(32)))
  private readonly link: Link // with what the phone made for itself
  private leave?: () => void

  constructor(
    scanned: Link, private readonly ticket: string, body: HTMLElement, private readonly next: (link: Link) => void,
  ) {
    this.link = scanned.as(this.own)
    this.paper = new Paper(body, preferred())
  }

  /** Connects the phone, and goes on with the link once the right number is chosen. */
  async begin(): Promise<void> {
    if (inApp()) return this.paper.draw({ kind: 'outside', address: location.href, given: false })
    this.paper.draw({ kind: 'wait', text: 'loading' })
    let joined: Joined
    try {
      const { ticket, own: phone } = this
      joined = await (await this.link.as('').call('join', { ticket, phone })).json() as Joined
    } catch (cause) {
      return this.failed(cause, () => void this.begin())
    }
    this.paper.company = joined.company
    if (joined.language) this.paper.language = languageOf(joined.language)
    this.leave = stay(this.link)
    this.ask(joined)
  }

  private ask({ browser, startedAt, choices }: Joined): void {
    this.paper.draw({ kind: 'pick', browser, at: startedAt, choices, pick: code => void this.pick(code) })
  }

  private async pick(code: string): Promise<void> {
    this.paper.draw({ kind: 'wait', text: 'loading' })
    try {
      await this.link.call('pick', { code })
    } catch (cause) {
      return this.failed(cause, () => void this.pick(code))
    }
    this.leave?.()
    history.replaceState(null, '', '#' + this.own)
    this.next(this.link)
  }

  private failed(cause: unknown, again: () => void): void {
    const { passing } = cause instanceof LinkError ? cause : new LinkError('NETWORK')
    if (passing) return this.paper.draw({ kind: 'failed', begun: false, text: passing, again })
    this.leave?.()
    this.paper.draw({ kind: 'apart' })
  }
}
