// Opens a stream of a camera.
import { checkDevices, deviceError } from './device'

/** The sizes that are asked for, one after the other; the last takes any. */
const ladder = [{ width: 1920, height: 1080 }, { width: 1280, height: 720 }, {}]
const fine = { width: 3840, height: 2160 }

/** What a capture asks of a camera. */
export interface Wanted { facing: 'user' | 'environment', fine?: boolean }

/** Opens a stream in the best size that the camera has. */
export async function streamOf({ facing, fine: four }: Wanted): Promise<MediaStream> {
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
