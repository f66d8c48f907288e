// A video's key frames as a strip, and steps of one frame. A second, silent player makes the frames, so that what the
// agent plays is not disturbed.
import { closest, element } from './dom'
import { timecode } from './time'

const frames = 8
const frameHeight = 104
const usualSpacing = 1 / 25 // seconds between two frames, where the player can't tell
const patience = 5000 // milliseconds that a frame may take to be shown

const once = (target: EventTarget, name: string) => new Promise<void>((done, failed) => {
  target.addEventListener(name, () => done(), { once: true })
  target.addEventListener('error', () => failed(new Error(name)), { once: true })
})

async function seek(video: HTMLVideoElement, at: number): Promise<void> {
  const seeked = once(video, 'seeked')
  video.currentTime = at
  await seeked
}

/**
 * Shows the frame at a time and returns the frame's own time, NaN where the player can't tell. On a busy machine a seek
 * is over before its frame can be drawn.
 */
async function show(video: HTMLVideoElement, at: number): Promise<number> {
  if (!('requestVideoFrameCallback' in video)) {
    await seek(video, at)
    return NaN
  }
  const frame = new Promise<number>(done => {
    video.requestVideoFrameCallback((_, { mediaTime }) => done(mediaTime))
  })
  await seek(video, at)
  return Promise.race([frame, new Promise<number>(done => setTimeout(done, patience, NaN))])
}

/** Returns the time between a frame and the one before it, by the frame's own time. */
async function spacingBefore(video: HTMLVideoElement, frame: number): Promise<number> {
  return Number.isNaN(frame) ? usualSpacing : frame - await show(video, frame - .001) || usualSpacing
}

/** Returns the length of a video. A recording made in a browser does not know it until its end was looked for. */
async function lengthOf(video: HTMLVideoElement): Promise<number> {
  if (!Number.isFinite(video.duration)) {
    await show(video, 1e7)
    await show(video, 0)
  }
  return Number.isFinite(video.duration) ? video.duration : 0
}

async function loadCopy(video: HTMLVideoElement): Promise<HTMLVideoElement> {
  const copy = element('video', { muted: true, preload: 'auto' })
  const loaded = once(copy, 'loadeddata')
  copy.src = video.currentSrc || video.src
  await loaded
  return copy
}

/** Returns a button with the frame that a video shows, which leads back to it. */
function frameButton(video: HTMLVideoElement, at: number): HTMLButtonElement {
  const height = frameHeight
  const width = Math.round(height * video.videoWidth / video.videoHeight)
  const canvas = element('canvas', { width, height })
  canvas.getContext('2d')?.drawImage(video, 0, 0, width, height)
  const label = timecode(at).replace(/^00:0?/, '')
  const button = element('button', { type: 'button' }, canvas, element('span', {}, label))
  button.dataset.frame = String(at)
  return button
}

async function fillStrip(player: HTMLElement, video: HTMLVideoElement): Promise<void> {
  const copy = await loadCopy(video)
  const length = await lengthOf(copy)
  const cells = player.querySelector('.cells')
  if (!length || !cells || !copy.videoWidth) return
  player.querySelector<HTMLElement>('.reel')!.hidden = false
  let shown = NaN
  for (let i = 0; i < frames; i++) {
    const at = length * (i + .5) / frames
    shown = await show(copy, at)
    cells.append(frameButton(copy, at))
  }
  player.dataset.film = String(await spacingBefore(copy, shown))
  copy.removeAttribute('src')
  copy.load()
}

/** Mounts the strip and the steps on each video of a page. */
export function videos(root: HTMLElement): void {
  for (const player of root.querySelectorAll<HTMLElement>('[data-film]')) {
    const video = player.querySelector('video')
    if (video) mount(player, video)
  }
}

function mount(player: HTMLElement, video: HTMLVideoElement): void {
  const spacing = () => Number(player.dataset.film) || usualSpacing
  const update = () => {
    player.querySelector('[data-at]')!.textContent = timecode(video.currentTime)
    for (const cell of player.querySelectorAll<HTMLElement>('[data-frame]')) {
      const near = Math.abs(Number(cell.dataset.frame) - video.currentTime) < spacing() / 2
      cell.setAttribute('aria-pressed', String(near))
    }
  }
  const go = (at: number) => {
    video.pause()
    video.currentTime = Math.max(0, at)
  }
  const step = (by: number) => go(video.currentTime + by * spacing())
  video.addEventListener('seeked', update)
  video.addEventListener('timeupdate', update)
  player.addEventListener('click', event => {
    const { frame, step: by } = closest(event, '[data-frame], [data-step]')?.dataset ?? {}
    if (frame) go(Number(frame))
    else if (by) step(Number(by))
  })
  player.addEventListener('keydown', event => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (!by || event.target === video) return
    event.preventDefault()
    step(by)
  })
  const fill = () => void fillStrip(player, video).then(update, () => undefined) // what can't be decoded has no strip
  if (video.readyState >= 1) fill()
  else video.addEventListener('loadedmetadata', fill, { once: true })
}
