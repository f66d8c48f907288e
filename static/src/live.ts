// One stream of news for all tabs of this browser: the tab that holds the lock listens and passes on what it hears.
// Without a stream the pages ask by themselves.
import { attended } from './page'

export interface QueueState {
  counts: Record<string, number> // jobs by view
  headings: Record<string, string> // of the views, with their counts
  overdue: string // beside the heading of the open jobs; empty for none
  rows: Record<string, string> // who holds each job
  closed?: string // why this agent can't take a job at present
  viewers?: Record<string, string[]>
  trouble?: { count?: string; text?: string; tone?: string } // with deliveries
}

type Message = { state?: QueueState | null; attended?: boolean }

const quiet = 20_000 // the server sends something every 15 s
const idle = 300_000 // without anybody at any tab the stream is closed
const tabs = 'BroadcastChannel' in window ? new BroadcastChannel('live') : null
const listeners = new Set<(state: QueueState) => void>()
let heardAt = 0
let attendedAt = 0
let last: QueueState | null = null

/** Reports whether the stream is alive. */
export const following = (): boolean => Date.now() - heardAt < quiet

/** Calls listen with each new state as long as the page of a signal is there. */
export function onLive(signal: AbortSignal, listen: (state: QueueState) => void): void {
  listeners.add(listen)
  signal.addEventListener('abort', () => listeners.delete(listen))
  void connect()
  if (last && following()) listen(last)
}

function receive(state: QueueState | null): void {
  heardAt = Date.now()
  if (!state) return
  last = state
  for (const listen of listeners) listen(state)
}

let connecting = false

/** Waits for the lock that one tab holds, then keeps the stream open while somebody is at any tab. */
async function connect(): Promise<void> {
  if (connecting || !navigator.locks || !('EventSource' in window)) return
  connecting = true
  attendedAt = Date.now()
  await navigator.locks.request('live', () => new Promise<void>(() => {
    let source: EventSource | null = null
    const pass = (state: QueueState | null) => {
      receive(state)
      tabs?.postMessage({ state })
    }
    const open = () => {
      source = new EventSource('/live')
      source.addEventListener('queue', event => pass(JSON.parse((event as MessageEvent<string>).data) as QueueState))
      source.addEventListener('beat', () => pass(null))
    }
    setInterval(() => {
      const used = Date.now() - attendedAt < idle
      if (!used && source) {
        source.close()
        source = null
      }
      if (used && (!source || source.readyState === EventSource.CLOSED)) open()
    }, 2000)
    open()
  }))
}

tabs?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
  if (data.attended) attendedAt = Date.now()
  else receive(data.state ?? null)
})
setInterval(() => {
  if (!attended()) return
  attendedAt = Date.now()
  tabs?.postMessage({ attended: true })
}, 8000)
