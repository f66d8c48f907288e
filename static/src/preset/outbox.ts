// Changes on their way to the server: sent in batches, again and again until they are answered, and kept in this
// browser until they are saved.
import { pageRoot } from '../dom'
import { heldBy, send, type Answer, type Change, type Held, type Trouble } from './answer'
import type { Value } from './field'
import { changesIn, kept } from './kept'

const firstPause = 1000
const longestPause = 30_000 // ms

/** Outbox sends the changes of one preset. */
export class Outbox {
  private readonly waiting = new Map<string, Change>()
  private readonly held = new Map<string, Held>()
  private readonly storageKey: string
  private sending: Promise<void> | null = null
  private stored: Change[] = [] // what this tab keeps; other tabs of the preset keep theirs beside it
  private pause = firstPause
  private timer = 0

  constructor(
    private readonly path: string,
    private readonly answered: (answer: Answer, sent: Change[]) => void,
    private readonly failed: (why: Trouble) => void,
  ) {
    this.storageKey = `unsaved:${pageRoot()?.dataset.agent}:${path}`
    addEventListener('online', () => void this.flush())
  }

  /** Returns the changes that earlier pages, and other tabs, have not sent. */
  left(): Change[] {
    return changesIn<Change>(localStorage.getItem(this.storageKey))
  }

  get empty(): boolean { return this.waiting.size === 0 && !this.sending }

  /** Returns what waits to be sent for a path. */
  of(path: string): Change | undefined { return this.waiting.get(path) }

  /** Returns what was answered and not saved for a path. */
  heldOf(path: string): Held | undefined { return this.held.get(path) }

  /** Returns all changes that are not saved. */
  all(): Change[] { return [...[...this.held.values()].map(({ change }) => change), ...this.waiting.values()] }

  /** Returns what an option was when somebody began to change it, where that is not saved; else what it is now. */
  base(path: string, now: Value): Value {
    const held = this.held.get(path)
    const earlier = this.waiting.get(path) ?? (held?.overlap ? undefined : held?.change)
    return earlier ? earlier.base : now
  }

  /** Adds a change, in place of one of the same option that was not sent yet; reports whether it is another one. */
  add(change: Change): boolean {
    if (JSON.stringify(this.waiting.get(change.path)) === JSON.stringify(change)) return false
    this.waiting.set(change.path, change)
    this.held.delete(change.path)
    this.keep()
    return true
  }

  /** Forgets a change that was answered and not saved. */
  forget(path: string): void {
    this.held.delete(path)
    this.keep()
  }

  private keep(): void {
    const now = this.all()
    const all = kept(this.left(), this.stored, now)
    this.stored = structuredClone(now)
    try {
      if (all.length === 0) localStorage.removeItem(this.storageKey)
      else localStorage.setItem(this.storageKey, JSON.stringify(all))
    } catch { /* a full storage keeps nothing; the page itself still does */ }
  }

  /** Sends what a problem kept from being saved once more. */
  async retry(): Promise<void> {
    for (const [path, { change, problem }] of this.held) {
      if (!problem) continue
      this.held.delete(path)
      this.waiting.set(path, change)
    }
    await this.flush()
  }

  /** Sends what waits; resolves once all of it is answered. */
  async flush(): Promise<void> {
    clearTimeout(this.timer)
    while (this.waiting.size > 0) {
      if (this.sending) await this.sending
      else if (!await this.attempt()) return
    }
  }

  private async attempt(): Promise<boolean> {
    const sent = [...this.waiting.values()]
    let done = () => {}
    this.sending = new Promise(resolve => { done = resolve })
    const answer = await send(this.path, sent)
    this.sending = null
    done()
    if (typeof answer === 'string') {
      this.failed(answer)
      this.timer = setTimeout(() => void this.flush(), this.pause)
      this.pause = Math.min(2 * this.pause, longestPause)
      return false
    }
    this.pause = firstPause
    this.settle(sent, answer)
    this.answered(answer, sent)
    if (answer.saved) void this.retry()
    return true
  }

  /** Forgets what was saved, and holds what was not. Where a part of a batch was wrong, the rest is sent again. */
  private settle(sent: Change[], answer: Answer): void {
    const refused = sent.filter(change => change.path in answer.wrong)
    for (const change of refused.length > 0 ? refused : sent) {
      const { path } = change
      const now = this.waiting.get(path)
      const held = heldBy(answer, change)
      if (now === change) {
        this.waiting.delete(path)
        if (held) this.held.set(path, held)
      } else if (now && !held && path in answer.values) now.base = answer.values[path]
    }
    this.keep()
  }
}
