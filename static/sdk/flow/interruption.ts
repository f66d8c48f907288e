// Notices that a recording is not whole: the page went out of sight, where devices stop the camera and the microphone,
// or one of them was taken away, as by a call.
import type { Film } from '../camera/film'

/** Why a recording ended before its time; the applicant may take it again. */
class Interrupted extends Error {}

/** Returns the prompt for an interruption; any other failure goes on. */
export function interrupted(cause: unknown): string {
  if (cause instanceof Interrupted) return 'interrupted'
  throw cause
}

/** Watches over a recording. */
export class Interruption {
  private readonly done = new AbortController()
  private happened = false

  /** Fails once the recording is interrupted. */
  readonly happens: Promise<never>

  constructor(tracks: MediaStreamTrack[]) {
    const { signal } = this.done
    this.happens = new Promise((_, fail) => {
      const cut = (): void => {
        this.happened = true
        fail(new Interrupted('the recording was interrupted'))
      }
      document.addEventListener('visibilitychange', () => { if (document.hidden) cut() }, { signal })
      for (const track of tracks) {
        if (track.readyState === 'ended') cut()
        track.addEventListener('ended', cut, { signal })
      }
    })
    this.happens.catch(() => {}) // whoever waits for the recording hears of it
  }

  /** Fails where it was interrupted, or where its film has ended by itself, which browsers may tell of only later. */
  check(film?: Pick<Film, 'over'>): void {
    if (this.happened || film?.over) throw new Interrupted('the recording was interrupted')
  }

  /** Ends that. */
  close(): void { this.done.abort() }
}
