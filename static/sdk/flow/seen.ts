// What the server sees in a capture that this device does not: whether eyes are open, where the nose is, and whether a
// film shows its moves. It is asked while the applicant is there to take the capture again.
import { virtualName } from '../camera/virtual'
import type { Context } from '../client/session'
import type { Tries } from '../client/tries'
import type { Capture } from '../screens/scene'
import { leaves } from './asking'
import { promptFor } from './look'
import type { Taken } from './step'
import type { CaptureWindow } from './window'

/** For how long the answer is waited for, in milliseconds: a film is large, and takes long to look at. */
const patience = { picture: 8000, film: 20_000 }

/**
 * Sends a capture and returns the prompt for what only the server sees in it, of those that the device did not give.
 * There is none where no answer comes in time and where the applicant has no other try: the capture counts as it is.
 */
export async function missed(
  to: Context, window: CaptureWindow, capture: Capture, tries: Tries, taken: Taken, given: string[] = [],
): Promise<string | undefined> {
  const told = to.job?.verdict?.(fromCamera(to, taken))
  if (!told || !navigator.onLine || await tries.over()) return undefined
  let timer = 0
  const late = new Promise<undefined>(done => {
    timer = setTimeout(done, taken.challenge ? patience.film : patience.picture)
  })
  const answer = await Promise.race([told, late, leaves(window)]).finally(() => clearTimeout(timer))
  const { prompts = [], fault } = answer ?? {}
  if (fault) return 'failed'
  return promptFor(capture, { prompts: prompts.filter(prompt => !given.includes(prompt)) })?.name
}

/** Returns a capture with the name of the program that was there in place of a camera, if any. */
export const fromCamera = (to: Context, taken: Taken): Taken =>
  ({ ...taken, virtualCamera: virtualName(to.camera.tracks[0]?.label) })
