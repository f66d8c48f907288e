// A file in place of a text that is pasted: chosen beside the field or dropped onto it, and read in the browser.
import { closest } from './dom'

/** Puts what a file holds into a field. */
async function take(field: HTMLTextAreaElement | null, file: File | undefined): Promise<void> {
  if (!field || !file) return
  field.value = await file.text()
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Listens to files. */
export function fileFields(): void {
  document.addEventListener('change', event => {
    const choice = closest<HTMLInputElement>(event, 'input[data-into]')
    if (!choice) return
    void take(document.getElementById(choice.dataset.into ?? '') as HTMLTextAreaElement, choice.files?.[0])
  })
  document.addEventListener('dragover', event => { if (closest(event, '[data-dropped]')) event.preventDefault() })
  document.addEventListener('drop', event => {
    const field = closest<HTMLElement>(event, '[data-dropped]') as HTMLTextAreaElement | null
    const file = event.dataTransfer?.files[0]
    if (!field || !file) return
    event.preventDefault()
    void take(field, file)
  })
}
