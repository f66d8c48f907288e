import { t } from './words'

/** Rows that are chosen by ticks: one tick for all of them, and a word on how many there are. */
export function choose(root: HTMLElement): void {
  const all = root.querySelector<HTMLInputElement>('[data-all]')
  const said = root.querySelector<HTMLElement>('[data-chosen]')
  const form = all?.closest('form')
  if (!all || !said || !form) return
  const rest = said.textContent ?? ''
  const ticks = () => [...form.querySelectorAll<HTMLInputElement>(`input[name="${all.dataset.all}"]`)]
  const tell = (): void => {
    const on = ticks().filter(tick => tick.checked).length
    all.checked = on > 0 && on === ticks().length
    all.indeterminate = on > 0 && !all.checked
    said.textContent = on ? t('%s chosen', on) : rest
  }
  all.hidden = said.hidden = false
  all.addEventListener('change', () => {
    for (const tick of ticks()) tick.checked = all.checked
    tell()
  })
  form.addEventListener('change', tell)
  tell()
}
