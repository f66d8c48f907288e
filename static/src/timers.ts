// Counts down what is written in [data-until], and removes messages whose time is over.
import { took } from './locale'
import { countdown } from './time'

const readTime = 6000 // ms that a message without an answer is shown

function tick(): void {
  const now = Date.now()
  for (const place of document.querySelectorAll<HTMLElement>('.count[data-until]')) {
    const left = Number(place.dataset.until) - now
    const text = countdown(left, took)
    if (place.textContent !== text) place.textContent = text
    if (left < 0 && place.matches('.pass, .warn')) {
      place.classList.remove('pass', 'warn')
      place.classList.add('fail')
    }
  }
  for (const form of document.querySelectorAll<HTMLElement>('.notice form[data-until]')) {
    if (Number(form.dataset.until) <= now) form.closest('.notice')?.remove()
  }
  for (const notice of document.querySelectorAll<HTMLElement>('.notice:not(:has(form), [data-notice])')) {
    notice.dataset.shown ??= String(now)
    if (now - Number(notice.dataset.shown) > readTime) notice.remove()
  }
}

/** Starts counting, once a second for all. */
export function timers(): void {
  setInterval(tick, 1000)
}
