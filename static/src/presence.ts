// Tells the server that this job is looked at, and shows who else looks at it. Their place is always there, so that
// nothing moves.
import { element, poll } from './dom'
import { onLive } from './live'
import { attended, beacon, post } from './page'
import { n } from './words'

const interval = 15_000

type Viewers = Record<string, string[]> // names by job

/** Mounts the list of viewers on a review page. */
export function presence(root: HTMLElement, signal: AbortSignal): void {
  const menu = root.querySelector<HTMLDetailsElement>('[data-viewers]')
  if (!menu) return
  const job = menu.dataset.viewers ?? ''
  const summary = menu.querySelector('summary')!

  function show(viewers: Viewers): void {
    const names = viewers[job] ?? []
    const title = names.join(', ')
    if (summary.title === title) return
    summary.title = title
    menu!.querySelector('[data-viewing]')!.textContent = n(names.length, '1 viewing', '%s viewing')
    menu!.querySelector('ul')!.replaceChildren(...names.map(name => element('li', {}, name)))
    menu!.classList.toggle('none', !title)
    if (!title) menu!.open = false
  }

  async function report(): Promise<void> {
    if (!attended()) return
    const answer = await post(`/jobs/${job}/watch`, {})
    if (answer?.ok && !answer.redirected) show((await answer.json() as { viewers: Viewers }).viewers)
  }

  const leave = () => beacon(`/jobs/${job}/unwatch`, {})
  onLive(signal, state => show(state.viewers ?? {}))
  window.addEventListener('pagehide', leave, { signal })
  signal.addEventListener('abort', leave)
  poll(interval, signal, () => void report())
}
