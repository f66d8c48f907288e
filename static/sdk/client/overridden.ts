// Options that a host sets beside those of its preset.
import { ProofdeskError } from './errors'

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
  if (fields.length === 0) return { ...known, ...set }
  throw new ProofdeskError('REFUSED', fields.map(({ message }) => message).join('; '), fields)
}

const typeOf = (value: unknown): string => Array.isArray(value) ? 'list' : typeof value
