// What happens to what is typed into options: it is shown to the preview at once and saved a moment later, and what
// the server says about it is shown at its row.
import { t } from '../words'
import type { Answer, Change } from './answer'
import { History, same, type Current } from './draft'
import { fill, follow, pathOf, rowOf, typedIn, valueIn, type Value } from './field'
import { putBack, showNotSaved, textOf } from './held'
import { listen } from './listen'
import { Outbox } from './outbox'
import { restore } from './restore'
import { showAnswer, showHelpers, showWrong } from './show'
import { say, sayAnswer, sayTrouble, showHistory } from './status'
import { Working } from './working'

/** Editor is what the keyboard and the views need of the draft. */
export type Editor = ReturnType<typeof edits>

/** Listens to the options of an editor. Others is called where somebody else has changed options meanwhile. */
export function edits(root: HTMLElement, others: () => void) {
  const working = new Working(JSON.parse(root.dataset.draft ?? '{"revision":0,"values":{},"texts":{}}'))
  const history = new History()
  const undoing = new Set<string>()
  let timer = 0
  const outbox = new Outbox(root.dataset.preset ?? '', answered, why => sayTrouble(root, why))
  const find = (path: string) => root.querySelector<HTMLElement>(`[data-field="${CSS.escape(path)}"]`)
  const baseOf = (path: string): Value => outbox.base(path, working.saved(path))

  function change(field: HTMLElement, wait: number): void {
    const path = pathOf(field)
    const base = baseOf(path)
    const value = valueIn(field, base)
    follow(field)
    working.type(path, value)
    working.tell(rowOf(field).dataset.option ?? path)
    if (field.querySelector('[data-overlap]')) return // asked first whose value stays
    if (value !== undefined && same(value, base) && !outbox.of(path)) return drop(field)
    if (outbox.add({ path, base, ...typedIn(field) })) say(root, t('not saved yet'))
    clearTimeout(timer)
    timer = setTimeout(() => void outbox.flush(), wait)
  }

  /** Forgets what was typed into a field and not saved. */
  function drop(field: HTMLElement): void {
    const path = pathOf(field)
    const stale = !same(baseOf(path), working.saved(path)) // somebody else has set it meanwhile
    working.type(path)
    outbox.forget(path)
    showWrong(field, '')
    if (stale) fill(field, working.saved(path))
  }

  function set(path: string, value: Value, base = baseOf(path)): Promise<void> {
    const field = find(path)
    if (field) fill(field, value)
    field?.querySelector('[data-overlap]')?.remove()
    working.type(path, value)
    working.tell(field ? rowOf(field).dataset.option ?? path : path)
    outbox.add({ path, base, exact: true, value })
    return outbox.flush()
  }

  /** Takes over the server's draft, unless a newer one is known, and shows what others have changed of it. */
  function renew(now: Current, own: string[] = []): boolean {
    const changed = working.renew(now).filter(path => !own.includes(path))
    for (const path of changed) {
      const field = find(path)
      if (field && !outbox.of(path) && !outbox.heldOf(path)) fill(field, working.saved(path))
    }
    if (changed.length > 0) working.tell()
    return changed.length > 0
  }

  function answered(answer: Answer, sent: Change[]): void {
    const changed = answer.draft ? renew(answer.draft, sent.map(({ path }) => path)) : false
    if (!answer.saved) undoing.clear()
    for (const change of sent) {
      const field = find(change.path)
      if (answer.saved) saved(change, field, answer)
      if (field) showHeld(field)
    }
    showAnswer(root, answer, find)
    sayAnswer(root, answer)
    showHistory(root, history)
    if (changed) others()
  }

  /** Notes a change that was answered, which somebody else's may have kept from being saved. */
  function saved({ path, base }: Change, field: HTMLElement | null, answer: Answer): void {
    const now = working.saved(path) // which may be newer than the answer
    const after = answer.values[path] ?? null
    const overlap = path in answer.overlaps
    if (!overlap && !undoing.delete(path) && !same(base, after)) history.add(path, base, after)
    if (overlap || outbox.of(path)) return // asked about, or typed on meanwhile
    working.type(path)
    if (field && !field.contains(document.activeElement)) fill(field, now)
  }

  /** Shows at a field why what is typed in it is not saved. */
  function showHeld(field: HTMLElement): void {
    const path = pathOf(field)
    const held = outbox.heldOf(path)
    const can = { again: () => void outbox.retry(), unsaved: () => textOf(outbox.all()) }
    showNotSaved(field, held, can, (mine, theirs) => {
      if (mine !== undefined) return void set(path, mine, theirs)
      drop(field)
      fill(field, working.saved(path))
      working.tell(rowOf(field).dataset.option ?? path)
      say(root)
    })
  }

  async function undo(which: 'undo' | 'redo'): Promise<string> {
    await outbox.flush()
    const step = history.take(which)
    if (!step) return ''
    undoing.add(step.path)
    await set(step.path, step.after, step.before)
    showHistory(root, history)
    return step.path
  }

  /** Puts what was typed and is not saved back into the fields of another view. */
  function reshow(): void {
    for (const field of root.querySelectorAll<HTMLElement>('[data-field]')) {
      const change = outbox.of(pathOf(field)) ?? outbox.heldOf(pathOf(field))?.change
      if (change) putBack(field, change)
      else follow(field)
      showHeld(field)
    }
    showHelpers(root)
  }

  function reset(row: HTMLElement): void {
    history.close()
    const open = (path: string) => working.saved(path) !== null || outbox.of(path) || outbox.heldOf(path)
    for (const field of row.querySelectorAll<HTMLElement>('[data-field]')) {
      if (open(pathOf(field))) void set(pathOf(field), null)
    }
  }

  listen(root, { typed: change, left: () => history.close(), reset, send: () => void outbox.flush() })
  for (const left of outbox.left()) outbox.add(left)
  reshow()
  restore(outbox, working, find)
  showHistory(root, history)
  void outbox.flush()
  const replace = (path: string, value: Value): void => { history.close(); void set(path, value) }
  return { working, undo, replace, settled: () => outbox.flush(), unsaved: () => !outbox.empty, renew, reshow }
}
