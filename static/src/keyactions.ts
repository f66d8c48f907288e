// What keys do on a page: they choose, press, open and focus what is there. Each reports whether it did something.
import { isVisible, pageRoot, usable } from './dom'
import { inDroppedRun, mayChoose, mayDecide } from './earlykeys'
import { moveCursor } from './queue'

const find = <E extends HTMLElement>(selector: string) => pageRoot()?.querySelector<E>(selector)

/** Returns the outcome that is chosen in the decision bar. */
export const chosenOutcome = () => find<HTMLInputElement>('#decision [name="outcome"]:checked')

const changed = (field: HTMLElement) => field.dispatchEvent(new Event('input', { bubbles: true }))

/** Sends the decision, once an outcome is chosen. */
export function submit(then: 'next' | 'stay'): boolean {
  const button = find<HTMLButtonElement>(`#decision [name="then"][value="${then}"]`)
  if (!button?.form || button.disabled || !chosenOutcome()) return false
  if (focusUnnamed() || !mayDecide()) return true
  button.click()
  return true
}

/** Focuses the first red finding that an approval has to name and does not; reports whether there is one. */
function focusUnnamed(): boolean {
  const findings = document.querySelectorAll<HTMLElement>('#job [data-override]')
  const unnamed = [...findings].find(finding => isVisible(finding) && !finding.querySelector(':checked'))
  unnamed?.querySelector('input')?.focus()
  return Boolean(unnamed)
}

/** Takes back the chosen outcome. */
export function back(): void {
  const outcome = chosenOutcome()
  if (!outcome) return
  outcome.checked = false
  changed(outcome)
  outcome.blur()
}

/** Moves to the next finding of the review page, or to the next row of a list. */
export function step(by: number): boolean {
  const findings = [...document.querySelectorAll<HTMLElement>('#job [data-fail]')]
  if (findings.length === 0) return moveCursor(by)
  const at = findings.indexOf(document.activeElement as HTMLElement)
  const first = by > 0 ? 0 : findings.length - 1
  findings[at < 0 ? first : (at + by + findings.length) % findings.length].focus()
  return true
}

/**
 * Toggles the visible reason of a digit, or chooses it where only one of several can be; else shows the digit's
 * capture. Other is for the second row or the other pane.
 */
export function digit(key: string, other: boolean): boolean {
  if (chosenOutcome()) {
    const boxes = [...document.querySelectorAll<HTMLInputElement>('#job [data-reason]')].filter(isVisible)
    const reason = (name: string) => boxes.find(box => box.dataset.reason === name)
    const box = other && reason('⇧' + key) || reason(key)
    if (!box) return false
    box.checked = box.type === 'radio' || !box.checked
    changed(box)
    return true
  }
  if (inDroppedRun()) return true // it was meant for a reason
  const thumb = find(`.thumb[data-key="${key}"]`)
  if (!thumb) return false
  thumb.dispatchEvent(new CustomEvent('show', { bubbles: true, detail: { other } }))
  return true
}

/** Presses, opens or focuses what carries a key. */
export function press(key: string): boolean {
  const escaped = CSS.escape(key)
  const found = usable(`[data-key="${escaped}"], [data-key-focus="${escaped}"]`)
  if (!found) return false
  if (found instanceof HTMLInputElement && found.type === 'radio') {
    if (!mayChoose()) return true
    found.checked = true
    changed(found)
    found.dispatchEvent(new Event('change', { bubbles: true }))
    found.focus()
  } else if (found instanceof HTMLTextAreaElement || found instanceof HTMLInputElement) {
    found.focus()
    found.setSelectionRange?.(found.value.length, found.value.length)
  } else {
    const popup = found.matches('summary') ? found.parentElement as HTMLDetailsElement : null
    const first = popup?.querySelector<HTMLElement>('[data-first]')
    if (!first || !popup?.open) found.click() // a form may be open without the focus, where its words were kept
    first?.focus()
  }
  return true
}

/** Closes a correction and returns the focus to its row. */
export function closeCorrection(target: EventTarget | null): boolean {
  const box = (target as HTMLElement).closest<HTMLDetailsElement>('.correct[open]')
  if (!box) return false
  box.open = false
  box.querySelector('form')?.reset()
  box.closest('tr')?.focus()
  return true
}

/** Opens the correction of the row that has the focus, else of the first one that can be corrected. */
export function correct(): boolean {
  const row = document.activeElement?.closest('tr')
  const box = row?.querySelector<HTMLDetailsElement>('.correct') ?? find<HTMLDetailsElement>('.correct')
  if (!box) return false
  box.open = true
  box.closest('.fold')?.setAttribute('open', '')
  box.querySelector<HTMLInputElement>('[name="value"]')?.select()
  return true
}
