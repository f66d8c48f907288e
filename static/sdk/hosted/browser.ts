// What a browser must have before a link is given to it.
import { canFilm } from '../camera/film'
import type { Opened } from './link'
import type { Saying } from './words'

/** The devices that a function needs, where it is not the camera alone. */
const needed: Record<string, MediaDeviceKind[]> = {
  VOICE_CAPTURE: ['audioinput'],
  SIGNATURE_CAPTURE: [],
  VIDEO_ID: ['videoinput', 'audioinput'],
}

/** Returns what an applicant reads where this browser can't perform the function of a link; undefined where it can. */
export async function lack({ function: name, film, specimen }: Opened): Promise<Saying | undefined> {
  if (typeof WebAssembly !== 'object' || film && !canFilm()) return 'unsupported'
  if (specimen) return undefined // which is played without a device
  const wanted = needed[name] ?? ['videoinput']
  if (!wanted.length) return undefined
  if (!navigator.mediaDevices?.getUserMedia) return 'unsupported'
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => undefined)
  const missing = wanted.find(one => devices?.some(({ kind }) => kind === one) === false)
  return missing && (missing === 'audioinput' ? 'microphoneNone' : 'cameraNone')
}
