// What is wrong with a voice, while it is recorded and after it.
import type { Engine } from '../device/engine'
import { shareAbove, type Sound } from './wav'

/** From which magnitude on a voice is too loud, and below which it is too quiet after how many seconds. */
const loudest = .99
const quietest = .02
const patience = 2

/** Which share of samples may be as loud as the microphone can hear. Thinned ones don't tell any more. */
const clipped = .002

/** Why the engine may refuse a recording, and the prompt that says what to do. */
const faults: Record<string, string> = { 'voice.silence': 'quiet', 'voice.clipping': 'loud', 'voice.noise': 'noise' }

/** How loud somebody speaks. */
export class Level {
  private heard = 0 // at how many seconds

  /** Returns what to say of the loudest sample of a moment. */
  promptFor(peak: number, seconds: number): string {
    if (peak >= quietest) this.heard = seconds
    if (peak >= loudest) return 'loud'
    return seconds - this.heard > patience ? 'quiet' : 'recording'
  }
}

/** Returns the prompt for what is wrong with a recording, by the server's own engine; nothing where it is fit. */
export async function voiceFault(engine: Engine, heard: Sound, bytes: Uint8Array): Promise<string | undefined> {
  if (shareAbove(heard.samples, loudest) > clipped) return 'loud'
  const { fault, checks } = await engine.picture('voice', bytes, {}, 'read')
  const check = checks?.find(({ code }) => code === 'voice.quality')
  if (!fault && check?.outcome !== 'FAIL') return undefined
  return faults[check?.reasons?.[0] ?? ''] ?? 'noise'
}
