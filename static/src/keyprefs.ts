// Whether single letters are shortcuts, remembered in this browser; and which key does what, which the server keeps with the
// agent. An action is named by the key that it comes with.
const place = 'keys.off'

export const keysOff = (): boolean => localStorage.getItem(place) === '1' || 'keysOff' in document.documentElement.dataset

export function setKeysOff(off: boolean): void {
  if (off) localStorage.setItem(place, '1')
  else localStorage.removeItem(place)
}

let read = ''
let chosen: Record<string, string> = {}

function keys(): Record<string, string> {
  const text = document.getElementById('job')?.dataset.keys ?? ''
  if (text !== read) {
    read = text
    chosen = JSON.parse(text || '{}') as Record<string, string>
  }
  return chosen
}

/** Gives the key that does an action. */
export const keyOf = (action: string): string => keys()[action] ?? action

/** Gives the action that a key does; nothing where the action that came with it has another key now. */
export function actionOf(key: string): string {
  const all = keys()
  for (const [action, other] of Object.entries(all)) if (other === key) return action
  return key in all ? '' : key
}

const aliases: Record<string, string> = { '=': '+', _: '-' }
const marks = '+-0./?'

/**
 * Gives the action that was asked for, or a digit from 1 to 9. Where the layout writes no Latin letter or digit on a key, its
 * place on the keyboard counts.
 */
export function asked(event: KeyboardEvent): string {
  const key = event.key.toLowerCase()
  const digit = /^(?:Digit|Numpad)([0-9])$/.exec(event.code)?.[1]
  const own = Object.values(keys()).includes(key)
  if (digit && digit !== '0' && !own && !(event.shiftKey && marks.includes(key))) return digit
  if (/^[1-9]$/.test(key)) return key
  if (own || marks.includes(key)) return actionOf(key)
  if (aliases[key]) return actionOf(aliases[key])
  if (digit === '0') return actionOf('0')
  if (key > '\x7f') return actionOf(/^Key([A-Z])$/.exec(event.code)?.[1].toLowerCase() ?? key)
  return actionOf(key)
}
