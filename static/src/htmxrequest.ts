// What htmx tells about its requests.

/** A request of htmx. */
export type HtmxRequest = {
  sourceElement: Element
  request: RequestInit & { method: string, submitter: HTMLElement | null, body: URLSearchParams | null }
  requestTimeout: number
  fetch: (action: string, options: RequestInit) => Promise<Response>
  response?: { status: number }
  text: string // of the answer
}

/** Returns the request that an event of htmx is about. */
export const requestOf = (event: Event): HtmxRequest => (event as CustomEvent<{ ctx: HtmxRequest }>).detail.ctx

/** Waits until htmx has put the answer to a request into the page, or has given the request up. */
export function untilOver(request: HtmxRequest): Promise<void> {
  return new Promise(resolve => {
    const ended = new AbortController()
    document.addEventListener('htmx:finally:request', event => {
      if (requestOf(event) !== request) return
      ended.abort()
      resolve()
    }, { signal: ended.signal })
  })
}
