// IdentityProofingSDK: the entry points of the service, one call for each function.
import { captureAll } from '../flow/all'
import { autoFill } from '../flow/filling'
import type { PrintMap } from '../flow/prints'
import { begin } from '../flow/resume'
import { documents, documentsAndFace, fingers, page, selfie, shotsOf, signature, video, voice } from '../flow/shots'
import type { Values } from '../screens/options'
import type { AutoFillResult, CallOptions, CaptureResult, Numbered, Shots, SingleKind } from './called'
import { Capturing } from './capturing'
import type { Config } from './config'
import { ProofdeskError } from './errors'
import type { EventName, Listener } from './events'
import { Given } from './given'
import { submitAll, type Job, type Submitted } from './job'
import type { SDKSession } from './session'
import type { FunctionName } from './support'

/** Proves who a person is: initialize, then service calls, then finalSubmit. */
export class IdentityProofing {
  private jobs: Job[] = [] // captured and not submitted
  private readonly given: Given

  constructor(
    private readonly jobFor: typeof begin = begin, private readonly capturing = new Capturing(),
  ) {
    this.given = new Given(capturing, (now, before) => {
      this.jobs = [...this.jobs.filter(job => job !== before), ...now ? [now] : []]
    })
  }

  /** Starts a session. It asks for neither camera nor location. */
  async initialize(config: Config): Promise<{ sessionId: string, flavor: string, preset?: SDKSession['preset'] }> {
    const { session: { sessionId, flavor, preset } } = await this.capturing.start(config)
    return { sessionId, flavor, preset }
  }

  /** Calls a function when an applicant leaves a capture. */
  setOnCancelled(listener: () => void): void { this.capturing.cancelled = listener }

  /** Calls a listener at every event of a name; the function that is returned ends that. */
  on<N extends EventName>(name: N, listener: Listener<N>): () => void {
    return this.capturing.events.on(name, listener)
  }

  liveFaceCheck(own?: CallOptions): Promise<CaptureResult> { return this.run('LIVE_FACE_CHECK', () => [selfie], own) }

  idValidation(own?: CallOptions): Promise<CaptureResult> { return this.run('ID_VALIDATION', documents, own) }

  idValidationAndFaceMatch(own?: CallOptions): Promise<CaptureResult> {
    return this.run('ID_VALIDATION_FACE_MATCH', documentsAndFace, own)
  }

  idValidationAndcustomerEnroll(of: Numbered): Promise<CaptureResult> {
    return this.numbered('ENROLLMENT', documentsAndFace, of)
  }

  biometricEnroll(of: Numbered): Promise<CaptureResult> {
    return this.numbered('BIOMETRIC_ENROLLMENT', () => [selfie], of)
  }

  customerVerification(of: Numbered): Promise<CaptureResult> {
    return this.numbered('CUSTOMER_VERIFICATION', () => [selfie], of)
  }

  /** Captures single kinds for a job: what an applicant is asked for anew. */
  async capture(name: FunctionName, kinds: SingleKind[], own?: CallOptions): Promise<CaptureResult> {
    const shots = shotsOf(kinds)
    return this.run(name, () => shots, own, { captures: kinds })
  }

  /** Captures a document and lets the applicant correct what was read in it. */
  async autoFill(own?: CallOptions): Promise<AutoFillResult> {
    const { job, captures, fields } = await this.capturing.run('AUTO_FILL', (to, cover) => autoFill(to, cover()), own)
    this.jobs = [...this.jobs, job]
    return { jobId: job.id, function: 'AUTO_FILL', captures, fields }
  }

  documentCapture(own?: CallOptions): Promise<CaptureResult> { return this.run('DOCUMENT_CAPTURE', () => [page], own) }

  /** Captures the applicant's voice, reading a phrase aloud that the server names. */
  voiceCapture(own?: CallOptions): Promise<CaptureResult> { return this.run('VOICE_CAPTURE', () => [voice], own) }

  /** Captures a selfie, and a video in which the applicant reads a phrase aloud; the flavor must be VIDEO_ID. */
  videoId(of: Numbered): Promise<CaptureResult> { return this.numbered('VIDEO_ID', () => [selfie, video], of) }

  /** Captures a signature and keeps it for finalSubmit: what captureSignature and setSignatureData do together. */
  signatureCapture(own?: CallOptions): Promise<CaptureResult> {
    return this.run('SIGNATURE_CAPTURE', () => [signature], own)
  }

  /** Captures the fingers of a hand and keeps them: captureFourFingerprint and set4FingerPrintData in one. */
  fingerprintCapture(own?: CallOptions): Promise<CaptureResult> {
    return this.run('FINGERPRINT_CAPTURE', () => [fingers], own)
  }

  /**
   * Keeps what SignatureSDK.captureSignature returned for finalSubmit, in place of a signature that was given before.
   * Two nulls, as of an applicant who left, keep none.
   */
  setSignatureData(image: string | null, coordinates: string | null): Promise<void> {
    return this.given.signature(image, coordinates)
  }

  /**
   * Keeps what FingerPrintCaptureSDK.captureFourFingerprint returned for finalSubmit, in place of what was given
   * before. A map may have the fingers of both hands; null, as of an applicant who left, keeps none.
   */
  set4FingerPrintData(map: PrintMap | null): Promise<void> { return this.given.fingers(map) }

  /** Submits the job of each service call, in their order. The server decides from here on. */
  async finalSubmit(): Promise<Submitted[]> {
    if (this.jobs.length === 0) throw new ProofdeskError('UNLOADED', 'nothing was captured yet')
    const { jobs } = this // of which the same call again sends what is missing; what is captured meanwhile waits
    return this.capturing.during(async ({ pending }) => {
      const all = await submitAll(jobs, job => { this.jobs = this.jobs.filter(one => one !== job) })
      this.jobs = this.jobs.filter(job => !jobs.includes(job))
      await pending.endOthers()
      return all
    })
  }

  /**
   * Ends a capture that is open as its applicant does who leaves; without one it does nothing. It resolves once the
   * camera and the microphone are off and the page is uncovered.
   */
  cancel(): Promise<void> { return this.capturing.leave('the host cancelled the capture') }

  /**
   * Ends the session and whatever waits for it, and removes the listeners. It resolves once camera, microphone and
   * engine are off and the page is uncovered.
   */
  destroy(): Promise<void> {
    this.jobs = []
    return this.capturing.end()
  }

  private numbered(name: string, shots: Shots, of: Partial<Numbered> = {}): Promise<CaptureResult> {
    const { uniqueNumber, ...own } = of
    return this.run(name, shots, own, { uniqueNumber })
  }

  private async run(name: string, shots: Shots, own?: CallOptions, more: Values = {}): Promise<CaptureResult> {
    const { job, captures } = await this.capturing.run(name, async (to, cover) => {
      const job = to.job = await this.jobFor(to, name, more, cover)
      return { job, captures: await captureAll(to, cover(), job, shots(to)) }
    }, own)
    this.jobs = [...this.jobs, job]
    return { jobId: job.id, function: name, captures }
  }
}
