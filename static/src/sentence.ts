// Sentences with values in them, as the server's catalogue has them: pure functions.
import { grouped } from './time'

export type Value = string | number

/** Translations are the sentences of a language by the English ones. */
export type Translations = Record<string, string>

/** Returns a sentence with each %s replaced by the next value, and each %[2]s by the second one. */
export function formatted(translations: Translations, english: string, values: Value[]): string {
  let next = 0
  return (translations[english] ?? english).replace(/%(?:\[(\d+)\])?s/g, (_, at?: string) => {
    if (at) next = Number(at) - 1
    return String(values[next++] ?? '')
  })
}

/**
 * Returns the sentence for a count by the plural rules of a language (CLDR): one is the English sentence for 1, and
 * many the one for every other count. A language with more forms than English has "many|few", say, beside many.
 */
export function counted(translations: Translations, tag: string, count: number, one: string, many: string): string {
  const form = new Intl.PluralRules(tag).select(count)
  if (form === 'one' && count === 1) return formatted(translations, one, [])
  const special = `${many}|${form}`
  return formatted(translations, special in translations ? special : many, [grouped(tag, count)])
}
