// Options that a host gives to one capture, beside those in force.
import { parseColor } from '../screens/color'
import { ProofdeskError, type FieldError } from './errors'

/** The words of options that are chosen between two. */
const chosen = [['Y', 'N'], ['true', 'false']]

type Values = Record<string, unknown>

/** Returns options with those that a host sets in their place; both are flat. It refuses what is not an option. */
export function overridden(known: Values, set: Values): Values {
  const fields = Object.entries(set).flatMap(([path, value]) => {
    const wrong = (rule: string, message: string): FieldError[] => [{ field: path, rule, message }]
    if (!(path in known)) return wrong('unknown', `there is no option ${path}`)
    const type = typeOf(known[path])
    if (typeOf(value) !== type) return wrong('type', `${path} must be a ${type}`)
    const forms = chosen.find(words => words.includes(String(known[path])))
    if (forms && !forms.includes(String(value))) return wrong('one_of', `${path} must be ${forms.join(' or ')}`)
    if (!parseColor(String(known[path])) || parseColor(String(value))) return []
    return wrong('format', `${path} must be a colour: #RGB, #RRGGBB or, with alpha first, #AARRGGBB`)
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
  return [{ field: `${block}.CFC_KEEP_INDEX_FINGER`, rule: 'required', message }]
}

const typeOf = (value: unknown): string => Array.isArray(value) ? 'list' : typeof value
