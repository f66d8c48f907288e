// Keeps an agent's claim on a job while the page is looked at, and returns it when the page is left.
import { element, every, poll } from './dom'
import { onLive } from './live'
import { announce } from './news'
import { attended, beacon, post, request, showPage } from './page'
import { sends } from './sending'
import { t } from './words'

const interval = 60_000
const quick = 10_000 // while the applicant is asked for something
const settleTime = 300 // ms after which the server knows what another tab did
const tabs = 'BroadcastChannel' in window ? new BroadcastChannel('claims') : null

// open says whether the applicant can use the link, and awaited whether its state can change.
type Heartbeat = {
  until: number, state?: string, tone?: string, open?: boolean, awaited?: boolean, news?: string, tally?: string
}

/** Mounts the claim on a review page whose job this agent holds. */
export function claim(root: HTMLElement, signal: AbortSignal): void {
  const form = root.querySelector<HTMLFormElement>('#decision')
  if (!form) return reopen(signal)
  const job = form.dataset.job ?? ''
  const hidden = (name: string) => (form.elements.namedItem(name) as HTMLInputElement).value
  const secret = hidden('claim')
  const asked = root.querySelector<HTMLElement>('[data-asked]')
  const atEase = asked ? every(quick, signal, () => void renew()) : () => {}
  let lost = false
  const over = () => lost || signal.aborted || sends() // what the answer to an own action says comes first

  async function renew(always = false): Promise<void> {
    if (over() || !always && !attended()) return
    const answer = await post(`/jobs/${job}/heartbeat`,
      { claim: secret, version: hidden('version'), digest: hidden('digest'), request: hidden('request') })
    if (over() || !answer) return
    if (!answer.ok) return
    const beat = await answer.json() as Heartbeat
    show(beat)
    const { until, news, tally } = beat
    const counted = root.querySelector('.tally')
    if (tally && counted) counted.textContent = tally
    if (news) announce('arrived', news, element('a', { className: 'button', href: '/jobs/' + job }, t('Show')))
    if (until) root.querySelector<HTMLElement>('[data-lease] .count')?.setAttribute('data-until', String(until))
    else void lose()
  }

  // Shows what became of what the applicant is asked for; once that is settled it is no longer looked at so often.
  function show({ state, tone, open, awaited }: Heartbeat): void {
    if (!state || !asked) return
    asked.textContent = state
    asked.className = `tag ${tone}`
    if (!open) root.querySelectorAll<HTMLElement>('[data-while-open]').forEach(way => way.hidden = true)
    if (!awaited) atEase()
  }

  // A page that can no longer decide gives way to one that says who decided or holds the job, and what can be done.
  async function lose(): Promise<void> {
    lost = true
    // The job of a blind check shows what was decided, which its agent must not learn.
    if (secret.startsWith('check.')) return location.assign('/quality/checks?lost=' + job)
    const answer = await request(`/jobs/${job}?lost=1`, { headers: { Accept: 'text/html' } })
    const html = answer?.ok && !answer.redirected ? await answer.text() : ''
    if (signal.aborted || sends() || !html || !showPage(html)) lost = false
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
  // The save of a draft and the news of the queue tell sooner than the next poll that the job may be lost.
  let holder: string | undefined
  form.addEventListener('lost', () => void renew(true), { signal })
  onLive(signal, ({ rows }) => {
    if (holder !== undefined && rows[job] !== holder) void renew(true)
    holder = rows[job] ?? ''
  })
  poll(interval, signal, () => void renew())
}

/** Shows the job of a page that decides nothing to decide it, once another tab of the agent holds it. */
function reopen(signal: AbortSignal): void {
  tabs?.addEventListener('message', async ({ data: { job } }: MessageEvent<{ job: string }>) => {
    if (location.pathname !== '/jobs/' + job) return
    const answer = await request(location.pathname, { headers: { Accept: 'text/html' } })
    const html = answer?.ok && !answer.redirected ? await answer.text() : ''
    if (!signal.aborted && !sends() && html.includes('id="decision"')) showPage(html)
  }, { signal })
}
