// The screen after a capture, on which the applicant looks at what was taken, or listens to it.
import type { Scene } from '../screens/scene'
import type { Player } from './player'
import { cancelled, type Taken } from './step'
import type { CaptureWindow } from './window'

/** What plays a recording, and what is seen of it. */
export type Played = Pick<Player, 'play' | 'close'> & { seen?: Element }

/** Shows a picture and reports whether it is to be sent. */
export async function lookedAt(
  window: CaptureWindow, { bytes, type }: Taken, show: (more: Partial<Scene>) => void,
): Promise<boolean> {
  const picture = URL.createObjectURL(new Blob([bytes as BlobPart], { type }))
  try {
    show({ picture })
    return await agreed(window)
  } finally {
    URL.revokeObjectURL(picture)
  }
}

/** Lets the applicant play a recording, and reports whether it is to be sent. */
export async function listenedTo(
  window: CaptureWindow, player: Played, show: (more: Partial<Scene>) => void,
): Promise<boolean> {
  try {
    show({ taken: player.seen })
    return await agreed(window, player)
  } finally {
    player.close()
  }
}

/** Reports whether what is shown is to be sent, or to be taken again; what was recorded may be played first. */
export async function agreed(window: CaptureWindow, player?: Played): Promise<boolean> {
  for (;;) {
    const action = await window.action()
    if (action === 'play' && player) player.play()
    else if (action === 'done' || action === 'retry') return action === 'done'
    else throw cancelled()
  }
}
