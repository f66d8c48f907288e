// What somebody does to the options on the page: typing, resetting one, and sending the form.
import { closest } from '../dom'
import { rowOf, takeOver } from './field'

const saveDelay = 700 // ms after the last key

/** What is called for the options. Wait is after how many milliseconds what was typed is saved. */
export interface Listener {
  typed: (field: HTMLElement, wait: number) => void
  left: () => void // a field, so that the next change is one of its own
  reset: (row: HTMLElement) => void
  send: () => void
}

/** Listens to the options of an editor, on each view. */
export function listen(root: HTMLElement, { typed, left, reset, send }: Listener): void {
  root.addEventListener('input', event => {
    const field = closest(event, '[data-field]')
    if (!field) return
    takeOver(event.target as HTMLInputElement, field)
    typed(field, saveDelay)
  })
  root.addEventListener('change', event => {
    const field = closest(event, '[data-field]')
    if (field) typed(field, 0)
    left()
  })
  root.addEventListener('submit', event => {
    const { submitter } = event as SubmitEvent
    if (!(event.target as HTMLElement).matches('.optionform')) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (!submitter?.matches('[data-reset]')) return send()
    reset(rowOf(submitter))
    rowOf(submitter).focus()
  }, true)
}
