// The camera of the playground: it plays pictures of invented documents and faces in place of what a device sees. The
// hosted capture page loads it for links that the playground made, and for no others.
import type { Playing } from './camera'
import { fetched } from './fetched'
import { Voiced } from './voiced'

/**
 * What a specimen shows for a kind of capture: the paths of pictures, the order in which they are played, and the
 * picture for each move that the applicant may be asked for.
 */
interface Film { pictures: string[], order: number[], moves: Record<string, number> | null }

/** The same as it is played. */
interface Reel { frames: ImageBitmap[], moves: Record<string, ImageBitmap> }

/** Returns the kind that says what is before the camera at a step: who is filmed is who a selfie shows. */
const kindOf = (step: string): string => step === 'video' ? 'selfie' : step.replace('secondary_', 'id_')

/** What no camera takes. */
const unseen = ['voice', 'signature']

/** How long a picture is shown, in milliseconds. */
const often = 100

/** The largest size of what the camera sees, and the colour of what is behind it. */
const size = { width: 1280, height: 720 }
const table = '#78746c'

/** Puts a camera that plays a specimen, and a microphone that hears one, in the place of those of the device. */
export function play(specimen: string): Playing {
  const camera = new Played(specimen)
  const voice = new Voiced()
  const one = { deviceId: specimen, groupId: '', label: '', toJSON: () => ({}) }
  const list = async (): Promise<MediaDeviceInfo[]> => [{ ...one, kind: 'videoinput' }, { ...one, kind: 'audioinput' }]
  const open = async (how: MediaStreamConstraints): Promise<MediaStream> =>
    how.audio ? voice.stream() : camera.stream(how)
  Object.defineProperties(navigator.mediaDevices, {
    getUserMedia: { value: open, configurable: true },
    enumerateDevices: { value: list, configurable: true },
  })
  return camera
}

/** A camera whose picture is drawn on a canvas. */
class Played implements Playing {
  private readonly canvas = Object.assign(document.createElement('canvas'), size)
  private readonly pen = this.canvas.getContext('2d')!
  private readonly reels = new Map<string, Promise<Reel>>() // by kind
  private step = ''
  private frames: ImageBitmap[] = []
  private moves: Record<string, ImageBitmap> = {}
  private at = 0
  private asked = '' // by the last prompt

  constructor(private readonly specimen: string) {
    let due = 0
    const draw = (now: number): void => {
      requestAnimationFrame(draw)
      if (now < due) return
      due = now + often
      this.draw()
    }
    draw(0)
    this.reel('selfie').catch(() => {}) // is asked for by most functions, and is the largest
  }

  /** Returns what the camera sees in the size that is asked for, as long as somebody wants it. */
  stream({ video }: MediaStreamConstraints): MediaStream {
    const { width } = video as { width?: { ideal: number } }
    const share = Math.min(1, (width?.ideal ?? size.width) / size.width)
    this.canvas.width = size.width * share
    this.canvas.height = size.height * share
    const stream = this.canvas.captureStream(1000 / often)
    this.draw() // a canvas of a new size is empty, and so was the first picture of a film
    return stream
  }

  turn(step: string): void {
    if (step === this.step || unseen.includes(step)) return
    if (kindOf(step) !== kindOf(this.step)) { // nothing lies there until what is asked for is drawn
      this.frames = []
      this.moves = {}
    }
    this.step = step
    void this.show(step)
  }

  prompt(asked: string): void { this.asked = asked }

  still(): void { this.frames = this.frames.slice(0, 1) }

  /** Plays what belongs to a step from its beginning. Where it could not be had, the next screen tries again. */
  private async show(step: string): Promise<void> {
    const reel = await this.reel(kindOf(step)).catch(() => undefined)
    if (step !== this.step) return
    if (reel) Object.assign(this, reel, { at: 0 })
    else this.step = ''
  }

  /** Returns what is played for a kind, which is fetched once. */
  private reel(kind: string): Promise<Reel> {
    const reel = this.reels.get(kind) ?? this.load(kind)
    this.reels.set(kind, reel)
    reel.catch(() => this.reels.delete(kind))
    return reel
  }

  private async load(kind: string): Promise<Reel> {
    const path = `/docs/specimens/${encodeURIComponent(this.specimen)}/${encodeURIComponent(kind)}`
    const { pictures, order, moves } = await (await fetched(path)).json() as Film
    const drawn = await Promise.all(pictures.map(async one => createImageBitmap(await (await fetched(one)).blob())))
    return {
      frames: order.map(n => drawn[n]),
      moves: Object.fromEntries(Object.entries(moves ?? {}).map(([move, n]) => [move, drawn[n]])),
    }
  }

  private draw(): void {
    const { width, height } = this.canvas
    this.pen.fillStyle = table
    this.pen.fillRect(0, 0, width, height)
    if (!this.frames.length) return
    const frame = this.moves[this.asked] ?? this.frames[this.at++ % this.frames.length]
    const scale = Math.min(width / frame.width, height / frame.height)
    const [w, h] = [frame.width * scale, frame.height * scale]
    this.pen.drawImage(frame, (width - w) / 2, (height - h) / 2, w, h)
  }
}
