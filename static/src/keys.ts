import { showHelp } from './help'
import { asked, keysOff } from './keyprefs'
import { openPalette } from './palette'
import { moveCursor } from './queue'
import { seen } from './shown'

// Single keys. Digits choose a capture, or a reason once an outcome is chosen; everything else presses what carries the
// key in data-key. Nothing happens while text is typed.

let before = ''

const again = 2000 // ms after which a key may send the same form once more, should it still stand there

const page = () => document.getElementById('job')
const chosen = () => page()?.querySelector<HTMLInputElement>('#decision [name="outcome"]:checked') ?? null
const visible = (element: Element) => element.getClientRects().length > 0

export function typing(target: EventTarget | null): boolean {
  const element = target as HTMLElement
  if (element instanceof HTMLInputElement) return !['radio', 'checkbox', 'button', 'submit'].includes(element.type)
  return element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement || element.isContentEditable
}

function submit(then: 'next' | 'stay'): boolean {
  const button = page()?.querySelector<HTMLButtonElement>(`#decision [name="then"][value="${then}"]`)
  if (!button?.form || button.disabled || !chosen()) return false
  const { dataset } = button.form
  if ('sent' in dataset || !seen()) return true
  dataset.sent = ''
  setTimeout(() => delete dataset.sent, again)
  button.click()
  return true
}

function back(): void {
  const outcome = chosen()
  if (outcome) {
    outcome.checked = false
    outcome.dispatchEvent(new Event('input', { bubbles: true }))
    outcome.blur()
  }
}

/** J and K: the next finding on the review page, the next row of a list. */
function step(by: number): boolean {
  const findings = [...(page()?.querySelectorAll<HTMLElement>('[data-fail]') ?? [])]
  if (findings.length === 0) return moveCursor(by)
  const at = findings.indexOf(document.activeElement as HTMLElement)
  findings[at < 0 ? (by > 0 ? 0 : findings.length - 1) : (at + by + findings.length) % findings.length].focus()
  return true
}

function digit(key: string, other: boolean): boolean {
  if (chosen()) {
    const of = (name: string) => page()?.querySelector<HTMLInputElement>(`[data-reason="${name}"]`)
    const box = other && of('⇧' + key) || of(key)
    if (!box || !visible(box)) return false
    box.checked = !box.checked
    box.dispatchEvent(new Event('input', { bubbles: true }))
    return true
  }
  const thumb = page()?.querySelector<HTMLElement>(`.thumb[data-key="${key}"]`)
  if (!thumb) return false
  thumb.dispatchEvent(new CustomEvent('show', { bubbles: true, detail: { other } }))
  return true
}

/** Presses, opens or focuses what carries the key. */
function press(key: string): boolean {
  const places = [...(page()?.querySelectorAll<HTMLElement>(`[data-key="${CSS.escape(key)}"], [data-key-focus="${CSS.escape(key)}"]`) ?? [])]
  const place = places.find(p => visible(p) && !p.hasAttribute('disabled'))
  if (!place) return false
  if (place instanceof HTMLInputElement && place.type === 'radio') {
    if (!seen()) return true
    place.checked = true
    place.dispatchEvent(new Event('input', { bubbles: true }))
    place.dispatchEvent(new Event('change', { bubbles: true }))
    place.focus()
  } else if (place instanceof HTMLTextAreaElement || place instanceof HTMLInputElement) {
    place.focus()
    place.setSelectionRange?.(place.value.length, place.value.length)
  } else {
    place.click()
    if (place.tagName === 'SUMMARY') place.parentElement?.querySelector<HTMLElement>('[data-first]')?.focus()
  }
  return true
}

/** Enter in the field of a sheet presses its button. */
function entered(event: KeyboardEvent): boolean {
  const field = event.target as HTMLElement
  if (event.key !== 'Enter' || event.shiftKey || event.repeat || event.isComposing || !('enter' in field.dataset)) return false
  field.closest('.sheet')?.querySelector('button')?.click()
  return true
}

/** Closes a correction and gives the focus back to its row. */
function closeCorrection(target: EventTarget | null): boolean {
  const box = (target as HTMLElement).closest<HTMLDetailsElement>('.correct[open]')
  if (!box) return false
  box.open = false
  box.querySelector('form')?.reset()
  box.closest('tr')?.focus()
  return true
}

/** Whether Enter in a field sends the decision: in the comment always, in the note once an outcome is chosen. */
function sends(event: KeyboardEvent): boolean {
  const field = event.target
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing || !(field instanceof HTMLTextAreaElement)) return false
  return field.form?.id === 'decision' && (field.name === 'comment' || field.name === 'note' && chosen() !== null)
}

/** F: opens the correction of the row that has the focus, else of the first one that can be corrected. */
function correct(): boolean {
  const row = document.activeElement?.closest('tr') ?? page()
  const box = row?.querySelector<HTMLDetailsElement>('.correct') ?? page()?.querySelector<HTMLDetailsElement>('.correct')
  if (!box) return false
  box.open = true
  box.querySelector<HTMLInputElement>('[name="value"]')?.select()
  return true
}

function single(event: KeyboardEvent): boolean {
  const row = event.shiftKey && chosen() ? /^Digit([1-9])$/.exec(event.code)?.[1] : undefined
  if (row) return digit(row, true) // before a sign that Shift writes there
  const does = asked(event)
  if (before === 'g') {
    before = ''
    const to = ({ q: '/queue', j: '/jobs', d: page()?.dataset.dashboard } as Record<string, string | undefined>)[letter(event)]
    if (to) {
      location.href = to
      return true
    }
  }
  if (/^[1-9]$/.test(does)) return digit(does, event.shiftKey)
  switch (does) {
    case '': return false
    case 'g': before = 'g'; return true
    case 'j': return step(1)
    case 'k': return step(-1)
    case 'f': return correct()
    case '?': showHelp(); return true
    case '/': if (!press('/')) openPalette(); return true
  }
  return press(does)
}

// letter gives the letter on a key, by its place where the layout writes no Latin one.
function letter(event: KeyboardEvent): string {
  return event.key > '\x7f' ? event.code.slice(-1).toLowerCase() : event.key.toLowerCase()
}

function down(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) {
    if ((event.ctrlKey || event.metaKey) && event.key === 'Enter' && submit('next')) event.preventDefault()
    return
  }
  if (event.key === 'Escape' && closeCorrection(event.target)) return event.preventDefault()
  if (typing(event.target)) {
    if (event.key === 'Escape') (event.target as HTMLElement).blur()
    if (entered(event) || sends(event) && submit('next')) event.preventDefault()
    return
  }
  if (event.key === 'Escape') return back()
  if (event.key === 'Enter') {
    const target = event.target as HTMLElement
    const native = target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement || target.tagName === 'SUMMARY'
    if (!native && !event.repeat && submit(event.shiftKey ? 'stay' : 'next')) event.preventDefault()
    return
  }
  if (event.key.length === 1 && !keysOff() && event.key !== ' ' && single(event)) event.preventDefault()
}

/** Listens to the keyboard. */
export function keys(): void {
  document.addEventListener('keydown', down)
}
