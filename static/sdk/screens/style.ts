// The style of the screens.
import css from './screens.css'

let sheet: CSSStyleSheet | undefined

/** Gives a document or a shadow root the style of the screens, once. */
export function adopt(root: Node): void {
  if (!(root instanceof Document || root instanceof ShadowRoot)) return
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
  }
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
}
