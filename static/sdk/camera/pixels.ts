// The pixels of what a camera shows. A canvas would do, but Chromium keeps a copy of every frame that was drawn on one
// until there are hundreds of megabytes of them, and takes four times as long.
import { ProofdeskError } from '../client/errors'
import type { Pixels } from '../device/shrink'

/** Reads frames of a video in their own size, all into one buffer. */
export class Reader {
  private buffer = new ArrayBuffer(0)
  private canvas?: HTMLCanvasElement

  /** Returns the frame that a video shows, which holds until the next is read. */
  async read(video: HTMLVideoElement): Promise<Pixels> {
    const copied = await this.copied(video)
    return copied ?? drawn(video, video.videoWidth, video.videoHeight, this.canvas ??= document.createElement('canvas'))
  }

  /** Takes the buffer of a frame back, which was given away. */
  give(buffer: ArrayBuffer): void { this.buffer = buffer }

  /** Returns a copy of a frame; nothing where the browser can't make one, or knows it in another position. */
  private async copied(video: HTMLVideoElement): Promise<Pixels | undefined> {
    if (!('VideoFrame' in window)) return undefined
    let frame: VideoFrame | undefined
    try {
      frame = new VideoFrame(video)
      const { width, height } = frame.visibleRect!
      const size = frame.allocationSize({ format: 'RGBA' })
      if (width !== video.videoWidth || height !== video.videoHeight || size !== 4 * width * height) return undefined
      if (this.buffer.byteLength !== size) this.buffer = new ArrayBuffer(size)
      const data = new Uint8ClampedArray(this.buffer)
      await frame.copyTo(data, { format: 'RGBA' })
      return { data, width, height }
    } catch {
      return undefined // an older browser does not convert
    } finally {
      frame?.close()
    }
  }
}

/** Returns the pixels of a picture that is drawn on a canvas in a size. */
export function drawn(
  picture: CanvasImageSource, width: number, height: number, canvas = document.createElement('canvas'),
): Pixels {
  const context = canvas.getContext('2d', { willReadFrequently: true })!
  canvas.width = width
  canvas.height = height
  context.drawImage(picture, 0, 0, width, height)
  return context.getImageData(0, 0, width, height)
}

/** Returns what a canvas shows as JPEG. */
export async function jpegOf(canvas: HTMLCanvasElement): Promise<Uint8Array> {
  const blob = await new Promise<Blob | null>(made => canvas.toBlob(made, 'image/jpeg', .92))
  if (!blob) throw new ProofdeskError('CAMERA_ENDED', 'the picture could not be encoded')
  return new Uint8Array(await blob.arrayBuffer())
}
