// What an applicant does while frames are looked at.
import type { CaptureWindow } from './window'

/** Hears the first thing that the applicant does. */
export class Hearing {
  /** What they did; empty until then. */
  action = ''

  constructor(window: CaptureWindow) { void window.action().then(action => { this.action = action }) }
}
