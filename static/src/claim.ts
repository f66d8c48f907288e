import { attended, beacon, flash, post } from './page'
import { t } from './words'

const beat = 60_000

/** Keeps the claim while the page is looked at and lets it go when the page is left. */
export function claim(root: HTMLElement): (() => void) | void {
  const form = root.querySelector<HTMLFormElement>('#decision')
  if (!form) return
  const job = form.dataset.job ?? ''
  const secret = (form.elements.namedItem('claim') as HTMLInputElement).value
  let over = false // lost, or the page is another one by now

  async function renew(): Promise<void> {
    if (over || !attended()) return
    const answer = await post(`/jobs/${job}/heartbeat`, { claim: secret }).catch(() => null)
    if (over || !answer) return
    if (answer.status === 401) flash(t('Your session has ended. What you typed is kept; it comes back after you sign in.'))
    if (!answer.ok) return
    const { until } = await answer.json() as { until: number }
    if (until) {
      root.querySelector<HTMLElement>('[data-lease] .count')?.setAttribute('data-until', String(until))
      return
    }
    over = true
    root.classList.add('lost')
    flash(t('You no longer hold this job. What you typed is kept.'))
  }

  const timer = window.setInterval(() => void renew(), beat)
  const left = () => beacon(`/jobs/${job}/leave`, { claim: secret })
  const seen = () => void renew()
  window.addEventListener('pagehide', left)
  document.addEventListener('visibilitychange', seen)
  void renew()
  return () => {
    over = true
    clearInterval(timer)
    window.removeEventListener('pagehide', left)
    document.removeEventListener('visibilitychange', seen)
  }
}
