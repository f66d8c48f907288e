import { attended, beacon, flash, post } from './page'
import { t } from './words'

const beat = 60_000
const settled = 300 // after which the server knows what another tab did
const tabs = 'BroadcastChannel' in window ? new BroadcastChannel('claims') : null

/** Keeps the claim while the page is looked at and lets it go when the page is left. */
export function claim(root: HTMLElement): (() => void) | void {
  const form = root.querySelector<HTMLFormElement>('#decision')
  if (!form) return
  const job = form.dataset.job ?? ''
  const secret = (form.elements.namedItem('claim') as HTMLInputElement).value
  let over = false // lost, or the page is another one by now

  async function renew(asked = false): Promise<void> {
    if (over || !asked && !attended()) return
    const answer = await post(`/jobs/${job}/heartbeat`, { claim: secret }).catch(() => null)
    if (over || !answer) return
    if (answer.status === 401) flash(t('Your session has ended. What you typed is kept; it comes back after you sign in.'))
    if (!answer.ok) return
    const { until, decided } = await answer.json() as { until: number; decided?: boolean }
    if (until) {
      root.querySelector<HTMLElement>('[data-lease] .count')?.setAttribute('data-until', String(until))
      return
    }
    lose(Boolean(decided))
  }

  // A page that can no longer decide says so where it said "yours".
  function lose(decided: boolean): void {
    over = true
    root.classList.add('lost')
    const way = Object.assign(document.createElement('a'), { className: 'link', href: '/jobs/' + job, textContent: decided ? t('decided meanwhile') : t('no longer yours') })
    root.querySelector('[data-lease]')?.replaceChildren(way)
    if (decided) for (const part of form!.querySelectorAll<HTMLInputElement | HTMLButtonElement>('input:not([type="hidden"]), button')) part.disabled = true
    flash(decided ? t('This job is decided, perhaps in another window of yours.') : t('You no longer hold this job. What you typed is kept.'))
  }

  // Other tabs that show the job look whether it is still theirs.
  const tell = () => tabs?.postMessage({ job })
  const told = (event: MessageEvent<{ job: string }>) => { if (event.data.job === job) setTimeout(() => void renew(true), settled) }
  tabs?.addEventListener('message', told)
  tell()

  const timer = window.setInterval(() => void renew(), beat)
  const left = () => { beacon(`/jobs/${job}/leave`, { claim: secret }); tell() }
  const seen = () => void renew()
  window.addEventListener('pagehide', left)
  document.addEventListener('visibilitychange', seen)
  void renew()
  return () => {
    over = true
    tell()
    tabs?.removeEventListener('message', told)
    clearInterval(timer)
    window.removeEventListener('pagehide', left)
    document.removeEventListener('visibilitychange', seen)
  }
}
