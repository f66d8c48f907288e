// Sends captures in parts, so that a lost connection costs one part and not the whole picture.
import type { API } from './api'
import { errorOf, ProofdeskError } from './errors'
import { hexOf } from './hex'

/** What the server sees in a capture: which prompts apply to it, or why it can't be read. */
export interface Verdict { prompts: string[], fault?: string }

/** What the server answers to a capture: who it is, and what it sees in a picture or in a film of moves. */
export interface Uploaded { urn: string, sha256: string, quality?: Verdict }

/** How many bytes a part has at first, at least and at most. The server takes none that is smaller. */
const usual = 64 << 10
const least = 16 << 10
const most = 1 << 20

/** How long the largest part takes that a line is given, in milliseconds: the next after a quicker one is larger. */
const quick = 4000

/** How often an upload begins anew where the server lost what it had, and how often in a row parts may be late. */
const restarts = 3

/** One capture that has to reach the server. */
export interface Parcel {
  job: string
  kind: string
  bytes: Uint8Array
  type: string
  capturedAt?: string
  challenge?: string
  virtualCamera?: string // by name, where the capture came from one
}

/**
 * Sends a capture and returns the server's verdict. It goes on where an earlier attempt ended. A device whose clock the
 * server does not believe sends it without a time.
 */
export async function upload(
  api: API, parcel: Parcel, sent: (bytes: number) => void = () => {},
): Promise<Uploaded> {
  try {
    return await uploadAsIs(api, parcel, sent)
  } catch (cause) {
    const clock = errorOf(cause).fields.some(({ field }) => field === 'capturedAt')
    if (!clock || !parcel.capturedAt) throw cause
    return uploadAsIs(api, { ...parcel, capturedAt: undefined }, sent)
  }
}

async function uploadAsIs(api: API, parcel: Parcel, sent: (bytes: number) => void): Promise<Uploaded> {
  const { bytes } = parcel
  const query = new URLSearchParams({ sha256: await hexOf(bytes) })
  if (parcel.capturedAt) query.set('capturedAt', parcel.capturedAt)
  if (parcel.challenge) query.set('challenge', parcel.challenge)
  if (parcel.virtualCamera) query.set('virtualCamera', parcel.virtualCamera)
  const path = `/api/v4/jobs/${parcel.job}/captures/${parcel.kind}?${query}`
  const put = (range = '*', body: Uint8Array = new Uint8Array()): Promise<Response> => api.call(path, {
    method: 'PUT',
    header: { 'Content-Range': `bytes ${range}/${bytes.length}`, 'Content-Type': parcel.type },
    body: body as BodyInit,
    statuses: [308],
    limit: 60_000,
    once: body.length > 0, // a question is as short again
  })
  let answer = await put()
  for (let began = 0, last = -1, late = 0, size = usual; answer.status === 308;) {
    const from = heldIn(answer.headers.get('Range'))
    if (from <= last && ++began > restarts) throw new ProofdeskError('SERVER', 'the server does not keep the capture')
    last = from
    sent(from)
    const to = Math.min(from + size, bytes.length)
    const start = performance.now()
    try {
      answer = await put(`${from}-${to - 1}`, bytes.subarray(from, to))
      late = 0
      const pace = quick / (performance.now() - start)
      if (pace > 1) size = Math.min(pace * size, most) | 0
    } catch (cause) {
      if (errorOf(cause).code !== 'TIMEOUT' || ++late > restarts) throw cause
      size = Math.max(to - from >> 2, least)
      last = -1
      answer = await put() // it keeps no half of a part, but may have it whole
    }
  }
  sent(bytes.length)
  return await answer.json() as Uploaded
}

/** Reports whether the server refuses a film for its challenge: another one has to be filmed. */
export const isLate = (error: ProofdeskError): boolean => error.fields.some(({ field }) => field === 'challenge')

/** Returns how many bytes the server holds, by the header Range of its answer. */
export function heldIn(range: string | null): number {
  const found = /^bytes=0-(\d+)$/.exec(range ?? '')
  return found ? Number(found[1]) + 1 : 0
}
