// What an applicant does while frames are looked at. The camera is switched at once, and so is its light.
import { turnLight } from '../camera/light'
import type { Context } from '../client/session'
import type { CaptureWindow } from './window'

/** Hears the applicant until they do something that ends the look at frames. */
export class Hearing {
  /** What they did; empty until then. */
  action = ''

  constructor(private readonly to: Context, private readonly window: CaptureWindow) { void this.hear() }

  private async hear(): Promise<void> {
    const action = await this.window.action()
    const { camera } = this.to
    if (action === 'switch') await camera.turn()
    else if (action === 'light') await turnLight(camera)
    else {
      this.action = action
      return
    }
    return this.hear()
  }
}
