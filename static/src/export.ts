// A list as a file: it is fetched with its progress shown, and a second click ends it. Without script the link is a
// plain download.
import { element, onClick } from './dom'
import { count } from './locale'
import { flash } from './news'
import { n, t } from './words'

const longestStall = 60_000 // ms without a byte after which an export has failed

let running: AbortController | null = null

/** Listens to the links that export a list. */
export function exports(): void {
  onClick<HTMLAnchorElement>('a[data-export]', (link, event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    if (running) running.abort()
    else void download(link)
  })
}

async function download(link: HTMLAnchorElement): Promise<void> {
  const status = document.getElementById(link.dataset.export ?? '')
  const say = (text: string) => { if (status) status.textContent = text }
  const run = running = new AbortController()
  let stalled = 0
  const progressed = () => {
    clearTimeout(stalled)
    stalled = setTimeout(() => run.abort(new Error('stalled')), longestStall)
  }
  try {
    progressed()
    const answer = await fetch(link.href, { signal: running.signal })
    if (!answer.ok || !answer.body) throw new Error(String(answer.status))
    const total = Number(answer.headers.get('X-Rows') ?? 0)
    const parts: BlobPart[] = []
    let rows = -1 // the first line is the heading
    for (const reader = answer.body.getReader(); ;) {
      const { done, value } = await reader.read()
      if (done) break
      progressed()
      parts.push(value as Uint8Array<ArrayBuffer>)
      for (const byte of value) if (byte === 10) rows++
      say(t('%s of %s rows', count(rows), count(Math.max(total, rows))))
    }
    save(parts, link.download)
    say(n(rows, '1 row saved', '%s rows saved'))
  } catch (error) {
    const ended = error instanceof DOMException && error.name === 'AbortError'
    say('')
    flash(ended ? t('The export was cancelled.') : t('The export failed. Try again.'))
  } finally {
    clearTimeout(stalled)
    running = null
  }
}

function save(parts: BlobPart[], name: string): void {
  const href = URL.createObjectURL(new Blob(parts, { type: 'text/csv' }))
  element('a', { href, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}
