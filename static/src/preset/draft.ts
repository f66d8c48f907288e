// The draft as the server has it and as it is typed, and the changes that can be undone: no elements of the page.
import type { Value } from './field'

export type Values = Record<string, Value>
export type Draft = { values: Values, texts: Record<string, Values> }

/** Current is the draft as the server has it. Its revision grows with every change of the preset. */
export type Current = Draft & { revision: number }

const inLanguage = /^texts\.([A-Z]+)\.(.+)$/

/** Returns the value of a path, which may be that of a text in one language; null where it is not set. */
export function get(draft: Draft, path: string): Value {
  const [, language, of] = inLanguage.exec(path) ?? []
  return (language ? draft.texts[language]?.[of] : draft.values[path]) ?? null
}

/** Sets a path, or unsets it with null. */
export function put(draft: Draft, path: string, value: Value): void {
  const [, language, of] = inLanguage.exec(path) ?? []
  const where = language ? draft.texts[language] ??= {} : draft.values
  if (value === null) delete where[of ?? path]
  else where[of ?? path] = value
}

/** Returns the draft with other values on top. */
export function overlaid(draft: Draft, typed: Map<string, Value>): Draft {
  const texts = Object.fromEntries(Object.entries(draft.texts).map(([name, all]) => [name, { ...all }]))
  const copy = { values: { ...draft.values }, texts }
  for (const [path, value] of typed) put(copy, path, value)
  return copy
}

/** Returns the paths that two drafts set to different values. */
export function difference(one: Draft, other: Draft): string[] {
  const paths = [one, other].flatMap(({ values, texts }) => [
    ...Object.keys(values),
    ...Object.entries(texts).flatMap(([language, all]) => Object.keys(all).map(path => `texts.${language}.${path}`)),
  ])
  return [...new Set(paths)].filter(path => !same(get(one, path), get(other, path)))
}

export const same = (a: Value, b: Value): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Step is a saved change of one option. An open one goes on while the same field is typed into. */
export type Step = { path: string, before: Value, after: Value, open: boolean }

/** History holds the steps that can be undone and redone. */
export class History {
  readonly done: Step[] = []
  readonly undone: Step[] = []

  /** Adds a change, to the last step where that is still open. */
  add(path: string, before: Value, after: Value): void {
    const last = this.done.at(-1)
    this.undone.length = 0
    if (last?.open && last.path === path && same(last.after, before)) last.after = after
    else this.done.push({ path, before, after, open: true })
  }

  /** Ends the last step: the next change is one of its own. */
  close(): void {
    const last = this.done.at(-1)
    if (last) last.open = false
  }

  /** Moves the last step from one list to the other and returns it, turned round where it is undone. */
  take(which: 'undo' | 'redo'): Step | undefined {
    const step = (which === 'undo' ? this.done : this.undone).pop()
    if (!step) return undefined
    step.open = false
    const other = which === 'undo' ? this.undone : this.done
    other.push(step)
    return which === 'undo' ? { ...step, before: step.after, after: step.before } : step
  }
}
