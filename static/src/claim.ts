import { attended, beacon, flash, post } from './page'

const beat = 60_000

/** Keeps the claim while the page is looked at and lets it go when the page is left. */
export function claim(root: HTMLElement): (() => void) | void {
  const form = root.querySelector<HTMLFormElement>('#decision')
  if (!form) return
  const job = form.dataset.job ?? ''
  const secret = (form.elements.namedItem('claim') as HTMLInputElement).value
  let lost = false

  async function renew(): Promise<void> {
    if (lost || !attended()) return
    const answer = await post(`/jobs/${job}/heartbeat`, { claim: secret }).catch(() => null)
    if (answer?.ok) {
      const { until } = await answer.json() as { until: number }
      root.querySelector<HTMLElement>('[data-lease] .count')?.setAttribute('data-until', String(until))
    } else if (answer && (answer.status === 404 || answer.status === 409)) {
      lost = true
      root.classList.add('lost')
      flash('You no longer hold this job. What you typed is kept.')
    } else if (answer?.status === 401) {
      flash('Your session has ended. What you typed is kept; it comes back after you sign in.')
    }
  }

  const timer = window.setInterval(() => void renew(), beat)
  const left = () => beacon(`/jobs/${job}/leave`, { claim: secret })
  const seen = () => void renew()
  window.addEventListener('pagehide', left)
  document.addEventListener('visibilitychange', seen)
  void renew()
  return () => {
    clearInterval(timer)
    window.removeEventListener('pagehide', left)
    document.removeEventListener('visibilitychange', seen)
  }
}
