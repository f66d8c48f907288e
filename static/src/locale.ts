// Times and numbers in the language and the time zone of the page.
import { by, decimal, duration, moment, recent as recentIn, type Locale, type Pattern } from './time'
import { t } from './words'

const locale = JSON.parse(document.body.dataset.locale || 'null') as Locale

/** Writes a whole number with its thousands grouped. */
export const count = (n: number): string => decimal(locale, n)

/** Writes a number of milliseconds as how long something took. */
export const took = (ms: number): string => duration(locale, ms, t)

/** Writes the time of day of a time in milliseconds since 1970, with the date where it is not today. */
export const recent = (at: number): string => recentIn(locale, at, Date.now())

/** Writes a time in milliseconds since 1970 by a pattern of the locale. */
export const written = (pattern: Pattern, at: number): string => by(locale, pattern, at)

/** Writes the date and the time of day of a time in milliseconds since 1970. */
export const when = (at: number): string => moment(locale, at)
