// Plays a recording from its samples, so that no policy of the host has to permit media from a blob.
import type { Sound } from './wav'

/** Plays one sound, from its beginning each time. */
export class Player {
  private context?: AudioContext
  private source?: AudioBufferSourceNode

  constructor(private readonly sound: Sound) {}

  /** Plays the sound. It is called by a tap, without which browsers stay silent. */
  play(): void {
    this.source?.stop()
    const { samples, rate } = this.sound
    const context = this.context ??= new AudioContext()
    const buffer = context.createBuffer(1, samples.length, rate)
    buffer.getChannelData(0).set(samples)
    const source = this.source = context.createBufferSource()
    source.buffer = buffer
    source.connect(context.destination)
    void context.resume()
    source.start()
  }

  /** Ends it. */
  close(): void {
    this.source?.stop()
    void this.context?.close().catch(() => {})
  }
}
