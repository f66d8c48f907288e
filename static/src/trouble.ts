// The badge of the top bar: how many deliveries, endpoints and hosts need somebody. The server words it.
import { onLive } from './live'

/** Keeps the badge of a page up to date. */
export function trouble(root: HTMLElement, signal: AbortSignal): void {
  const badge = root.querySelector<HTMLElement>('[data-trouble]')
  if (!badge) return
  onLive(signal, ({ trouble: now }) => {
    if (!now) return
    badge.hidden = !now.count
    badge.className = 'trouble ' + (now.tone ?? '')
    badge.title = now.text ?? ''
    for (const [name, text] of Object.entries({ count: now.count, text: now.text })) {
      const place = badge.querySelector(`[data-trouble-${name}]`)
      if (place && place.textContent !== (text ?? '')) place.textContent = text ?? ''
    }
  })
}
