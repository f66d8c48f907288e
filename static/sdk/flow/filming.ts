// Takes a video in which the applicant reads a phrase aloud and then makes the moves that the server asks for: its
// film, and the voice in it as the server's engine hears it. Whether they look into the camera is said while they
// speak; the server decides alone what the film shows.
import { Film, checkFilms } from '../camera/film'
import type { Scene } from '../screens/scene'
import { say } from '../screens/words'
import { follow } from './challenge'
import type { Played } from './confirming'
import { Frames } from './frames'
import type { Interruption } from './interruption'
import { promptFor } from './look'
import { Player } from './player'
import { Presence } from './presence'
import { Reel } from './reel'
import { missed } from './seen'
import { VoiceStep } from './speaking'
import type { Taken } from './step'
import type { Sound } from './wav'

/** Takes one video. */
export class VideoStep extends VoiceStep {
  private presence = new Presence()
  private reel = this.newReel()
  private film?: Film
  private cut?: Interruption
  private began = 0 // when the recording did
  private made?: Awaited<ReturnType<Film['end']>>
  private asked?: string // by the last frame
  private looking?: Promise<void>
  private left = false
  private filmed = false // whether the film is being made
  private challenge?: string // which the film is for
  private move?: string // that the applicant is to make now
  private step = '' // which of the moves that is

  protected override scene(): Partial<Scene> {
    const room = this.to.session.voice.phrase // is kept for the count of the moves, so that nothing moves
    const { filmed, meter, move } = this
    return { phrase: this.step || room, room, camera: this.to.camera.video, meter: meter.element, filmed, move }
  }

  /** Who is to move, or to wait, is not told how to be seen. */
  protected override get urgent(): string | undefined { return this.move ? undefined : this.asked ?? super.urgent }

  /** Opens the camera and begins to look. */
  protected override async prepare(): Promise<void> {
    checkFilms()
    const { camera, options } = this.to
    this.tell(this.told)
    const lens = this.capture.taking.lens.slice(1)
    await camera.open({ facing: options.values[lens] === 'FRONT' ? 'user' : 'environment', size: 'film' })
    this.left = false
    this.asked = undefined
    this.looking = new Frames(camera, this.to.engine).run('selfie', this.limits(this.capture.block), (found, at) => {
      if (this.left) return false
      this.asked = promptFor(this.capture, found)?.name
      // The engine may still have looked at an earlier frame.
      if (this.recording && at >= this.began) this.presence.count(found)
      if (this.recording || this.step) this.reel.take(camera.video)
      this.tell(this.told)
      return true
    })
    this.looking.catch(() => {}) // leave tells
  }

  protected override get beside(): MediaStreamTrack[] { return this.to.camera.tracks }

  protected override begin(tracks: MediaStreamTrack[], cut: Interruption): void {
    this.presence = new Presence()
    this.challenge = undefined
    this.began = performance.now()
    this.reel = this.newReel()
    this.film = new Film(tracks)
    this.filmed = true
    this.cut = cut
  }

  protected override async end(enough: boolean): Promise<void> {
    if (enough && !this.presence.fault) await this.follow()
    this.filmed = false
    this.cut!.check(this.film)
    this.made = await this.film!.end()
  }

  /** Lets the applicant make the moves of a new challenge. Who has had all of them ends here. */
  private async follow(): Promise<void> {
    try {
      this.challenge = await follow(this.to, this.window, this.shot.job!, this.film!, this.cut!, now => {
        this.move = now.move
        this.step = now.step
        if (now.step) this.meter.show(0, now.seconds)
        this.tell(now.prompt, true)
      })
    } catch (cause) {
      this.left = true
      await this.exhaust(cause)
    } finally {
      this.step = ''
      this.move = undefined
    }
  }

  protected override async leave(): Promise<void> {
    this.left = true
    this.filmed = false
    this.film?.drop()
    await this.looking
  }

  protected override async faultOf(heard: Sound, bytes: Uint8Array): Promise<string | undefined> {
    return this.presence.fault ?? super.faultOf(heard, bytes)
  }

  protected override missed(taken: Taken): Promise<string | undefined> {
    const move = say(this.to.options.language, 'checking') // in place of the button
    this.show('capture', { ...this.scene(), prompt: 'checking', move, filmed: true }, true)
    return missed(this.to, this.window, this.capture, this.tries, taken)
  }

  protected override player(sound: Sound): Played {
    const player = new Player(sound)
    const { reel } = this
    return {
      seen: reel.element,
      play() {
        player.play()
        reel.play()
      },
      close() {
        player.close()
        reel.stop()
      },
    }
  }

  /** The voice goes first, so that a job that has its film has all of it. */
  protected override taken(voice: Taken): Taken {
    const { capturedAt } = voice
    return { ...this.made!, kind: this.shot.kind, capturedAt, challenge: this.challenge, beside: voice }
  }

  private newReel(): Reel { return new Reel(say(this.to.options.language, 'sound')) }
}
