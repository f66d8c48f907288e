// The fields of a form whose values may be kept in the browser, as text. Secrets and confirmations are not among them.

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Changed is a field that was filled in: its name, its value, and the value that the server wrote there. */
export type Changed = [name: string, now: string, base: string]

const fields = 'textarea, select, input:not([type=hidden], [type=password], [type=file], [type=submit], ' +
  '[autocomplete=one-time-code], [name=confirm])'

const isTick = (field: Field): field is HTMLInputElement => field.matches('[type=checkbox], [type=radio]')
const nameOf = (field: Field) => isTick(field) ? field.name + '=' + field.value : field.name
const nowOf = (field: Field) => isTick(field) ? String(field.checked) : field.value

function baseOf(field: Field): string {
  if (field instanceof HTMLSelectElement) {
    return ([...field.options].find(option => option.defaultSelected) ?? field.options[0])?.value ?? ''
  }
  return isTick(field) ? String(field.defaultChecked) : field.defaultValue
}

/** The decision bar, which keeps its fields itself, but for those that ask the applicant again. */
export const bar = '#decision'
const left = `[data-secret], ${bar} :not(.ask *)`

function put(field: Field, value: string): void {
  if (isTick(field)) field.checked = value === 'true'
  else field.value = value
}

function putBase(field: Field, value: string): void {
  if (field instanceof HTMLSelectElement) for (const o of field.options) o.defaultSelected = o.value === value
  else if (isTick(field)) field.defaultChecked = value === 'true'
  else field.defaultValue = value
}

const keptFields = (form: HTMLFormElement) => (
  ([...form.elements] as Field[]).filter(field => field.name && field.matches(fields) && !field.matches(left))
)

/** Gives the fields of a form that are kept the values that the server wrote there. */
export function reset(form: HTMLFormElement): void {
  for (const field of keptFields(form)) put(field, baseOf(field))
}

/** Returns what was filled into a form; nothing where no field of it holds new words. */
export function changedOf(form: HTMLFormElement): Changed[] {
  const changed = keptFields(form).filter(field => nowOf(field) !== baseOf(field))
  const words = changed.some(field => !isTick(field) && !(field instanceof HTMLSelectElement) && field.value.trim())
  return words ? changed.map(field => [nameOf(field), nowOf(field), baseOf(field)]) : []
}

/**
 * Fills values into a form, opened where it is folded. Returns whether that changed any, and what the server has now
 * where it has changed. A form that was refused has what was sent in the place of what the server has.
 */
export function fillIn(form: HTMLFormElement, all: Changed[]): { filled: boolean, newer: string[] } {
  const newer: string[] = []
  let filled = false
  for (const field of keptFields(form)) {
    const [, now, base] = all.find(([name]) => name === nameOf(field)) ?? []
    if (now === undefined) continue
    if (field.closest('[data-refused]') && nowOf(field).trim() === now.trim()) {
      putBase(field, base!)
      put(field, now)
    }
    if (now === nowOf(field)) continue
    if (baseOf(field) !== base && !isTick(field)) newer.push(baseOf(field))
    put(field, now)
    for (let box = field.closest('details'); box; box = box.parentElement!.closest('details')) box.open = true
    filled = true
  }
  return { filled, newer }
}

/** Reports whether a page has a secret that was typed and not sent. */
export const holdsSecret = (root: HTMLElement): boolean => (
  [...root.querySelectorAll<HTMLInputElement>('[data-secret], [type=password]')]
    .some(field => field.value !== field.defaultValue)
)
