// Lets an applicant go back from a capture to its instruction.
import { errorOf } from '../client/errors'
import type { Context } from '../client/session'
import type { Step } from './step'
import type { CaptureWindow } from './window'

/** Takes a capture, again from its instruction where the applicant goes back to that; elsewhere going back leaves. */
export async function retraced<T>(
  to: Pick<Context, 'camera'>, window: Pick<CaptureWindow, 'resume'>, step: Pick<Step, 'instructAgain'>,
  take: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await take()
    } catch (cause) {
      if (errorOf(cause).code !== 'CANCELLED' || !step.instructAgain() || !window.resume()) throw cause
      to.camera.close()
    }
  }
}
