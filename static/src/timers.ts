// Counts down what is written in [data-until], once a second for all.

function written(ms: number): string {
  const sign = ms < 0 ? '-' : ''
  const s = Math.floor(Math.abs(ms) / 1000)
  const two = (n: number) => String(n).padStart(2, '0')
  if (s < 3600) return `${sign}${two(Math.floor(s / 60))}:${two(s % 60)}`
  return `${sign}${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`
}

// read is how long a word in passing that needs no answer stands.
const read = 6000

function tick(): void {
  const now = Date.now()
  for (const place of document.querySelectorAll<HTMLElement>('.count[data-until]')) {
    const left = Number(place.dataset.until) - now
    const text = written(left)
    if (place.textContent !== text) place.textContent = text
    if (left < 0 && (place.classList.contains('pass') || place.classList.contains('warn'))) {
      place.classList.remove('pass', 'warn')
      place.classList.add('fail')
    }
  }
  for (const form of document.querySelectorAll<HTMLElement>('.toast form[data-until], .undoing form[data-until]')) {
    if (Number(form.dataset.until) <= now) form.closest('.toast, .undoing')?.remove()
  }
  for (const toast of document.querySelectorAll<HTMLElement>('.toast:not(:has(form))')) {
    toast.dataset.shown ??= String(now)
    if (now - Number(toast.dataset.shown) > read) toast.remove()
  }
}

/** Starts counting. */
export function timers(): void {
  setInterval(tick, 1000)
}
