// Runs work a few at a time, in the order in which it came.

/** A line in which work waits for one of a few places. */
export class Line {
  private readonly waiting: (() => void)[] = []

  constructor(private free: number) {}

  /** Runs work once it has a place, and returns what it returns. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free--
    else await new Promise<void>(begin => this.waiting.push(begin))
    try {
      return await work()
    } finally {
      const next = this.waiting.shift()
      if (next) next() // which takes the place over
      else this.free++
    }
  }
}
