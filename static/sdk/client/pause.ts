// Attempts at a live face that failed on this device: five within three minutes pause it for half an hour, also over
// reloads. Whoever empties the browser begins anew, and approves nothing by it: the server decides in any case.
import { ProofdeskError } from './errors'

const most = 5
const within = 3 * 60_000
const pause = 30 * 60_000
const place = 'proofdesk.failed'

let unkept: number[] = [] // where the browser keeps nothing

let counts = true

/** Counts nothing on this page any more: its camera plays a specimen. */
export function play(): void { counts = false }

/** Returns when the last attempts failed, the oldest first. */
function known(): number[] {
  try {
    const all: unknown = JSON.parse(localStorage.getItem(place) ?? '[]')
    return Array.isArray(all) ? all.map(Number) : []
  } catch {
    return unkept
  }
}

/** Notes an attempt that failed. */
export function noteFailure(now = Date.now()): void {
  if (!counts) return
  const last = [...known(), now].slice(-most)
  try {
    localStorage.setItem(place, JSON.stringify(last))
  } catch {
    unkept = last
  }
}

/** Fails while the device is paused. */
export function checkPause(now = Date.now()): void {
  if (!counts) return
  const all = known()
  const last = all[most - 1]
  if (all.length < most || last - all[0] > within || Math.abs(now - last) >= pause) return
  throw new ProofdeskError('RATE_LIMITED', 'five attempts failed: the device is paused for half an hour')
}
