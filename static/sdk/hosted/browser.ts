// What a browser must have before a link is given to it.
import type { Saying } from './words'

/** The device that a function needs, where it is not the camera. */
const needed: Record<string, MediaDeviceKind | undefined> = {
  VOICE_CAPTURE: 'audioinput',
  SIGNATURE_CAPTURE: undefined,
}

/** Returns what an applicant reads where this browser can't perform a function; undefined where it can. */
export async function lack(name: string): Promise<Saying | undefined> {
  if (typeof WebAssembly !== 'object') return 'unsupported'
  const wanted = name in needed ? needed[name] : 'videoinput'
  if (!wanted) return undefined
  if (!navigator.mediaDevices?.getUserMedia) return 'unsupported'
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => undefined)
  if (devices?.some(({ kind }) => kind === wanted) !== false) return undefined
  return wanted === 'audioinput' ? 'microphoneNone' : 'cameraNone'
}
