// The camera of a session: opened once with a tap, kept across steps, and brought back when it is lost.
import { ProofdeskError } from '../client/errors'
import { checkDevices, deviceError } from './device'

/** The sizes that are asked for, one after the other; the last takes any. */
const ladder = [{ width: 1920, height: 1080 }, { width: 1280, height: 720 }, {}]
const fine = { width: 3840, height: 2160 }

/** No picture is taken from the first half second of a stream, in which the exposure settles. */
export const settling = 500

/** What a capture asks of a camera. */
export interface Wanted { facing: 'user' | 'environment', fine?: boolean }

/** A camera whose picture the applicant sees. */
export class Camera {
  readonly video: HTMLVideoElement
  private stream?: MediaStream
  private wanted: Wanted = { facing: 'environment' }
  private began = 0

  constructor(private readonly lost: (error: ProofdeskError) => void) {
    const video = document.createElement('video')
    video.muted = video.playsInline = video.autoplay = true // before its stream, or iOS shows nothing
    video.setAttribute('playsinline', '')
    video.setAttribute('aria-hidden', 'true')
    this.video = video
  }

  /**
   * Opens the camera that a capture wants; one that is open already is kept. It is played again, as browsers hold a
   * video that a screen without it took off the page.
   */
  async open(wanted: Wanted = this.wanted): Promise<void> {
    const same = wanted.facing === this.wanted.facing && wanted.fine === this.wanted.fine
    if (same && this.live) return this.play()
    this.close()
    this.wanted = wanted
    this.stream = await streamOf(wanted)
    for (const track of this.stream.getVideoTracks()) track.addEventListener('ended', () => void this.recover())
    this.video.srcObject = this.stream
    this.began = performance.now()
    await this.play()
  }

  private play(): Promise<void> {
    return this.video.play().catch(() => {
      throw new ProofdeskError('CAMERA_ENDED', 'the browser does not play the camera before a tap')
    })
  }

  /** Opens the other camera. */
  turn(): Promise<void> {
    return this.open({ ...this.wanted, facing: this.wanted.facing === 'user' ? 'environment' : 'user' })
  }

  /** Reports whether the camera sends pictures. */
  get live(): boolean { return !!this.stream?.getVideoTracks().some(({ readyState }) => readyState === 'live') }

  /** Reports whether the picture can be used: the exposure has settled. */
  get settled(): boolean { return this.live && performance.now() - this.began > settling && this.video.videoWidth > 0 }

  /** What it sees, for a film. */
  get tracks(): MediaStreamTrack[] { return this.stream?.getVideoTracks() ?? [] }

  get facing(): Wanted['facing'] { return this.wanted.facing }

  /** Returns the picture of this moment in the camera's own size, as JPEG. */
  async take(): Promise<Uint8Array> {
    const { videoWidth: width, videoHeight: height } = this.video
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    canvas.getContext('2d')!.drawImage(this.video, 0, 0)
    return jpegOf(canvas)
  }

  /** Opens the camera again where its stream ended or is muted. */
  async recover(): Promise<void> {
    if (!this.stream || this.live) return
    const { wanted } = this
    this.close()
    try {
      await this.open(wanted)
    } catch (cause) {
      this.lost(cause as ProofdeskError)
    }
  }

  /** Gives the camera back. */
  close(): void {
    for (const track of this.stream?.getTracks() ?? []) track.stop()
    this.stream = undefined
    this.video.srcObject = null
  }
}

/** Returns what a canvas shows as JPEG. */
export async function jpegOf(canvas: HTMLCanvasElement): Promise<Uint8Array> {
  const blob = await new Promise<Blob | null>(made => canvas.toBlob(made, 'image/jpeg', .92))
  if (!blob) throw new ProofdeskError('CAMERA_ENDED', 'the picture could not be encoded')
  return new Uint8Array(await blob.arrayBuffer())
}

/** Opens a stream in the best size that the camera has. */
async function streamOf({ facing, fine: four }: Wanted): Promise<MediaStream> {
  checkDevices()
  let failure: unknown
  for (const size of four ? [fine, ...ladder] : ladder) {
    const ideal = Object.fromEntries(Object.entries(size).map(([name, value]) => [name, { ideal: value }]))
    try {
      return await navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: facing, ...ideal } })
    } catch (cause) {
      failure = cause
      if (!(cause instanceof DOMException) || cause.name !== 'OverconstrainedError') break
    }
  }
  throw deviceError('CAMERA', failure)
}
