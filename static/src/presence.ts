import { onLive } from './live'
import { attended, beacon, post } from './page'
import { t } from './words'

const every = 15_000

/** Tells that this job is looked at, and shows who else does. The place for it stands always, so that nothing moves. */
export function presence(root: HTMLElement): (() => void) | void {
  const place = root.querySelector<HTMLDetailsElement>('[data-viewers]')
  if (!place) return
  const job = place.dataset.viewers ?? ''
  const count = place.querySelector<HTMLElement>('[data-viewing]')
  const list = place.querySelector('ul')
  let over = false

  function show(viewers: Record<string, string[]>): void {
    if (over || !count || !list) return
    const names = viewers[job] ?? []
    place!.classList.toggle('none', names.length === 0)
    if (names.length === 0) place!.open = false
    const text = names.length === 1 ? t('1 viewing') : t('%s viewing', names.length)
    if (count.textContent !== text) count.textContent = text
    place!.querySelector('summary')!.title = names.join(', ')
    if ([...list.children].map(item => item.textContent).join() !== names.join()) {
      list.replaceChildren(...names.map(name => Object.assign(document.createElement('li'), { textContent: name })))
    }
  }

  async function watch(): Promise<void> {
    if (over || !attended()) return
    const answer = await post(`/jobs/${job}/watch`, {}).catch(() => null)
    if (answer?.ok && !answer.redirected) show((await answer.json() as { viewers: Record<string, string[]> }).viewers)
  }

  const off = onLive(now => show(now.viewers ?? {}))
  const timer = window.setInterval(() => void watch(), every)
  const left = () => beacon(`/jobs/${job}/unwatch`, {})
  const seen = () => void watch()
  window.addEventListener('pagehide', left)
  document.addEventListener('visibilitychange', seen)
  void watch()
  return () => {
    over = true
    off()
    clearInterval(timer)
    window.removeEventListener('pagehide', left)
    document.removeEventListener('visibilitychange', seen)
    left()
  }
}
