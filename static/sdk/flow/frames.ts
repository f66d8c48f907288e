// Frames of the camera for the engine: one at a time, at most fifteen a second, through one buffer.
import type { Camera } from '../camera/camera'
import { Reader } from '../camera/pixels'
import type { Engine } from '../device/engine'
import type { Found, Limits } from '../device/message'
import type { Pixels } from '../device/shrink'

/** The shortest time between two analyses, and the time between them where nothing moves, in milliseconds. */
const soonest = 1000 / 15
const resting = 250

/** How much the picture has to change for the engine to look again: the mean difference of its pixels, 0 to 255. */
const still = 2

/** How many pairs of frames tell a pace. */
const telling = 10

/** How fast frames were looked at, one right after the other. */
export class Pace {
  private pairs = 0
  private spent = 0

  /** Counts two frames that were apart by a time in milliseconds. */
  add(apart: number): void {
    this.pairs++
    this.spent += apart
  }

  /** Frames per second, with a tenth; nothing where there were too few to tell. */
  get rate(): number | undefined {
    return this.pairs < telling ? undefined : Math.max(1, Math.round(10_000 * this.pairs / this.spent)) / 10
  }
}

/** Tells a picture that moved from one that did not. */
export class Motion {
  private last?: Uint8ClampedArray

  /**
   * Reports whether a frame differs from the last one that did. Every 397th pixel tells, with three beside it, as one
   * alone is never still.
   */
  moves(pixels: Uint8ClampedArray): boolean {
    const step = 4 * 397
    const sample = new Uint8ClampedArray(Math.floor(pixels.length / step))
    for (let at = 1, i = 0; i < sample.length; at += step) {
      sample[i++] = (pixels[at] + pixels[at + 4] + pixels[at + 8] + pixels[at + 12]) / 4
    }
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

/** Waits for as long as the engine rests where nothing moves, or for another time in milliseconds. */
export const rested = (ms = resting): Promise<void> => new Promise(done => setTimeout(done, ms))

/** Looks at the camera's frames. */
export class Frames {
  private readonly reader = new Reader()
  private readonly motion = new Motion()
  private found: Found = {}

  constructor(
    private readonly camera: Camera, private readonly engine: Engine, private readonly pace = new Pace(),
  ) {}

  /** Gives each frame's findings to look, with the time of the frame, until it returns false. */
  async run(kind: string, limits: Limits, look: (found: Found, at: number) => boolean): Promise<void> {
    let due = 0
    let before: number | undefined // when the last frame came, if the engine looked at it
    for (let on = true; on;) {
      const began = performance.now()
      if (!this.camera.settled) { // nothing to look at, but the applicant may leave
        on = look({}, began)
        if (on) await nextFrame(this.camera.video)
        continue
      }
      const next = nextFrame(this.camera.video)
      const frame = await this.reader.read(this.camera.video)
      const moved = this.motion.moves(frame.data)
      if (moved) {
        const read = async (again: boolean): Promise<Pixels> => again ? this.reader.read(this.camera.video) : frame
        const told = await this.engine.frame(kind, read, limits)
        if (told.pixels) this.reader.give(told.pixels)
        this.found = told.found ?? {}
      }
      if (moved && before) this.pace.add(began - before)
      before = moved ? began : undefined
      on = look(this.found, began)
      due = Math.max(due + soonest, began) // what one frame took too long, the next may make up for
      const rest = (moved ? due : began + resting) - performance.now()
      if (on && rest > 0) await rested(rest)
      if (on) await next // it may have come meanwhile
    }
  }
}

/** Waits until a camera that is being opened anew has a picture, and checks meanwhile whether that is still wanted. */
export async function settled(camera: Camera, check: () => void): Promise<void> {
  while (!camera.settled) {
    check()
    await nextFrame(camera.video)
  }
}

/** Waits for the next frame of a video; a stream that stands still ends the wait too. */
export function nextFrame(video: HTMLVideoElement): Promise<void> {
  return new Promise(done => {
    if (!video.requestVideoFrameCallback) return void setTimeout(done, resting)
    const timer = setTimeout(() => {
      video.cancelVideoFrameCallback(waiting)
      done()
    }, resting)
    const waiting = video.requestVideoFrameCallback(() => {
      clearTimeout(timer)
      done()
    })
  })
}
