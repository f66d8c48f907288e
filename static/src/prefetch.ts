// The pictures of the next job, fetched while this one is looked at. The browser never caches them (no-store), so they
// wait here as blobs until their page comes.
import { post, request } from './page'

const ready = new Map<string, string>() // blob URLs by path

/** Uses the pictures that are ready, then reserves the next job and fetches its pictures. */
export function prefetch(root: HTMLElement, signal: AbortSignal): void {
  for (const picture of root.querySelectorAll('image[href], img[src]')) {
    const name = picture instanceof HTMLImageElement ? 'src' : 'href'
    const url = ready.get(picture.getAttribute(name) ?? '')
    if (url) picture.setAttribute(name, url)
  }
  const used = [...ready.values()]
  ready.clear()
  const timer = root.querySelector('#decision') ? setTimeout(() => void fetchNext(), 700) : 0
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    for (const url of used) URL.revokeObjectURL(url)
  })
}

async function fetchNext(): Promise<void> {
  const answer = await post('/queue/ahead', {})
  if (!answer?.ok) return
  const { images } = await answer.json() as { images: string[] }
  for (const path of images) {
    const picture = await request(path, { headers: {} })
    if (picture?.ok) ready.set(path, URL.createObjectURL(await picture.blob()))
  }
}
