// Changes of options as they are sent, and what the server answers about them.
import { freshToken } from '../csrf'
import { pageRoot } from '../dom'
import { ask, outlives } from '../limit'
import { t } from '../words'
import type { Current } from './draft'
import type { Value } from './field'

/** Change is what was typed for an option, or a value, with what the option was before. */
export type Change = { path: string, base: Value } & (
  { text: string, alpha: string, exact?: false } | { exact: true, value: Value }
)

/** Overlap is a change of an option that somebody else has changed, with what they set. */
export type Overlap = { text: string, theirs: Value }

/**
 * Answer is what became of changes. Values are what the draft sets now; states are HTML by option. Only an answer that
 * says when it saved has saved anything; a problem concerns all changes.
 */
export type Answer = {
  saved?: string
  problem?: string
  restore?: string // of an archived preset: the page that restores it
  wrong: Record<string, string>
  overlaps: Record<string, Overlap>
  values: Record<string, Value>
  states: Record<string, { set: boolean, html: string, files: string, stands?: Value }>
  counts: string
  tag: string
  groups: Record<string, { text: string, title: string, wrong: boolean }>
  sieves: Record<string, string> // how many options each filter finds
  draft?: Current
}

/** Held is a change that was answered and not saved: somebody has to correct it, to decide, or to try again. */
export type Held = { change: Change, wrong?: string, overlap?: Overlap, problem?: string, restore?: string }

/** Returns why an answer did not save a change; nothing where it did. */
export function heldBy(answer: Answer, change: Change): Held | undefined {
  const { path } = change
  if (path in answer.wrong) return { change, wrong: answer.wrong[path] }
  if (path in answer.overlaps) return { change, overlap: answer.overlaps[path] }
  if (answer.saved) return undefined
  const [other] = Object.values(answer.wrong)
  return { change, problem: answer.problem ?? other ?? t('The server refused it.'), restore: answer.restore }
}

/** Trouble is why changes could not be sent: the server can't be reached, or the session has ended. */
export type Trouble = 'unreachable' | 'session'

/** Sends changes to a preset. */
export async function send(preset: string, changes: Change[], again = true): Promise<Answer | Trouble> {
  const body = new URLSearchParams({ changes: JSON.stringify(changes), csrf: pageRoot()?.dataset.csrf ?? '' })
  const headers = { Accept: 'application/json' }
  const answer = await ask(preset, { method: 'POST', body, headers, keepalive: outlives(body) })
  if (!answer || answer.status === 429 || answer.status >= 500) return 'unreachable'
  if (answer.status === 403 && again && await freshToken()) return send(preset, changes, false)
  if (answer.status === 401 || answer.status === 403 || answer.redirected) return 'session'
  const read = await answer.json().catch(() => null) as Partial<Answer> & { detail?: string } | null
  if (answer.ok && !read?.saved) return 'unreachable' // something else than the server has answered
  const nothing = { wrong: {}, overlaps: {}, values: {}, states: {}, counts: '', tag: '', groups: {}, sieves: {} }
  return { ...nothing, problem: read?.detail, ...read }
}
