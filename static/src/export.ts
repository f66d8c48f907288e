import { flash } from './page'
import { t } from './words'

let stop: AbortController | null = null

/** Fetches a list as a file and tells how far it is; a second click ends it. Without script the link is a plain download. */
export function exports(): void {
  document.addEventListener('click', event => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-export]')
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    if (stop) stop.abort()
    else void fetchRows(link)
  })
}

async function fetchRows(link: HTMLAnchorElement): Promise<void> {
  const status = document.getElementById(link.dataset.export ?? '')
  stop = new AbortController()
  try {
    const answer = await fetch(link.href, { signal: stop.signal })
    if (!answer.ok || !answer.body) throw new Error(String(answer.status))
    const total = Number(answer.headers.get('X-Rows') ?? 0)
    const parts: BlobPart[] = []
    let rows = -1 // the first line is the heading
    for (const reader = answer.body.getReader(); ;) {
      const { done, value } = await reader.read()
      if (done) break
      parts.push(value as Uint8Array<ArrayBuffer>)
      for (const byte of value) if (byte === 10) rows++
      if (status) status.textContent = t('%s of %s rows', rows.toLocaleString(), Math.max(total, rows).toLocaleString())
    }
    const file = document.createElement('a')
    file.href = URL.createObjectURL(new Blob(parts, { type: 'text/csv' }))
    file.download = link.download
    file.click()
    setTimeout(() => URL.revokeObjectURL(file.href), 60_000)
    if (status) status.textContent = rows < total ? t('%s of %s rows: the list broke off', rows.toLocaleString(), total.toLocaleString()) : t('%s rows saved', rows.toLocaleString())
  } catch (error) {
    const ended = error instanceof DOMException && error.name === 'AbortError'
    if (status) status.textContent = ''
    flash(ended ? t('The export was ended.') : t('The export failed. Try again.'))
  } finally {
    stop = null
  }
}
