// Takes all captures of a job, one after the other.
import type { Captured } from '../client/captured'
import type { Job } from '../client/job'
import type { Context } from '../client/session'
import { Tries } from '../client/tries'
import { idBlock } from '../screens/captures/names'
import { question, type Question } from '../screens/question'
import { VideoStep } from './filming'
import { FingersStep } from './fingering'
import { mended } from './mending'
import { PhotoStep } from './photo'
import { BarcodeStep } from './recovery'
import type { Pictures } from './response'
import { retraced } from './retracing'
import { fromCamera } from './seen'
import { asksMoves, SelfieStep } from './selfie'
import { barcode } from './shots'
import { SignatureStep } from './signing'
import { VoiceStep } from './speaking'
import { cancelled, type Shot, type Taken } from './step'
import type { CaptureWindow } from './window'

/** A capture as a call resolves with it: with its pictures, as far as the preset wants that. */
export interface Shown extends Captured, Pictures {}

/** What takes a capture that is no picture of a document, by its kind. */
const steps: Record<string, typeof SignatureStep | typeof VoiceStep | typeof FingersStep | typeof SelfieStep> = {
  selfie: SelfieStep, signature: SignatureStep, voice: VoiceStep, video: VideoStep, fingerprints: FingersStep,
}

/** What no camera takes. */
const unseen = ['signature', 'voice']

/** Takes what a job needs. */
export async function captureAll(
  to: Context, window: CaptureWindow, job: Job, shots: Shot[],
): Promise<Shown[]> {
  const filmed = shots.some(({ kind }) => kind === 'video')
  const pictures = new Map<string, Pictures | undefined>() // by kind
  do {
    for (const [at, { kind, ...shot }] of shots.entries()) {
      const wanted = { ...shot, kind, job: job.id, filmed }
      if (![kind, ...besideOf(to, wanted)].some(one => job.needs(one))) continue
      const next = shots[at + 1]
      const turned = next?.capture === 'idBack' && job.needs(next.kind) && !isApart(to)
      for (const taken of await takeShot(to, window, { ...wanted, turned }, new Tries(to.pending, job.id, kind))) {
        await job.add(taken)
        pictures.set(taken.kind, taken.pictures)
        if (taken.whole) await job.skip('secondary_back')
      }
    }
  } while (await job.outdated())
  return job.captured.map(captured => ({ ...captured, ...pictures.get(captured.kind) }))
}

/** Returns what is captured together with a shot: without that, the shot is taken again. */
function besideOf(to: Context, shot: Shot): string[] {
  if (shot.kind === 'video') return ['voice']
  return asksMoves(to, shot) ? ['video'] : []
}

/** Takes one capture with what is captured at the same time, and the crop of a barcode where it could not be read. */
export async function takeShot(to: Context, window: CaptureWindow, shot: Shot, tries?: Tries): Promise<Taken[]> {
  const about = comes(to, shot)
  if (about) await announce(to, window, shot, about)
  const step = new (steps[shot.kind] ?? PhotoStep)(to, window, shot, tries)
  const taken = await mended(to, window, shot, () => retraced(to, window, step, () => step.run()))
  const closer = new BarcodeStep(to, window, barcode)
  const crop = taken.unread && await mended(to, window, barcode, () => closer.run(taken))
  const all = [...taken.beside ? [taken.beside] : [], taken, ...crop ? [crop] : []]
  return unseen.includes(shot.kind) ? all : all.map(one => fromCamera(to, one))
}

/** Reports whether the back of a card is taken for itself, and not right after its front. */
const isApart = ({ options: { values } }: Context): boolean =>
  values[`${idBlock}.captureOptions.separateIdCardCaptureSequence`] === true

/** Returns what is said before a capture that comes for itself after another. */
function comes(to: Context, { capture, kind }: Shot): Question | undefined {
  if (kind === 'secondary_front') return 'second'
  return capture === 'idBack' && isApart(to) ? 'otherSide' : undefined
}

/** Says that another document comes now, or its other side, with the camera off. */
async function announce(to: Context, window: CaptureWindow, { kind }: Shot, about: Question): Promise<void> {
  to.camera.close()
  to.events.emit('step', { step: kind, screen: 'instruction' })
  if (await window.place(stage => question(stage, to.options, about)) !== 'continue') throw cancelled()
}
