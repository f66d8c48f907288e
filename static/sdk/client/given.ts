// What a host gives that it had captured before: a signature, or fingers. A job is kept for the last of each.
import { placed } from '../flow/placing'
import { printsOf, sheetSent, type PrintMap } from '../flow/prints'
import { fingers, signature } from '../flow/shots'
import { sent } from '../flow/signing'
import type { Taken } from '../flow/step'
import type { Capturing } from './capturing'
import { ProofdeskError } from './errors'
import { Job } from './job'

/** Keeps what a host gives. */
export class Given {
  private readonly last = new Map<string, Job>() // by function
  private turn: Promise<void> = Promise.resolve() // one after the other

  /** Replace is called with the job that comes and the one that goes, as far as there are any. */
  constructor(
    private readonly capturing: Capturing, private readonly replace: (now?: Job, before?: Job) => void,
  ) {}

  async signature(image: string | null, coordinates: string | null): Promise<void> {
    void this.capturing.session // which there must be
    if ((image === null) !== (coordinates === null) || ![image, coordinates].every(isTextOrNull)) {
      throw new ProofdeskError('REFUSED', 'setSignatureData takes the image and the coordinates, or two nulls')
    }
    const taken = image !== null && coordinates !== null &&
      { ...sent({ SignatureImage: image, SignatureDataCoordinates: coordinates }), kind: signature.kind }
    await this.keep('SIGNATURE_CAPTURE', taken)
  }

  async fingers(map: PrintMap | null): Promise<void> {
    void this.capturing.session // which there must be
    const taken = map !== null && { ...await sheetSent(await printsOf(map)), kind: fingers.kind }
    await this.keep('FINGERPRINT_CAPTURE', taken)
  }

  private keep(name: string, taken: Taken | false): Promise<void> {
    const kept = this.turn.then(() => this.exchange(name, taken))
    this.turn = kept.catch(() => {})
    return kept
  }

  /** Keeps what was given before until there is something in its place. It asks for a place as a capture does. */
  private async exchange(name: string, taken: Taken | false): Promise<void> {
    const { capturing } = this
    const place = taken && capturing.session.located ? await capturing.run(name, placed) : undefined
    const now = taken ? await capturing.during(async session => {
      const job = await Job.create(session, name, {}, place)
      await job.add(taken)
      return job
    }) : undefined
    const before = this.last.get(name)
    this.last.delete(name)
    if (now) this.last.set(name, now)
    this.replace(now, before)
    await before?.leave()
  }
}

const isTextOrNull = (value: unknown): boolean => value === null || typeof value === 'string'
