// The storages of this browser, and whether it refuses to store more, which changes what may be said about words that
// are typed.

/** Is what all tabs share, and stays. */
export const local = localStorage

/** Is what this tab has alone, as long as it is open. */
export const tab = sessionStorage

/** Returns the keys of a storage that begin with a text. */
export const keysOf = (storage: Storage, prefix: string): string[] => (
  Object.keys(storage).filter(key => key.startsWith(prefix))
)

/** Returns what a storage has under a key, whoever wrote it there; null where there is nothing, or nothing readable. */
export function stored(storage: Storage, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key)!) // which reads null as null
  } catch {
    return null
  }
}

/** Stores something under a key; reports whether the browser has taken it. */
export function put(storage: Storage, key: string, what: unknown): boolean {
  try {
    storage.setItem(key, JSON.stringify(what))
    return true
  } catch {
    return false
  }
}

let full = false

/** Notes whether the browser has refused to store something and still does. */
export const noteFull = (now: boolean): void => { full = now }

/** Reports whether the browser refuses to store what is typed. */
export const storageFull = (): boolean => full
