// How often a capture of a job failed. It is kept as long as the job is, so that a reload gives no new tries.
import type { Pending } from './pending'

/** How often an applicant may try a capture again after it failed. The source does not give its number. */
export const mostRetries = 3

/** What is counted: retries of all, and fake faces in a row. */
export interface Failures { retries: number, fakes: number }

/** Counts the failures of one capture; without a job, only while it lasts. */
export class Tries {
  private failures?: Failures

  constructor(private readonly pending?: Pending, private readonly job = '', private readonly kind = '') {}

  /** Counts a fake face and returns how many there were in a row. */
  async fake(): Promise<number> {
    const { retries, fakes } = await this.known()
    await this.set({ retries, fakes: fakes + 1 })
    return fakes + 1
  }

  /** Begins the row of fake faces anew. */
  async genuine(): Promise<void> {
    const { retries, fakes } = await this.known()
    if (fakes > 0) await this.set({ retries, fakes: 0 })
  }

  /** Counts a failure and reports whether the applicant may try again. */
  async again(): Promise<boolean> {
    const { retries } = await this.known()
    if (retries < mostRetries) await this.set({ retries: retries + 1, fakes: 0 })
    return retries < mostRetries
  }

  /** Reports whether there is no other try after a failure now. */
  async over(): Promise<boolean> { return (await this.known()).retries >= mostRetries }

  private async known(): Promise<Failures> {
    this.failures ??= await this.pending?.failures(this.job, this.kind)
    return this.failures ?? { retries: 0, fakes: 0 }
  }

  private async set(failures: Failures): Promise<void> {
    this.failures = failures
    await this.pending?.failed(this.job, this.kind, failures)
  }
}
