// The camera of a session: opened once with a tap, kept across steps, and brought back when it is lost.
import { ProofdeskError } from '../client/errors'
import { Choice } from './choice'
import { drop, stop, Untapped } from './device'
import { fit } from './fit'
import { Lens } from './lens'
import { jpegOf } from './pixels'
import { Pulse } from './pulse'
import type { Wanted } from './stream'

/** No picture is taken from the first half second of a stream, in which the exposure settles. */
export const settling = 500

/** How often a camera may stand before it is given up: it is attached anew, then opened anew, and both once more. */
const patience = 4

/** A camera whose picture the applicant sees. */
export class Camera {
  readonly video: HTMLVideoElement
  private readonly pulse: Pulse
  private stream?: MediaStream
  private wanted: Wanted = { facing: 'environment' }
  private opened?: Wanted // what the device was asked for in its place
  private readonly choice = new Choice()
  private readonly lens = new Lens()
  private began = 0
  private opening: Promise<void> = Promise.resolve()
  private on = false // it was opened and not given back
  private given = 0 // how often it was given back
  private failure?: ProofdeskError // why it could not be brought back

  /** Left is aborted once it is given back for good. */
  constructor(private readonly left: AbortSignal) {
    left.addEventListener('abort', () => this.close())
    const video = document.createElement('video')
    video.muted = video.playsInline = video.autoplay = true // before its stream, or iOS shows nothing
    video.setAttribute('playsinline', '')
    video.setAttribute('aria-hidden', 'true')
    this.video = video
    fit(video)
    this.pulse = new Pulse(video, times => this.revive(times), () => this.seen())
  }

  /** Opens the camera that a capture wants, or plays the one that is open: browsers hold a video that left the page. */
  open(wanted: Wanted = this.wanted): Promise<void> {
    this.opening = this.opening.catch(() => {}).then(() => this.start(wanted))
    return this.opening
  }

  private async start(wanted: Wanted): Promise<void> {
    this.failure = undefined
    this.wanted = wanted
    const asked = this.choice.of(wanted)
    if (this.live && asked.facing === this.opened?.facing && asked.size === this.opened.size) return this.play()
    this.drop()
    this.opened = asked
    const { given } = this
    const stream = await this.lens.open(asked, this.left)
    if (given !== this.given) drop(stream)
    this.stream = stream
    for (const track of this.stream.getVideoTracks()) track.addEventListener('ended', () => void this.recover())
    this.video.srcObject = this.stream
    this.began = performance.now()
    this.on = true
    this.pulse.start()
    await this.play()
  }

  private play(): Promise<void> {
    return this.video.play().catch((cause: Error) => {
      if (cause.name === 'AbortError') return this.play() // another screen has it by now
      throw new Untapped()
    })
  }

  /** Opens the other camera, which stays chosen for what wants this one, and is given up where it does not open. */
  turn(): Promise<void> {
    return this.choice.turn(this.wanted, () => this.open()).catch(cause => this.fail(cause as ProofdeskError))
  }

  /** Reports whether the camera sends pictures. */
  get live(): boolean { return !!this.stream?.getVideoTracks().some(({ readyState }) => readyState === 'live') }

  /** Reports whether the picture can be used: the exposure has settled. It fails where the camera is lost for good. */
  get settled(): boolean {
    if (this.failure) throw this.failure
    return this.live && performance.now() - this.began > settling && this.video.videoWidth > 0
  }

  /** What it sees, for a film. */
  get tracks(): MediaStreamTrack[] { return this.stream?.getVideoTracks() ?? [] }

  /** Returns the picture of this moment in the camera's own size, as JPEG. */
  async take(): Promise<Uint8Array> {
    const { videoWidth: width, videoHeight: height } = this.video
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    canvas.getContext('2d')!.drawImage(this.video, 0, 0)
    return jpegOf(canvas)
  }

  /** Brings back a camera that gives no more frames. */
  private revive(times: number): void {
    if (times > patience) {
      this.fail(new ProofdeskError('CAMERA_ENDED', 'the camera gives no picture'))
    } else if (times % 2) {
      this.video.srcObject = null
      this.video.srcObject = this.stream ?? null
      this.play().catch(() => {}) // it will stand still again
    } else {
      stop(this.stream)
      void this.recover()
    }
  }

  /** Goes on after the page was out of sight. */
  private seen(): void {
    if (this.live) this.play().catch(() => {})
    else void this.recover()
  }

  /** Opens the camera again where its stream ended; what has it while the page is out of sight may give it back. */
  private async recover(): Promise<void> {
    if (!this.on || this.live) return
    try {
      await this.open()
    } catch (cause) {
      if (!document.hidden) this.fail(cause as ProofdeskError)
    }
  }

  private fail(cause: ProofdeskError): void {
    this.close()
    this.failure = cause
  }

  /** Gives the camera back. */
  close(): void {
    this.given++
    this.on = false
    this.pulse.stop()
    this.drop()
  }

  private drop(): void {
    stop(this.stream)
    this.stream = undefined
    this.video.srcObject = null
  }
}
