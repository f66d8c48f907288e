// What auto fill has before there is a job: the pictures, what the server read in them, and what the applicant wrote.
// It is kept as a job is, so that a reload costs nothing.
import { callOf } from '../client/call'
import type { Job } from '../client/job'
import type { Result } from '../client/results'
import type { Context } from '../client/session'
import { question } from '../screens/question'
import { cancelled, type Taken } from './step'
import type { CaptureWindow } from './window'

/** A value that the server read, with its evidence. */
export interface Read { value: string, source: string, confidence: number, checkDigit?: string }

/** What was read in the pictures, by field. */
export type Reading = Record<string, Read>

/** What is kept beside the pictures. */
interface Note { read?: Reading, said?: Record<string, string>, results: Record<string, Result[] | undefined> }

/** Keeps what an applicant has captured and written. */
export class Draft {
  private writing = Promise.resolve()
  private note?: Note
  pictures: Taken[] = []

  /** The job that it became. */
  job?: Job

  /** What stands for the job in the browser's database as long as there is none. */
  readonly id = 'draft'

  private constructor(private readonly to: Context) {}

  /** Opens what was kept of the same call where the applicant goes on with that, or an empty draft. */
  static async open(to: Context, window: CaptureWindow): Promise<Draft> {
    const draft = new Draft(to)
    to.job = draft
    const call = callOf(to, 'AUTO_FILL', {})
    if (!await draft.resume(call, window)) await to.pending.begin(draft.id, call)
    return draft
  }

  get read(): Reading | undefined { return this.note?.read }

  get said(): Record<string, string> | undefined { return this.note?.said }

  /** Keeps pictures, which are still to be read. */
  async keep(pictures: Taken[]): Promise<void> {
    const results = Object.fromEntries(pictures.map(({ kind, results }) => [kind, results]))
    this.pictures = pictures
    this.note = { results }
    for (const { kind, bytes, type, capturedAt, virtualCamera } of pictures) {
      await this.to.pending.keep({ job: this.id, kind, bytes, type, capturedAt, virtualCamera })
    }
    await this.write()
  }

  /** Keeps what was read in the pictures. */
  know(read: Reading): Promise<void> {
    this.note!.read = read
    return this.write()
  }

  /** Forgets pictures in which nothing could be read. */
  async drop(): Promise<void> {
    for (const { kind } of this.pictures) await this.to.pending.arrived({ job: this.id, kind })
    this.pictures = []
  }

  /** Keeps what the applicant wrote. */
  say(said: Record<string, string>): void {
    this.note!.said = said
    void this.write()
  }

  /** Forgets all of it, and the job that it became. */
  async leave(): Promise<void> {
    await this.job?.leave()
    await this.end()
  }

  /** Forgets what was kept: it has become a job. */
  async end(): Promise<void> {
    await this.writing
    await this.to.pending.end(this.id)
  }

  /** Writes the newest note once the one before is written. */
  private write(): Promise<void> {
    this.writing = this.writing.then(() => this.to.pending.write(this.id, this.note))
    return this.writing
  }

  private async resume(call: string, window: CaptureWindow): Promise<boolean> {
    const { pending, options } = this.to
    if (await pending.begun(call) !== this.id) return false
    const kept = await pending.of(this.id)
    const note = await pending.written(this.id) as Note | undefined
    if (note && kept.length > 0) {
      const answer = await window.place(stage => question(stage, options, 'kept'))
      if (answer === 'retry') {
        await pending.end(this.id)
        return false
      }
      if (answer !== 'continue') throw cancelled()
      this.note = note
      this.pictures = kept.map(({ kind, bytes, type, capturedAt = '', virtualCamera }) =>
        ({ kind, bytes, type, capturedAt, virtualCamera, results: note.results[kind] }))
    }
    pending.goOn(this.id)
    return true
  }
}
