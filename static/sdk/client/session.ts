// What initialize returns, as far as the SDK uses it, and what every call of a session needs.
import type { Camera } from '../camera/camera'
import type { Engine } from '../device/engine'
import type { Taken } from '../flow/step'
import type { CaptureWindow } from '../flow/window'
import type { Options } from '../screens/options'
import type { API } from './api'
import { errorOf } from './errors'
import type { Emitter } from './events'
import type { Pending } from './pending'
import type { Timings } from './timings'
import type { Verdict } from './upload'

/** The server's answer to initialize. */
export interface SDKSession {
  sessionId: string
  flavor: string
  plan: { capability: string, runsOn: 'DEVICE' | 'SERVER' | 'N/A' }[]
  customization: Record<string, unknown>
  preset?: { name: string, version: number }
  voice: { phrase: string } // what to read aloud
  selfie: { moves: boolean } // whether moves are asked for with it
}

/** What depends on the options that a host sets. */
export interface Chosen { session: SDKSession, options: Options }

/** A session of the SDK. */
export interface Session extends Chosen {
  api: API
  having(own: Record<string, unknown>): Promise<Chosen> // the same with other options of the host over its own
  engine: Engine
  timings: Timings
  events: Emitter
  pending: Pending
  sdkVersion: string
  located: boolean // whether each job says where it was captured
}

/** What is kept of a capture until it is submitted. Verdict sends what was taken at once: see Job. */
export interface Kept {
  readonly id: string
  leave(): Promise<void>
  verdict?(taken: Taken): Promise<Verdict | undefined>
}

/** What a capture works with: the session, and what ends with the capture. */
export interface Context extends Session {
  lasting: API // for what is sent even after the applicant has left; the other one ends then
  camera: Camera
  left: AbortSignal // is aborted once the capture is over
  job?: Kept // that is captured for, as soon as there is one; who leaves leaves nothing of it behind
}

/** Covers the page until the capture ends. */
export type Cover = () => CaptureWindow

/** Takes a capture. */
export type Take<T> = (to: Context, cover: Cover) => Promise<T>

/** Tells the host what failed in the background, unless the session or the capture that it belongs to was ended. */
export function report({ api, events }: Session, cause: unknown): void {
  const { code, retryable } = errorOf(cause)
  if (!api.over) events.emit('error', { code, retryable })
}

/** Returns nested options with others in their place. */
export function merged(all: Record<string, unknown>, own: Record<string, unknown>): Record<string, unknown> {
  const nested = (value: unknown): value is Record<string, unknown> => value?.constructor === Object
  const over = Object.entries(own).map(([name, value]) => {
    const under = all[name]
    return [name, nested(under) && nested(value) ? merged(under, value) : value]
  })
  return { ...all, ...Object.fromEntries(over) }
}

/** Returns nested options flat, by path. */
export function flat(nested: Record<string, unknown>, at = ''): Record<string, unknown> {
  return Object.fromEntries(Object.entries(nested).flatMap(([name, value]) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.entries(flat(value as Record<string, unknown>, `${at}${name}.`))
      : [[at + name, value]]))
}
