// A picture of a capture screen: a frame with a document of its own, as large as a phone, in which the screen is drawn.
import previewCSS from '../../sdk/preview/preview.css'
import { loadFonts } from '../../sdk/screens/font'
import type { Options } from '../../sdk/screens/options'
import type { Scene } from '../../sdk/screens/scene'
import screensCSS from '../../sdk/screens/screens.css'
import { element } from '../dom'
import { drawn } from './compare'

/** Returns the place of a picture, which is drawn while it is near the window. Title is its name for screen readers. */
export function picture(scene: Scene, options: () => Options, title: string): HTMLElement {
  const place = element('div', { className: 'snapshot' })
  fillers.set(place, () => {
    const frame = element('iframe', { title, srcdoc: '<!doctype html>', tabIndex: -1 })
    frame.addEventListener('load', () => fill(frame, scene, options()), { once: true })
    return frame
  })
  near.observe(place)
  return place
}

const fillers = new WeakMap<Element, () => HTMLIFrameElement>()

const near = new IntersectionObserver(entries => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) target.replaceChildren()
    else if (!target.firstChild) target.replaceChildren(fillers.get(target)?.() ?? '')
  }
}, { rootMargin: '600px' })

/** Draws a screen into the document of a frame. A style sheet belongs to the window that made it. */
function fill(frame: HTMLIFrameElement, scene: Scene, options: Options): void {
  const page = frame.contentDocument
  const view = frame.contentWindow as Window & typeof globalThis | null
  if (!page || !view) return
  page.adoptedStyleSheets = [screensCSS, previewCSS].map(css => {
    const sheet = new view.CSSStyleSheet()
    sheet.replaceSync(css)
    return sheet
  })
  const shown = element('main', { className: 'shown' })
  page.documentElement.lang = drawn(shown, scene, options).lang
  loadFonts(view)
  page.title = frame.title
  page.body.inert = true
  page.body.replaceChildren(shown)
}
