// Looks at what the camera sees until a picture is to be taken: by itself, by the applicant, or of a document that is
// still the wrong one.
import { ProofdeskError } from '../client/errors'
import type { Context } from '../client/session'
import type { Timing } from '../client/timings'
import type { Found, Limits } from '../device/message'
import type { Capture, Scene, ScreenName } from '../screens/scene'
import { Frames, Pace } from './frames'
import { Hearing } from './hearing'
import { first, holding, isGood, measuredIn, promptFor } from './look'
import { Mismatch } from './mismatch'
import { Obstacle } from './obstacle'
import { isOutside } from './placed'
import type { CaptureWindow } from './window'

/** Why a picture is taken: frames were good, the applicant wanted it, or the preset takes a wrong document as well. */
export type End = 'good' | 'taken' | 'wrong'

/** Shows a screen of the capture. */
export type Show = (screen: ScreenName, more: Partial<Scene>) => void

/** For how long frames must be good before the picture is taken by itself, in milliseconds, and how many at least. */
const steady = 500
const enough = 3

/** After how long without a good frame a shutter appears, in milliseconds. */
const captureTimer = 15_000

/** Looks at the frames of one capture. */
export class Watch {
  private readonly began = performance.now()
  private readonly pace = new Pace()
  private readonly mismatch?: Mismatch
  private readonly obstacle: Obstacle
  private good = 0
  private since = 0

  constructor(
    private readonly to: Context,
    private readonly window: CaptureWindow,
    private readonly capture: Capture,
    private readonly kind: string,
    private readonly limits: Limits,
  ) {
    this.obstacle = new Obstacle(capture)
    if (capture.warning) this.mismatch = new Mismatch(name => this.to.options.values[`${capture.block}.${name}`])
  }

  /** Looks until a picture is to be taken, and says why. */
  async run(show: Show): Promise<End> {
    this.good = 0
    const hearing = new Hearing(this.window)
    let end: End | undefined
    await new Frames(this.to.camera, this.to.engine, this.pace).run(this.kind, this.limits, (found, came) => {
      end = this.look(found, came, show)
      return !hearing.action && !end
    })
    const { action } = hearing
    if (!action) return end!
    if (action === 'take' || action === 'anyway') return 'taken'
    throw new ProofdeskError('CANCELLED', 'the applicant left the capture')
  }

  /** Returns how a picture that is taken now was taken. */
  timing(end: End): Timing {
    const milliseconds = Math.round(performance.now() - this.began)
    return { automatic: end !== 'taken', milliseconds, framesPerSecond: this.pace.rate }
  }

  /** Shows what a frame asks for, and says why the picture is to be taken once it is. */
  private look(found: Found, came: number, show: Show): End | undefined {
    const { video: camera } = this.to.camera
    const good = isGood(found) && !isOutside(found, camera)
    const prompt = promptFor(this.capture, found) ?? (good ? holding(this.capture) : first(this.capture))
    const now = performance.now()
    const wrong = this.mismatch?.look(prompt?.name, now)
    if (wrong?.over === 'AUTO_CAPTURE') return 'wrong'
    if (wrong?.over === 'EXIT') {
      throw new ProofdeskError('WRONG_DOCUMENT', 'another document, or its other side, was shown for too long')
    }
    const { screen, prompt: asked } = this.obstacle.look(prompt?.name, now, came)
    if (wrong?.warned) show('warning', { camera, elapsed: wrong.elapsed })
    else show(screen, { camera, prompt: asked, measured: measuredIn(found), shutter: now - this.began > captureTimer })
    if (!good) this.good = 0
    else if (++this.good === 1) this.since = now
    return this.good >= enough && now - this.since >= steady ? 'good' : undefined
  }
}
