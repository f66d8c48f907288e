// Whether the server can be reached. The first request that fails says so on the page; a small request finds out when
// it can be reached again, after growing pauses and at once when the network is back.
import { limited } from './limit'
import { announce } from './news'
import { storageFull } from './storage'
import { t } from './words'

const firstPause = 1000
const longestPause = 30_000 // ms

let down = false
let timer = 0
let pause = firstPause
const waiting = new Set<() => void>()

/** Notes whether a request got an answer, whatever it was. */
export function reached(answered: boolean): void {
  if (!answered && !leaving) lose()
  else if (answered && down) recover()
}

/** Calls run each time the server can be reached again, as long as the page of a signal is there. */
export function onReached(signal: AbortSignal, run: () => void): void {
  waiting.add(run)
  signal.addEventListener('abort', () => waiting.delete(run))
}

/** Shows on a page that has just come that the server can't be reached. */
export function connection(): void {
  if (down) show()
}

// Requests that end because the page is left are no sign of a lost connection.
let leaving = false
addEventListener('pagehide', () => { leaving = true })
addEventListener('pageshow', () => { leaving = false })
addEventListener('online', () => { if (down) void probe() })
addEventListener('offline', () => reached(false))

const show = () => announce('connection', storageFull()
  ? t('The server can’t be reached, and the storage of this browser is full. What you type is saved nowhere yet.')
  : t('The server can’t be reached. What you type is kept in this browser.'))

function lose(): void {
  if (down) return
  down = true
  pause = firstPause
  show()
  schedule()
}

function recover(): void {
  down = false
  clearTimeout(timer)
  announce('connection', '')
  for (const run of [...waiting]) run()
}

function schedule(): void {
  clearTimeout(timer)
  timer = setTimeout(() => void probe(), pause)
  pause = Math.min(2 * pause, longestPause)
}

async function probe(): Promise<void> {
  if (!await answers(limited()) && down) schedule()
}

/** Sends a small request that every server answers. Tools that drive browsers keep icons from being fetched. */
export const ping = (signal: AbortSignal): Promise<Response> => (
  fetch('/favicon.ico?ping', { method: 'HEAD', cache: 'no-store', signal })
)

/** Asks whether the server can be reached now. */
export async function answers(signal: AbortSignal): Promise<boolean> {
  const answer = await ping(signal).catch(() => null)
  reached(answer !== null)
  return answer !== null
}

/** Reports whether the last request got no answer. */
export const unreachable = (): boolean => down
