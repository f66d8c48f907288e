// What is filled in into a decision bar, and how it is read from a form and written as one.

/** Chosen is why a job is approved in spite of red findings: codes by the keys of findings. */
export type Chosen = Record<string, string>

/** Filled is what an agent has filled in: the texts, the reasons by code, the overrides, and the outcome. */
export type Filled = { outcome: string, reasons: string[], overrides: Chosen, note: string, comment: string }

export const blank: Filled = { outcome: '', reasons: [], overrides: {}, note: '', comment: '' }

const override = 'override.' // begins the name of a field

const sameReasons = (a: Filled, b: Filled) => [...a.reasons].sort().join() === [...b.reasons].sort().join()

/** Returns overrides in the order of their findings. */
export const sorted = (chosen: Chosen = {}): Chosen => Object.fromEntries(Object.entries(chosen).sort())

const sameOverrides = (a: Filled, b: Filled) => (
  JSON.stringify(sorted(a.overrides)) === JSON.stringify(sorted(b.overrides))
)

/** Reports whether two versions say the same. */
export const same = (a: Filled, b: Filled): boolean => (
  a.outcome === b.outcome && a.note === b.note && a.comment === b.comment && sameReasons(a, b) && sameOverrides(a, b)
)

/** Returns what a form holds. A reason for an escalation is part of the note, where the server keeps it. */
export function filledOf(fields: URLSearchParams): Filled {
  const text = (name: string) => (fields.get(name) ?? '').replaceAll('\r\n', '\n')
  const note = [text('why'), text('note')].filter(Boolean).join('\n')
  const overrides: Chosen = {}
  for (const [name, value] of fields) if (name.startsWith(override)) overrides[name.slice(override.length)] = value
  return { outcome: text('outcome'), reasons: fields.getAll('reason'), overrides, note, comment: text('comment') }
}

/** Returns a version as the fields of a form. */
export function fieldsOf(filled: Filled): URLSearchParams {
  const fields = new URLSearchParams({ note: filled.note, comment: filled.comment })
  if (filled.outcome) fields.set('outcome', filled.outcome)
  for (const reason of filled.reasons) fields.append('reason', reason)
  for (const [finding, code] of Object.entries(filled.overrides ?? {})) fields.set(override + finding, code)
  return fields
}
