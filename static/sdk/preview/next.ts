// Where the buttons of a screen lead in the preview, as the SDK would go on.
import { captureOf, screensOf } from '../screens'
import type { Scene } from '../screens/scene'
import type { Place } from './message'

const next: Record<string, Place['screen']> = {
  continue: 'capture', retry: 'capture', take: 'success', anyway: 'success', done: 'success',
  cancel: 'instruction', exit: 'instruction', back: 'instruction',
}

/** Returns the place after an action on a scene; nothing where the capture has none. */
export function placeAfter({ capture, screen }: Scene, action: string): Place | undefined {
  if (action === 'clear' || action === 'undo') return { capture, screen, prompt: 'empty' }
  const has = screensOf(captureOf(capture)).some(one => one === next[action])
  return has ? { capture, screen: next[action] } : undefined
}
