// The options with their defaults, as the document of the preview brings them, and what is in force for a draft.
import { isFamily } from '../screens/font'
import type { AddressOf, Values } from '../screens/options'
import type { Absence } from './message'

/** What the preview knows of an option: default, default texts by language, and where it acts. */
export interface Known {
  default: unknown
  texts?: Record<string, string>
  acts: string[]
  earlier?: boolean
  text?: boolean
  palette?: string // the slot of the palette that fills it
  file?: boolean // a picture or a font, which may be a resource that only Android has
}

export type Catalogue = Record<string, Known>

/** What a draft sets. */
export interface Draft { values: Values, texts: Record<string, Record<string, string>> }

/** Returns all options in force in a language: the same rule as that of the server's answer to a session. */
export function effective(catalogue: Catalogue, draft: Draft, language: string): Values {
  const own = draft.texts[language] ?? {}
  const all: Values = {}
  for (const path in catalogue) {
    const known = catalogue[path]
    all[path] = own[path] ?? valueOf(catalogue, draft, path) ?? known.texts?.[language] ?? known.default
  }
  all.language = language
  return all
}

/** The name of an upload. */
const uploaded = /^media:sha256-([0-9a-f]{64})$/

/** Returns what finds the addresses of uploads, which all begin alike. */
export const uploadsAt = (begin: string): AddressOf => name => {
  const [, hash] = uploaded.exec(name) ?? []
  return hash && begin + hash
}

const slotPrefix = 'palette.'

/** Returns what a draft gives an option: what it sets, else what its palette fills. */
function valueOf(catalogue: Catalogue, draft: Draft, path: string): unknown {
  const slot = catalogue[path]?.palette
  return draft.values[path] ?? (slot && draft.values[slotPrefix + slot])
}

/** Returns the options that a path stands for: those that follow a slot of the palette, else the option itself. */
export function optionsOf(catalogue: Catalogue, draft: Draft, path: string): string[] {
  if (!path.startsWith(slotPrefix)) return path ? [path] : []
  const slot = path.slice(slotPrefix.length)
  return Object.keys(catalogue).filter(one => catalogue[one].palette === slot && draft.values[one] === undefined)
}

/** Reports whether an option names a file that a browser does not have, so that the built-in one is drawn. */
export function isReplaced(catalogue: Catalogue, draft: Draft, path: string): boolean {
  const value = valueOf(catalogue, draft, path)
  if (!catalogue[path]?.file || !value) return false
  const lacks = (name: unknown) => !isFamily(String(name)) && !uploaded.test(String(name))
  return Array.isArray(value) ? value.some(lacks) : lacks(value)
}

/** Returns why an option is on no screen. */
export function absenceOf(catalogue: Catalogue, path: string): Absence {
  const known = catalogue[path]
  if (!known) return 'unknown'
  if (known.earlier) return 'earlier'
  return known.acts.includes('WEB') ? 'capture' : 'android'
}
