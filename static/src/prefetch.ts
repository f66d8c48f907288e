import { post } from './page'

// The pictures of the next job, fetched while this one is looked at. They are never cached by the browser (no-store), so
// they wait here as blobs until their page comes.
const ready = new Map<string, string>()

/** Uses the pictures that are ready, then reserves the next job and fetches its pictures. */
export function prefetch(root: HTMLElement): (() => void) | void {
  for (const picture of root.querySelectorAll('image[href], img[src]')) {
    const name = picture instanceof HTMLImageElement ? 'src' : 'href'
    const url = ready.get(picture.getAttribute(name) ?? '')
    if (url) picture.setAttribute(name, url)
  }
  const used = [...ready.values()]
  ready.clear()
  const timer = root.querySelector('#decision') ? window.setTimeout(() => void ahead(), 700) : 0
  return () => {
    clearTimeout(timer)
    for (const url of used) URL.revokeObjectURL(url)
  }
}

async function ahead(): Promise<void> {
  const answer = await post('/queue/ahead', {}).catch(() => null)
  if (!answer?.ok) return
  const { images } = await answer.json() as { images: string[] }
  for (const path of images) {
    const picture = await fetch(path).catch(() => null)
    if (picture?.ok) ready.set(path, URL.createObjectURL(await picture.blob()))
  }
}
