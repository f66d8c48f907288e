// Takes a voice: the screen before it, the phrase to read aloud, and the recording to listen to before it is sent.
import { Microphone } from '../camera/microphone'
import type { Scene } from '../screens/scene'
import { Meter } from './meter'
import { Player } from './player'
import { cancelled, Step, type Taken } from './step'
import { peakOf, shareAbove, thinned, wavOf, type Sound } from './wav'

/** How long a recording is, in seconds: at least, and when it ends by itself. */
const least = 2
const most = 20

/** From which magnitude on a voice is too loud, and below which it is too quiet after how many seconds. */
const loudest = .99
const quietest = .02
const patience = 2

/** Which share of samples may be as loud as the microphone can hear. Thinned ones don't tell any more. */
const clipped = .002

/** Why the engine may refuse a recording, and the prompt that says what to do. */
const faults: Record<string, string> = { 'voice.silence': 'quiet', 'voice.clipping': 'loud', 'voice.noise': 'noise' }

/** Takes one voice. */
export class VoiceStep extends Step {
  protected meter = new Meter(most)
  protected recording = false
  protected told = 'ready'

  async run(): Promise<Taken> {
    await this.instruct()
    for (;;) {
      const heard = await this.record()
      const sound = thinned(heard)
      const bytes = wavOf(sound)
      const capturedAt = new Date().toISOString()
      const fault = await this.faultOf(heard, bytes)
      if (fault) {
        this.show('retry', { prompt: fault })
        if (await this.window.action() !== 'retry') throw cancelled()
      } else if (await this.confirmed(sound)) {
        await this.succeed()
        return this.taken({ kind: 'voice', bytes, type: 'audio/wav', capturedAt })
      }
    }
  }

  /** What the capture screen shows beside its prompt. */
  protected scene(): Partial<Scene> { return { phrase: this.to.session.voice.phrase, subject: this.meter.element } }

  /** What is done before the applicant may begin a recording, when it begins and when it ends, and after it. */
  protected async prepare(): Promise<void> {}
  protected begin(_: MediaStreamTrack[]): void {}
  protected async end(_enough: boolean): Promise<void> {}
  protected async leave(): Promise<void> {}

  /** The prompt that is more urgent than what is to be said of the voice. */
  protected get urgent(): string | undefined { return undefined }

  /** Returns what is sent. */
  protected taken(voice: Taken): Taken { return voice }

  /** Shows the capture screen with a prompt. */
  protected tell(prompt: string, answers = false): void {
    this.told = prompt
    this.show('capture', { ...this.scene(), prompt: this.urgent ?? prompt, recording: this.recording }, answers)
  }

  /** Returns what the applicant reads aloud, between the tap that begins and the one that ends it. */
  private async record(): Promise<Sound> {
    let end: (action: string) => void = () => {}
    let since = 0 // seconds until which nothing was heard
    const microphone = new Microphone(samples => {
      const peak = peakOf(samples)
      const { seconds } = microphone
      this.meter.show(peak, most - seconds)
      if (peak >= quietest) since = seconds
      this.tell(peak >= loudest ? 'loud' : seconds - since > patience ? 'quiet' : 'recording')
      if (seconds >= most) end('take')
    }, () => end('take'))
    const begin = async (): Promise<void> => {
      if (await this.window.action() !== 'take') throw cancelled()
      await microphone.open()
      if (this.window.left) throw cancelled()
      microphone.start()
      since = 0
      this.recording = true
      this.begin(microphone.tracks)
      this.tell('recording', true)
    }
    this.meter.show(0, most)
    try {
      await this.prepare()
      for (let prompt = 'ready'; ; prompt = 'short') {
        this.tell(prompt, true)
        await begin()
        const action = await Promise.race([this.window.action(), new Promise<string>(ended => { end = ended })])
        const { seconds } = microphone
        this.recording = false
        const sound = microphone.stop()
        if (action !== 'take') throw cancelled()
        await this.end(seconds >= least)
        if (seconds >= least) {
          this.to.events.emit('captured', {
            step: this.shot.kind, automatic: seconds >= most, milliseconds: Math.round(1000 * seconds),
          })
          return sound
        }
        this.meter.show(0, most)
      }
    } finally {
      this.recording = false
      microphone.close()
      await this.leave()
    }
  }

  /** Returns the prompt for what is wrong with a recording, by the server's own engine. */
  protected async faultOf(heard: Sound, bytes: Uint8Array): Promise<string | undefined> {
    if (shareAbove(heard.samples, loudest) > clipped) return 'loud'
    const { fault, checks } = await this.to.engine.picture('voice', bytes, {}, 'read')
    const check = checks?.find(({ code }) => code === 'voice.quality')
    if (!fault && check?.outcome !== 'FAIL') return undefined
    return faults[check?.reasons?.[0] ?? ''] ?? 'noise'
  }

  /** Returns what plays a recording, and what is seen of it. */
  protected player(sound: Sound): Pick<Player, 'play' | 'close'> & { seen?: Element } { return new Player(sound) }

  /** Lets the applicant listen to a recording, and reports whether it is to be sent. */
  private async confirmed(sound: Sound): Promise<boolean> {
    const player = this.player(sound)
    try {
      this.show('preview', { taken: player.seen })
      for (;;) {
        const action = await this.window.action()
        if (action === 'play') player.play()
        else if (action === 'done' || action === 'retry') return action === 'done'
        else throw cancelled()
      }
    } finally {
      player.close()
    }
  }
}
