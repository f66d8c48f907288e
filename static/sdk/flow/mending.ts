// Tells an applicant why the camera or the microphone can't be used, and lets them try again.
import { Untapped } from '../camera/device'
import { errorOf } from '../client/errors'
import type { Context } from '../client/session'
import { isTrouble, trouble } from '../screens/trouble'
import type { Shot } from './step'
import type { CaptureWindow } from './window'

/** Takes a capture, again as often as the applicant wants after such a trouble. Who gives up ends with its error. */
export async function mended<T>(
  to: Context, window: CaptureWindow, { kind }: Shot, take: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await take()
    } catch (cause) {
      const { code } = errorOf(cause)
      if (!isTrouble(code) || window.left) throw cause
      to.camera.close()
      to.events.emit('step', { step: kind, screen: 'trouble' })
      const about = cause instanceof Untapped ? 'TAP' : code
      if (await window.place(stage => trouble(stage, to.options, about)) !== 'retry') throw cause
    }
  }
}
