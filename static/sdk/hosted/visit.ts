// One visit to the hosted capture page: which screen comes when.
import { inApp } from '../client/app'
import { errorOf } from '../client/errors'
import { languageOf, type Language } from '../screens/language'
import { Attempt, staying, type Page } from './attempt'
import { handOver, type Host } from './desk'
import { isDesktop, preferred } from './device'
import { failures, wasLeft } from './failures'
import { Link, type Opened } from './link'
import { LinkError } from './linkerror'
import { outside } from './outside'
import { Paper, type Sheet } from './paper'
import { stay } from './phone'
import type { Saying } from './words'

/** Shows the screens of a link. */
export class Visit implements Host, Page {
  private readonly paper: Paper
  private readonly attempt: Attempt
  opened?: Opened
  own = false
  private stays?: () => void // for a phone that a desktop handed the link to
  private retry?: () => void // where the server could not be reached

  constructor(private readonly link: Link, body: HTMLElement) {
    const language = link.language ? languageOf(link.language) : preferred()
    this.paper = new Paper(body, language, () => { link.language = this.paper.language })
    this.attempt = new Attempt(link, this)
    addEventListener('online', () => this.retry?.())
    for (const turn of ['online', 'offline']) addEventListener(turn, () => this.paper.note(staying()))
  }

  /** Shows what the link is for, or why it can't be used. */
  async begin(): Promise<void> {
    if (await this.ask()) this.offer()
  }

  /** Asks the server what the link is for, and reports whether it answered; if not, it shows why. */
  async ask(): Promise<boolean> {
    this.show({ kind: 'wait', text: 'loading' })
    try {
      this.opened = await this.link.open()
    } catch (cause) {
      this.refuse(cause, () => void this.begin())
      return false
    }
    this.paper.company = this.opened.company
    if (this.opened.handedOver) this.stays ??= stay(this.link)
    if (!this.link.language && this.opened.language) this.paper.language = languageOf(this.opened.language)
    return true
  }

  get language(): Language { return this.paper.language }

  show(sheet: Sheet): void {
    this.retry = undefined
    this.paper.draw(sheet)
  }

  loads(share: number, of?: Saying): void { this.paper.load(share, of) }

  /** Whether this browser has the link. */
  private get begun(): boolean { return this.opened?.state === 'CAPTURING' && this.link.token !== undefined }

  offer(): void {
    const { state, decided, desktop, handedOver } = this.opened!
    if (state === 'SUBMITTED') return this.done()
    if (state === 'EXPIRED' || state === 'REVOKED') {
      this.link.forget()
      return this.end(decided ? 'unneeded' : state === 'EXPIRED' ? 'expired' : 'revoked')
    }
    const failed = (cause: unknown): void => this.failed(cause, () => void this.begin())
    if (inApp()) return void outside(this.link, this.begun).then(sheet => this.show(sheet), failed)
    const { moved, desk } = this.link
    const elsewhere = state === 'CAPTURING' && !this.begun && !moved
    if (elsewhere && !desk) return this.end('used')
    const computer = !this.begun && !handedOver && !moved && isDesktop()
    if (elsewhere || computer && desktop !== 'allowed' && !this.own) return handOver(this.link, this.paper, this)
    this.show({
      kind: 'offer', begun: this.begun, of: this.opened!,
      agree: () => void this.attempt.capture(), refuse: () => this.leave(),
      phone: computer ? () => handOver(this.link, this.paper, this) : undefined,
    })
  }

  private leave(): void {
    this.show({ kind: 'left', begun: this.begun, until: this.opened!.expiresAt, back: () => this.offer() })
  }

  /** Shows why a call failed, and calls again once the applicant wants that. */
  failed(cause: unknown, again: () => void): void {
    if (cause instanceof LinkError) return this.refuse(cause, again)
    const { code } = errorOf(cause)
    if (wasLeft(code)) return this.offer()
    if (code === 'TOKEN_INVALID' || code === 'REFUSED') return void this.ended()
    this.fail(failures[code] ?? 'failed', again)
    if (failures[code] === 'network') this.retry = again
  }

  /** Shows why the server took nothing more: the link has ended meanwhile, or something is wrong with a capture. */
  private async ended(): Promise<void> {
    if (!await this.ask()) return
    return this.begun ? this.fail('failed', () => void this.attempt.capture()) : this.offer()
  }

  private refuse(cause: unknown, again: () => void): void {
    const { code, passing } = cause instanceof LinkError ? cause : new LinkError('NETWORK')
    if (code === 'UNKNOWN') return this.opened?.handedOver ? this.show({ kind: 'apart' }) : this.end('unknown')
    if (code === 'STALE') return this.fail('stale', () => location.reload())
    if (code === 'TAKEN') { // by another browser, or it has ended: the server knows which
      this.link.forget()
      return void this.begin()
    }
    if (!passing) return this.end('phoneOnly')
    this.fail(passing, again)
    if (code === 'NETWORK') this.retry = again
  }

  fail(failure: Saying, again: () => void): void {
    const text = failure === 'network' && !navigator.onLine ? 'offline' : failure
    this.show({ kind: 'failed', begun: this.begun, text, again })
  }

  done(): void {
    this.stays?.()
    this.link.forget()
    this.show({ kind: 'done', returnURL: this.opened?.returnUrl, phone: this.opened?.handedOver })
  }

  end(text: Saying): void {
    this.stays?.()
    this.show({ kind: 'ended', text })
  }
}
