// What this device decided about the captures of a job. The server takes it with the job's nonce, and for exactly the
// bytes that were judged; it judges them itself as well, and believes a browser no more than a heuristic.
import { hexOf } from './hex'
import { report, type Session } from './session'

/** What this device decided about a capture in one step of the session's plan. */
export interface Result { capability: string, outcome: string }

/** A result, with the capture that it is of. */
export interface Bound extends Result { capture: string, captureSha256: string, provider: string, version: string }

/** The results of a job. */
export class Results {
  private readonly kept = new Map<string, Bound[]>() // by kind

  /** Without a nonce none are sent: the browser of a capture link is not asked. */
  constructor(private readonly to: Session, private readonly job: string, private readonly nonce?: string) {}

  /** Takes what was decided before the page was loaded again. */
  async resume(): Promise<void> {
    for (const [kind, results] of await this.to.pending.decided(this.job)) this.kept.set(kind, results)
  }

  /** Keeps what was decided about a capture, where the plan leaves that to the device, in place of what was before. */
  async keep(capture: string, bytes: Uint8Array, results: Result[]): Promise<void> {
    const own = results.filter(({ capability }) => this.to.session.plan
      .some(step => step.capability === capability && step.runsOn === 'DEVICE'))
    const of = { capture, captureSha256: await hexOf(bytes), provider: 'proofdesk-web', version: this.to.sdkVersion }
    const bound = own.map(one => ({ ...one, ...of }))
    this.kept.set(capture, bound)
    await this.to.pending.decide(this.job, capture, bound)
  }

  /** Tells the server. It can do without, so that a failure is only reported. */
  async send(): Promise<void> {
    const results = [...this.kept.values()].flat()
    if (!this.nonce || !results.length) return
    try {
      const json = { nonce: this.nonce, results }
      await this.to.api.call(`/api/v4/jobs/${this.job}/results`, { method: 'PUT', json })
    } catch (cause) {
      report(this.to, cause)
    }
  }
}
