// What this device measured while jobs were captured, for the figures of their company. Nothing of it says who it is.

/**
 * How a capture was taken: milliseconds from the time when the camera was open or the pad shown; of a recording, its
 * length.
 */
export interface Timing { automatic: boolean, milliseconds: number, framesPerSecond?: number }

/** How long the engine took to start. */
export interface Ready { milliseconds: number, downloaded: boolean }

/** What is sent with a job. */
export interface Measured { engine?: Ready, captures: ({ capture: string } & Timing)[] }

/** The longest time that is told, in milliseconds: a device may have slept in between. */
const longest = 3_600_000

const bounded = (milliseconds: number): number => Math.min(longest, Math.max(0, milliseconds))

/** Keeps what was measured in one session, until the page is left. */
export class Timings {
  private engine?: Ready
  private readonly taken = new Map<string, Map<string, Timing>>() // by job, by kind

  /** Notes how long the engine took. */
  started({ milliseconds, downloaded }: Ready): void {
    this.engine = { milliseconds: bounded(milliseconds), downloaded }
  }

  /** Notes how a capture of a job was taken; the last one of a kind counts. */
  keep(job: string, kind: string, timing: Timing): void {
    const of = this.taken.get(job) ?? new Map<string, Timing>()
    this.taken.set(job, of.set(kind, { ...timing, milliseconds: bounded(timing.milliseconds) }))
  }

  /** Returns what belongs to a job; the engine's time to the first that is asked for. */
  of(job: string): Measured {
    const { engine } = this
    this.engine = undefined
    return { engine, captures: [...this.taken.get(job) ?? []].map(([capture, timing]) => ({ capture, ...timing })) }
  }
}
