// Takes a voice: the screen before it, the phrase to read aloud, and the recording to listen to before it is sent.
import { Microphone } from '../camera/microphone'
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
  async run(): Promise<Taken> {
    await this.instruct()
    for (let told = 'ready'; ;) {
      const heard = await this.record(told)
      const sound = thinned(heard)
      const bytes = wavOf(sound)
      const capturedAt = new Date().toISOString()
      const fault = shareAbove(heard.samples, loudest) > clipped ? 'loud' : await this.faultOf(bytes)
      if (fault) {
        this.show('retry', { prompt: fault })
        if (await this.window.action() !== 'retry') throw cancelled()
      } else if (await this.confirmed(sound)) {
        await this.succeed()
        return { kind: this.shot.kind, bytes, type: 'audio/wav', capturedAt }
      }
      told = 'ready'
    }
  }

  /** Returns what the applicant reads aloud, between the tap that begins and the one that ends it. */
  private async record(prompt: string): Promise<Sound> {
    const meter = new Meter(most)
    const scene = { phrase: this.to.session.voice.phrase, subject: meter.element }
    let end: (action: string) => void = () => {}
    let since = 0 // seconds until which nothing was heard
    const microphone = new Microphone(samples => {
      const peak = peakOf(samples)
      const { seconds } = microphone
      meter.show(peak, most - seconds)
      if (peak >= quietest) since = seconds
      const told = peak >= loudest ? 'loud' : seconds - since > patience ? 'quiet' : 'recording'
      this.show('capture', { ...scene, prompt: told, recording: true })
      if (seconds >= most) end('take')
    }, () => end('take'))
    try {
      for (;;) {
        this.show('capture', { ...scene, prompt }, true)
        if (await this.window.action() !== 'take') throw cancelled()
        await microphone.open()
        if (this.window.left) throw cancelled()
        microphone.start()
        since = 0
        this.show('capture', { ...scene, prompt: 'recording', recording: true }, true)
        const action = await Promise.race([this.window.action(), new Promise<string>(ended => { end = ended })])
        const { seconds } = microphone
        const sound = microphone.stop()
        if (action !== 'take') throw cancelled()
        if (seconds >= least) {
          this.to.events.emit('captured', {
            step: this.shot.kind, automatic: seconds >= most, milliseconds: Math.round(1000 * seconds),
          })
          return sound
        }
        prompt = 'short'
        meter.show(0, most)
      }
    } finally {
      microphone.close()
    }
  }

  /** Returns the prompt for what is wrong with a recording, by the server's own engine. */
  private async faultOf(bytes: Uint8Array): Promise<string | undefined> {
    const { fault, checks } = await this.to.engine.picture('voice', bytes, {}, 'read')
    const check = checks?.find(({ code }) => code === 'voice.quality')
    if (!fault && check?.outcome !== 'FAIL') return undefined
    return faults[check?.reasons?.[0] ?? ''] ?? 'noise'
  }

  /** Lets the applicant listen to a recording, and reports whether it is to be sent. */
  private async confirmed(sound: Sound): Promise<boolean> {
    const player = new Player(sound)
    try {
      this.show('preview')
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
