// What somebody chose to look at, kept while the browser's tab is open: each group of options is a page of its own.
import type { Place } from '../../sdk/preview/message'

export interface Kept {
  scene?: Place
  language?: string
  room: 'light' | 'dark'
  scale: 1 | 2
  wide: boolean
}

const key = 'preset-preview'

/** Keeps a choice, or returns the one that was kept. */
export function kept(choice?: Kept): Kept {
  const none: Kept = { room: 'light', scale: 1, wide: false }
  try {
    if (choice) sessionStorage.setItem(key, JSON.stringify(choice))
    return { ...none, ...JSON.parse(sessionStorage.getItem(key) ?? '{}') }
  } catch {
    return choice ?? none // a browser that keeps nothing
  }
}
