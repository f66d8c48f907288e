// Why a camera or a microphone can't be opened.
import { ProofdeskError, type ErrorCode } from '../client/errors'

export type Device = 'CAMERA' | 'MICROPHONE'

const codes: Record<string, 'DENIED' | 'NONE' | 'BUSY' | ErrorCode> = {
  NotAllowedError: 'DENIED',
  NotFoundError: 'NONE',
  OverconstrainedError: 'NONE',
  NotReadableError: 'BUSY',
  AbortError: 'BUSY',
  NotSupportedError: 'NOT_SUPPORTED',
  SecurityError: 'BLOCKED_BY_POLICY',
}

/** Refuses a page or a browser that can open no device. */
export function checkDevices(): void {
  if (!window.isSecureContext) throw new ProofdeskError('INSECURE_CONTEXT', 'capturing needs a page over https')
  if (!navigator.mediaDevices?.getUserMedia) {
    throw new ProofdeskError('NOT_SUPPORTED', 'the browser has neither camera nor microphone')
  }
}

/** What Chromium tells of the policy of a page, or of an element for the page in it. */
export interface Policy { allowsFeature(name: string): boolean }

/** Reports whether the page's policy, or that of a frame around it, denies a device, where the browser tells that. */
export function isBlocked(device: Device): boolean {
  const { featurePolicy } = (globalThis.document ?? {}) as { featurePolicy?: Policy }
  return featurePolicy?.allowsFeature(device.toLowerCase()) === false
}

/** Stops what a stream is of. */
export function stop(stream?: MediaStream): void { for (const track of stream?.getTracks() ?? []) track.stop() }

/** Fails what opened a device that is not wanted any more. */
export function drop(stream: MediaStream): never {
  stop(stream)
  throw new ProofdeskError('CANCELLED', 'the device was given back')
}

/** Returns the error for why a device could not be opened. */
export function deviceError(device: Device, cause: unknown): ProofdeskError {
  const named = codes[(cause as Error)?.name] ?? 'NONE'
  const why = named === 'DENIED' && isBlocked(device) ? 'BLOCKED_BY_POLICY' : named
  const code = why === 'DENIED' || why === 'NONE' || why === 'BUSY' ? `${device}_${why}` as const : why
  return new ProofdeskError(code, cause instanceof Error ? cause.message : '', [], cause)
}

/** Fails what a browser does only after a tap. */
export class Untapped extends ProofdeskError {
  constructor() { super('CAMERA_ENDED', 'the browser does not play the camera before a tap') }
}
