// What is typed into an unfinished decision, and how two versions of it become one: pure functions.
import { blank, type Filled, same, sorted } from './filled'

export * from './filled'

/** Version is what was filled in somewhere, and when, in Unix milliseconds. */
export type Version = Filled & { at: number }

/** Saved is a version on the server with its name, and those of the versions that its browser had seen. */
export type Saved = Version & { rev: string, seen: string[] }

/**
 * Kept is what this browser keeps of a job's draft. Base is the server's version that it was made from, and baseRev its
 * name; seen are the names of the versions that this browser knows; others are versions that the agent has to choose
 * about; writes name the last changes, by which a tab tells whether another one knew its own.
 */
export type Kept = Version & {
  base: Filled, baseRev?: string, seen: string[], others: Version[], unsaved: boolean, writes: string[]
}

/** What is kept where nothing is known yet. */
export const empty: Kept = { ...blank, at: 0, base: blank, seen: [], others: [], unsaved: true, writes: [] }

const maxSeen = 40

/** Returns the value that a change on one side alone leads to; undefined where both sides changed it. */
function mergeValue<T>(base: T, mine: T, other: T): T | undefined {
  const [b, m, o] = [base, mine, other].map(value => JSON.stringify(value))
  if (m === o || o === b) return mine
  return m === b ? other : undefined
}

/** Does what mergeValue does for texts, where words win over none. */
const mergeText = (base: string, mine: string, other: string) => (
  mergeValue(base, mine, other) ?? (mine && other ? undefined : mine || other)
)

/**
 * Returns what two versions with a common base make together: what one side changed is taken from it. Null where both
 * changed a text, in which neither may win without being asked about. Choices that both changed are mine: they hold no
 * words.
 */
export function merge(base: Filled, mine: Filled, other: Filled): Filled | null {
  const note = mergeText(base.note, mine.note, other.note)
  const comment = mergeText(base.comment, mine.comment, other.comment)
  if (note === undefined || comment === undefined) return null
  return {
    note,
    comment,
    outcome: mergeValue(base.outcome, mine.outcome, other.outcome) ?? mine.outcome,
    reasons: mergeValue(base.reasons, mine.reasons, other.reasons) ?? mine.reasons,
    overrides: mergeValue(sorted(base.overrides), sorted(mine.overrides), sorted(other.overrides)) ?? mine.overrides,
  }
}

const joined = (a: string, b: string) => a.includes(b) ? a : b.includes(a) ? b : a + '\n' + b

/** Returns both versions in one: every word and reason of each, the outcome of the first. */
export const both = (a: Filled, b: Filled): Filled => ({
  outcome: a.outcome || b.outcome,
  reasons: [...new Set([...a.reasons, ...b.reasons])],
  overrides: { ...b.overrides, ...a.overrides },
  note: joined(a.note, b.note),
  comment: joined(a.comment, b.comment),
})

/** Returns a kept draft that knows a version by its name too. */
export const seeing = (kept: Kept, rev: string): Kept => (
  !rev || kept.seen.includes(rev) ? kept : { ...kept, seen: [...kept.seen, rev].slice(-maxSeen) }
)

/** Returns a kept draft after another version has come up: merged with it, or with it to be asked about. */
function meet(kept: Kept, base: Filled, other: Version): Kept {
  const merged = merge(base, kept, other)
  if (merged) return { ...kept, ...merged }
  return kept.others.some(known => same(known, other)) ? kept : { ...kept, others: [...kept.others, other] }
}

/** Reports whether a version on the server was made by a browser that knew what this one saved last. */
const follows = (saved: Saved, kept: Kept) => (
  kept.baseRev ? saved.seen.includes(kept.baseRev) : same(kept.base, blank)
)

/** Returns a kept draft after a version on the server has come up, which replaces nothing that it has not seen. */
const meetSaved = (kept: Kept, saved: Saved) => meet(kept, follows(saved, kept) ? kept.base : blank, saved)

/**
 * Returns the draft of a page that opens: what this browser keeps, if anything, and what the server has. A version that
 * this browser has seen before is older than what it keeps, whatever the clocks say.
 */
export function opened(kept: Kept | null, saved: Saved): Kept {
  const { seen, rev, ...version } = saved
  const server = { base: version, baseRev: rev }
  const fresh: Kept = { ...empty, ...version, ...server, unsaved: false }
  if (!kept) return seeing(fresh, rev)
  if (rev && kept.seen.includes(rev)) return { ...kept, ...server, unsaved: !same(kept, saved) }
  if (!kept.unsaved && kept.others.length === 0 && rev && follows(saved, kept)) {
    return seeing({ ...fresh, seen: kept.seen, writes: kept.writes }, rev)
  }
  const met = meetSaved(kept, saved)
  return seeing({ ...met, ...server, unsaved: !same(met, saved) }, rev)
}

/**
 * Returns what this browser keeps once a tab has changed its own fields to mine. Known is what the tab knew before,
 * write a name for this change.
 */
export function typed(kept: Kept | null, known: Kept, mine: Filled, at: number, write: string): Kept {
  const now = kept ?? known
  const changed: Kept = { ...now, ...mine, at, unsaved: true, writes: [...now.writes, write].slice(-maxSeen) }
  return same(now, known) || same(now, mine) ? changed : meet(changed, known, now)
}

/** Does what typed does with what the agent has chosen for the first version that was asked about. */
export function chosen(kept: Kept | null, known: Kept, version: Filled, at: number, write: string): Kept {
  const [answered] = known.others
  const { outcome, reasons, overrides, note, comment } = version
  const now = typed(kept, known, { outcome, reasons, overrides, note, comment }, at, write)
  return { ...now, others: now.others.filter(other => !same(other, answered)) }
}

/** Returns what a tab knows once another has written kept: that, unless the other did not know what this one wrote. */
export function heard(known: Kept, kept: Kept): Kept {
  const last = known.writes.at(-1)
  if (!last || kept.writes.includes(last) || same(known, kept)) return kept
  const seen = [...new Set([...known.seen, ...kept.seen])]
  const others = [...known.others, ...kept.others.filter(other => !known.others.some(one => same(one, other)))]
  return { ...meet({ ...known, seen, others }, known.base, kept), unsaved: true }
}

/** Returns a kept draft after the server refused it for a version that this browser had not seen. */
export function refused(kept: Kept, saved: Saved): Kept {
  return seeing({ ...meetSaved(kept, saved), base: saved, baseRev: saved.rev, unsaved: true }, saved.rev)
}
