type Command = { text: string, key: string, run: () => void }

const go = (path: string) => () => { location.href = path }

function commands(query: string): Command[] {
  const all: Command[] = [
    { text: 'Take the next job', key: 'N', run: () => document.querySelector<HTMLElement>('#job [data-key="n"]')?.click() },
    ...[...document.querySelectorAll<HTMLAnchorElement>('.top nav a')].map(a => ({ text: 'Go to ' + (a.textContent ?? ''), key: '', run: go(a.getAttribute('href') ?? '/') })),
    { text: 'Go to queue', key: 'g q', run: go('/queue') },
    { text: 'Go to jobs', key: 'g j', run: go('/jobs') },
  ]
  const seen = new Set<string>()
  const fits = all.filter(c => c.text.toLowerCase().includes(query.toLowerCase()) && !seen.has(c.text.toLowerCase()) && seen.add(c.text.toLowerCase()))
  if (query) fits.push({ text: `Search jobs for “${query}”`, key: 'Enter', run: go('/jobs?q=' + encodeURIComponent(query)) })
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
  if (!overlay || overlay.querySelector('dialog')) return
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-label', 'Search and commands')
  dialog.innerHTML = '<div class="palette"><input type="text" role="combobox" aria-expanded="true" aria-controls="palette-list" aria-label="Command, name, number, id or URN" placeholder="Command, name, number, id or URN" autocomplete="off"><ul id="palette-list" role="listbox" aria-label="Commands"></ul></div>'
  const input = dialog.querySelector('input')!
  const list = dialog.querySelector('ul')!
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
