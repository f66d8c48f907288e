// What a browser runs on, as far as it says so.
import { languages, type Language } from '../screens/language'

/** Reports whether a browser runs on a computer rather than on a phone or a tablet. */
export function isDesktop({ userAgent, maxTouchPoints }: Navigator = navigator): boolean {
  if (/Android|iPhone|iPad|iPod|Mobile/.test(userAgent)) return false
  return !(userAgent.includes('Macintosh') && maxTouchPoints > 1) // an iPad says that it is a Mac
}

/** Names the browser of a User-Agent header and what it runs on; empty for neither. */
export function browserOf(header: string): string {
  const named = (marks: [string, string][]): string => marks.find(([mark]) => header.includes(mark))?.[1] ?? ''
  const name = named([
    ['Edg/', 'Edge'], ['OPR/', 'Opera'], ['Firefox/', 'Firefox'], ['Chrome/', 'Chrome'], ['Version/', 'Safari'],
  ])
  const system = named([
    ['Windows', 'Windows'], ['iPhone', 'iPhone'], ['iPad', 'iPad'], ['Android', 'Android'], ['Mac OS X', 'macOS'],
    ['CrOS', 'ChromeOS'], ['Linux', 'Linux'],
  ])
  return [name, system].filter(Boolean).join(', ')
}

/** Returns the first language of the browser in which the page has texts. */
export function preferred(): Language {
  const wanted = navigator.languages.map(tag => tag.slice(0, 2).toUpperCase())
  return languages.find(one => one === wanted.find(tag => languages.some(other => other === tag))) ?? 'EN'
}
