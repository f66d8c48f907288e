// Rows that are chosen by ticks: one tick for all of them, and how many there are.
import { n } from './words'

/** Mounts the tick for all rows on the list of a page. */
export function selection(root: HTMLElement): void {
  const all = root.querySelector<HTMLInputElement>('[data-all]')
  const label = root.querySelector<HTMLElement>('[data-chosen]')
  const form = all?.closest('form')
  if (!all || !label || !form) return
  const whenNone = label.textContent ?? ''
  const ticks = () => [...form.querySelectorAll<HTMLInputElement>(`input[name="${all.dataset.all}"]`)]
  const update = (): void => {
    const chosen = ticks().filter(tick => tick.checked).length
    all.checked = chosen > 0 && chosen === ticks().length
    all.indeterminate = chosen > 0 && !all.checked
    label.textContent = chosen ? n(chosen, '1 selected', '%s selected') : whenNone
  }
  all.addEventListener('change', () => {
    for (const tick of ticks()) tick.checked = all.checked
    update()
  })
  form.addEventListener('change', update)
  update()
}
