import { attended } from './page'

// One stream for all tabs of this browser: the tab that holds the lock listens and passes on what it hears. Without a
// stream the pages ask by themselves.

export interface QueueNow { counts: Record<string, number>; rows: Record<string, string>; viewers?: Record<string, string[]> }

const quiet = 20_000 // the server lets itself be heard every 15 s
const idle = 300_000 // without anybody at any tab the stream is closed
const tabs = 'BroadcastChannel' in window ? new BroadcastChannel('live') : null
const takers = new Set<(now: QueueNow) => void>()
let heard = 0
let wanted = 0
let last: QueueNow | null = null

/** Tells whether the stream is alive. */
export const following = (): boolean => Date.now() - heard < quiet

/** Calls take with each new state; gives a function that ends it. */
export function onLive(take: (now: QueueNow) => void): () => void {
  takers.add(take)
  void lead()
  if (last && following()) take(last)
  return () => takers.delete(take)
}

function hear(now: QueueNow | null): void {
  heard = Date.now()
  if (!now) return
  last = now
  for (const take of takers) take(now)
}

let leading = false

async function lead(): Promise<void> {
  if (leading || !navigator.locks || !('EventSource' in window)) return
  leading = true
  wanted = Date.now()
  await navigator.locks.request('live', () => new Promise<void>(() => {
    let source: EventSource | null = null
    const tell = (now: QueueNow | null) => { hear(now); tabs?.postMessage({ now }) }
    const open = () => {
      source = new EventSource('/live')
      source.addEventListener('queue', event => tell(JSON.parse((event as MessageEvent<string>).data) as QueueNow))
      source.addEventListener('beat', () => tell(null))
    }
    setInterval(() => {
      const use = Date.now() - wanted < idle
      if (!use && source) { source.close(); source = null }
      if (use && (!source || source.readyState === EventSource.CLOSED)) open()
    }, 2000)
    open()
  }))
}

tabs?.addEventListener('message', (event: MessageEvent<{ now?: QueueNow | null; here?: boolean }>) => {
  if (event.data.here) wanted = Date.now()
  else hear(event.data.now ?? null)
})
setInterval(() => {
  if (!attended()) return
  wanted = Date.now()
  tabs?.postMessage({ here: true })
}, 8000)
