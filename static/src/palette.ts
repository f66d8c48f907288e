import { caps, listed, showHelp } from './help'
import { t } from './words'

type Command = { text: string, key: string, run: () => void }

const go = (path: string) => () => { location.href = path }

/** What carries a key on this page and can be pressed now. */
const place = (action: string) => [...document.querySelectorAll<HTMLElement>(`#job [data-key="${CSS.escape(action)}"]`)].find(p => p.getClientRects().length > 0 && !p.hasAttribute('disabled'))

// An outcome is chosen as its key does it, and so opens the reasons; a field gets the focus; anything else is pressed.
function act(action: string): void {
  const found = place(action)
  found?.click()
  if (found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement) found.focus()
}

/** What the list of keys names and this page can do. */
function actions(): Command[] {
  const can = listed().filter(([action]) => /^[^1-9 ?/]$/.test(action) && place(action))
  return [...can.map(([action, text]) => ({ text, key: caps(action).join(' '), run: () => act(action) })), { text: t('Keys'), key: caps('?').join(' '), run: showHelp }]
}

/** What the menu of the account offers beside links: availability, theme, language, the way out. */
function choices(): Command[] {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('#job form:is([action^="/me/"], [action="/logout"]) button:not([aria-pressed="true"])')].filter(b => b.closest('.menu'))
  return buttons.map(button => {
    const of = button.form?.getAttribute('aria-label')
    const text = button.textContent?.trim() ?? ''
    return { text: of ? t('%s: %s', of, text) : text, key: '', run: () => button.click() }
  })
}

/** Asks the server where one can go, without words anywhere. */
async function places(query: string): Promise<Array<[string, string]>> {
  const answer = await fetch('/jump?q=' + encodeURIComponent(query), { headers: { Accept: 'application/json' } }).catch(() => null)
  return answer?.ok ? answer.json().catch(() => []) as Promise<Array<[string, string]>> : []
}

const direct: Record<string, string> = { '/queue': 'g Q', '/jobs': 'g J', '/dashboard': 'g D' }

function commands(query: string, pages: Array<[string, string]>): Command[] {
  const all = [...actions(), ...pages.map(([label, path]) => ({ text: t('Go to %s', label), key: direct[path] ? caps(direct[path]).join(' ') : '', run: go(path) })), ...choices()]
  const words = plain(query).split(/\s+/)
  return all.filter(c => words.every(w => plain(c.text).includes(w)))
}

/** Takes accents and case away, so that a command is found without them. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Ctrl+K opens a box that takes a command, a name, a number, an id or a URN. */
export function palette(): void {
  document.addEventListener('keydown', event => {
    if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey) {
      event.preventDefault()
      openPalette()
    }
  })
}

/** Opens the box. */
export function openPalette(): void {
  const overlay = document.getElementById('overlay')
  if (!overlay || overlay.querySelector('dialog[open]')) return
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-label', t('Search and commands'))
  dialog.innerHTML = '<div class="palette"><input type="text" role="combobox" aria-expanded="true" aria-controls="palette-list" autocomplete="off"><ul id="palette-list" role="listbox"></ul></div>'
  const input = dialog.querySelector('input')!
  const list = dialog.querySelector('ul')!
  input.placeholder = t('Command, name, number, id or URN')
  input.setAttribute('aria-label', input.placeholder)
  list.setAttribute('aria-label', t('Commands'))
  let at = 0
  let shown: Command[] = []
  let pages: Array<[string, string]> = []
  let timer = 0

  function draw(): void {
    list.replaceChildren(...shown.map((command, i) => {
      const item = document.createElement('li')
      item.setAttribute('role', 'option')
      item.id = 'palette-' + i
      item.setAttribute('aria-selected', String(i === at))
      item.textContent = command.text
      if (command.key) {
        const cap = document.createElement('kbd')
        cap.textContent = command.key
        item.append(cap)
      }
      item.addEventListener('click', () => run(i))
      return item
    }))
    list.children[at]?.scrollIntoView({ block: 'nearest' })
    input.setAttribute('aria-activedescendant', shown.length ? 'palette-' + at : '')
  }
  function run(i: number): void {
    dialog.close()
    shown[i]?.run()
  }
  function show(hits: Array<[string, string]>): void {
    const query = input.value.trim()
    shown = [...commands(query, pages), ...hits.map(([text, path]) => ({ text, key: '', run: go(path) }))]
    if (query) shown.push({ text: t('Search jobs for “%s”', query), key: shown.length ? '' : 'Enter', run: go('/jobs?q=' + encodeURIComponent(query)) })
    draw()
  }
  function find(): void {
    const query = input.value.trim()
    at = 0
    show([])
    clearTimeout(timer)
    if (query) timer = window.setTimeout(() => void places(query).then(hits => { if (query === input.value.trim() && at === 0) show(hits) }), 150)
  }
  input.addEventListener('input', find)
  input.addEventListener('keydown', event => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      at = (at + (event.key === 'ArrowDown' ? 1 : shown.length - 1)) % Math.max(1, shown.length)
      draw()
    } else if (event.key === 'Enter') {
      event.preventDefault()
      run(at)
    }
  })
  dialog.addEventListener('click', event => { if (event.target === dialog) dialog.close() })
  dialog.addEventListener('close', () => dialog.remove())
  overlay.append(dialog)
  dialog.showModal()
  find()
  void places('').then(all => {
    pages = all
    if (at === 0) find()
  })
}
