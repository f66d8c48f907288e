// Menus and small forms that a summary opens: they begin at their field, and close with Escape or a click elsewhere.
import { closest } from './dom'

let openedFrom: HTMLElement | null = null // what had the focus when the last one was opened

const open = () => document.querySelectorAll<HTMLDetailsElement>('details.sure[open], details.menu[open]')

/** Listens to what opens and closes them. */
export function popups(): void {
  document.addEventListener('keydown', event => { // before a field of the popup gives its focus away for this key
    if (event.key !== 'Escape') return
    for (const popup of open()) {
      const focused = popup.contains(document.activeElement)
      popup.open = false
      if (!focused) continue
      event.preventDefault()
      popup.querySelector('summary')?.focus()
      openedFrom?.focus() // does nothing where that is gone, or was the body
    }
  }, true)
  document.addEventListener('toggle', event => {
    const popup = event.target
    if (!(popup instanceof HTMLDetailsElement) || !popup.open || !popup.contains(document.activeElement)) return
    popup.querySelector<HTMLElement>('[data-first]')?.focus()
  }, true)
  document.addEventListener('click', event => { // the path holds a button that its own click has removed, too
    for (const popup of open()) if (!event.composedPath().includes(popup)) popup.open = false
    if (closest(event, 'summary')) openedFrom = document.activeElement as HTMLElement
  })
}
