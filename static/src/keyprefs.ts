// What an agent chose about keys: whether single letters are shortcuts, remembered in this browser, and which key does
// what, which the server keeps.
import { pageRoot } from './dom'
import { actionOfPress, type Keymap } from './keymap'
import { local, put } from './storage'

const storageKey = 'keys.off'

export const keysOff = (): boolean => (
  local.getItem(storageKey) === '1' || 'keysOff' in document.documentElement.dataset
)

export function setKeysOff(off: boolean): void {
  if (off) put(local, storageKey, 1)
  else local.removeItem(storageKey)
}

let parsed = ''
let keymap: Keymap = {}

/** Returns the keys that the agent chose, as the page brings them. */
function chosenKeys(): Keymap {
  const text = pageRoot()?.dataset.keys ?? ''
  if (text !== parsed) {
    parsed = text
    keymap = JSON.parse(text || '{}') as Keymap
  }
  return keymap
}

/** Returns the key of an action. */
export const keyOf = (action: string): string => chosenKeys()[action] ?? action

/** Returns the action that a key press asks for, or a digit from 1 to 9. */
export const actionFor = (event: KeyboardEvent): string => actionOfPress(event, chosenKeys())
