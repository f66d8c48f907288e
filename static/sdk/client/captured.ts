// What was captured for a job, as a service call names it.
import type { Options } from '../screens/options'
import { ProofdeskError } from './errors'

/** A capture, the newest of its kind. */
export interface Captured { kind: string, capturedAt: string }

/** Removes the capture of a kind. */
export function forget(all: Captured[], kind: string): void {
  all.splice(0, all.length, ...all.filter(one => one.kind !== kind))
}

/** Adds a capture in place of the one of its kind. */
export function note(all: Captured[], { kind, capturedAt = '' }: { kind: string, capturedAt?: string }): void {
  forget(all, kind)
  all.push({ kind, capturedAt })
}

/** What functions are there to send: of the others, a job without its pictures is decided by a person. */
const sent: Record<string, string> = { AUTO_FILL: 'id_front', VIDEO_ID: 'selfie' }

/** Refuses a function that sends what stays on the device. */
export function checkSent(name: string, options: Options): void {
  if (!Object.hasOwn(sent, name) || !isWithheld(options, sent[name])) return
  const message = `${name} sends what the preset keeps on the device`
  throw new ProofdeskError('REFUSED', message, [{ field: 'function', rule: 'withheld', message }])
}

/** Reports whether pictures of a kind stay on the device. The server takes a job without them by its own preset. */
export function isWithheld({ values }: Options, kind: string): boolean {
  if (kind === 'selfie') return values['selfieCaptureCustomizationOptions.captureOptions.uploadFaceData'] === false
  const ofID = /^(id|secondary)_|^passport$/.test(kind)
  return ofID && values['idCaptureCustomizationOptions.enableUploadIDData'] === false
}
