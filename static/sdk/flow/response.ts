// The pictures that a host gets with what a call resolves with, as its preset says.
import { jpegOf } from '../camera/pixels'
import type { Found } from '../device/message'
import type { Values } from '../screens/options'

/** The pictures of one capture: as it was taken, and cut to what it shows. */
export interface Pictures { input?: Blob, processed?: Blob }

/** How much is left around the document, or around the face, as a share of its longer side. */
const around = { document: .02, face: .4 }

/** Returns what a host gets of a picture in which something was found. */
export async function picturesOf(values: Values, bytes: Uint8Array, found: Found): Promise<Pictures> {
  const input = new Blob([bytes as BlobPart], { type: 'image/jpeg' })
  const pictures: Pictures = {}
  if (values.sendInputImagesInResponse) pictures.input = input
  if (values.sendProcessedImagesInResponse) pictures.processed = await cut(input, found)
  return pictures
}

async function cut(picture: Blob, found: Found): Promise<Blob> {
  const whole = await createImageBitmap(picture)
  const canvas = document.createElement('canvas')
  const [left, top, right, bottom] = partOf(found, whole)
  canvas.width = right - left
  canvas.height = bottom - top
  canvas.getContext('2d')!.drawImage(whole, -left, -top)
  whole.close()
  return new Blob([await jpegOf(canvas) as BlobPart], { type: 'image/jpeg' })
}

/** Returns the left, top, right and bottom of what a picture shows: all of it where nothing was found. */
export function partOf(
  { document, faces }: Found, { width, height }: { width: number, height: number },
): [number, number, number, number] {
  const of = document ? boundsOf(document.corners) : faces?.length ? sidesOf(faces[0].box) : [0, 0, width, height]
  const more = Math.max(of[2] - of[0], of[3] - of[1]) * (document ? around.document : faces?.length ? around.face : 0)
  const within = (at: number, most: number): number => Math.round(Math.min(Math.max(at, 0), most))
  const [right, bottom] = [within(of[2] + more, width), within(of[3] + more, height)]
  return [within(of[0] - more, width), within(of[1] - more, height), right, bottom]
}

const sidesOf = ({ x, y, w, h }: { x: number, y: number, w: number, h: number }): number[] => [x, y, x + w, y + h]

function boundsOf(corners: number[]): number[] {
  const [xs, ys] = [0, 1].map(axis => corners.filter((_, at) => at % 2 === axis))
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}
