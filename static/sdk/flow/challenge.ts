// Leads an applicant through the moves that the server asks for, one after the other.
import type { Film } from '../camera/film'
import type { Context } from '../client/session'
import { challengeFor } from './asking'
import type { Interruption } from './interruption'
import { sayMove, type Move } from './moves'
import { cancelled } from './step'
import type { CaptureWindow } from './window'

/**
 * What an applicant is to do now, by name and in words, which of the moves it is, and for how many seconds moves go on;
 * without a number of the move, that they are to wait.
 */
export interface Now { prompt: Move | 'offline', move: string, step: string, seconds: number }

/**
 * Asks for a new challenge, tells each of its moves, and returns its id. Through an outage the film stands still. An
 * applicant who leaves ends that, and so does an interruption.
 */
export async function follow(
  to: Context, window: CaptureWindow, job: string, film: Film, cut: Interruption, tell: (now: Now) => void,
): Promise<string> {
  const { language } = to.options
  const asked = challengeFor(to.api, job, window, () => {
    cut.check()
    film.pause()
    tell({ prompt: 'offline', move: sayMove(language, 'offline'), step: '', seconds: 0 })
  })
  const { id, moves, seconds } = await Promise.race([asked, cut.happens]).finally(() => film.resume())
  for (const [at, move] of moves.entries()) {
    const step = `${at + 1} / ${moves.length}`
    tell({ prompt: move, move: sayMove(language, move), step, seconds: seconds * (moves.length - at) })
    await Promise.race([hold(window, seconds), cut.happens])
  }
  return id
}

/** Waits, unless the applicant leaves. */
export async function hold(window: CaptureWindow, seconds: number): Promise<void> {
  const over = new Promise<string>(done => setTimeout(() => done('over'), 1000 * seconds))
  if (await Promise.race([window.action(), over]) !== 'over') throw cancelled()
}
