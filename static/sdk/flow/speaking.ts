// Takes a voice: the screen before it, the phrase to read aloud, and the recording to listen to before it is sent.
import { Microphone } from '../camera/microphone'
import type { Scene } from '../screens/scene'
import { listenedTo, type Played } from './confirming'
import { interrupted, Interruption } from './interruption'
import { Meter } from './meter'
import { Player } from './player'
import { cancelled, Step, type Taken } from './step'
import { Level, voiceFault } from './voicefault'
import { peakOf, thinned, wavOf, type Sound } from './wav'

/** How long a recording is, in seconds: at least, and when it ends by itself. */
const least = 2
const most = 20

/** Takes one voice. */
export class VoiceStep extends Step {
  protected meter = new Meter(most)
  protected recording = false
  protected told = 'ready'

  async run(): Promise<Taken> {
    await this.instruct()
    for (;;) {
      const heard = await this.record().catch(interrupted)
      if (typeof heard === 'string') {
        await this.retry(heard)
        continue
      }
      const sound = thinned(heard)
      const bytes = wavOf(sound)
      const capturedAt = new Date().toISOString()
      const fault = await this.faultOf(heard, bytes)
      if (fault) {
        await this.retry(fault)
      } else if (await listenedTo(this.window, this.player(sound), more => this.show('preview', more))) {
        const taken = this.taken({ kind: 'voice', bytes, type: 'audio/wav', capturedAt })
        const missed = await this.missed(taken)
        if (!missed) {
          await this.succeed()
          return taken
        }
        await this.again(missed)
      }
    }
  }

  /** What the capture screen shows beside its prompt. */
  protected scene(): Partial<Scene> { return { phrase: this.to.session.voice.phrase, subject: this.meter.element } }

  /** What is done before the applicant may begin a recording, when it begins and when it ends, and after it. */
  protected async prepare(): Promise<void> {}
  protected begin(_tracks: MediaStreamTrack[], _cut: Interruption): void {}
  protected async end(_enough: boolean): Promise<void> {}
  protected async leave(): Promise<void> {}

  /** What is recorded beside the voice. */
  protected get beside(): MediaStreamTrack[] { return [] }

  /** The prompt about what is seen or heard now; none between recordings, when the last one is spoken of. */
  protected get urgent(): string | undefined { return this.recording ? this.told : undefined }

  /** Returns what is sent. */
  protected taken(voice: Taken): Taken { return voice }

  /** Shows the capture screen with a prompt. */
  protected tell(prompt: string, answers = false): void {
    this.told = prompt
    this.heed(this.urgent, { ...this.scene(), prompt, recording: this.recording }, answers)
  }

  /** Returns what the applicant reads aloud, between the tap that begins and the one that ends it. */
  private async record(): Promise<Sound> {
    let end: (action: string) => void = () => {}
    let cut: Interruption | undefined
    let level = new Level()
    const microphone = new Microphone(samples => {
      const peak = peakOf(samples)
      const { seconds } = microphone
      this.meter.show(peak, most - seconds)
      this.tell(level.promptFor(peak, seconds))
      if (seconds >= most) end('take')
    }, this.to.left)
    let pressed = this.window.action() // also while the camera opens
    const begin = async (): Promise<Interruption> => {
      if (await pressed !== 'take') throw cancelled()
      await microphone.open()
      if (this.window.left) throw cancelled()
      microphone.start()
      level = new Level()
      this.recording = true
      const tracks = [...this.beside, ...microphone.tracks]
      cut?.close()
      cut = new Interruption(tracks)
      this.begin(tracks, cut)
      this.tell('recording', true)
      return cut
    }
    this.meter.show(0, most)
    try {
      await this.prepare()
      for (let prompt = 'ready'; ; prompt = 'short', pressed = this.window.action()) {
        this.tell(prompt, true)
        const { happens } = await begin()
        const ended = new Promise<string>(done => { end = done })
        const action = await Promise.race([this.window.action(), ended, happens])
        const { seconds } = microphone
        this.recording = false
        const sound = microphone.stop()
        if (action !== 'take') throw cancelled()
        await this.end(seconds >= least)
        if (seconds >= least) {
          const milliseconds = Math.round(1000 * seconds)
          this.to.events.emit('captured', { step: this.shot.kind, automatic: seconds >= most, milliseconds })
          return sound
        }
        this.meter.show(0, most)
      }
    } finally {
      this.recording = false
      cut?.close()
      microphone.close()
      await this.leave()
    }
  }

  /** Offers another try. */
  private async retry(prompt: string): Promise<void> {
    this.show('retry', { prompt })
    if (await this.window.action() !== 'retry') throw cancelled()
  }

  /** Returns the prompt for what is wrong with a recording, by the server's own engine. */
  protected faultOf(heard: Sound, bytes: Uint8Array): Promise<string | undefined> {
    return voiceFault(this.to.engine, heard, bytes)
  }

  /** Returns what plays a recording. */
  protected player(sound: Sound): Played { return new Player(sound) }

  /** Returns the prompt for what only the server sees in it. */
  protected async missed(_taken: Taken): Promise<string | undefined> { return undefined }
}
