// The texts of scripts, in the language of the page. The English sentence is the key; the page brings the translations.
import { counted, formatted, type Value } from './sentence'

const translations: Record<string, string> = JSON.parse(document.body.dataset.words || '{}')

/** Returns a sentence in the page's language, with its verbs replaced by the values. */
export const t = (english: string, ...values: Value[]): string => formatted(translations, english, values)

/** Returns the sentence for a count by the plural rules of the page's language: one for 1, many for any other count. */
export const n = (count: number, one: string, many: string): string => (
  counted(translations, document.documentElement.lang, count, one, many)
)
