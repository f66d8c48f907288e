// Frames of the camera for the engine: one at a time, at most fifteen a second, through one buffer.
import type { Camera } from '../camera/camera'
import type { Engine } from '../device/engine'
import type { Found, Limits } from '../device/message'

/** The longer side of the frames that the engine looks at, in pixels. */
const side = 640

/** The shortest time between two analyses, and the time between them where nothing moves, in milliseconds. */
const soonest = 1000 / 15
const resting = 250

/** How much the picture has to change for the engine to look again: the mean difference of its pixels, 0 to 255. */
const still = 2

/** Gives pictures in the size in which they are looked at. */
export class Grabber {
  private readonly canvas = document.createElement('canvas')
  private readonly context = this.canvas.getContext('2d', { willReadFrequently: true })!

  /** Returns the pixels of a picture, or of what a video shows. */
  grab(of: HTMLVideoElement | ImageBitmap): ImageData {
    const [w, h] = of instanceof HTMLVideoElement ? [of.videoWidth, of.videoHeight] : [of.width, of.height]
    const scale = Math.min(1, side / Math.max(w, h))
    const width = Math.round(w * scale)
    const height = Math.round(h * scale)
    if (this.canvas.width !== width) this.canvas.width = width
    if (this.canvas.height !== height) this.canvas.height = height
    this.context.drawImage(of, 0, 0, width, height)
    return this.context.getImageData(0, 0, width, height)
  }
}

/** Looks at the camera's frames. */
export class Frames {
  private readonly grabber = new Grabber()
  private buffer = new ArrayBuffer(0)
  private last?: Uint8ClampedArray
  private found: Found = {}

  constructor(private readonly camera: Camera, private readonly engine: Engine) {}

  /** Gives each frame's findings to look, until it returns false. */
  async run(kind: string, limits: Limits, look: (found: Found, moved: boolean) => boolean): Promise<void> {
    for (let on = true; on;) {
      const began = performance.now()
      if (!this.camera.settled) { // nothing to look at, but the applicant may leave
        on = look({}, false)
        if (on) await nextFrame(this.camera.video)
        continue
      }
      const pixels = this.grabber.grab(this.camera.video)
      const moved = this.moves(pixels.data)
      if (moved) {
        this.buffer = this.buffer.byteLength === pixels.data.length ? this.buffer : new ArrayBuffer(pixels.data.length)
        new Uint8ClampedArray(this.buffer).set(pixels.data)
        const told = await this.engine.frame(kind, this.buffer, pixels.width, pixels.height, limits)
        this.buffer = told.pixels ?? new ArrayBuffer(0)
        this.found = told.found ?? {}
      }
      on = look(this.found, moved)
      const rest = (moved ? soonest : resting) - (performance.now() - began)
      if (on && rest > 0) await new Promise(done => setTimeout(done, rest))
      if (on) await nextFrame(this.camera.video)
    }
  }

  /** Reports whether a frame differs from the last one that the engine looked at. A few pixels tell. */
  private moves(pixels: Uint8ClampedArray): boolean {
    const step = 4 * 97
    const sample = new Uint8ClampedArray(Math.ceil(pixels.length / step))
    for (let at = 0, i = 0; at < pixels.length; at += step) sample[i++] = pixels[at + 1]
    const { last } = this
    this.last = sample
    if (!last || last.length !== sample.length) return true
    let difference = 0
    for (let i = 0; i < sample.length; i++) difference += Math.abs(sample[i] - last[i])
    if (difference / sample.length > still) return true
    this.last = last
    return false
  }
}

/** Waits for the next frame of a video; a stream that stands still ends the wait too. */
export function nextFrame(video: HTMLVideoElement): Promise<void> {
  return new Promise(done => {
    const timer = setTimeout(done, resting)
    if (!video.requestVideoFrameCallback) return
    video.requestVideoFrameCallback(() => {
      clearTimeout(timer)
      done()
    })
  })
}
