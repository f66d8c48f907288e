import { attended } from './page'
import { t } from './words'
import { following, onLive, type QueueNow } from './live'

const every = 8000
const gone = t('gone')

/** The queue: a cursor over the rows, and counters and cells that change in place while the rows stand still. */
export function queue(root: HTMLElement): (() => void) | void {
  const counters = root.querySelectorAll<HTMLElement>('[data-view]')
  if (counters.length === 0) return
  const fresh = root.querySelector<HTMLAnchorElement>('#fresh')
  const here = new URLSearchParams(location.pathname === '/queue' ? location.search : fresh?.dataset.query) // a form that came back is at another address
  const view = here.get('view') ?? 'open'
  const shown = Number([...counters].find(c => c.dataset.view === view)?.dataset.count ?? 0)
  const filtered = [...here.keys()].some(name => name !== 'view' && name !== 'none')
  const rows = new Map([...root.querySelectorAll<HTMLElement>('tr[data-job]')].map(row => [row.dataset.job ?? '', row]))

  function take(now: QueueNow, exact: boolean): void {
    for (const counter of counters) {
      const count = now.counts[counter.dataset.view ?? '']
      if (count !== undefined) counter.textContent = String(count)
    }
    if (!fresh) return
    let more = filtered ? 0 : (now.counts[view] ?? 0) - shown
    if (exact) {
      for (const [job, row] of rows) {
        const who = row.querySelector<HTMLElement>('[data-who]')
        const text = now.rows[job] ?? gone
        if (who && who.textContent !== text && (text !== gone || rows.size < 50)) who.textContent = text
        row.classList.toggle('gone', text === gone && rows.size < 50)
        const due = row.querySelector<HTMLElement>('[data-due]')
        if (due && !due.classList.contains('fail') && row.querySelector('.count.fail')) {
          due.className = 'fail'
          due.textContent = t('overdue')
        }
      }
      more = Math.max(more, Object.keys(now.rows).filter(job => !rows.has(job)).length)
    }
    fresh.hidden = more <= 0
    fresh.textContent = t('%s new', more)
    fresh.href = '/queue?' + here.toString()
  }

  async function look(): Promise<void> {
    const answer = await fetch('/queue/state?' + here.toString(), { headers: { Accept: 'application/json' } }).catch(() => null)
    if (answer?.ok) take(await answer.json() as QueueNow, true)
  }
  const first = view === 'open' && !filtered
  const off = onLive(now => { take(now, first); if (fresh && !first) void look() })
  const timer = window.setInterval(() => { if (attended() && !following()) void look() }, every)
  const over = (event: Event) => {
    const row = (event.target as Element).closest<HTMLElement>('tr[data-peek]')
    if (row) peek(row)
  }
  root.addEventListener('pointerover', over)
  root.addEventListener('focusin', over)
  return () => {
    off()
    clearInterval(timer)
    clearTimeout(peekTimer)
    root.removeEventListener('pointerover', over)
    root.removeEventListener('focusin', over)
  }
}

let peekTimer = 0

/** Shows a job at a glance once the cursor has rested on its row. */
function peek(row: HTMLElement): void {
  clearTimeout(peekTimer)
  peekTimer = window.setTimeout(async () => {
    const strip = document.getElementById('peek')
    if (!strip || strip.dataset.of === row.dataset.peek) return
    const answer = await fetch(row.dataset.peek ?? '', { headers: { Accept: 'text/html' } }).catch(() => null)
    if (!answer?.ok || answer.redirected) return
    strip.dataset.of = row.dataset.peek
    strip.innerHTML = await answer.text()
    strip.hidden = false
    row.scrollIntoView({ block: 'nearest' })
  }, 280)
}

/** Moves the cursor of a list by one row; tells whether there is a list. */
export function moveCursor(by: number): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>('#job tr[data-row]')]
  if (rows.length === 0) return false
  const at = rows.findIndex(row => row.classList.contains('cursor'))
  const next = rows[Math.max(0, Math.min(rows.length - 1, at < 0 ? 0 : at + by))]
  rows[at]?.classList.remove('cursor')
  next.classList.add('cursor')
  next.querySelector('a')?.focus({ preventScroll: true })
  next.scrollIntoView({ block: 'nearest' })
  return true
}
