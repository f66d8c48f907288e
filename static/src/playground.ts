// Follows a job of the playground: the page is asked for again until its job is decided, and what differs takes the
// place of what was shown. A reload goes on with the job.
import { ask } from './limit'

/** How long it waits from one look to the next, in milliseconds. */
const often = 1500

const followed = (within: ParentNode): HTMLElement | null => within.querySelector<HTMLElement>('[data-follow]')

/** Asks for the page and shows what differs. A page that could not be had is asked for again. */
async function look(path: string): Promise<void> {
  const answer = await ask(path)
  if (!answer?.ok || answer.redirected) return
  const made = followed(new DOMParser().parseFromString(await answer.text(), 'text/html'))
  const shown = followed(document)
  if (!made || !shown) return
  shown.dataset.over = made.dataset.over
  for (const part of made.querySelectorAll<HTMLElement>('[data-part]')) {
    const old = shown.querySelector(`[data-part="${part.dataset.part}"]`)
    if (old && !old.isEqualNode(part)) old.replaceChildren(...part.childNodes)
  }
}

async function follow(): Promise<void> {
  for (let shown = followed(document); shown && shown.dataset.over !== 'true'; shown = followed(document)) {
    await new Promise(done => setTimeout(done, often))
    if (document.visibilityState === 'visible') await look(shown.dataset.follow!)
  }
}

/**
 * Keeps the address of the capture page, which the server tells once, in this tab, and shows it again after a reload.
 * The page gets the address of its job: to load what a form made again would make another.
 */
function keep(): void {
  const path = followed(document)?.dataset.follow
  const open = document.querySelector<HTMLElement>('[data-open]')
  const link = open?.querySelector('a')
  if (!path || !open || !link) return
  if (!open.hidden) {
    sessionStorage.setItem(path, link.href)
    history.replaceState(null, '', path + location.hash)
  }
  if (followed(document)?.dataset.over === 'true') sessionStorage.removeItem(path)
  const kept = sessionStorage.getItem(path)
  if (!kept) return
  link.href = kept
  open.hidden = false
}

keep()
void follow()
