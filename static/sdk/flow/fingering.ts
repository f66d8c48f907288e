// Takes the fingers of one hand: the screen before it, the camera with the hand's outline until the engine can read the
// ridges of each finger, and the prints to look at before they are sent.
import { drawn, jpegOf } from '../camera/pixels'
import type { Timing } from '../client/timings'
import type { Found } from '../device/message'
import { agreed } from './confirming'
import { Motion, nextFrame, rested } from './frames'
import { Hearing } from './hearing'
import { measuredIn, promptFor } from './look'
import { printsIn, sheetOf, sheetSent, type Print } from './prints'
import { cancelled, Step, type Taken } from './step'

/** How many looks in a row must find every finger good before it is taken by itself. */
const enough = 2

/** Prints with what the engine says of them. */
interface Look { prints: Print[], quality: number[], floor: number, found: Found }

/** A look at which the prints were taken. */
interface Taking extends Look { timing: Timing }

/** What was taken: the prints that are kept, and the engine's score of each, 0 to 1. */
export interface Fingers { prints: Print[], quality: Record<string, number>, timing: Timing }

/** Takes the fingers of one hand. */
export class FingersStep extends Step {
  private readonly motion = new Motion()
  private last?: Look

  async run(): Promise<Taken> {
    const { prints, timing } = await this.take()
    return { ...await sheetSent(prints), kind: this.shot.kind, timing }
  }

  /** Returns the prints that the applicant is content with. */
  async take(): Promise<Fingers> {
    await this.instruct()
    for (;;) {
      const { prints, quality, floor, found, timing } = await this.watch()
      const kept = prints.map(({ name }) => this.flag(`CFC_KEEP_${name.split('_')[1]}_FINGER`))
      if (quality.every(score => score < floor)) {
        await this.again(promptFor(this.capture, found)?.name)
        continue
      }
      const wanted = prints.filter((_, at) => kept[at])
      this.show('preview', { taken: sheetOf(wanted) })
      if (await agreed(this.window)) {
        await this.succeed()
        return {
          prints: wanted,
          quality: Object.fromEntries(prints.map(({ name }, at) => [name, quality[at]]).filter((_, at) => kept[at])),
          timing,
        }
      }
    }
  }

  /** Looks at what the camera sees until each finger is good, or the applicant takes it. */
  private async watch(): Promise<Taking> {
    const { camera, events } = this.to
    this.show('capture', { camera: camera.video })
    const hearing = new Hearing(this.window) // also while the camera opens: the shutter is there already
    await camera.open({ facing: 'environment', size: '4K' })
    const began = performance.now()
    for (let good = 0; ;) {
      const taken = hearing.action === 'take'
      if (hearing.action && !taken) throw cancelled()
      if (!camera.settled) {
        await nextFrame(camera.video)
        continue
      }
      if (taken) this.show('capture', { camera: camera.video, prompt: 'capturing' }, true)
      const came = performance.now()
      const look = await this.look(taken)
      good = look.quality.every(score => score >= look.floor) ? good + 1 : 0
      if (taken || good === enough) {
        const timing = { automatic: !taken, milliseconds: Math.round(performance.now() - began) }
        events.emit('captured', { step: this.shot.kind, ...timing })
        return { ...look, timing }
      }
      const prompt = good ? 'capturing' : promptFor(this.capture, look.found)?.name
      this.heed(prompt, { camera: camera.video, measured: measuredIn(look.found) }, false, came)
      await rested()
    }
  }

  /** Has the engine read what is inside the outlines now; where that has not moved, only for what is taken. */
  private async look(taken: boolean): Promise<Look> {
    const prints = printsIn(this.to.camera.video, this.flag('CFC_CAPTURE_LEFT_HAND'))
    const sheet = sheetOf(prints)
    const moved = this.motion.moves(drawn(sheet, sheet.width, sheet.height).data)
    if (this.last && !moved && !taken) return this.last
    const bytes = await jpegOf(sheet)
    const found = await this.to.engine.picture(this.shot.kind, bytes, {}, 'read')
    const floor = found.checks?.find(({ code }) => code === 'fingerprint.quality')?.threshold ?? 1
    const quality = prints.map((_, at) => found.scores?.[`finger ${at + 1}`] ?? 0)
    return this.last = { prints, quality, floor, found }
  }
}
