// A video's key frames as a strip, and steps of one frame. A second, silent player makes the frames, so that what the agent
// plays is not disturbed.

const frames = 8
const usual = 1 / 25 // seconds between two frames, where the player can't tell

const written = (at: number) => `${String(Math.floor(at / 60)).padStart(2, '0')}:${(at % 60).toFixed(2).padStart(5, '0')}`
const once = (target: EventTarget, name: string) => new Promise<void>((done, failed) => {
  target.addEventListener(name, () => done(), { once: true })
  target.addEventListener('error', () => failed(new Error(name)), { once: true })
})

async function seek(video: HTMLVideoElement, at: number): Promise<void> {
  const there = once(video, 'seeked')
  video.currentTime = at
  await there
}

/** The time between two frames: that of the one shown, less that of the one shown a little before it. */
async function spacing(video: HTMLVideoElement): Promise<number> {
  if (!('requestVideoFrameCallback' in video)) return usual
  const shown = async (at: number) => {
    const frame = new Promise<number>(done => video.requestVideoFrameCallback((_, { mediaTime }) => done(mediaTime)))
    await seek(video, at)
    return Promise.race([frame, new Promise<number>(done => setTimeout(done, 1000, NaN))])
  }
  const at = await shown(video.currentTime)
  return at - await shown(at - .001) || usual
}

/** A recording made in a browser does not tell its length until its end was looked for. */
async function lengthOf(video: HTMLVideoElement): Promise<number> {
  if (!Number.isFinite(video.duration)) {
    await seek(video, 1e7)
    await seek(video, 0)
  }
  return Number.isFinite(video.duration) ? video.duration : 0
}

async function fill(film: HTMLElement, video: HTMLVideoElement): Promise<void> {
  const copy = document.createElement('video')
  copy.muted = true
  copy.preload = 'auto'
  const loaded = once(copy, 'loadeddata')
  copy.src = video.currentSrc || video.src
  await loaded
  const length = await lengthOf(copy)
  const cells = film.querySelector('.cells')
  if (!length || !cells || !copy.videoWidth) return
  film.querySelector<HTMLElement>('.reel')!.hidden = false
  for (let i = 0; i < frames; i++) {
    const at = length * (i + .5) / frames
    await seek(copy, at)
    const canvas = document.createElement('canvas')
    canvas.height = 104
    canvas.width = Math.round(104 * copy.videoWidth / copy.videoHeight)
    canvas.getContext('2d')?.drawImage(copy, 0, 0, canvas.width, canvas.height)
    const label = document.createElement('span')
    label.textContent = written(at).replace(/^00:0?/, '')
    const cell = document.createElement('button')
    cell.type = 'button'
    cell.dataset.frame = String(at)
    cell.append(canvas, label)
    cells.append(cell)
  }
  film.dataset.film = String(await spacing(copy))
  copy.removeAttribute('src')
  copy.load()
}

/** Makes the strip of each video of a page. */
export function films(root: HTMLElement): void {
  for (const film of root.querySelectorAll<HTMLElement>('[data-film]')) {
    const video = film.querySelector('video')
    if (!video) continue
    const frameTime = () => Number(film.dataset.film) || usual
    const tell = () => {
      film.querySelector('[data-at]')!.textContent = written(video.currentTime)
      for (const cell of film.querySelectorAll<HTMLElement>('[data-frame]')) {
        cell.setAttribute('aria-pressed', String(Math.abs(Number(cell.dataset.frame) - video.currentTime) < usual / 2))
      }
    }
    const go = (at: number) => { video.pause(); video.currentTime = Math.max(0, at) }
    video.addEventListener('seeked', tell)
    video.addEventListener('timeupdate', tell)
    film.addEventListener('click', event => {
      const button = (event.target as Element).closest<HTMLElement>('[data-frame], [data-step]')
      if (button?.dataset.frame) go(Number(button.dataset.frame))
      else if (button?.dataset.step) go(video.currentTime + Number(button.dataset.step) * frameTime())
    })
    film.addEventListener('keydown', event => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
      if (!by || event.target === video) return
      event.preventDefault()
      go(video.currentTime + by * frameTime())
    })
    const begin = () => void fill(film, video).then(tell, () => undefined) // a video that can't be decoded has no strip
    if (video.readyState >= 1) begin()
    else video.addEventListener('loadedmetadata', begin, { once: true })
  }
}
