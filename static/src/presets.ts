// The script of the editor of presets: saves each option by itself, undoes, and tells the live preview what is typed.
import { closest } from './dom'
import { edits } from './preset/edits'
import { editorKeys } from './preset/keys'
import { showUploads, uploads } from './preset/media'
import { others } from './preset/presence'
import { catchUp, showGroup, views } from './preset/view'

function mount(): void {
  const library = document.querySelector('[data-library]')
  if (library) showUploads(library)
  const root = document.querySelector<HTMLElement>('[data-preset]')
  if (!root || 'mounted' in root.dataset) return
  root.dataset.mounted = ''
  const editor = edits(root, () => void catchUp(root, editor))
  editorKeys(root, editor, views(root, editor))
  others(root, revision => { if (revision > editor.working.revision) void catchUp(root, editor) })
  uploads(root, editor)
  showGroup(root)
  root.addEventListener('focusin', event => {
    const path = closest(event, '[data-option]')?.dataset.option
    if (path) document.dispatchEvent(new CustomEvent('presetfocus', { detail: { path } }))
  })
}

if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', mount)
else mount()
