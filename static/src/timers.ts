// Counts down what is written in [data-until], and removes messages whose time is over.
import { countdown } from './time'

const readTime = 6000 // ms that a message without an answer is shown

function tick(): void {
  const now = Date.now()
  for (const place of document.querySelectorAll<HTMLElement>('.count[data-until]')) {
    const left = Number(place.dataset.until) - now
    const text = countdown(left)
    if (place.textContent !== text) place.textContent = text
    if (left < 0 && place.matches('.pass, .warn')) {
      place.classList.remove('pass', 'warn')
      place.classList.add('fail')
    }
  }
  for (const form of document.querySelectorAll<HTMLElement>(':is(.toast, .undoing) form[data-until]')) {
    if (Number(form.dataset.until) <= now) form.closest('.toast, .undoing')?.remove()
  }
  for (const toast of document.querySelectorAll<HTMLElement>('.toast:not(:has(form))')) {
    toast.dataset.shown ??= String(now)
    if (now - Number(toast.dataset.shown) > readTime) toast.remove()
  }
}

/** Starts counting, once a second for all. */
export function timers(): void {
  setInterval(tick, 1000)
}
