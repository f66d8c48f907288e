import { flash } from './page'
import { t } from './words'

// A decision by key needs a page that somebody can have seen. Keys that come sooner are typed ahead, or by a key that
// sticks: they are dropped, and a run of them as long as it goes on.

const drawnFor = 120 // ms that a page with its first picture has to stand
const most = 300 // where the picture takes longer
const pause = 200 // without a dropped key

let dropped = 0

/** Marks the decision bar once its page has stood long enough, and the form is htmx's, so that nothing loads the page anew. */
export function shown(root: HTMLElement): (() => void) | void {
  const form = root.querySelector<HTMLElement>('#decision')
  if (!form) return
  const since = performance.now()
  const first = root.querySelector('.pane[data-pane="a"]:not([hidden]) image')
  let drawn = !first
  dropped = 0
  first?.addEventListener('load', () => { drawn = true }, { once: true })
  const timer = window.setInterval(() => {
    const now = performance.now()
    if (now - since < (drawn ? drawnFor : most) || now - dropped < pause || !form.hasAttribute('data-htmx-powered')) return
    clearInterval(timer)
    form.dataset.shown = ''
  }, 20)
  return () => clearInterval(timer)
}

/** Tells whether a key may decide the job that stands here; one that may not is told of quietly. */
export function seen(): boolean {
  const form = document.querySelector<HTMLElement>('#decision')
  if (!form || 'shown' in form.dataset) return true
  if (dropped === 0) flash(t('Key dropped: this job has only just appeared.'))
  dropped = performance.now()
  return false
}
