// Small pictures of a film, so that the applicant can look at it where no policy of the host permits media from a blob.
import { style } from '../screens/dom'

/** How many milliseconds are between two pictures, and how long their longer side is, in pixels. */
const between = 200
const side = 320

/** The pictures of one film. */
export class Reel {
  private readonly pictures: Array<{ at: number, picture: HTMLCanvasElement }> = []
  private readonly began = performance.now()
  private playing = 0
  readonly element = document.createElement('canvas')

  constructor(name: string) {
    this.element.setAttribute('role', 'img')
    this.element.setAttribute('aria-label', name)
    style(this.element, { 'object-fit': 'contain', transform: 'scaleX(-1)' }) // as in a mirror, as it was seen before
  }

  /** Keeps what a video shows, unless the last picture is as young as that. */
  take(video: HTMLVideoElement): void {
    const at = performance.now() - this.began
    const { videoWidth: width, videoHeight: height } = video
    if (!width || at - (this.pictures.at(-1)?.at ?? -between) < between) return
    const picture = document.createElement('canvas')
    const scale = side / Math.max(width, height)
    picture.width = Math.round(width * scale)
    picture.height = Math.round(height * scale)
    picture.getContext('2d')!.drawImage(video, 0, 0, picture.width, picture.height)
    this.pictures.push({ at, picture })
    if (this.pictures.length > 1) return
    this.element.width = picture.width
    this.element.height = picture.height
    this.show(picture)
  }

  /** Shows the pictures one after the other, from the first. */
  play(): void {
    this.stop()
    this.element.dataset.playing = ''
    const began = performance.now()
    const next = (): void => {
      const past = performance.now() - began
      this.show(this.pictures.filter(({ at }) => at <= past).at(-1)?.picture ?? this.pictures[0]?.picture)
      if (past < (this.pictures.at(-1)?.at ?? 0)) this.playing = requestAnimationFrame(next)
      else this.stop()
    }
    next()
  }

  /** Ends that. */
  stop(): void {
    cancelAnimationFrame(this.playing)
    delete this.element.dataset.playing
  }

  private show(picture?: HTMLCanvasElement): void {
    if (picture) this.element.getContext('2d')!.drawImage(picture, 0, 0)
  }
}
