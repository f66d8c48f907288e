// A desktop that hands its link over to a phone, and follows what happens there.
import type { Link, Opened } from './link'
import { LinkError } from './linkerror'
import type { Paper, Sheet } from './paper'

/** What the server tells a desktop. */
interface Told { state: string, phone: string, code?: string, captures: string[], returnUrl?: string }

/** What comes after the hand-over. */
interface After {
  own?(): void // the applicant uses this computer's camera; undefined where the link is for phones
  done(returnURL?: string): void
  ended(): void // the link has ended
  blocked(): void // the server shows no code any more
}

/** The visit that a hand-over is a part of. */
export interface Host {
  own: boolean // whether the applicant uses this computer's camera
  opened?: Opened
  begin(): Promise<void>
  ask(): Promise<boolean>
  offer(): void
  done(): void
  end(text: 'used'): void
  show(sheet: Sheet): void
}

/** Shows QR codes for a phone, and follows what happens there. */
export function handOver(link: Link, paper: Paper, host: Host): void {
  const own = host.opened!.desktop === 'phone_only' ? undefined : () => {
    host.own = true
    void host.begin()
  }
  const done = (returnUrl?: string): void => {
    host.opened!.returnUrl = returnUrl
    host.done()
  }
  const blocked = async (): Promise<void> => {
    if (!await host.ask()) return
    const { state } = host.opened!
    if (state === 'CAPTURING') return host.end('used')
    if (state !== 'OPENED') return host.offer()
    host.show({ kind: 'blocked', own, again: () => handOver(link, paper, host) })
  }
  void new Desk(link, paper, { own, done, ended: () => void host.begin(), blocked }).attend()
}

const often = 1500 // milliseconds from one look to the next

/** Shows QR codes, then the number, then what the phone sends. */
class Desk {
  private stopped = false
  private renewAt = 0
  private lost = false // whether a phone was connected and is gone
  private dropping = false // whether the applicant said that the phone is not theirs
  private fresh = false // whether the applicant asked for a new code after a wrong number

  constructor(private readonly link: Link, private readonly paper: Paper, private readonly after: After) {}

  /** Looks after the phone until the link has ended or another way was chosen. */
  async attend(): Promise<void> {
    while (!this.stopped) {
      await visible()
      try {
        await this.look()
      } catch (cause) {
        const { code, passing } = cause instanceof LinkError ? cause : new LinkError('NETWORK')
        if (code === 'TAKEN') this.end(() => this.after.blocked())
        else if (!passing) this.end(() => this.after.ended())
        else if (code === 'NETWORK' && !this.stopped && this.paper.shown?.kind === 'scan') this.hide()
      }
      await new Promise(done => setTimeout(done, often))
    }
  }

  /** Leaves the hand-over. */
  private end(next: () => void): void {
    if (this.stopped) return
    this.stopped = true
    next()
  }

  private async look(): Promise<void> {
    const told = await this.told()
    if (this.stopped) return
    if (!told) return await this.offer()
    if (told.state === 'SUBMITTED') return this.end(() => this.after.done(told.returnUrl))
    if (told.state === 'EXPIRED' || told.state === 'REVOKED') return this.end(() => this.after.ended())
    if (this.dropping) return await this.offer()
    switch (told.phone) {
      case 'CHOOSING': return this.paper.keep({ kind: 'number', code: told.code!, drop: () => this.drop() })
      case 'CONNECTED':
        this.lost = true // once it is gone
        return this.paper.keep({ kind: 'follow', captures: told.captures, drop: () => this.drop() })
      case 'LOST': return await this.offer()
      case 'REFUSED':
        if (this.fresh) return await this.offer()
        return this.paper.keep({ kind: 'refused', again: () => { this.fresh = true } })
    }
    if (performance.now() >= this.renewAt) await this.offer()
  }

  /** Returns what the server knows of this desktop's hand-over; undefined where there is none yet. */
  private async told(): Promise<Told | undefined> {
    if (!this.link.desk) return undefined
    try {
      return await (await this.link.call('follow', { desk: this.link.desk })).json() as Told
    } catch (cause) {
      if (cause instanceof LinkError && cause.code === 'UNKNOWN') return undefined
      throw cause
    }
  }

  /** Disconnects a phone that is none of the applicant's. */
  private drop(): void { this.dropping = true }

  /** Shows no code while it can't be renewed: a phone that scanned it would be told that it is none. */
  private hide(): void {
    this.renewAt = 0 // as soon as there is a connection
    this.scan()
  }

  private async offer(): Promise<void> {
    const answer = await this.link.call('offer', { desk: this.link.beDesk(), drop: this.dropping })
    const { picture, renewIn } = await answer.json() as { picture: string, renewIn: number }
    if (this.stopped) return
    if (this.dropping) this.lost = false
    this.fresh = this.dropping = false
    this.renewAt = performance.now() + renewIn * 1000
    this.scan(picture)
  }

  private scan(picture?: string): void {
    const { own } = this.after
    this.paper.keep({ kind: 'scan', picture, lost: this.lost, own: own && (() => this.end(own)) })
  }
}

/** Resolves once somebody sees the page. */
export const visible = (): Promise<void> => new Promise(done => {
  const look = (): void => {
    if (document.visibilityState !== 'visible') return
    document.removeEventListener('visibilitychange', look)
    done()
  }
  document.addEventListener('visibilitychange', look)
  look()
})
