// Takes a video in which the applicant reads a phrase aloud: its film, and the voice in it as the server's engine hears
// it. Whether they look into the camera is said while they speak; the server decides alone what the film shows.
import { Film, checkFilms } from '../camera/film'
import type { Found } from '../device/message'
import type { Scene } from '../screens/scene'
import { say } from '../screens/words'
import { Frames } from './frames'
import { promptFor } from './look'
import { Player } from './player'
import { Reel } from './reel'
import { VoiceStep } from './speaking'
import type { Taken } from './step'
import type { Sound } from './wav'

/** Which share of the frames may show another number of faces than one. */
const astray = .3

/** How often frames showed one face, or not. */
export class Presence {
  private readonly seen = { all: 0, none: 0, several: 0 }

  /** Counts a frame that the engine has looked at. */
  count({ prompts, faces = [] }: Found): void {
    if (!prompts && !faces.length) return
    this.seen.all++
    if (prompts?.includes('multipleFaces')) this.seen.several++
    else if (!faces.length) this.seen.none++
  }

  /** The prompt for what is wrong with a film; nothing where one face was there all the time, or nothing was seen. */
  get fault(): string | undefined {
    const { all, none, several } = this.seen
    if (none + several <= astray * all) return undefined
    return several > none ? 'several' : 'notLive'
  }
}

/** Takes one video. */
export class VideoStep extends VoiceStep {
  private presence = new Presence()
  private reel = this.newReel()
  private film?: Film
  private began = 0 // when the recording did
  private made?: Awaited<ReturnType<Film['end']>>
  private asked?: string // by the last frame
  private looking?: Promise<void>
  private left = false

  protected override scene(): Partial<Scene> {
    return { phrase: this.to.session.voice.phrase, camera: this.to.camera.video, meter: this.meter.element }
  }

  protected override get urgent(): string | undefined { return this.asked }

  /** Opens the camera and begins to look. */
  protected override async prepare(): Promise<void> {
    checkFilms()
    const { camera, options } = this.to
    this.tell(this.told)
    const lens = this.capture.taking.lens.slice(1)
    await camera.open({ facing: options.values[lens] === 'FRONT' ? 'user' : 'environment' })
    this.left = false
    this.asked = undefined
    this.looking = new Frames(camera, this.to.engine).run('selfie', this.limits(this.capture.block), (found, at) => {
      if (this.left) return false
      this.asked = promptFor(this.capture, found)?.name
      if (this.recording) {
        if (at >= this.began) this.presence.count(found) // the engine may still have looked at an earlier frame
        this.reel.take(camera.video)
      }
      this.tell(this.told)
      return true
    })
    this.looking.catch(() => {}) // leave tells
  }

  protected override begin(voice: MediaStreamTrack[]): void {
    this.presence = new Presence()
    this.began = performance.now()
    this.reel = this.newReel()
    this.film = new Film([...this.to.camera.tracks, ...voice])
  }

  protected override async end(): Promise<void> { this.made = await this.film!.end() }

  protected override async leave(): Promise<void> {
    this.left = true
    this.film?.drop()
    await this.looking
  }

  protected override async faultOf(heard: Sound, bytes: Uint8Array): Promise<string | undefined> {
    return this.presence.fault ?? super.faultOf(heard, bytes)
  }

  protected override player(sound: Sound): ReturnType<VoiceStep['player']> {
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
    return { ...this.made!, kind: this.shot.kind, capturedAt: voice.capturedAt, beside: voice }
  }

  private newReel(): Reel { return new Reel(say(this.to.options.language, 'sound')) }
}
