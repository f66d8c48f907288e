// Takes a selfie, and after it a film of the moves that the server asks for. Whether somebody is there before the first
// one is said here; the server decides alone what the film shows.
import { isWithheld } from '../client/captured'
import { checkPause } from '../client/pause'
import { Film, checkFilms } from '../camera/film'
import type { Context } from '../client/session'
import type { Scene } from '../screens/scene'
import { follow, hold, type Now } from './challenge'
import { Frames } from './frames'
import { interrupted, Interruption } from './interruption'
import { Countdown } from './meter'
import { sayMove } from './moves'
import { PhotoStep, type Photo } from './photo'
import { Presence } from './presence'
import { faceResults } from './results'
import { missed } from './seen'
import type { Shot, Taken } from './step'

/** For how long an applicant is seen at rest before the first move, in seconds: moves are measured against that. */
const rest = 3

/** Reports whether a film of moves belongs to a shot. */
export const asksMoves = ({ session, options }: Context, { kind, job, filmed }: Shot): boolean =>
  kind === 'selfie' && !!job && !filmed && session.selfie.moves && !isWithheld(options, 'selfie')

/** Takes one selfie. */
export class SelfieStep extends PhotoStep {
  override run(): Promise<Taken> {
    checkPause()
    if (this.moves) checkFilms()
    return super.run()
  }

  protected override async again(prompt: string): Promise<void> {
    await super.again(prompt)
    checkPause()
  }

  /** Sends the picture: the server looks at the eyes and the nose as well. */
  protected override async stands(photo: Photo): Promise<boolean> {
    const wrong = await this.told({ ...photo, results: faceResults(photo.found) }, photo.found.prompts)
    if (wrong) await this.again(wrong)
    return !wrong
  }

  /** Returns the prompt for what only the server sees in what was taken. */
  private told(taken: Taken, given?: string[]): Promise<string | undefined> {
    this.show('capture', { camera: this.to.camera.video, prompt: 'checking', filmed: true }, true)
    return missed(this.to, this.window, this.capture, this.tries, taken, given)
  }

  private get moves(): boolean { return asksMoves(this.to, this.shot) }

  /** Films the moves, again where nobody was before the camera, it was interrupted or a move is missing. */
  protected override async beside(): Promise<Taken | undefined> {
    if (!this.moves) return undefined
    for (;;) {
      const film = await this.film()
      const wrong = typeof film === 'string' ? film : await this.told(film)
      if (typeof film !== 'string' && !wrong) return film
      await this.again(wrong!)
    }
  }

  /** Returns a film of the moves of one challenge, or the prompt for what is wrong with it. */
  private async film(): Promise<Taken | string> {
    const camera = this.to.camera.video
    this.show('capture', { camera }, true)
    await this.open('film')
    const countdown = new Countdown()
    const show = (more: Partial<Scene>): void =>
      this.show('capture', { camera, filmed: true, meter: countdown.element, ...more }, true)
    try {
      countdown.from(rest)
      show({ prompt: 'still', move: sayMove(this.to.options.language, 'still') })
      return await this.record(({ prompt, move, step, seconds }) => {
        if (step) countdown.from(seconds)
        show({ prompt, move, phrase: step })
      })
    } finally {
      countdown.stop()
    }
  }

  /** Records the film, from some seconds before the first move is told. */
  private async record(tell: (now: Now) => void): Promise<Taken | string> {
    const { camera, engine } = this.to
    const presence = new Presence()
    let resting = true // whoever moves is not always found
    const looking = new Frames(camera, engine).run('selfie', this.limits(this.capture.block), found => {
      if (resting) presence.count(found)
      return resting
    })
    looking.catch(() => {}) // the end of this tells
    const film = new Film(camera.tracks)
    const cut = new Interruption(camera.tracks)
    try {
      await Promise.race([hold(this.window, rest), cut.happens])
      resting = false
      if (presence.fault) return presence.fault
      const challenge = await follow(this.to, this.window, this.shot.job!, film, cut, tell)
        .catch((cause: unknown) => this.exhaust(cause))
      cut.check(film)
      return { ...await film.end(), kind: 'video', capturedAt: new Date().toISOString(), challenge }
    } catch (cause) {
      return interrupted(cause)
    } finally {
      cut.close()
      resting = false
      film.drop()
      await looking
    }
  }
}
