// One tab at a time captures with a link, where the browser can tell: two would replace each other's pictures.

/** Whose turn it is, as far as this tab knows. */
export class Tab {
  private turn?: AbortController

  constructor(private readonly link: string) {}

  /**
   * Returns what is aborted once another tab takes over; nothing where another tab has the link and it is not to be
   * taken from there. A tab keeps its turn until it is closed or loaded again.
   */
  async begin(anyway: boolean): Promise<AbortSignal | undefined> {
    if (this.turn && !this.turn.signal.aborted) return this.turn.signal
    const turn = new AbortController()
    const { locks } = navigator as { locks?: LockManager }
    if (locks && !await held(locks, this.link, anyway, () => turn.abort())) return undefined
    this.turn = turn
    return turn.signal
  }
}

/** Takes a lock for as long as the page is there, and reports whether it has it; lost is called once it is stolen. */
function held(locks: LockManager, link: string, steal: boolean, lost: () => void): Promise<boolean> {
  return new Promise(told => {
    locks.request('proofdesk.capture.' + link, steal ? { steal } : { ifAvailable: true }, lock => {
      told(lock !== null)
      return lock ? new Promise<void>(() => {}) : undefined
    }).catch((cause: unknown) => {
      const stolen = cause instanceof DOMException && cause.name === 'AbortError'
      if (stolen) lost()
      told(!stolen) // denied altogether: as without locks
    })
  })
}
