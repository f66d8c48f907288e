// The table of keys in an agent's settings: one character a field, and each key for one action only.
import { t } from './words'

const isField = (target: EventTarget | null): target is HTMLInputElement => (
  target instanceof HTMLInputElement && 'onekey' in target.dataset
)

/** Marks at once which key belongs to another action already, or can't be one. */
function validate(form: HTMLFormElement): void {
  const fields = [...form.querySelectorAll<HTMLInputElement>('[data-onekey]')]
  for (const field of fields) {
    const same = (other: HTMLInputElement) => other.value.toLowerCase() === field.value.toLowerCase()
    const taken = fields.find(other => other !== field && other.value && same(other))
    const unusable = /[1-9]/.test(field.value) || !/^[\p{L}\x21-\x7e]?$/u.test(field.value)
    let problem = ''
    if (taken) problem = t('Already used for “%s”.', taken.dataset.onekey ?? '')
    else if (unusable) problem = t('Enter one letter or symbol, but not a digit from 1 to 9.')
    field.setCustomValidity(problem)
    field.setAttribute('aria-invalid', String(problem !== ''))
  }
}

/** Listens to the fields: what is typed replaces what was there. */
export function keyFields(): void {
  document.addEventListener('beforeinput', event => {
    const field = event.target
    if (!isField(field) || !event.data?.trim() || event.isComposing) return
    event.preventDefault()
    field.value = [...event.data.trim()].at(-1)!.toLowerCase()
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  document.addEventListener('input', event => {
    if (!isField(event.target) || !event.target.form) return
    validate(event.target.form)
    event.target.reportValidity()
  })
}
