// What this browser keeps of drafts. It is localStorage, not sessionStorage, so that a crash, a closed tab or another
// tab of the same job loses nothing; each entry belongs to one agent, and signing out removes that agent's entries.
import { empty, type Kept } from './draft'
import { pageRoot } from './dom'
import { keysOf, local, noteFull, put, stored, tab } from './storage'

const prefix = 'draft.'
const maxAge = 7 * 24 * 3600_000 // ms after which a forgotten draft is removed, where the server has it

const keyOf = (job: string) => `${prefix}${pageRoot()?.dataset.agent ?? ''}.${job}`

// The words have an entry of their own, which only a tab writes that changed them: what another tab notes about the
// server at the same instant must not bring older words back.
const noteKey = (key: string) => key + '.server'

type Words = Omit<Kept, 'base' | 'baseRev' | 'seen' | 'unsaved'>
type Note = Pick<Kept, 'base' | 'baseRev' | 'seen' | 'unsaved'> & { of?: string }

// Drafts that the browser refused to store, by key. Each is newer than what is stored under its key. The tab's own
// storage has room of its own, and brings them back after a reload.
const unstored = new Map<string, Kept>(ofTab())

// An older program may have stored less.
function ofTab(): Array<[string, Kept]> {
  return keysOf(tab, prefix).map(key => [key, { ...empty, ...stored(tab, key) as Kept }])
}

function keepInTab(key: string, kept: Kept): void {
  unstored.set(key, kept)
  if (!put(tab, key, kept)) tab.removeItem(key) // rather nothing than older words
}

function dropFromTab(key: string): void {
  unstored.delete(key)
  tab.removeItem(key)
}

/** Reports whether this browser stores the newest version of a job's draft: a full disk may keep it from that. */
export const isStored = (job: string): boolean => !unstored.has(keyOf(job))

/** Returns what this page or browser keeps of a job's draft; null for nothing, or what can't be read. */
export const readKept = (job: string): Kept | null => unstored.get(keyOf(job)) ?? readKey(keyOf(job))

function readKey(key: string): Kept | null {
  const words = stored(local, key) as Words | null
  if (!words) return null
  const { of, ...kept } = { ...empty, ...words, ...stored(local, noteKey(key)) as Note | null }
  return { ...kept, unsaved: kept.unsaved || of !== kept.writes.at(-1) }
}

const removed = new Set<string>()

/** Reports whether this page has removed what was kept of a job's draft, and kept nothing since. */
export const wasRemoved = (job: string): boolean => removed.has(job)

/**
 * Keeps a job's draft, or without its words, which another tab may have changed, only what the server has of it; null
 * removes it. Where the browser refuses, as a full disk or a private window may, this page alone keeps it.
 */
export function writeKept(job: string, kept: Kept | null, words = true): void {
  const key = keyOf(job)
  if (kept) removed.delete(job)
  else removed.add(job)
  const stored = !kept || store(key, kept, words || unstored.has(key))
  if (stored) dropFromTab(key)
  else keepInTab(key, kept)
  noteFull(unstored.size > 0)
  // Older words in the storage are better than none, but not once the server has the newer ones.
  if (!kept || !stored && !kept.unsaved && kept.others.length === 0) forget(key)
}

function forget(key: string): void {
  local.removeItem(key)
  local.removeItem(noteKey(key))
}

/** Stores a draft, or only what the server has of it; false, with all as it was, where the browser refuses. */
function store(key: string, kept: Kept, words: boolean): boolean {
  const { base, baseRev, seen, unsaved, ...mine } = kept
  const note = noteKey(key)
  const before = local.getItem(note)
  if (put(local, note, { base, baseRev, seen, unsaved, of: kept.writes.at(-1) }) &&
    (!words || put(local, key, mine))) return true
  if (before !== null) local.setItem(note, before)
  return false
}

/** Calls run whenever another tab changes what is kept of a job's draft. */
export function onKept(job: string, signal: AbortSignal, run: (kept: Kept | null) => void): void {
  const key = keyOf(job)
  addEventListener('storage', event => {
    if (event.key !== key && event.key !== null) return
    dropFromTab(key)
    const kept = readKept(job)
    if (!kept) removed.add(job) // decided or signed out in the other tab, with all that was typed here too
    run(kept)
  }, { signal })
}

const draftKeys = () => keysOf(local, prefix).filter(key => !key.endsWith('.server'))

/** Removes the drafts of anybody that are long forgotten. Words that only this browser has are never removed. */
export function dropOld(): void {
  for (const key of draftKeys()) {
    const kept = readKey(key)
    if (!kept || kept.unsaved || kept.others.length > 0 || Date.now() - kept.at <= maxAge) continue
    forget(key)
  }
}

/** Returns the jobs of which this agent has drafts here. */
export function keptJobs(): string[] {
  const mine = keyOf('')
  dropOld()
  const keys = new Set([...draftKeys(), ...unstored.keys()])
  return [...keys].filter(key => key.startsWith(mine)).map(key => key.slice(mine.length))
}
