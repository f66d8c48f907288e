// The queue: counters and cells that change in place while the rows stay where they are, and a job at a glance.
import { closest, every, typing } from './dom'
import { count as written } from './locale'
import { following, onLive, type QueueState } from './live'
import { attended, request, showPage } from './page'
import { sends } from './sending'
import { n, t } from './words'

const interval = 8000
const fullPage = 50 // rows; a job that is missing from a full page may be on the next one

/** Mounts the queue on a page with its counters. */
export function queue(root: HTMLElement, signal: AbortSignal): void {
  const counters = root.querySelectorAll<HTMLElement>('[data-view]')
  if (counters.length === 0) return
  const fresh = root.querySelector<HTMLAnchorElement>('#fresh')
  // A form that came back is at another address: the link has the query then.
  const query = new URLSearchParams(location.pathname === '/queue' ? location.search : fresh?.dataset.query)
  const view = query.get('view') ?? 'open'
  const countAtFirst = Number([...counters].find(c => c.dataset.view === view)?.dataset.count ?? 0)
  const filtered = [...query.keys()].some(name => name !== 'view' && name !== 'none')
  const rows = new Map([...root.querySelectorAll<HTMLElement>('tr[data-job]')].map(row => [row.dataset.job ?? '', row]))

  /** Shows a state. Exact means that its rows are those of this view, not only its counts. */
  function apply(state: QueueState, exact: boolean): void {
    for (const counter of counters) {
      const count = state.counts[counter.dataset.view ?? '']
      if (count !== undefined) counter.textContent = written(count)
    }
    const heading = root.querySelector('[data-heading]')
    if (heading && state.headings[view]) heading.textContent = state.headings[view]
    const overdue = root.querySelector<HTMLElement>('[data-overdue]')
    if (overdue) {
      overdue.hidden = !state.overdue
      overdue.lastElementChild!.textContent = state.overdue
    }
    if (!fresh) return
    let more = filtered ? 0 : (state.counts[view] ?? 0) - countAtFirst
    if (exact) {
      for (const [job, row] of rows) updateRow(row, state.rows[job], rows.size < fullPage)
      more = Math.max(more, Object.keys(state.rows).filter(job => !rows.has(job)).length)
    }
    fresh.hidden = more <= 0
    fresh.textContent = n(more, '1 new', '%s new')
    fresh.href = '/queue?' + query.toString()
    if (more > 0 && rows.size === 0 && !query.has('after')) void fill()
  }

  /** Shows the list anew where nothing was in it: no row can move. What is open, typed or unsent comes first. */
  async function fill(): Promise<void> {
    const answer = await request('/queue?' + query.toString(), { headers: { Accept: 'text/html' } })
    const html = answer?.ok && !answer.redirected ? await answer.text() : ''
    const busy = root.querySelector('details[open]') || typing(document.activeElement) || sends()
    if (html && !busy && !signal.aborted) showPage(html)
  }

  async function refresh(): Promise<void> {
    const answer = await request('/queue/state?' + query.toString())
    if (answer?.ok) apply(await answer.json() as QueueState, true)
  }

  const liveIsExact = view === 'open' && !filtered
  onLive(signal, state => {
    apply(state, liveIsExact)
    if (fresh && !liveIsExact) void refresh()
  })
  every(interval, signal, () => { if (attended() && !following()) void refresh() })
  for (const type of ['pointerover', 'focusin']) {
    root.addEventListener(type, event => {
      const row = closest(event, 'tr[data-peek]')
      if (row) peek(row)
    }, { signal })
  }
  signal.addEventListener('abort', () => clearTimeout(peekTimer))
}

/** Shows in a row who holds its job now; undefined is for a job that is gone, if it can't be on another page. */
function updateRow(row: HTMLElement, holder: string | undefined, complete: boolean): void {
  const cell = row.querySelector<HTMLElement>('[data-who]')
  const gone = holder === undefined
  const text = holder ?? t('gone')
  if (cell && cell.textContent !== text && (!gone || complete)) cell.title = cell.textContent = text
  row.classList.toggle('gone', gone && complete)
  const lock = row.querySelector<HTMLElement>('[data-mine]')
  if (lock && cell) lock.hidden = cell.textContent !== lock.dataset.mine
  const due = row.querySelector<HTMLElement>('[data-due]:not(.fail)')
  if (due && row.querySelector('.count.fail')) {
    due.className = 'fail'
    due.textContent = t('overdue')
  }
}

let peekTimer = 0

/** Shows a job at a glance once the cursor has rested on its row. */
function peek(row: HTMLElement): void {
  clearTimeout(peekTimer)
  peekTimer = setTimeout(async () => {
    const strip = document.getElementById('peek')
    if (!strip || strip.dataset.of === row.dataset.peek) return
    const answer = await request(row.dataset.peek ?? '', { headers: { Accept: 'text/html' } })
    if (!answer?.ok || answer.redirected) return
    strip.dataset.of = row.dataset.peek
    strip.innerHTML = await answer.text()
    strip.hidden = false
    row.scrollIntoView({ block: 'nearest' })
  }, 280)
}

/** Moves the cursor of a list by one row; reports whether there is a list. */
export function moveCursor(by: number): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>('#job tr[data-row]')]
  if (rows.length === 0) return false
  const at = rows.findIndex(row => row.matches('.cursor'))
  const next = rows[Math.max(0, Math.min(rows.length - 1, at < 0 ? 0 : at + by))]
  rows[at]?.classList.remove('cursor')
  next.classList.add('cursor')
  next.querySelector('a')?.focus({ preventScroll: true })
  next.scrollIntoView({ block: 'nearest' })
  return true
}
