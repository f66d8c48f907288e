// Keeps an agent's claim on a job while the page is looked at, and returns it when the page is left.
import { element, poll } from './dom'
import { attended, beacon, flash, post } from './page'
import { t } from './words'

const interval = 60_000
const settleTime = 300 // ms after which the server knows what another tab did
const tabs = 'BroadcastChannel' in window ? new BroadcastChannel('claims') : null

type Heartbeat = { until: number; decided?: boolean }

/** Mounts the claim on a review page whose job this agent holds. */
export function claim(root: HTMLElement, signal: AbortSignal): void {
  const form = root.querySelector<HTMLFormElement>('#decision')
  if (!form) return
  const job = form.dataset.job ?? ''
  const secret = (form.elements.namedItem('claim') as HTMLInputElement).value
  let lost = false
  const over = () => lost || signal.aborted

  async function renew(always = false): Promise<void> {
    if (over() || !always && !attended()) return
    const answer = await post(`/jobs/${job}/heartbeat`, { claim: secret })
    if (over() || !answer) return
    if (answer.status === 401) {
      flash(t('Your session ended. What you typed is saved and will be restored after you sign in.'))
    }
    if (!answer.ok) return
    const { until, decided } = await answer.json() as Heartbeat
    if (until) root.querySelector<HTMLElement>('[data-lease] .count')?.setAttribute('data-until', String(until))
    else lose(Boolean(decided))
  }

  // A page that can no longer decide says so in the place where it said "yours".
  function lose(decided: boolean): void {
    lost = true
    root.classList.add('lost')
    const text = decided ? t('already decided') : t('no longer yours')
    const link = element('a', { className: 'link', href: '/jobs/' + job }, text)
    root.querySelector('[data-lease]')?.replaceChildren(link)
    if (!decided) return flash(t('You no longer hold this job. What you typed was saved.'))
    const controls = form!.querySelectorAll<HTMLInputElement | HTMLButtonElement>('input:not([type="hidden"]), button')
    for (const control of controls) control.disabled = true
    flash(t('This job is decided, perhaps in another window of yours.'))
  }

  // Other tabs that show the job ask whether it is still theirs.
  const tellTabs = () => tabs?.postMessage({ job })
  tabs?.addEventListener('message', ({ data }: MessageEvent<{ job: string }>) => {
    if (data.job === job) setTimeout(() => void renew(true), settleTime)
  }, { signal })
  tellTabs()
  signal.addEventListener('abort', tellTabs)
  window.addEventListener('pagehide', () => {
    beacon(`/jobs/${job}/leave`, { claim: secret })
    tellTabs()
  }, { signal })
  poll(interval, signal, () => void renew())
}
