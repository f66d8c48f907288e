/** Buttons that print the page as it is. */
export function print(): void {
  document.addEventListener('click', event => {
    if ((event.target as Element).closest('[data-print]')) window.print()
  })
}
