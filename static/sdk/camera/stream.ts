// Opens a stream of a camera.
import { ProofdeskError } from '../client/errors'
import { checkDevices, deviceError } from './device'

/**
 * The sizes that are asked for, one after the other where a camera does not start with one; the last takes any. A
 * browser chooses the nearest size that the camera has.
 */
const ladder = [{ width: 1920, height: 1080 }, { width: 1280, height: 720 }, {}]

/**
 * Sizes for fingers, for what a preset wants in 4K, and for films. From 640x480 on Chromium writes VP8 with
 * several threads that wait for each other in a loop: on a device that is busy that takes ten times the work, and
 * pictures get lost. It writes what the camera sends, so that only a size which the camera has helps.
 */
const others = { '4K': { width: 3840, height: 2160 }, film: { width: 640, height: 360 } }

/** Failures of a camera that may start in a smaller size. */
const starting = ['OverconstrainedError', 'NotReadableError', 'AbortError']

/** What a capture asks of a camera. */
export interface Wanted { facing: 'user' | 'environment', size?: keyof typeof others }

/**
 * Opens a stream in the best size that the camera has, unless it was left already. A lens is asked for by its id, and
 * another is taken where it is gone.
 */
export async function streamOf({ facing, size: other }: Wanted, left: AbortSignal, lens = ''): Promise<MediaStream> {
  if (left.aborted) throw new ProofdeskError('CANCELLED', 'the capture is over')
  checkDevices()
  let failure: unknown
  const which = lens ? { deviceId: { ideal: lens } } : {}
  for (const size of other ? [others[other], ...ladder] : ladder) {
    const ideal = Object.fromEntries(Object.entries(size).map(([name, value]) => [name, { ideal: value }]))
    try {
      const video = { facingMode: facing, ...which, ...ideal }
      return await navigator.mediaDevices.getUserMedia({ audio: false, video })
    } catch (cause) {
      failure = cause
      if (!(cause instanceof DOMException) || !starting.includes(cause.name)) break
    }
  }
  throw deviceError('CAMERA', failure)
}
