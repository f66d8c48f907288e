// Times as they are written: pure functions. What depends on the language takes its locale.

const two = (n: number): string => String(n).padStart(2, '0')

/** How the page's language writes times and numbers, as the server does. Patterns have CLDR's letters. */
export interface Locale {
  tag: string // BCP 47
  zone: string // IANA name of the time zone of the page
  date: string
  day: string
  weekDay: string
  time: string
  hour: string
  moment: string
  periods?: string[] // before noon and after it, where a pattern has them
  months: string[]
  weekdays: string[] // from Monday
}

/** The parts of a locale that are patterns. */
export type Pattern = 'date' | 'day' | 'weekDay' | 'time' | 'hour'

/**
 * Writes the time that is left, in milliseconds, as 04:59 or 1:00:00, and from a day on in days and hours, which long
 * writes; what is overdue has a minus. The server writes it alike.
 */
export function countdown(ms: number, long: (ms: number) => string): string {
  const sign = ms < 0 ? '-' : ''
  if (Math.abs(ms) >= 86_400_000) return sign + long(Math.abs(ms))
  const s = Math.floor(Math.abs(ms) / 1000)
  const hours = s < 3600 ? '' : Math.floor(s / 3600) + ':'
  return `${sign}${hours}${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`
}

/** Writes a place in a video, in seconds, as 01:02.35. */
export function timecode(s: number): string {
  return `${two(Math.floor(s / 60))}:${(s % 60).toFixed(2).padStart(5, '0')}`
}

/** Writes a number with its thousands grouped and so many digits after the decimal separator. */
export const decimal = (locale: Locale, value: number, places = 0): string => grouped(locale.tag, value, places)

/** Does what decimal does in a language by its tag. */
export function grouped(tag: string, value: number, places = 0): string {
  return new Intl.NumberFormat(tag, {
    useGrouping: 'always' as unknown as boolean, // also for four digits, as the server does
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  }).format(value)
}

/** Returns a sentence in another language, with its value in it. */
type Translate = (text: string, value: string) => string

const english: Translate = (text, value) => text.replace('%s', value)

/** Writes how long something took, in milliseconds, in its two largest units, as the server does. */
export function duration(locale: Locale, ms: number, t: Translate = english): string {
  const whole = (n: number) => decimal(locale, Math.floor(n))
  if (ms < 1) return t('<%s ms', whole(1))
  if (ms < 995) return t('%s ms', whole(ms))
  if (ms < 9950) return t('%s s', decimal(locale, ms / 1000, 1))
  const s = Math.round(ms / 1000)
  const days = [s / 86_400, t('%s d', whole(s / 86_400))] as const
  const hours = [s / 3600 % 24, t('%s h', whole(s / 3600 % 24))] as const
  const minutes = [s / 60 % 60, t('%s min', whole(s / 60 % 60))] as const
  const seconds = [s % 60, t('%s s', whole(s % 60))] as const
  const units = [days, hours, minutes, seconds]
  const largest = units.findIndex(([n]) => n >= 1)
  return units.slice(largest, largest + 2).filter(([n]) => n >= 1).map(([, text]) => text).join(' ')
}

/** Writes a time, in milliseconds since 1970, by one of the locale's patterns in its time zone. */
export function by(locale: Locale, pattern: Pattern, at: number): string {
  const p = partsOf(locale.zone, at)
  const digits = (n: number, least: number) => new Intl.NumberFormat(locale.tag, {
    useGrouping: false,
    minimumIntegerDigits: least,
  }).format(n)
  const part = (letters: string): string => {
    switch (letters[0]) {
      case 'd': return digits(p.day, letters.length)
      case 'M': return letters === 'MMM' ? locale.months[p.month - 1]! : digits(p.month, letters.length)
      case 'y': return digits(p.year, letters.length)
      case 'H': return digits(p.hour, letters.length)
      case 'h': return digits((p.hour + 11) % 12 + 1, letters.length)
      case 'm': return digits(p.minute, letters.length)
      case 's': return digits(p.second, letters.length)
      case 'a': return locale.periods?.[p.hour < 12 ? 0 : 1] ?? ''
    }
    return locale.weekdays[(new Date(Date.UTC(p.year, p.month - 1, p.day)).getUTCDay() + 6) % 7]!
  }
  return locale[pattern].replace(/'([^']*)'|([a-zA-Z])\2*/g, (letters, quoted?: string) => quoted ?? part(letters))
}

/** Writes the date and the time of day of a time in milliseconds since 1970. */
export function moment(locale: Locale, at: number): string {
  return locale.moment.replace('{date}', by(locale, 'date', at)).replace('{time}', by(locale, 'time', at))
}

/** Writes the time of day of a time, with the date where it is not on the day of now. */
export function recent(locale: Locale, at: number, now: number): string {
  const [day, today] = [at, now].map(time => by(locale, 'date', time))
  return day === today ? by(locale, 'time', at) : moment(locale, at)
}

/** Returns the numbers of a time in a time zone. */
function partsOf(zone: string, at: number): Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number> {
  const format = new Intl.DateTimeFormat('en-US-u-nu-latn', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const found = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 }
  for (const { type, value } of format.formatToParts(at)) {
    if (type in found) found[type as keyof typeof found] = Number(value)
  }
  return found
}
