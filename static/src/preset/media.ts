// Images and fonts of options: chosen from the uploads of the company, uploaded beside the field or dropped onto it.
import { element } from '../dom'
import { ask } from '../limit'
import { t } from '../words'
import type { Editor } from './edits'
import { pathOf, rowOf, type Value } from './field'
import { showWrong } from './show'
import { send } from './upload'

const largest = 1_000_000 // bytes

/** Draws the samples of fonts in their own font. */
export function showFonts(root: Element): void {
  for (const sample of root.querySelectorAll<HTMLElement>('[data-font]:not([data-drawn])')) {
    sample.dataset.drawn = ''
    const address = sample.dataset.font ?? ''
    const family = 'upload-' + address.slice(-16)
    const face = new FontFace(family, `url("${address}")`)
    void face.load().then(() => {
      document.fonts.add(face)
      sample.style.setProperty('font-family', `"${family}"`)
    }, () => {})
  }
}

/** Listens to the fields of images and fonts. */
export function uploads(root: HTMLElement, editor: Editor): void {
  const fieldIn = (row: Element) => row.querySelector<HTMLElement>('[data-accept]')!
  const say = (row: Element, text: string) => {
    const place = row.querySelector('[data-progress]')
    if (place) place.textContent = text
  }

  /** Puts an upload into an option: a list grows by it, any other option is set to it. */
  function use(field: HTMLElement, ref: string): void {
    const before = editor.working.current(pathOf(field))
    const value: Value = field.dataset.kind === 'lines' ? [...Array.isArray(before) ? before : [], ref] : ref
    editor.replace(pathOf(field), value)
  }

  async function upload(field: HTMLElement, files: FileList | null | undefined): Promise<void> {
    const row = rowOf(field)
    for (const file of files ?? []) {
      showWrong(field, '')
      if (file.size > largest) return showWrong(field, t('%s is larger than 1 MB.', file.name))
      say(row, t('uploading %s', file.name))
      const answer = await send(file, share => say(row, t('%s %', String(Math.round(share * 100)))))
      say(row, '')
      if (answer.problem) return showWrong(field, answer.problem)
      const image = answer.kind === 'image'
      if (image !== field.dataset.accept?.includes('.png')) {
        return showWrong(field, image ? t('This is an image: choose a font.') : t('This is a font: choose an image.'))
      }
      use(field, answer.ref ?? '')
      if (field.dataset.kind !== 'lines') return
    }
  }

  /** Shows the uploads to choose from in a dialog over the page. */
  async function choose(link: HTMLAnchorElement): Promise<void> {
    const field = fieldIn(rowOf(link))
    const answer = await ask(link.href, { headers: { Accept: 'text/html' } })
    const html = answer?.ok && !answer.redirected ? await answer.text() : ''
    const page = new DOMParser().parseFromString(html, 'text/html').querySelector('[data-library]')
    if (!page) return location.assign(link.href)
    const dialog = element('dialog', { className: 'librarybox' })
    const close = element('button', { type: 'button', className: 'button', onclick: () => dialog.close() }, t('Close'))
    page.querySelector('[data-back]')?.remove()
    page.querySelector('.presetbar .acts')?.append(close)
    dialog.append(document.adoptNode(page))
    dialog.setAttribute('aria-label', page.querySelector('h1')?.textContent ?? '')
    dialog.addEventListener('close', () => {
      dialog.remove()
      link.focus()
    })
    dialog.addEventListener('submit', event => {
      event.preventDefault()
      event.stopImmediatePropagation()
      const form = event.target as HTMLFormElement
      const ref = form.closest<HTMLElement>('[data-ref]')?.dataset.ref
      const file = form.querySelector<HTMLInputElement>('input[type="file"]')
      dialog.close()
      if (ref) use(field, ref)
      else void upload(field, file?.files)
    }, true)
    root.append(dialog)
    showFonts(dialog)
    dialog.showModal()
    dialog.querySelector<HTMLElement>('[data-use], input[type="file"]')?.focus()
  }

  root.addEventListener('click', event => {
    const target = event.target as Element
    const link = target.closest<HTMLAnchorElement>('[data-choose]')
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault()
      void choose(link)
    }
    const taken = target.closest<HTMLElement>('[data-take]')
    if (!taken) return
    const field = fieldIn(rowOf(taken))
    const before = editor.working.current(pathOf(field))
    const rest = Array.isArray(before) ? before.filter(one => one !== taken.dataset.take) : []
    editor.replace(pathOf(field), rest.length > 0 ? rest : null)
    rowOf(taken).focus()
  })
  root.addEventListener('change', event => {
    const input = event.target as HTMLInputElement
    if (!input.closest('[data-pickfile]')) return
    event.stopImmediatePropagation()
    void upload(fieldIn(rowOf(input)), input.files).then(() => { input.value = '' })
  }, true)
  root.addEventListener('dragover', event => {
    const row = (event.target as Element).closest('[data-option]')
    if (row?.querySelector('[data-accept]') && event.dataTransfer?.types.includes('Files')) event.preventDefault()
  })
  root.addEventListener('drop', event => {
    const row = (event.target as Element).closest('[data-option]')
    if (!row?.querySelector('[data-accept]') || !event.dataTransfer?.files.length) return
    event.preventDefault()
    void upload(fieldIn(row), event.dataTransfer.files)
  })
}

/** Shows what only works with script, on each view. */
export function showUploads(root: Element): void {
  for (const part of root.querySelectorAll('[data-pickfile], [data-take]')) part.removeAttribute('hidden')
  showFonts(root)
}
