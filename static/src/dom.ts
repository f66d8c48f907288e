// Short ways to what the browser offers: elements and listeners.

type Tags = HTMLElementTagNameMap

/** Returns a new element with properties and what is in it. */
export function element<K extends keyof Tags>(name: K, properties: Partial<Tags[K]>, ...inside: Array<Node | string>) {
  const made = document.createElement(name)
  Object.assign(made, properties)
  made.append(...inside)
  return made
}

/** Returns the element that holds the page, which navigation replaces. */
export const pageRoot = (): HTMLElement | null => document.getElementById('job')

export const isVisible = (element: Element): boolean => element.checkVisibility()

/** Returns the first element of the page that a selector matches and that can be used now. */
export function usable(selector: string): HTMLElement | undefined {
  const all = [...pageRoot()?.querySelectorAll<HTMLElement>(selector) ?? []]
  return all.find(found => isVisible(found) && !found.hasAttribute('disabled'))
}

/** Returns the nearest element around an event's target that a selector matches. */
export function closest<E extends HTMLElement>(event: Event, selector: string): E | null {
  return (event.target as Element).closest<E>(selector)
}

/** Calls run for each click on or in an element that a selector matches, on any page. */
export function onClick<E extends HTMLElement>(selector: string, run: (found: E, event: MouseEvent) => void): void {
  document.addEventListener('click', event => {
    const found = closest<E>(event, selector)
    if (found) run(found, event)
  })
}

/** Calls run now, again and again, and when the window becomes visible, as long as the page of a signal is there. */
export function poll(ms: number, signal: AbortSignal, run: () => void): void {
  document.addEventListener('visibilitychange', run, { signal })
  every(ms, signal, run)
  run()
}

/** Calls run again and again as long as the page of a signal is there; returns what ends that. */
export function every(ms: number, signal: AbortSignal, run: () => void): () => void {
  const timer = setInterval(run, ms)
  const stop = () => clearInterval(timer)
  signal.addEventListener('abort', stop)
  return stop
}

const withoutText = '[type="radio"], [type="checkbox"], [type="button"], [type="submit"], [type="range"]'

/** Reports whether keys are text to an element. */
export function typing(target: EventTarget | null): boolean {
  const element = target as HTMLElement
  return element.isContentEditable || element.matches('textarea, select, input:not(' + withoutText + ')')
}
