import { attended } from './page'

const every = 8000

/** The queue: a cursor over the rows, and counters that change in place while the rows stand still. */
export function queue(root: HTMLElement): (() => void) | void {
  const counters = root.querySelectorAll<HTMLElement>('[data-view]')
  if (counters.length === 0) return
  const shown = new Map([...counters].map(c => [c.dataset.view ?? '', Number(c.dataset.count)]))

  async function look(): Promise<void> {
    if (!attended()) return
    const answer = await fetch('/queue/state', { headers: { Accept: 'application/json' } }).catch(() => null)
    if (!answer?.ok) return
    const state = await answer.json() as Record<string, number>
    for (const counter of counters) {
      const now = state[counter.dataset.view ?? '']
      if (now !== undefined) counter.textContent = String(now)
    }
    const more = (state.open ?? 0) - (shown.get('open') ?? 0)
    const fresh = root.querySelector<HTMLAnchorElement>('#fresh')
    if (!fresh) return
    fresh.hidden = more <= 0
    fresh.textContent = more + ' new'
    fresh.href = location.href
  }
  const timer = window.setInterval(() => void look(), every)
  const over = (event: Event) => {
    const row = (event.target as Element).closest<HTMLElement>('tr[data-peek]')
    if (row) peek(row)
  }
  root.addEventListener('pointerover', over)
  root.addEventListener('focusin', over)
  return () => {
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
