// The captures of one job on their way to the server, beside what the applicant does.
import { forget, note, type Captured } from './captured'
import { errorOf } from './errors'
import { Line } from './line'
import { report, type Session } from './session'
import { isLate, upload, type Parcel, type Uploaded, type Verdict } from './upload'

/** Sends the captures of one job, and keeps each in this tab until the server has it. */
export class Sending {
  private readonly waiting = new Map<string, Parcel>() // what the server does not have yet, by kind
  private readonly uploads = new Map<string, Promise<Uploaded | Error>>()
  private readonly ends = new Map<string, AbortController>() // of the uploads
  private readonly line = new Line(2) // at once: the server takes no more with a capture link
  private readonly heard = new Map<string, Promise<void>>() // from the server, about an upload, by kind
  private late = false // whether it refused a film, as the film's challenge is over

  /** Captured is what the applicant need not be asked for. */
  constructor(private readonly to: Session, private readonly captured: Captured[]) {}

  /** Notes a capture that this tab keeps. */
  take(parcel: Parcel): void {
    note(this.captured, parcel)
    this.waiting.set(parcel.kind, parcel)
  }

  /** Sends what waits. */
  goOn(): void {
    for (const parcel of this.waiting.values()) this.send(parcel)
  }

  /** Begins to send a capture, and sends the one that it replaces no more, which might arrive after it. */
  send(parcel: Parcel): void {
    const { kind } = parcel
    this.ends.get(kind)?.abort()
    const end = new AbortController()
    this.ends.set(kind, end)
    this.heard.set(kind, new Promise(heard => {
      this.uploads.set(kind, this.sent(parcel, heard, end.signal).finally(heard))
    }))
  }

  /** Returns what the server saw in the capture of a kind; nothing where it did not get it. */
  async verdict(kind: string): Promise<Verdict | undefined> {
    const told = await this.uploads.get(kind)
    return told instanceof Error ? undefined : told?.quality
  }

  /** Sends what has not arrived once more. */
  async retry(): Promise<void> {
    for (const [kind, sent] of this.uploads) {
      const parcel = this.waiting.get(kind)
      if (await sent instanceof Error && parcel) this.send(parcel)
    }
  }

  /** Whether the server has yet to get something. */
  get waits(): boolean { return this.waiting.size > 0 }

  /** Resolves with what was told of each capture, once none is being sent. */
  settled(): Promise<(Uploaded | Error)[]> { return Promise.all(this.uploads.values()) }

  /**
   * Reports whether the server took a film no more, as its challenge is over, since this was asked last: it is
   * forgotten, to be taken anew.
   */
  async outdated(): Promise<boolean> {
    const films = [...this.waiting.values()].filter(({ challenge }) => challenge)
    for (const { kind } of films) await this.heard.get(kind)
    const { late } = this
    this.late = false
    return late
  }

  private async sent(parcel: Parcel, heard: () => void, ended: AbortSignal): Promise<Uploaded | Error> {
    const { kind: step, bytes: { length: size } } = parcel
    try {
      const report = (sent: number): void => {
        heard()
        this.to.events.emit('upload', { step, sent, size })
      }
      const told = await this.line.run(() => upload(this.to.api.until(ended), parcel, report))
      if (this.waiting.get(step) === parcel) await this.drop(parcel)
      return told
    } catch (cause) {
      const error = errorOf(cause)
      if (isLate(error) && this.waiting.get(step) === parcel) {
        forget(this.captured, step)
        this.late = true
        this.uploads.delete(step)
        await this.drop(parcel)
      }
      if (!ended.aborted) report(this.to, error)
      return error
    }
  }

  /** Keeps a capture no longer. */
  private drop(parcel: Parcel): Promise<void> {
    this.waiting.delete(parcel.kind)
    return this.to.pending.arrived(parcel)
  }
}
