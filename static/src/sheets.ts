/** Sheets that a summary opens begin at their field; they close with Escape, which gives the focus back, and with a click elsewhere. */
export function sheets(): void {
  const open = () => document.querySelectorAll<HTMLDetailsElement>('details.sure[open], details.menu[open]')
  document.addEventListener('keydown', event => {
    if (event.key !== 'Escape') return
    for (const sheet of open()) {
      const inside = sheet.contains(document.activeElement)
      sheet.open = false
      if (inside) sheet.querySelector('summary')?.focus()
    }
  })
  document.addEventListener('toggle', event => {
    const sheet = event.target
    if (sheet instanceof HTMLDetailsElement && sheet.open) sheet.querySelector<HTMLElement>('[data-first]')?.focus()
  }, true)
  document.addEventListener('click', event => {
    for (const sheet of open()) if (!sheet.contains(event.target as Node)) sheet.open = false
  })
}
