// Which action a key press asks for: pure functions. An action is named by the key that it has at first.

/** Keymap holds the keys that were chosen for actions. */
export type Keymap = Record<string, string>

/** Returns the action of a key; nothing where the action that had it at first has another key now. */
export function actionOf(key: string, keymap: Keymap): string {
  const action = Object.keys(keymap).find(name => keymap[name] === key)
  return action ?? (key in keymap ? '' : key)
}

const aliases: Keymap = { '=': '+', _: '-' }
const signs = '+-0./?'

/**
 * Returns the action that a key press asks for, or a digit from 1 to 9. Where the layout writes no Latin letter or
 * digit on a key, its place on the keyboard counts.
 */
export function actionOfPress(press: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>, keymap: Keymap): string {
  const key = press.key.toLowerCase()
  const digit = /^(?:Digit|Numpad)([0-9])$/.exec(press.code)?.[1]
  const chosen = Object.values(keymap).includes(key)
  if (digit && digit !== '0' && !chosen && !(press.shiftKey && signs.includes(key))) return digit
  if (/^[1-9]$/.test(key)) return key
  if (chosen || signs.includes(key)) return actionOf(key, keymap)
  if (aliases[key]) return actionOf(aliases[key], keymap)
  if (digit === '0') return actionOf('0', keymap)
  return actionOf(latin(press), keymap)
}

/** Returns the character of a key; where it is no Latin one, the letter that a Latin keyboard has in its place. */
export function latin({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  return ((key > '\x7f' && /^Key([A-Z])$/.exec(code)?.[1]) || key).toLowerCase()
}
