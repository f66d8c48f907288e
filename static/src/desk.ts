// A page that came while no job could be taken offers to take one as soon as that is over.
import { onLive } from './live'
import { request, showPage } from './page'

/** Mounts on a page that says why no job can be taken. */
export function desk(root: HTMLElement, signal: AbortSignal): void {
  const said = root.querySelector<HTMLElement>('[data-closed]')
  if (said) onLive(signal, ({ closed }) => { if (!closed) void open(root, said, signal) })
}

async function open(root: HTMLElement, said: HTMLElement, signal: AbortSignal): Promise<void> {
  const offers = root.querySelectorAll<HTMLElement>('[data-take]')
  if (offers.length > 0) { // the queue has the offer already
    said.remove()
    for (const offer of offers) offer.hidden = false
    return
  }
  const answer = await request(location.pathname, { headers: { Accept: 'text/html' } })
  const html = answer?.ok && !answer.redirected ? await answer.text() : ''
  if (html && !signal.aborted && said.isConnected) showPage(html)
}
