// The link that a page was opened with, and what the server knows of it.
import type { Flavor } from '../client/config'
import { toHex } from '../client/hex'
import type { Place } from '../client/place'
import type { FunctionName } from '../client/support'
import type { Language } from '../screens/language'
import type { Asked } from './asked'
import { isDesktop } from './device'
import { post } from './post'

/** What the server says of a link. */
export interface Opened {
  state: 'OPENED' | 'CAPTURING' | 'SUBMITTED' | 'EXPIRED' | 'REVOKED'
  company: string
  function: FunctionName
  flavor: Flavor
  language?: string
  expiresAt: string
  returnUrl?: string
  desktop: 'phone_preferred' | 'phone_only' | 'allowed'
  handedOver?: boolean // to this phone, by a desktop
  jobId: string
  asked?: Asked
  decided?: boolean // whether the job of what is asked for anew is, so that nothing is needed any more
  secondId?: boolean // asked for after the first, as the preset says
  idFirst?: boolean // before the face, as the preset says
  film?: boolean // that the browser has to record
  enableGPS?: boolean // whether the page asks where the applicant is
  specimen?: string // that the camera plays
  captureDays?: number // from the decision until the company removes what was captured; for ever without it
}

/** A link. Its secret is in the fragment of the page's address, which browsers send nowhere. */
export class Link {
  private readonly kept = new Map<string, string>() // while the page is there, where the browser denies its storage

  constructor(
    readonly id: string, private readonly secret: string, private readonly store?: Storage,
    /** What another browser gave, from which the link moves to this one. */
    public moved?: string,
  ) {}

  /** Returns the link that a page was opened with. */
  static ofPage({ pathname, hash }: Location): Link {
    const [, move, secret] = /^#move\.(\w+)\.(\w+)$/.exec(hash) ?? [null, undefined, hash.slice(1)]
    return new Link(pathname.split('/').pop() ?? '', ticketOf(hash) ? '' : secret, storage(), move)
  }

  /** Returns the same link for a phone that a desktop hands it to, by the secret that the phone made. */
  as(secret: string): Link { return new Link(this.id, secret, this.store) }

  /** The token that this browser made for the link. */
  get token(): string | undefined { return this.get('token') }

  /** The language that the applicant chose. */
  get language(): string | undefined { return this.get('language') }

  /** The secret that this desktop made to hand the link over. */
  get desk(): string | undefined { return this.get('desk') }

  /** Returns the secret of this desktop, and makes one where there is none. */
  beDesk(): string {
    if (!this.desk) this.set('desk', toHex(crypto.getRandomValues(new Uint8Array(32))))
    return this.desk!
  }

  set language(chosen: Language) { this.set('language', chosen) }

  /** Returns what the link is for. */
  async open(): Promise<Opened> { return await (await this.call('open')).json() as Opened }

  /**
   * Gives the link to this browser, whose applicant agreed to a version of the text in a language, and is at a place if
   * that is known. It may be called again: the token is kept before it is sent, so that an answer that is lost takes
   * nothing away.
   */
  async start(consent: string, language: Language, location?: Place): Promise<string> {
    const token = this.token ?? `capture.${this.id}.${toHex(crypto.getRandomValues(new Uint8Array(32)))}`
    this.set('token', token)
    const device = isDesktop() ? 'DESKTOP' : 'PHONE'
    await this.call('start', { token, consent, language, device, location, move: this.moved })
    return token
  }

  /** Returns the address with which another browser gets the link from this one, within two minutes. */
  async giveAway(): Promise<string> {
    const { move } = await (await this.as('').call('move', { token: this.token! })).json() as { move: string }
    return `${location.href.split('#')[0]}#move.${move}.${this.secret}`
  }

  /** Forgets the token, and what another browser gave. */
  forget(): void {
    this.moved = undefined
    this.kept.delete('token')
    try {
      this.store?.removeItem(this.key('token'))
    } catch { /* denied, as it was when it was kept */ }
  }

  private key(name: string): string { return `proofdesk.capture.${this.id}.${name}` }

  private get(name: string): string | undefined {
    try {
      return this.store?.getItem(this.key(name)) ?? this.kept.get(name)
    } catch {
      return this.kept.get(name)
    }
  }

  private set(name: string, value: string): void {
    this.kept.set(name, value)
    try {
      this.store?.setItem(this.key(name), value)
    } catch { /* denied or full */ }
  }

  /** Calls what belongs to the link, with its secret unless it has none. */
  call(what: string, json: Record<string, unknown> = {}): Promise<Response> {
    return post(`/capture/${encodeURIComponent(this.id)}/${what}`,
      this.secret ? { secret: this.secret, ...json } : json)
  }
}

/** Returns what a QR code holds instead of the link's secret; empty where an address has that. */
export const ticketOf = (hash: string): string => hash.startsWith('#scan.') ? hash.slice('#scan.'.length) : ''

/** Returns the browser's storage, unless it denies it. */
function storage(): Storage | undefined {
  try {
    return localStorage
  } catch {
    return undefined
  }
}
