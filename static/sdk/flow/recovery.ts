// Barcode recovery: a closer look at a barcode that could not be read on the back of a card. The applicant has one time
// to come closer and, once the barcode is large enough, another in which the best crop is taken.
import { magnify } from '../camera/light'
import { drawn, jpegOf, Reader } from '../camera/pixels'
import { shrunk, type Pixels } from '../device/shrink'
import { barsIn, cell, type Box } from './bars'
import { Motion, nextFrame, rested } from './frames'
import { Hearing } from './hearing'
import { cancelled, Step, type Taken } from './step'

/** How much wider than on the back a barcode has to be, and the share of the frame that is enough in any case. */
const growth = 1.3
const enough = .7

/** How much the lens magnifies at most: cameras don't focus on what is as near as a code would have to be without. */
const magnified = 2

/** By how much a crop is larger than the barcode on each side, as a share of its width: it needs a quiet zone. */
const margin = .08

/** How much larger a barcode has to be than in the best crop for another that can't be read to take its place. */
const better = 1.05

interface Crop { bytes: Uint8Array, share: number, readable: boolean }

/** Follows the windows of time. */
export class Windows {
  private near?: number

  constructor(private readonly began: number, private readonly closer: number, private readonly capture: number) {}

  /** Notes whether the barcode is large enough at a time in milliseconds, and reports whether the time is over. */
  over(large: boolean, now: number): boolean {
    if (large) this.near ??= now
    return this.near === undefined ? now - this.began >= this.closer : now - this.near >= this.capture
  }
}

/** For how long a prompt stands at least, in milliseconds: frames of a hand that moves ask for something else each. */
const held = 1500

/** Keeps what was asked for until it could be read and done. */
export class Steady {
  private asked?: string
  private since = 0

  /** Returns what to ask for at a time in milliseconds. */
  ask(wanted: string, now: number): string {
    if (wanted === this.asked || now - this.since < held && this.asked) return this.asked
    this.since = now
    return this.asked = wanted
  }
}

/** Takes the closer picture of a barcode. */
export class BarcodeStep extends Step {
  private readonly reader = new Reader()
  private best?: Crop

  /** Takes the best crop that the applicant lets the camera see; none where no barcode came before it. */
  async run(back?: Taken): Promise<Taken | undefined> {
    const { camera } = this.to
    this.show('capture', { camera: camera.video, prompt: 'scan' })
    await camera.open()
    const least = Math.min(growth * (await this.shareOn(back) || enough), enough)
    const began = performance.now()
    const before = await magnify(camera, magnified)
    await this.look(least, new Windows(began, this.milliseconds('MoveCloser'), this.milliseconds('Capture')))
    if (before !== undefined) await magnify(camera, before)
    const { best } = this
    if (!best?.readable) await this.dwell('capture', { camera: camera.video, prompt: 'failed' })
    if (!best) return undefined
    const milliseconds = Math.round(performance.now() - began)
    this.to.events.emit('captured', { step: this.shot.kind, automatic: true, milliseconds })
    if (best.readable) await this.succeed()
    return { kind: this.shot.kind, bytes: best.bytes, type: 'image/jpeg', capturedAt: new Date().toISOString() }
  }

  /** Looks at frames until the time is over or a barcode can be read, and keeps the best crop. */
  private async look(least: number, windows: Windows): Promise<void> {
    const { camera } = this.to
    const hearing = new Hearing(this.window)
    const steady = new Steady()
    const motion = new Motion()
    while (!this.best?.readable) {
      if (hearing.action) throw cancelled()
      const picture = camera.settled ? await this.reader.read(camera.video) : undefined
      const frame = picture && shrunk(picture)
      const box = frame && barsIn(frame.data, frame.width, frame.height)
      const share = box ? Math.max(box.w, box.h) / frame.width : 0
      if (windows.over(share >= least, performance.now())) return
      const wanted = !box ? 'scan' : cut(box, frame) || (share < least ? 'closer' : this.best ? 'unread' : 'hold')
      this.show('capture', { camera: camera.video, prompt: steady.ask(wanted, performance.now()) })
      if (picture && !motion.moves(picture.data)) await rested()
      else if (picture && box && !cut(box, frame)) await this.keep(picture, box, share, frame)
      await nextFrame(camera.video)
    }
  }

  /** Keeps the crop of a barcode that is in a picture, where it can be read or is larger than the one before. */
  private async keep(picture: Pixels, box: Box, share: number, { width }: Pixels): Promise<void> {
    const bytes = await this.crop(picture, box, width)
    const { symbols = [] } = await this.to.engine.picture('document', bytes, {}, 'read')
    const least = this.to.options.number(this.capture.block, 'captureOptions.minBarcodeConfidence')
    const readable = symbols.some(({ symbology, confidence }) => symbology === 'PDF417' && confidence >= least)
    if (readable || share > better * (this.best?.share ?? 0)) this.best = { bytes, share, readable }
  }

  /** Returns the part of a picture that a box is in, which was found in a frame of a width, as JPEG. */
  private async crop(picture: Pixels, box: Box, width: number): Promise<Uint8Array> {
    const scale = picture.width / width
    const room = margin * box.w
    const left = Math.round(Math.max(0, box.x - room) * scale)
    const top = Math.round(Math.max(0, box.y - room) * scale)
    const canvas = document.createElement('canvas')
    canvas.width = Math.min(picture.width - left, (box.w + 2 * room) * scale)
    canvas.height = Math.min(picture.height - top, (box.h + 2 * room) * scale)
    const whole = new ImageData(picture.data, picture.width, picture.height)
    canvas.getContext('2d')!.putImageData(whole, -left, -top)
    return jpegOf(canvas)
  }

  /** Returns the share of its width that the barcode has on the picture of a back; 0 where it has none. */
  private async shareOn(back?: Taken): Promise<number> {
    if (!back) return 0
    const picture = await createImageBitmap(new Blob([back.bytes as BlobPart], { type: back.type }))
    const { data, width, height } = shrunk(drawn(picture, picture.width, picture.height))
    picture.close()
    const box = barsIn(data, width, height)
    return box ? Math.max(box.w, box.h) / width : 0
  }

  private milliseconds(name: string): number {
    return 1000 * this.to.options.number(this.capture.block, `captureOptions.barcodeRecovery${name}TimeInterval`)
  }
}

/** Returns the prompt for a box that reaches edges of a frame, so that a part may be outside; nothing for others. */
export function cut({ x, y, w, h }: Box, { width, height }: { width: number, height: number }): string {
  const left = x < cell
  const right = x + w > width - cell
  const top = y < cell
  const bottom = y + h > height - cell
  if (left && right || top && bottom) return 'away'
  return left || right || top || bottom ? 'align' : ''
}
