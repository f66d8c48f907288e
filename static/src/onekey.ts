import { t } from './words'

const isField = (target: EventTarget | null): target is HTMLInputElement => target instanceof HTMLInputElement && 'onekey' in target.dataset

/** Names at once which other action has a key. */
function judge(form: HTMLFormElement): void {
  const fields = [...form.querySelectorAll<HTMLInputElement>('[data-onekey]')]
  for (const field of fields) {
    const other = fields.find(f => f !== field && f.value && f.value.toLowerCase() === field.value.toLowerCase())
    const none = /[1-9]/.test(field.value) || !/^[\p{L}\x21-\x7e]?$/u.test(field.value)
    field.setCustomValidity(other ? t('This is the key of “%s”.', other.dataset.onekey ?? '') : none ? t('Give one letter, or one sign of the keyboard that is no digit from 1 to 9.') : '')
    field.setAttribute('aria-invalid', String(Boolean(other || none)))
  }
}

/** In the table of keys what is typed takes the place of what stood there. */
export function oneKey(): void {
  document.addEventListener('beforeinput', event => {
    const field = event.target
    if (!isField(field) || !event.data?.trim() || event.isComposing) return
    event.preventDefault()
    field.value = [...event.data.trim()].at(-1)!.toLowerCase()
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  document.addEventListener('input', event => {
    if (!isField(event.target) || !event.target.form) return
    judge(event.target.form)
    event.target.reportValidity()
  })
}
