// The languages of the screens: ours, and one of a host's own that is a delta over one of ours.

/** The languages of the screens, as the option language writes them. */
export const languages = ['EN', 'ES', 'FR', 'HI'] as const
export type Language = typeof languages[number]

/** What a host says in a language that is none of ours: its tag, and texts in place of ours. */
export interface Own { tag: string, texts: Map<string[], string> }

/** A language of ours, alone or below a host's own. */
export type Tongue = Language | Own & { over: Language }

/** Returns a language that has texts; English for any other. */
export const languageOf = (name: string): Language => languages.find(one => one === name) ?? 'EN'

/** BCP 47 tags for the attribute lang. */
export const tags: Record<Language, string> = { EN: 'en', ES: 'es', FR: 'fr', HI: 'hi' }

/** Returns the one of a text's versions that is in a language. */
export function inLanguage(language: Tongue, text: string[]): string {
  const own = typeof language === 'object'
  return own && language.texts.get(text) || text[languages.indexOf(own ? language.over : language)]
}

/**
 * Scripts that are written from right to left. What browsers themselves say of a language, as far as they do, is wrong
 * where they have no texts in it: of Dhivehi, and of Azerbaijani in Arabic script.
 */
const fromRight = /Adlm|Ara[bn]|Hebr|Mand|Nkoo|Rohg|Samr|Syrc|Thaa/

/** Returns the direction in which a language is written. */
export const directionOf = (tag: string): string =>
  fromRight.test(new Intl.Locale(tag).maximize().script ?? '') ? 'rtl' : 'ltr'

/** Says on a screen in which language it is, and in which direction that is written. */
export function speak(screen: HTMLElement, language: Tongue): void {
  screen.lang = typeof language === 'object' ? language.tag : tags[language]
  screen.dir = directionOf(screen.lang)
}
