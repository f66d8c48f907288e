// What a browser can capture, before anything is loaded and without asking the applicant.
import { checkDevices, isBlocked, type Device } from '../camera/device'
import { canFilm } from '../camera/film'
import { errorOf, type ErrorCode } from './errors'

/** What a function needs of a browser, beside what every one of them does. */
export type Need = Device | 'FILM'

/** The needs of each function; the moves after a selfie are filmed. */
const needs = {
  LIVE_FACE_CHECK: ['CAMERA', 'FILM'],
  ID_VALIDATION: ['CAMERA'],
  ID_VALIDATION_FACE_MATCH: ['CAMERA', 'FILM'],
  ENROLLMENT: ['CAMERA', 'FILM'],
  BIOMETRIC_ENROLLMENT: ['CAMERA', 'FILM'],
  CUSTOMER_VERIFICATION: ['CAMERA', 'FILM'],
  AUTO_FILL: ['CAMERA'],
  VIDEO_ID: ['CAMERA', 'MICROPHONE', 'FILM'],
  DOCUMENT_CAPTURE: ['CAMERA'],
  VOICE_CAPTURE: ['MICROPHONE'],
  SIGNATURE_CAPTURE: [],
  FINGERPRINT_CAPTURE: ['CAMERA'],
} satisfies Record<string, Need[]>

export type FunctionName = keyof typeof needs

/** For each function the code of what stands against it in this browser; null where nothing does. */
export type Support = Record<FunctionName, ErrorCode | null>

/** Says what this browser can do. It asks the applicant for nothing; where there is no browser, nothing can be done. */
export async function checkSupport(): Promise<Support> {
  const all = Object.entries(needs).map(async ([name, of]) => [name, await against(of)])
  return Object.fromEntries(await Promise.all(all)) as Support
}

/** Returns the devices that a function needs. */
export function devicesFor(name: string): Device[] {
  const all: Need[] = needs[name as FunctionName] ?? ['CAMERA']
  return all.filter(one => one !== 'FILM')
}

/** Returns the code of what stands against needs; null where nothing does. */
export async function against(needs: Need[]): Promise<ErrorCode | null> {
  if (!globalThis.document || !globalThis.Worker || !globalThis.WebAssembly) return 'NOT_SUPPORTED'
  if (!globalThis.CSSStyleSheet?.prototype.replaceSync || !globalThis.HTMLDialogElement) return 'NOT_SUPPORTED'
  if (!isSecureContext) return 'INSECURE_CONTEXT'
  if (needs.includes('FILM') && !canFilm()) return 'NOT_SUPPORTED'
  for (const device of needs.filter(one => one !== 'FILM')) {
    const code = await refuses(device)
    if (code) return code
  }
  return null
}

/** Returns the code for which a device could not be opened now, as far as that shows without opening it. */
async function refuses(device: Device): Promise<ErrorCode | null> {
  try {
    checkDevices()
  } catch (cause) {
    return errorOf(cause).code
  }
  if (isBlocked(device)) return 'BLOCKED_BY_POLICY'
  const kind = device === 'CAMERA' ? 'videoinput' : 'audioinput'
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => undefined)
  if (devices?.some(one => one.kind === kind) === false) return `${device}_NONE`
  const name = device.toLowerCase() as PermissionName // which browsers that don't know it refuse
  const permission = await navigator.permissions?.query({ name }).catch(() => undefined)
  return permission?.state === 'denied' ? `${device}_DENIED` : null
}
