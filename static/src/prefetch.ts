// The pictures of the next job, fetched while this one is looked at. The browser never caches them (no-store), so they
// wait here as blobs for as long as this page or the next one needs them.
import { requestOf } from './htmxrequest'
import { limited } from './limit'
import { post } from './page'

type Picture = {
  url: string // of the blob; empty until it is there
  loaded: Promise<string> // the URL; empty where the picture could not be fetched
  shown: boolean // on the page that came last
  ready: HTMLImageElement // holds the decoded picture
  abort: AbortController
}

const pictures = new Map<string, Picture>() // by path
let root: HTMLElement | undefined

/** Listens to answers and puts the pictures that are there into each new page. */
export function useFetched(): void {
  // An element requests its picture as soon as it exists, so the text is changed.
  document.addEventListener('htmx:after:request', event => {
    const ctx = requestOf(event)
    if (!ctx.text.includes(' id="job"')) return
    for (const [path, picture] of pictures) {
      picture.shown = ctx.text.includes(`"${path}"`)
      for (const name of ['src', 'href']) {
        const found = picture.url ? ` ${name}="${picture.url}"` : ` data-late-${name}="${path}"`
        ctx.text = ctx.text.replaceAll(` ${name}="${path}"`, `${found} data-path="${path}"`)
      }
    }
  })
  window.addEventListener('pagehide', () => release(() => true))
}

/** Shows the pictures that are still on their way, then reserves the next job and fetches its pictures. */
export function prefetch(page: HTMLElement, signal: AbortSignal): void {
  for (const name of ['src', 'href']) {
    for (const late of page.querySelectorAll(`[data-late-${name}]`)) {
      setPicture(late, name, late.getAttribute('data-late-' + name) ?? '')
    }
  }
  const current = page.querySelector<HTMLElement>('#decision')?.dataset.job
  const timer = current ? setTimeout(() => void fetchNext(current, signal), 700) : 0
  // A job that was just decided may stay in sight before the next one.
  if (!timer && page !== root && !page.querySelector('.pane')) release(picture => !picture.shown)
  root = page
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    if (!document.getElementById('job')) release(() => true)
  })
}

/**
 * Sets an attribute to a picture: to what was fetched before, where it was. The element keeps the path, by which the
 * picture is asked for again where that fails.
 */
export function setPicture(element: Element, name: string, path: string): void {
  element.setAttribute('data-path', path)
  const picture = pictures.get(path)
  if (!picture) element.setAttribute(name, path)
  else if (picture.url) element.setAttribute(name, picture.url)
  else void picture.loaded.then(url => element.setAttribute(name, url || path))
}

async function fetchNext(current: string, signal: AbortSignal): Promise<void> {
  const answer = await post('/queue/ahead', { current })
  if (!answer || signal.aborted) return
  const { images } = answer.ok ? await answer.json() as { images: string[] } : { images: [] }
  if (signal.aborted) return
  release(({ shown }, path) => !shown && !images.includes(path))
  for (const path of images) {
    if (!pictures.has(path)) await fetchPicture(path)
    if (signal.aborted) return
  }
}

/** Fetches a picture; who needs it meanwhile waits for the same bytes. */
function fetchPicture(path: string): Promise<string> {
  const abort = new AbortController()
  const ready = new Image()
  const picture: Picture = { url: '', shown: false, abort, ready, loaded: load() }
  pictures.set(path, picture)
  return picture.loaded

  async function load(): Promise<string> {
    const signal = limited(abort.signal)
    const bytes = await fetch(path, { signal }).then(answer => answer.ok ? answer.blob() : null)
      .catch(() => null)
    if (bytes && !abort.signal.aborted) await decode(bytes)
    else if (pictures.get(path) === picture) pictures.delete(path)
    return picture.url
  }

  async function decode(bytes: Blob): Promise<void> {
    picture.url = URL.createObjectURL(bytes)
    picture.ready.src = picture.url
    await picture.ready.decode().catch(() => undefined) // sound is fetched too
  }
}

/** Releases the bytes of pictures. */
function release(unneeded: (picture: Picture, path: string) => boolean): void {
  for (const [path, picture] of pictures) {
    if (!unneeded(picture, path)) continue
    pictures.delete(path)
    picture.abort.abort()
    URL.revokeObjectURL(picture.url)
  }
}
