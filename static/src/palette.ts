// The command palette: it takes a command, a name, a number, an id or a URN.
import { element, usable } from './dom'
import { keyCaps, shortcuts, showDialog, showHelp } from './help'
import { go } from './leave'
import { matches, nextRow } from './match'
import { request } from './page'
import { t } from './words'

type Command = { text: string, key: string, run: (query: string) => void }
type Place = [label: string, path: string]

const searchDelay = 150 // ms after the last key

let kept = '' // what led to a page, which is offered again where the server could not be reached

const goes = (path: string) => (query: string) => {
  kept = query
  void go(path, true)
}

const control = (action: string) => usable(`[data-key="${CSS.escape(action)}"]`)

// An outcome is chosen as its key does it, which opens the reasons; a field gets the focus; anything else is pressed.
function runAction(action: string): void {
  const found = control(action)
  found?.click()
  if (found?.matches('input, textarea')) found.focus()
}

/** Returns the actions that have a key and can be done on this page. */
function actions(): Command[] {
  const possible = shortcuts().filter(([action]) => /^[^1-9 ?/]$/.test(action) && control(action))
  const caps = (action: string) => keyCaps(action).join(' ')
  const commands = possible.map(([action, text]) => ({ text, key: caps(action), run: () => runAction(action) }))
  return [...commands, { text: t('Keys'), key: caps('?'), run: showHelp }]
}

const menuButtons = '#job .menu form:is([action^="/me/"], [action="/logout"]) button:not([aria-pressed="true"])'

/** Returns what the account menu offers beside links: availability, theme, language, signing out. */
function menuCommands(): Command[] {
  return [...document.querySelectorAll<HTMLButtonElement>(menuButtons)].map(button => {
    const group = button.form?.getAttribute('aria-label')
    const text = button.textContent?.trim() ?? ''
    return { text: group ? t('%s: %s', group, text) : text, key: '', run: () => button.click() }
  })
}

const directKeys: Record<string, string> = { '/queue': 'g Q', '/jobs': 'g J', '/dashboard': 'g D', '/me/work': 'g M' }

function pageCommand([label, path]: Place): Command {
  const key = directKeys[path] ? keyCaps(directKeys[path]).join(' ') : ''
  return { text: t('Go to %s', label), key, run: goes(path) }
}

/** Asks the server for the places that words lead to; without words for every page. */
async function findPlaces(query: string): Promise<Place[]> {
  const answer = await request('/jump?q=' + encodeURIComponent(query))
  return answer?.ok ? answer.json().catch(() => []) as Promise<Place[]> : []
}

/** Listens to Ctrl+K. */
export function palette(): void {
  document.addEventListener('keydown', event => {
    if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey) {
      event.preventDefault()
      openPalette()
    }
  })
}

function item({ text, key }: Command, id: string, selected: boolean, onclick: () => void): HTMLElement {
  const row = element('li', { id, onclick, role: 'option', ariaSelected: String(selected) }, text)
  if (key) row.append(element('kbd', {}, key))
  return row
}

/** Opens the box, unless a dialog is open. */
export function openPalette(): void {
  const placeholder = t('Command, name, number, id or URN')
  const list = element('ul', { id: 'palette-list', role: 'listbox', ariaLabel: t('Commands') })
  const input = element('input', {
    autocomplete: 'off',
    value: kept,
    placeholder,
    role: 'combobox',
    ariaExpanded: 'true',
    ariaLabel: placeholder,
  })
  input.setAttribute('aria-controls', list.id)
  const box = element('div', { className: 'palette' }, input, list)
  const dialog = element('dialog', { ariaLabel: t('Search and commands') }, box)
  let at = 0
  let listed: Command[] = []
  let pages: Place[] = []
  let timer = 0

  function draw(): void {
    list.replaceChildren(...listed.map((command, i) => item(command, 'palette-' + i, i === at, () => run(i))))
    list.children[at]?.scrollIntoView({ block: 'nearest' })
    input.setAttribute('aria-activedescendant', listed.length ? 'palette-' + at : '')
  }
  function run(i: number): void {
    dialog.close()
    kept = ''
    listed[i]?.run(input.value)
  }
  function show(found: Place[]): void {
    const query = input.value.trim()
    listed = [...actions(), ...pages.map(pageCommand), ...menuCommands()].filter(c => matches(query, c.text))
    listed.push(...found.map(([text, path]) => ({ text, key: '', run: goes(path) })))
    if (query) {
      const key = listed.length ? '' : 'Enter'
      listed.push({ text: t('Search jobs for “%s”', query), key, run: goes('/jobs?q=' + encodeURIComponent(query)) })
    }
    draw()
  }
  function typed(): void {
    const query = input.value.trim()
    at = 0
    show([])
    clearTimeout(timer)
    if (!query) return
    timer = setTimeout(async () => {
      const found = await findPlaces(query)
      if (query === input.value.trim() && at === 0) show(found)
    }, searchDelay)
  }
  input.oninput = typed
  input.onkeydown = event => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by) {
      at = nextRow(at, by, listed.length)
      draw()
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      run(at)
    } else {
      return
    }
    event.preventDefault()
  }
  if (!showDialog(dialog)) return
  input.select()
  typed()
  void findPlaces('').then(all => {
    pages = all
    if (at === 0) typed()
  })
}
