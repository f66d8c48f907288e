// Records what the camera sees and the microphone hears as one film.
import { errorOf, ProofdeskError } from '../client/errors'

/** The formats that the server takes, the preferred one first. A Safari that can't write it writes the second. */
const formats = ['video/webm;codecs=vp8,opus', 'video/mp4']

/**
 * How large a film gets: half a minute is about eight megabytes. The server looks at its key frames, so that there are
 * two in every second, as one has to show shut eyes; a browser that does not know this writes fewer.
 */
const rate = { videoBitsPerSecond: 2_000_000, audioBitsPerSecond: 64_000, videoKeyFrameIntervalDuration: 500 }

/** Reports whether the browser can record a film. */
export const canFilm = (): boolean => Boolean(format())

/** Refuses a browser that can't record. */
export function checkFilms(): void {
  if (!canFilm()) throw new ProofdeskError('NOT_SUPPORTED', 'the browser can’t record a film')
}

const format = (): string | undefined =>
  typeof MediaRecorder === 'function' ? formats.find(one => MediaRecorder.isTypeSupported(one)) : undefined

/** A film that is being recorded from the moment it is made. */
export class Film {
  private readonly recorder: MediaRecorder
  private readonly parts: Blob[] = []

  constructor(tracks: MediaStreamTrack[]) {
    try {
      this.recorder = new MediaRecorder(new MediaStream(tracks), { mimeType: format(), ...rate })
      this.recorder.ondataavailable = ({ data }) => this.parts.push(data)
      this.recorder.start()
    } catch (cause) {
      throw errorOf(cause, 'NOT_SUPPORTED')
    }
  }

  /** Lets the film stand still until it goes on: what happens meanwhile is not in it. */
  pause(): void { if (this.recorder.state === 'recording') this.recorder.pause() }

  resume(): void { if (this.recorder.state === 'paused') this.recorder.resume() }

  /** Whether it has ended by itself, as it does with the devices that it films with. */
  get over(): boolean { return this.recorder.state === 'inactive' }

  /** Ends the film and returns it. */
  async end(): Promise<{ bytes: Uint8Array, type: string }> {
    await new Promise(stopped => {
      this.recorder.onstop = stopped
      this.recorder.stop()
    })
    const [type] = this.recorder.mimeType.split(';')
    return { bytes: new Uint8Array(await new Blob(this.parts).arrayBuffer()), type }
  }

  /** Ends a film that nobody wants. */
  drop(): void {
    if (!this.over) this.recorder.stop()
  }
}
