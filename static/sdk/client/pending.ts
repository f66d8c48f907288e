// The jobs that this tab has begun and not submitted, with the captures that the server does not have yet.
import type { Bound } from './results'
import { Sealed } from './sealed'
import type { Failures } from './tries'
import type { Parcel } from './upload'

type Head = Omit<Parcel, 'bytes'>

/** What is kept of a job. */
const kinds = ['job', 'capture', 'result', 'tries', 'skip', 'note']

/** Keeps jobs and captures over a reload. */
export class Pending {
  private readonly own = new Set<string>() // being captured in this page, or captured

  constructor(private readonly sealed: Sealed) {}

  /** Opens what this tab has kept. Failed is called once where the browser keeps nothing, or no more. */
  static async open(failed?: () => void): Promise<Pending> { return new Pending(await Sealed.open(failed)) }

  /** Notes that a job was created for a call. */
  begin(job: string, call: string): Promise<void> {
    this.own.add(job)
    return this.sealed.put(`job/${job}/`, utf8(call))
  }

  /** Notes that a call goes on with a job. */
  goOn(job: string): void { this.own.add(job) }

  /** Notes that the call of a job failed: the same call may go on with it. */
  release(job: string): void { this.own.delete(job) }

  /** Returns the newest job of a call that failed, or that was begun before the page was loaded and not submitted. */
  async begun(call: string): Promise<string | undefined> {
    const jobs = await this.sealed.entries('job/') // ids begin with the time
    return jobs.filter(({ bytes }) => text(bytes) === call)
      .map(({ name }) => name.split('/')[1]).filter(job => !this.own.has(job)).at(-1)
  }

  /** Keeps a capture until the server has it. */
  keep({ bytes, ...head }: Parcel): Promise<void> {
    const line = utf8(JSON.stringify(head) + '\n')
    const whole = new Uint8Array(line.length + bytes.length)
    whole.set(line)
    whole.set(bytes, line.length)
    return this.sealed.put(`capture/${head.job}/${head.kind}/`, whole)
  }

  /** Returns the captures of a job that wait. */
  async of(job: string): Promise<Parcel[]> {
    const waiting = await this.sealed.entries(`capture/${job}/`)
    return waiting.map(({ bytes }) => {
      const end = bytes.indexOf(10) // of the line
      const head = JSON.parse(text(bytes.subarray(0, end))) as Head
      return { ...head, bytes: bytes.slice(end + 1) }
    })
  }

  /** Notes how often a capture of a job failed. */
  failed(job: string, kind: string, failures: Failures): Promise<void> {
    return this.note(`tries/${job}/${kind}/`, failures)
  }

  /** Returns how often a capture of a job failed; nothing where it did not. */
  async failures(job: string, kind = ''): Promise<Failures | undefined> {
    const [kept] = await this.noted<Failures>(`tries/${job}/${kind && kind + '/'}`)
    return kept?.[1]
  }

  /** Keeps what this device decided about a capture of a job. */
  decide(job: string, kind: string, results: Bound[]): Promise<void> {
    return this.note(`result/${job}/${kind}/`, results)
  }

  /** Returns what this device decided about the captures of a job, by kind. */
  async decided(job: string): Promise<[string, Bound[]][]> {
    const kept = await this.noted<Bound[]>(`result/${job}/`)
    return kept.map(([name, results]) => [name.split('/')[2], results])
  }

  /** Keeps a note about a job. */
  write(job: string, note: unknown): Promise<void> {
    return this.note(`note/${job}/`, note)
  }

  /** Returns the note about a job; nothing where there is none. */
  async written(job: string): Promise<unknown> {
    const [kept] = await this.noted(`note/${job}/`)
    return kept?.[1]
  }

  /** Notes that a kind of a job is not to be captured. */
  skip(job: string, kind: string): Promise<void> { return this.sealed.put(`skip/${job}/${kind}/`, new Uint8Array()) }

  /** Returns the kinds of a job that are not to be captured. */
  async skipped(job: string): Promise<string[]> {
    return (await this.sealed.entries(`skip/${job}/`)).map(({ name }) => name.split('/')[2])
  }

  /** Forgets a capture that the server has. */
  arrived({ job, kind }: Pick<Head, 'job' | 'kind'>): Promise<void> {
    return this.sealed.remove(`capture/${job}/${kind}/`)
  }

  private note(name: string, value: unknown): Promise<void> {
    return this.sealed.put(name, utf8(JSON.stringify(value)))
  }

  private async noted<T>(start: string): Promise<[string, T][]> {
    return (await this.sealed.entries(start)).map(({ name, bytes }) => [name, JSON.parse(text(bytes)) as T])
  }

  /** Keeps nothing more, and gives the browser's database back. */
  close(): void { this.sealed.close() }

  /** Forgets the jobs that a call might have gone on with: who comes next is not offered what is not theirs. */
  async endOthers(): Promise<void> {
    for (const { name } of await this.sealed.entries('job/')) {
      const job = name.split('/')[1]
      if (!this.own.has(job)) await this.end(job)
    }
  }

  /** Forgets a job that was submitted or that the applicant left. */
  async end(job: string): Promise<void> {
    for (const kept of kinds) await this.sealed.remove(`${kept}/${job}/`)
  }
}

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
