// Who else has the same preset open, and whether somebody has changed it.
import { pageRoot } from '../dom'
import { ask } from '../limit'
import { t } from '../words'

const interval = 15_000 // ms
const idle = 300_000 // ms without input after which nobody is at the page

/** Shows who else is at a preset, as long as its page is visible. Seen is called with the preset's revision. */
export function others(root: HTMLElement, seen: (revision: number) => void): void {
  const place = root.querySelector<HTMLElement>('[data-editors]')
  if (!place) return
  let lastInput = Date.now()
  for (const type of ['pointerdown', 'pointermove', 'keydown', 'wheel']) {
    addEventListener(type, () => { lastInput = Date.now() }, { passive: true, capture: true })
  }
  const report = async () => {
    if (document.visibilityState !== 'visible' || Date.now() - lastInput > idle) return
    const body = new URLSearchParams({ csrf: pageRoot()?.dataset.csrf ?? '' })
    const headers = { Accept: 'application/json' }
    const answer = await ask(root.dataset.preset + '/watch', { method: 'POST', body, headers })
    if (!answer?.ok || answer.redirected) return
    const { others: names, revision } = await answer.json() as { others: string[], revision: number }
    seen(revision)
    const text = names.length > 0 ? t('also here: %s', names.join(', ')) : ''
    if (place.textContent !== text) place.title = place.textContent = text
  }
  void report()
  setInterval(() => void report(), interval)
  document.addEventListener('visibilitychange', () => void report())
}
