// One job of a session: created when its first capture begins, with uploads that run beside the captures.
import type { Taken } from '../flow/step'
import { callOf, created } from './call'
import { forget, isWithheld, note, type Captured } from './captured'
import { errorOf } from './errors'
import { Line } from './line'
import type { Place } from './place'
import { Results } from './results'
import { report, type Session } from './session'
import { isLate, upload, type Parcel, type Uploaded } from './upload'

/** What finalSubmit resolves with. */
export interface Submitted { jobId: string, status: string }

/** A job that was created on the server. */
export class Job {
  private readonly waiting = new Map<string, Parcel>() // what the server does not have yet, by kind
  private readonly results: Results
  private skipped: string[] = [] // what is not to be captured, as a passport has one side, or not to be sent
  private readonly uploads = new Map<string, Promise<Uploaded | Error>>()
  private readonly line = new Line(2) // at once: the server takes no more with a capture link
  private readonly heard = new Map<string, Promise<void>>() // from the server, about an upload, by kind

  /** What the server last said of the job. */
  status = 'CAPTURING'

  private constructor(
    private readonly to: Session, readonly id: string, readonly name: string, nonce?: string,
    readonly captured: Captured[] = [],
  ) {
    this.results = new Results(to, id, nonce)
  }

  /** Creates a job for a function of the service, at a place where the host wants that. */
  static async create(to: Session, name: string, more: Record<string, unknown>, location?: Place): Promise<Job> {
    const { jobId, nonce } = await created(to, name, more, location)
    await to.pending.begin(jobId, callOf(to, name, more))
    return new Job(to, jobId, name, nonce)
  }

  /** Returns a job that was created before, with what the server has of it and what waits in this tab. */
  static async resume(to: Session, name: string, id: string): Promise<Job> {
    const known = await to.api.json<{ status: string, nonce?: string, captures: Captured[] }>(
      '/api/v4/jobs/' + id)
    const job = new Job(to, id, name, known.nonce, known.captures.map(({ kind, capturedAt }) => ({ kind, capturedAt })))
    job.status = known.status
    await job.results.resume()
    for (const parcel of await to.pending.of(id)) job.take(parcel)
    job.skipped = await to.pending.skipped(id)
    return job
  }

  /** Sends what waits in this tab. */
  goOn(): this {
    for (const parcel of this.waiting.values()) this.send(parcel)
    return this
  }

  /** Reports whether a kind is still to be captured: a passport has no back, and stands for a card. */
  needs(kind: string): boolean {
    const has = (of: string): boolean => this.captured.some(one => one.kind === of) || this.skipped.includes(of)
    return !has(kind) && !(has('passport') && ['id_front', 'id_back'].includes(kind))
  }

  /** Sends a capture while the applicant goes on, and keeps it until the server has it. */
  async add({ kind, bytes, type, capturedAt, challenge, virtualCamera, results = [], timing }: Taken): Promise<void> {
    if (timing) this.to.timings.keep(this.id, kind, timing)
    if (isWithheld(this.to.options, kind)) {
      note(this.captured, { kind, capturedAt })
      return this.skip(kind)
    }
    const parcel = { job: this.id, kind, bytes, type, capturedAt, challenge, virtualCamera }
    await this.results.keep(kind, bytes, results)
    await this.to.pending.keep(parcel)
    this.take(parcel)
    this.send(parcel)
  }

  /** Reports whether the server takes a film no more, as its challenge is over: it is forgotten, to be taken anew. */
  async outdated(): Promise<boolean> {
    const films = [...this.waiting].filter(([, { challenge }]) => challenge).map(([kind]) => kind)
    for (const kind of films) await this.heard.get(kind)
    return films.some(kind => this.needs(kind))
  }

  /** Notes that a kind is not to be captured. */
  skip(kind: string): Promise<void> {
    this.skipped.push(kind)
    return this.to.pending.skip(this.id, kind)
  }

  /** Forgets what waits in this tab. */
  leave(): Promise<void> { return this.to.pending.end(this.id) }

  /** Sends what has not arrived, and submits the job. */
  async submit(): Promise<Submitted> {
    for (const [kind, sent] of this.uploads) {
      const parcel = this.waiting.get(kind)
      if (await sent instanceof Error && parcel) this.send(parcel)
    }
    const failed = (await this.settled()).find(told => told instanceof Error)
    if (failed) throw failed
    await this.results.send()
    const json = { timings: this.to.timings.of(this.id) }
    const submitted = await this.to.api.json<Submitted>(`/api/v4/jobs/${this.id}/submit`, { method: 'POST', json })
    await this.leave()
    return submitted
  }

  /** Resolves with what was told of each capture, once none is being sent. */
  settled(): Promise<(Uploaded | Error)[]> { return Promise.all(this.uploads.values()) }

  private take(parcel: Parcel): void {
    note(this.captured, parcel)
    this.waiting.set(parcel.kind, parcel)
  }

  private send(parcel: Parcel): void {
    this.heard.set(parcel.kind, new Promise(heard => {
      this.uploads.set(parcel.kind, this.sent(parcel, heard).finally(heard))
    }))
  }

  private async sent(parcel: Parcel, heard: () => void): Promise<Uploaded | Error> {
    const { kind: step, bytes: { length: size } } = parcel
    try {
      const report = (sent: number): void => {
        heard()
        this.to.events.emit('upload', { step, sent, size })
      }
      const told = await this.line.run(() => upload(this.to.api, parcel, report))
      if (this.waiting.get(step) === parcel) await this.drop(parcel)
      return told
    } catch (cause) {
      const error = errorOf(cause)
      if (isLate(error) && this.waiting.get(step) === parcel) {
        forget(this.captured, step)
        await this.drop(parcel)
      }
      report(this.to, error)
      return error
    }
  }

  /** Keeps a capture no longer. */
  private drop(parcel: Parcel): Promise<void> {
    this.waiting.delete(parcel.kind)
    return this.to.pending.arrived(parcel)
  }
}
