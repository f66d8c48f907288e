// Whether the pictures of a job have come. A pane says of one that has not, asks for it again, and lets the agent
// decide without it.
import { answers, onReached } from './connection'
import { element } from './dom'
import { limited } from './limit'
import { t } from './words'

const slowTime = 5000 // ms after which a pane says that its picture has not come yet
const firstPause = 2000
const longestPause = 30_000

/** Reports whether a picture in sight has not been drawn, and nobody has said that they decide without it. */
export const awaited = (root: HTMLElement): boolean => (
  [...root.querySelectorAll<HTMLElement>('.pane:not([hidden])')].some(pane => 'awaited' in pane.dataset)
)

/** Follows the pictures of a page with a stage. */
export function pictures(root: HTMLElement, signal: AbortSignal): void {
  for (const figure of root.querySelectorAll<HTMLElement>('.pane')) {
    const picture = figure.querySelector<HTMLImageElement>('.turner > image, .player > img')
    if (picture) follow(figure, picture, Boolean(root.querySelector('#decision')), signal)
  }
}

function follow(figure: HTMLElement, picture: HTMLImageElement, decides: boolean, signal: AbortSignal): void {
  const name = picture.localName === 'img' ? 'src' : 'href'
  let pause = firstPause
  let failing = false

  const say = (text: string) => {
    figure.querySelector(':scope > .absent')?.remove()
    if (!text) return
    const acts = [element('button', { type: 'button', onclick: again }, t('Try again'))]
    if (decides) acts.push(element('button', { type: 'button', onclick: drawn }, t('Decide without it')))
    figure.append(element('div', { className: 'absent', role: 'alert' }, element('p', {}, text), ...acts))
  }
  const drawn = () => {
    clearTimeout(timer)
    failing = false
    delete figure.dataset.awaited
    say('')
  }
  const failed = () => {
    if (signal.aborted || failing) return
    clearTimeout(timer)
    failing = true
    say(t('This picture could not be loaded.'))
    timer = setTimeout(again, pause)
    pause = Math.min(2 * pause, longestPause)
    void answers(limited()) // says on the page where the server can't be reached at all
  }
  const slow = () => say(t('This picture has not come yet.'))
  function again(): void {
    failing = false
    say('')
    clearTimeout(timer)
    timer = setTimeout(slow, slowTime)
    const path = picture.dataset.path ?? picture.getAttribute(name) // from the server, not what was fetched ahead
    if (!path) return
    picture.removeAttribute(name)
    picture.setAttribute(name, path)
  }

  figure.dataset.awaited = ''
  let timer = figure.hidden ? 0 : setTimeout(slow, slowTime)
  picture.addEventListener('load', drawn, { signal })
  picture.addEventListener('error', failed, { signal })
  // It may have come, or failed, before this script did.
  if (picture.hasAttribute(name)) picture.decode().then(drawn, failed)
  onReached(signal, () => { if (failing) again() })
  signal.addEventListener('abort', () => clearTimeout(timer))
}
