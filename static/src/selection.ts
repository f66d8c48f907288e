// Rows that are chosen by ticks: one tick for all of them, and how many there are.
import { closest } from './dom'
import { n } from './words'

let whenNone: string | null = null

/** Shows how many rows of a list are chosen, once all follow the tick for all of them if it was changed. */
function show(form: HTMLFormElement, changed?: EventTarget | null): void {
  const all = form.querySelector<HTMLInputElement>('[data-all]')
  const label = form.querySelector('[data-chosen]')
  if (!all || !label) return
  const ticks = [...form.querySelectorAll<HTMLInputElement>(`input[name="${all.dataset.all}"]`)]
  if (changed === all) for (const tick of ticks) tick.checked = all.checked
  const chosen = ticks.filter(tick => tick.checked).length
  all.checked = chosen > 0 && chosen === ticks.length
  all.indeterminate = chosen > 0 && !all.checked
  whenNone ??= label.textContent
  label.textContent = chosen ? n(chosen, '1 selected', '%s selected') : whenNone
}

/** Shows how many rows of the page's list are chosen already: a form that comes back keeps its ticks. */
function showAtFirst(): void {
  const form = document.querySelector<HTMLFormElement>('form:has([data-all])')
  if (form) show(form)
}

/** Listens to the ticks of this page and of each that takes its place. */
export function selection(): void {
  document.addEventListener('change', event => {
    const form = closest<HTMLFormElement>(event, 'form:has([data-all])')
    if (form) show(form, event.target)
  })
  new MutationObserver(showAtFirst).observe(document.body, { childList: true })
  showAtFirst()
}
