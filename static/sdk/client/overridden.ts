// Options that a host sets beside those of its preset.
import { ProofdeskError, type FieldError } from './errors'

type Values = Record<string, unknown>

/** Returns options with those that a host sets in their place; both are flat. It refuses what is not an option. */
export function overridden(known: Values, set: Values): Values {
  const fields = Object.entries(set).flatMap(([path, value]) => {
    const at = { field: 'sdkCustomizationOptions.' + path }
    if (!(path in known)) return [{ ...at, rule: 'unknown', message: `there is no option ${path}` }]
    const type = typeOf(known[path])
    if (typeOf(value) !== type) return [{ ...at, rule: 'type', message: `${path} must be a ${type}` }]
    return []
  })
  const values = { ...known, ...set }
  if (fields.length === 0) fields.push(...withoutFinger(values))
  if (fields.length === 0) return values
  throw new ProofdeskError('REFUSED', fields.map(({ message }) => message).join('; '), fields)
}

/** Says what is wrong where none of the fingers is processed and kept, as the server does with a preset. */
function withoutFinger(values: Values): FieldError[] {
  const block = 'fourFingerConfiguration'
  const is = (what: string, finger: string): boolean => values[`${block}.CFC_${what}_${finger}_FINGER`] !== 'N'
  if (['INDEX', 'MIDDLE', 'RING', 'BABY'].some(finger => is('PROCESS', finger) && is('KEEP', finger))) return []
  const message = 'at least one finger must be processed and kept'
  return [{ field: `sdkCustomizationOptions.${block}.CFC_KEEP_INDEX_FINGER`, rule: 'required', message }]
}

const typeOf = (value: unknown): string => Array.isArray(value) ? 'list' : typeof value
