// A language that a host brings along, where ours are not enough: words of its own in place of ours.
import { said as moves } from '../flow/moves'
import { labels } from '../screens/fields'
import type { Own } from '../screens/language'
import { locations } from '../screens/located'
import { questions } from '../screens/question'
import { troubles } from '../screens/trouble'
import { said } from '../screens/words'
import { flat } from './session'

/** The words that a host can say in its own way, with ours in each of our languages. A preset has what is read out. */
const { phrase: _, ...words } = said
const known = { ...words, field: labels, location: locations, move: moves, question: questions, trouble: troubles }

/** Texts in place of ours: those that are left out stay. */
type InPlaceOf<T> = { [K in keyof T]?: T[K] extends string[] ? string : InPlaceOf<T[K]> }

/** A language of a host: a BCP 47 tag, such as ar or pt-BR, and words in place of those of the preset's language. */
export interface OwnLanguage { tag: string, words: InPlaceOf<typeof known> }

/** Our texts by the paths of their names. */
const texts = flat(known) as Record<string, string[]>

/** Returns what is wrong with a language of a host. */
export function wrongIn(language: unknown): string[] {
  if (!language || typeof language !== 'object') return []
  const { tag, words, ...others } = language as Record<string, unknown>
  const wrong = Object.keys(others).map(name => `language.${name} is unknown`)
  if (!isTag(tag)) wrong.push('language.tag must be a tag such as ar or pt-BR')
  if (!words || typeof words !== 'object') return [...wrong, 'language.words must name texts']
  for (const [name, text] of Object.entries(flat(words as Record<string, unknown>))) {
    if (!Object.hasOwn(texts, name)) wrong.push(`language.words.${name} is unknown`)
    else if (typeof text !== 'string' || !text.trim()) wrong.push(`language.words.${name} must be a text`)
  }
  return wrong
}

/** Returns a language of a host as screens say it; nothing where it names one of ours. */
export function ownOf(language?: string | OwnLanguage): Own | undefined {
  if (!language || typeof language === 'string') return undefined
  const own = Object.entries(flat(language.words)) as Array<[string, string]>
  return { tag: language.tag, texts: new Map(own.map(([name, text]) => [texts[name], text])) }
}

function isTag(tag: unknown): boolean {
  try {
    return typeof tag === 'string' && !!new Intl.Locale(tag)
  } catch {
    return false
  }
}
