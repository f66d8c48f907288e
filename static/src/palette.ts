import { caps } from './help'
import { t } from './words'

type Command = { text: string, key: string, run: () => void }

const go = (path: string) => () => { location.href = path }

const press = (action: string) => document.querySelector<HTMLElement>(`#job [data-key="${action}"]`)

// Where the bar leads; a page without the bar brings the same links with it.
function places(): Array<[string, string]> {
  const bar = [...document.querySelectorAll<HTMLAnchorElement>('.top nav a')]
  if (bar.length > 0) return bar.map(a => [a.textContent ?? '', a.getAttribute('href') ?? '/'])
  return JSON.parse(document.getElementById('job')?.dataset.links || '[]') as Array<[string, string]>
}

// An outcome is chosen as its key does it, and so opens the reasons; anything else is pressed.
function act(action: string): void {
  const place = press(action)
  place?.click()
  if (place instanceof HTMLInputElement) place.focus()
}

function commands(query: string): Command[] {
  const acts: Array<[string, string]> = [['a', t('Approve')], ['d', t('Decline')], ['v', t('Suspicious')], ['n', t('Take the next job')], ['t', t('Take the job that is shown')], ['e', t('Escalate')], ['s', t('Skip')], ['u', t('Undo')]]
  const all: Command[] = [
    ...acts.filter(([action]) => press(action)).map(([action, text]) => ({ text, key: caps(action).join(' '), run: () => act(action) })),
    { text: t('Go to %s', t('Queue')), key: caps('g Q').join(' '), run: go('/queue') },
    { text: t('Go to %s', t('Jobs')), key: caps('g J').join(' '), run: go('/jobs') },
    ...places().map(([label, href]) => ({ text: t('Go to %s', label), key: '', run: go(href) })),
    { text: t('Go to %s', t('Your account')), key: '', run: go('/me') },
    { text: t('Choose other keys'), key: '', run: go('/me/keys') },
  ]
  const seen = new Set<string>()
  const fits = all.filter(c => c.text.toLowerCase().includes(query.toLowerCase()) && !seen.has(c.text.toLowerCase()) && seen.add(c.text.toLowerCase()))
  if (query) fits.push({ text: t('Search jobs for “%s”', query), key: 'Enter', run: go('/jobs?q=' + encodeURIComponent(query)) })
  return fits
}

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
    input.setAttribute('aria-activedescendant', shown.length ? 'palette-' + at : '')
  }
  function run(i: number): void {
    dialog.close()
    shown[i]?.run()
  }
  function find(): void {
    at = 0
    shown = commands(input.value.trim())
    draw()
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
}
