// The keyboard of the editor: j and k go through the options, / searches, Ctrl+Z undoes. Letters do
// nothing while somebody types, and in a text field the browser's own undo comes first.
import { typing } from '../dom'
import { actionFor, keysOff } from '../keyprefs'
import { controlOf } from './field'
import type { Editor } from './edits'
import type { Show } from './view'

/** Listens to the keyboard and to the buttons that do the same. */
export function editorKeys(root: HTMLElement, editor: Editor, show: Show): void {
  let afterG = false // what follows a g names a page
  const rows = () => [...root.querySelectorAll<HTMLElement>('[data-option]')]
  const focusField = (row: HTMLElement | undefined) => {
    const field = row?.querySelector('[data-field]')
    if (field) controlOf(field).focus()
  }

  async function undo(which: 'undo' | 'redo'): Promise<void> {
    const path = await editor.undo(which)
    if (!path) return
    const option = path.replace(/^texts\.[A-Z]+\./, '')
    const find = () => root.querySelector<HTMLElement>(`[data-option="${CSS.escape(option)}"]`)
    if (!find()) await show(`${root.dataset.preset}?q=${encodeURIComponent(option)}`, 'push')
    find()?.focus()
  }

  function step(by: number): boolean {
    const all = rows()
    const at = all.findIndex(row => row.contains(document.activeElement))
    const next = all[Math.max(0, Math.min(all.length - 1, at < 0 ? 0 : at + by))]
    next?.focus()
    next?.scrollIntoView({ block: 'nearest' })
    return all.length > 0
  }

  /** Goes to another page once everything is saved; a change that can't be sent keeps the page. */
  async function leave(href: string): Promise<void> {
    await editor.settled()
    if (!editor.unsaved()) location.assign(href)
  }

  function singleKey(event: KeyboardEvent): boolean {
    const goes = afterG
    afterG = actionFor(event) === 'g'
    if (goes) return false
    switch (actionFor(event)) {
      case 'j': return step(1)
      case 'k': return step(-1)
      case '/': {
        const search = root.querySelector<HTMLInputElement>('[data-seek]')
        search?.select()
        search?.focus()
        return true
      }
    }
    return false
  }

  function handle(event: KeyboardEvent): boolean {
    const target = event.target as HTMLElement
    if (event.defaultPrevented || event.altKey || document.querySelector('dialog[open]')) return false
    const row = target.closest<HTMLElement>('[data-option]')
    const key = event.key.toLowerCase()
    if (event.ctrlKey || event.metaKey) {
      if (typing(target) && !target.matches('select') || (key !== 'z' && key !== 'y')) return false
      void undo(key === 'y' || event.shiftKey ? 'redo' : 'undo')
      return true
    }
    if (typing(target)) {
      if (event.key !== 'Escape' || !row) return false
      row.focus()
      return true
    }
    if (event.key === 'Enter' && target === row) {
      focusField(row)
      return true
    }
    return event.key.length === 1 && !keysOff() && singleKey(event)
  }

  document.addEventListener('keydown', event => { if (handle(event)) event.preventDefault() }, true)
  root.addEventListener('click', event => {
    const button = (event.target as Element).closest<HTMLElement>('[data-undo], [data-redo]')
    if (button) void undo('undo' in button.dataset ? 'undo' : 'redo')
    const link = (event.target as Element).closest<HTMLAnchorElement>('.presetbar .acts a[href]')
    if (!link || !editor.unsaved() || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    void leave(link.href)
  })
}
