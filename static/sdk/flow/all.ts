// Takes all captures of a job, one after the other.
import { errorOf } from '../client/errors'
import type { Captured, Job } from '../client/job'
import type { Context } from '../client/session'
import { Tries } from '../client/tries'
import { question } from '../screens/question'
import { VideoStep } from './filming'
import { FingersStep } from './fingering'
import { PhotoStep } from './photo'
import { BarcodeStep } from './recovery'
import { SelfieStep } from './selfie'
import { barcode } from './shots'
import { SignatureStep } from './signing'
import { VoiceStep } from './speaking'
import { cancelled, type Shot, type Taken } from './step'
import type { CaptureWindow } from './window'

/** What takes a capture that is no picture of a document, by its kind. */
const steps: Record<string, typeof SignatureStep | typeof VoiceStep | typeof FingersStep | typeof SelfieStep> = {
  selfie: SelfieStep, signature: SignatureStep, voice: VoiceStep, video: VideoStep, fingerprints: FingersStep,
}

/** Takes what a job needs. An applicant who leaves, or fails too often, leaves nothing behind. */
export async function captureAll(
  to: Context, window: CaptureWindow, job: Job, shots: Shot[],
): Promise<Captured[]> {
  const filmed = shots.some(({ kind }) => kind === 'video')
  try {
    for (const shot of shots) {
      if (!job.needs(shot.kind)) continue
      if (shot.kind === 'secondary_front') await announce(to, window, shot)
      const tries = new Tries(to.pending, job.id, shot.kind)
      do {
        for (const taken of await takeShot(to, window, { ...shot, job: job.id, filmed }, tries)) {
          await job.add(taken)
          if (taken.whole) await job.skip('secondary_back')
        }
      } while (await job.outdated())
    }
    return [...job.captured]
  } catch (cause) {
    if (['CANCELLED', 'RETRY_LIMIT'].includes(errorOf(cause).code)) await job.leave()
    throw cause
  }
}

/** Takes one capture with what is captured at the same time, and the crop of a barcode where it could not be read. */
export async function takeShot(to: Context, window: CaptureWindow, shot: Shot, tries?: Tries): Promise<Taken[]> {
  const taken = await new (steps[shot.kind] ?? PhotoStep)(to, window, shot, tries).run()
  const crop = taken.unread && await new BarcodeStep(to, window, barcode).run(taken)
  return [...taken.beside ? [taken.beside] : [], taken, ...crop ? [crop] : []]
}

/** Says that another document comes now. */
async function announce(to: Context, window: CaptureWindow, { kind }: Shot): Promise<void> {
  to.events.emit('step', { step: kind, screen: 'instruction' })
  if (await window.place(stage => question(stage, to.options, 'second')) !== 'continue') throw cancelled()
}
