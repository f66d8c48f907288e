// One job of a session: created when its first capture begins, with uploads that run beside the captures.
import type { Taken } from '../flow/step'
import { callOf, created } from './call'
import { isWithheld, note, type Captured } from './captured'
import { errorOf, ProofdeskError } from './errors'
import type { Place } from './place'
import { Results } from './results'
import { Sending } from './sending'
import type { Session } from './session'
import type { Uploaded, Verdict } from './upload'

/** What finalSubmit resolves with. */
export interface Submitted { jobId: string, status: string, submittedAt: string }

/** A job that was created on the server. */
export class Job {
  private readonly results: Results
  private skipped: string[] = [] // what is not to be captured, as a passport has one side, or not to be sent
  private readonly sending: Sending
  private readonly begun = new WeakSet<Uint8Array>() // what was added
  private submitting = false
  private submitted?: Submitted // what the server answered to that

  /** What the server last said of the job. */
  status = 'CAPTURING'

  private constructor(
    private readonly to: Session, readonly id: string, readonly name: string, nonce?: string,
    readonly captured: Captured[] = [],
  ) {
    this.results = new Results(to, id, nonce)
    this.sending = new Sending(to, captured)
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
    for (const parcel of await to.pending.of(id)) job.sending.take(parcel)
    job.skipped = await to.pending.skipped(id)
    return job
  }

  /** Sends what waits in this tab. */
  goOn(): this {
    this.sending.goOn()
    return this
  }

  /** Reports whether a kind is still to be captured: a passport has no back, and stands for a card. */
  needs(kind: string): boolean {
    const has = (of: string): boolean => this.captured.some(one => one.kind === of) || this.skipped.includes(of)
    return !has(kind) && !(has('passport') && ['id_front', 'id_back'].includes(kind))
  }

  /** Sends a capture at once and returns what the server sees in it; nothing where it can't be asked. */
  async verdict(taken: Taken): Promise<Verdict | undefined> {
    if (taken.beside) await this.add(taken.beside)
    await this.add(taken)
    return this.sending.verdict(taken.kind)
  }

  /** Sends a capture, once, while the applicant goes on, and keeps it until the server has it. */
  async add({ kind, bytes, type, capturedAt, challenge, virtualCamera, results = [], timing }: Taken): Promise<void> {
    if (this.begun.has(bytes)) return
    this.begun.add(bytes)
    if (timing) this.to.timings.keep(this.id, kind, timing)
    if (isWithheld(this.to.options, kind)) {
      note(this.captured, { kind, capturedAt })
      return this.skip(kind)
    }
    const parcel = { job: this.id, kind, bytes, type, capturedAt, challenge, virtualCamera }
    await this.results.keep(kind, bytes, results)
    await this.to.pending.keep(parcel)
    this.sending.take(parcel)
    this.sending.send(parcel)
  }

  /** Reports whether a film came too late for the server since this was asked last: it has to be taken anew. */
  outdated(): Promise<boolean> { return this.sending.outdated() }

  /** Notes that a kind is not to be captured. */
  skip(kind: string): Promise<void> {
    this.skipped.push(kind)
    return this.to.pending.skip(this.id, kind)
  }

  /** Whether the server has yet to get something that was captured, or to answer that the job is submitted. */
  get waits(): boolean { return this.submitting || this.sending.waits }

  /** Forgets what waits in this tab. */
  leave(): Promise<void> { return this.to.pending.end(this.id) }

  /** Sends what has not arrived, and submits the job, once. One whose film came too late is left to another call. */
  async submit(): Promise<Submitted> {
    if (this.submitted) return this.submitted
    this.submitting = true
    return this.deliver().finally(() => { this.submitting = false })
  }

  private async deliver(): Promise<Submitted> {
    await this.sending.retry()
    const told = await this.settled()
    if (await this.outdated()) {
      this.to.pending.release(this.id)
      throw new ProofdeskError('OUTDATED', 'the film is too late for its challenge: take it anew')
    }
    const failed = told.find(told => told instanceof Error)
    if (failed) throw failed
    await this.results.send()
    const json = { timings: this.to.timings.of(this.id) }
    this.submitted = await this.to.api.json<Submitted>(`/api/v4/jobs/${this.id}/submit`, { method: 'POST', json })
    await this.leave()
    return this.submitted
  }

  /** Resolves with what was told of each capture, once none is being sent. */
  settled(): Promise<(Uploaded | Error)[]> { return this.sending.settled() }
}

/** Submits jobs in their order. Outdated is called with one that is left to another call. */
export async function submitAll(jobs: Job[], outdated: (job: Job) => void): Promise<Submitted[]> {
  const all: Submitted[] = []
  for (const job of jobs) {
    all.push(await job.submit().catch((cause: unknown) => {
      if (errorOf(cause).code === 'OUTDATED') outdated(job)
      throw cause
    }))
  }
  return all
}
