// What the SDK tells its host while it runs. Nothing here identifies a person.
import type { ErrorCode } from './errors'
import type { Timing } from './timings'

/** Each event with what it tells. The list grows only with a version. */
export interface Events {
  download: { received: number, size: number } // of the engine, where the browser has not kept it
  ready: Record<string, never> // the engine can capture
  unsupported: { reason: ErrorCode } // initialize failed, for good or for now
  open: { function: string } // the SDK covers the page: a host's focus trap lets go
  close: { function: string }
  step: { step: string, screen: string }
  prompt: { step: string, prompt: string }
  captured: { step: string } & Timing
  upload: { step: string, sent: number, size: number }
  error: { code: ErrorCode, retryable: boolean }
}

export type EventName = keyof Events
export type Listener<N extends EventName> = (event: Events[N]) => void

/** Every event. */
export const eventNames: EventName[] = [
  'download', 'ready', 'unsupported', 'open', 'close', 'step', 'prompt', 'captured', 'upload', 'error',
]

/** Calls a function of the host, whose failure is for the host's page alone. */
export function undisturbed(call: () => void): void {
  try {
    call()
  } catch (cause) {
    setTimeout(() => { throw cause }) // where the page looks for its own errors
  }
}

/** Tells listeners. A listener that throws disturbs nobody. */
export class Emitter {
  private readonly listeners = new Map<EventName, Set<Listener<never>>>()

  /** Adds a listener and returns the function that removes it. */
  on<N extends EventName>(name: N, listener: Listener<N>): () => void {
    if (!eventNames.includes(name)) throw new TypeError(`there is no event ${String(name)}`)
    const all = this.listeners.get(name) ?? new Set()
    this.listeners.set(name, all.add(listener as Listener<never>))
    return () => all.delete(listener as Listener<never>)
  }

  /** Returns the function that removes the listeners that there are now. */
  forgetting(): () => void {
    const known = [...this.listeners.values()].map(all => [all, [...all]] as const)
    return () => { for (const [all, listeners] of known) for (const one of listeners) all.delete(one) }
  }

  emit<N extends EventName>(name: N, event: Events[N]): void {
    for (const listener of this.listeners.get(name) ?? []) {
      undisturbed(() => (listener as Listener<N>)(event))
    }
  }
}
