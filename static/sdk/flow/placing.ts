// Asks the applicant for the place of the device where a host wants that: the browser asks only after they agreed to.
import { errorOf } from '../client/errors'
import { isShared, whereabouts, type Place } from '../client/place'
import type { Cover, Session } from '../client/session'
import { locate, locating } from '../screens/located'
import { isTrouble, trouble } from '../screens/trouble'
import { cancelled } from './step'
import type { CaptureWindow } from './window'

/** Returns where the device is; nothing where the host does not want that. Who gives up ends with why. */
export async function placed(to: Session, cover: Cover): Promise<Place | undefined> {
  if (!to.located) return undefined
  const window = cover()
  if (!await isShared()) await explain(to, window)
  for (;;) {
    try {
      return await found(to, window)
    } catch (cause) {
      const { code } = errorOf(cause)
      if (!isTrouble(code) || window.left) throw cause
      to.events.emit('step', { step: 'location', screen: 'trouble' })
      if (await window.place(stage => trouble(stage, to.options, code)) !== 'retry') throw cause
    }
  }
}

/** Says why the place is asked for, and waits for the tap after which the browser asks. */
async function explain({ events, options }: Session, window: CaptureWindow): Promise<void> {
  events.emit('step', { step: 'location', screen: 'instruction' })
  if (await window.place(stage => locate(stage, options)) !== 'continue') throw cancelled()
}

/** Returns where the device is, unless the applicant leaves before it has found out. */
async function found({ options }: Session, window: CaptureWindow): Promise<Place> {
  const left = window.place(stage => locating(stage, options)).then(() => { throw cancelled() })
  return Promise.race([whereabouts(), left])
}
