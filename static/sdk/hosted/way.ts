// How much has arrived of what was captured, while an applicant waits for that.

/** What is to be sent. */
export interface Waiting { kind: string, bytes: { length: number } }

/** What was captured, on its way to the server. */
export class Way {
  private readonly sent = new Map<string, { sent: number, of: number }>() // bytes, by kind
  private sizes = new Map<string, number>()
  private told?: (share: number) => void

  /** Tells from now on which share is there, from 0 to 1, of what still waits; of nothing, where nothing waits. */
  follow(waiting: Waiting[], told: (share: number) => void): void {
    this.sizes = new Map(waiting.map(({ kind, bytes }) => [kind, bytes.length]))
    this.told = told
    this.tell()
  }

  /** Notes how many bytes of a kind the server has, and of how many: an earlier capture of that kind had others. */
  arrives(kind: string, sent: number, of: number): void {
    this.sent.set(kind, { sent, of })
    if (this.sizes.has(kind)) this.tell()
  }

  private tell(): void {
    const sum = (all: number[]): number => all.reduce((a, b) => a + b, 0)
    const size = sum([...this.sizes.values()])
    const there = [...this.sizes].map(([kind, length]) => {
      const { sent, of } = this.sent.get(kind) ?? { sent: 0, of: 0 }
      return of === length ? sent : 0
    })
    if (size > 0) this.told?.(sum(there) / size)
  }
}
