// The microphone of the playground: it plays the voice of an invented person, from its beginning for each recording.
import { fetched } from './fetched'

/** A microphone that hears a specimen. */
export class Voiced {
  private context?: AudioContext
  private sound?: Promise<AudioBuffer>

  async stream(): Promise<MediaStream> {
    const context = this.context ??= new AudioContext()
    await context.resume()
    const source = context.createBufferSource()
    source.buffer = await this.load(context)
    source.loop = true
    const out = context.createMediaStreamDestination()
    source.connect(out)
    source.start()
    return out.stream
  }

  /** Fetches the voice. Where that fails, the next try does so again. */
  private load(context: AudioContext): Promise<AudioBuffer> {
    this.sound ??= fetched('/docs/specimens/voice').then(async answer =>
      context.decodeAudioData(await answer.arrayBuffer())).catch((cause: Error) => {
      this.sound = undefined
      throw new DOMException(cause.message, 'NotReadableError') // as a device that can't be used now
    })
    return this.sound
  }
}
