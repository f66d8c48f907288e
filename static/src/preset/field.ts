// The controls of options: what somebody typed into one, which value that is, and showing another value.
import { isAlpha, isColor, opaque, sixDigits, split, type Typed, withAlpha } from './color'
import { numberIn } from './number'

export type { Typed }
export type Value = boolean | number | string | string[] | null

export const pathOf = (field: HTMLElement): string => field.dataset.field ?? ''
export const rowOf = (field: Element): HTMLElement => field.closest<HTMLElement>('[data-option]')!

/** Returns the element that holds what is typed. */
export function controlOf(field: Element): HTMLInputElement {
  return field.querySelector<HTMLInputElement>('[name^="v:"]:not([type="hidden"])')!
}

const alphaOf = (field: Element) => field.querySelector<HTMLInputElement>('[name^="a:"]')

/** Returns what stands in a field. */
export function typedIn(field: HTMLElement): Typed {
  const control = controlOf(field)
  const text = field.dataset.kind === 'switch' ? String(control.checked) : control.value
  return { text, alpha: alphaOf(field)?.value ?? '' }
}

/** Puts what somebody typed back into a field. */
export function retype(field: HTMLElement, { text, alpha }: Typed): void {
  const control = controlOf(field)
  if (field.dataset.kind === 'switch') control.checked = text === 'true'
  else control.value = text
  const beside = alphaOf(field)
  if (beside) beside.value = alpha
  follow(field)
}

const byDefault = (field: HTMLElement) => JSON.parse(field.dataset.default ?? 'null') as Value

/** Returns the value that a field stands for; null for unset, undefined for what is none. */
export function valueIn(field: HTMLElement, base: Value): Value | undefined {
  const { text, alpha } = typedIn(field)
  const trimmed = text.trim()
  switch (field.dataset.kind) {
    case 'switch': {
      const on = text === 'true'
      return base === null && on === byDefault(field) ? null : on
    }
    case 'text':
      return text === '' && base !== '' ? null : text
    case 'lines':
      return trimmed ? trimmed.split('\n').map(line => line.trim()).filter(Boolean) : null
  }
  if (!trimmed) return null
  if (field.dataset.kind === 'number') return numberIn(trimmed, 'whole' in field.dataset)
  if (field.dataset.kind !== 'color') return trimmed
  const color = withAlpha(trimmed, alpha)
  return isColor(color) && isAlpha(alpha) ? color : undefined
}

/** Shows a value in a field; null is for an option that is not set. */
export function fill(field: HTMLElement, value: Value): void {
  if (field.dataset.kind === 'switch') return retype(field, { text: String(value ?? byDefault(field)), alpha: '' })
  if (field.dataset.kind === 'color') return retype(field, split(String(value ?? '')))
  retype(field, { text: Array.isArray(value) ? value.join('\n') : String(value ?? ''), alpha: '' })
}

/** Lets the slider or the swatch of a field follow what is typed. */
export function follow(field: HTMLElement): void {
  const { text, alpha } = typedIn(field)
  const shown = text.trim() || String(byDefault(field) ?? '')
  const slider = field.querySelector<HTMLInputElement>('[data-slide]')
  if (slider) slider.value = shown.replace(',', '.')
  const swatch = field.querySelector('[data-swatch]')
  const parts = split(withAlpha(shown, alpha))
  if (!shown) swatch?.setAttribute('fill-opacity', '0') // a slot of the palette that is not set
  if (!swatch || !opaque(parts.text)) return
  swatch.setAttribute('fill', parts.text)
  swatch.setAttribute('fill-opacity', String(Number(parts.alpha) / 100))
  const picker = field.querySelector<HTMLInputElement>('[data-pick]')
  if (picker) picker.value = '#' + sixDigits(parts.text)
}

/** Shows another value as the one that an empty field stands for. */
export function standFor(field: HTMLElement, value: Value): void {
  field.dataset.default = JSON.stringify(value)
  controlOf(field).placeholder = String(value)
  follow(field)
}

/** Takes over what a slider or a colour picker is moved to; reports whether the event came from one. */
export function takeOver(target: HTMLInputElement, field: HTMLElement): boolean {
  if (!target.matches('[data-slide], [data-pick]')) return false
  const control = controlOf(field)
  control.value = target.type === 'color' ? target.value.toUpperCase() : target.value
  follow(field)
  return true
}
