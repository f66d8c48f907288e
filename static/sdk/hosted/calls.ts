// What the hosted capture page calls of the SDK.
import type { Numbered } from '../client/called'
import { Capturing } from '../client/capturing'
import { ProofdeskError } from '../client/errors'
import { IdentityProofing } from '../client/identity'
import { Job } from '../client/job'
import { play } from '../client/pause'
import type { Pending } from '../client/pending'
import type { Language } from '../screens/language'
import { playing } from './camera'
import type { Opened } from './link'
import type { Stay } from './stay'
import { Way } from './way'

type Calls = Pick<IdentityProofing,
  'liveFaceCheck' | 'idValidation' | 'idValidationAndFaceMatch' | 'documentCapture' |
  'voiceCapture' | 'signatureCapture' | 'fingerprintCapture' | 'videoId'>

/** The call of the SDK that performs a function. The job is there already, so that none needs a number. */
export const calls: Record<string, keyof Calls> = {
  LIVE_FACE_CHECK: 'liveFaceCheck',
  BIOMETRIC_ENROLLMENT: 'liveFaceCheck',
  CUSTOMER_VERIFICATION: 'liveFaceCheck',
  ID_VALIDATION: 'idValidation',
  ID_VALIDATION_FACE_MATCH: 'idValidationAndFaceMatch',
  ENROLLMENT: 'idValidationAndFaceMatch',
  DOCUMENT_CAPTURE: 'documentCapture',
  VOICE_CAPTURE: 'voiceCapture',
  SIGNATURE_CAPTURE: 'signatureCapture',
  FINGERPRINT_CAPTURE: 'fingerprintCapture',
  VIDEO_ID: 'videoId',
}

/** Ends the attempt before, with what it is still sending: what is captured now must not arrive before that. */
let endLast = (): Promise<void> => Promise.resolve()

/** What was captured. */
export interface Performed {
  /** Sends what has not arrived, and submits it. Told is told which share of that is there, from 0 to 1. */
  submit(told: (share: number) => void): Promise<unknown>
  end(): Promise<void>
}

/**
 * Captures what a link is for, with the token that `start` resolves with. Nothing is submitted yet. Once its turn is
 * over, all of it ends, sending too. Loaded is told which share of the engine is there, from 0 to 1.
 */
export async function perform(
  { function: name, flavor, jobId, asked, specimen }: Opened, language: Language, start: () => Promise<string>,
  turn: AbortSignal, { stay, loaded }: { stay: Stay, loaded(share: number): void },
): Promise<Performed> {
  let job: Job | undefined
  let pending: Pending | undefined
  const capturing = new Capturing(true)
  stay.kept = {
    get open() { return capturing.open },
    get waits() { return !turn.aborted && job?.waits === true },
    back: () => capturing.back(),
  }
  const sdk = new IdentityProofing(async (to, of) => {
    pending = to.pending
    job = await Job.resume({ ...to, api: to.lasting }, of, jobId)
    return job.goOn()
  }, capturing)
  const over = new AbortController()
  const end = (): Promise<void> => {
    over.abort()
    return sdk.destroy()
  }
  turn.addEventListener('abort', () => void end(), { signal: over.signal })
  const way = new Way()
  sdk.on('upload', ({ step, sent, size }) => way.arrives(step, sent, size))
  try {
    if (specimen) play()
    const camera = await playing(specimen)
    await endLast()
    sdk.on('open', () => stay.hold())
    sdk.on('download', ({ received, size }) => loaded(Math.min(received / size, 1)))
    sdk.on('step', ({ step }) => camera?.turn(step))
    sdk.on('prompt', ({ step, prompt }) => {
      camera?.turn(step) // which may have failed before
      camera?.prompt(prompt)
    })
    sdk.on('captured', () => camera?.still())
    await sdk.initialize({ apiBaseUrl: location.origin, accessToken: await start(), flavor, language })
    if (turn.aborted) throw takenOver()
    if (asked) await sdk.capture(name, asked.captures.map(({ kind }) => kind))
    else await sdk[calls[name]]({} as Numbered) // the job has its number already
    return {
      submit: async told => {
        way.follow(await pending!.of(jobId), told)
        return sdk.finalSubmit()
      },
      end,
    }
  } catch (cause) {
    // What was captured goes on its way, as the applicant may come back to the link.
    endLast = end
    void Promise.resolve(job?.settled()).then(end)
    throw turn.aborted ? takenOver(cause) : cause
  }
}

const takenOver = (cause?: unknown): ProofdeskError =>
  new ProofdeskError('TAKEN_OVER', 'another tab has the link', [], cause)
