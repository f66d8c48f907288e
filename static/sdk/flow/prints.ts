// Pictures of single fingers, cut from what the camera sees inside the outlines of a hand, and the sheet that they make
// side by side, which the engine reads.
import { jpegOf } from '../camera/pixels'
import { ProofdeskError } from '../client/errors'
import { fingerNames } from '../screens/frame'

/** The size of a print in pixels, and the white at its sides, by which the engine keeps it apart from the next. */
const [wide, tall, apart] = [320, 400, 5]

/** Names of fingers in the order of a sheet: those of the right hand first, and the index finger first of each. */
export const printNames = ['RIGHT', 'LEFT'].flatMap(hand => fingerNames.map(name => `${hand}_${name}_FINGER`))

/** The print of one finger. */
export interface Print { name: string, picture: HTMLCanvasElement }

/** Prints by the names of their fingers, each a PNG in base64. */
export type PrintMap = Record<string, string>

/** Returns the prints of the fingers that are wanted, from inside the outlines that lie over a video. */
export function printsIn(video: HTMLVideoElement, left: boolean): Print[] {
  const outlines = [...video.closest('.screen')?.querySelectorAll('.guide rect') ?? []]
  const { x, y, width, height } = video.getBoundingClientRect()
  const scale = Math.max(width / video.videoWidth, height / video.videoHeight) // it covers its place
  const [across, down] = [(width - video.videoWidth * scale) / 2, (height - video.videoHeight * scale) / 2]
  return outlines.flatMap((outline, at) => {
    if (!outline.classList.contains('wanted')) return []
    const box = outline.getBoundingClientRect()
    const [w, h] = [box.width / scale, box.width * tall / wide / scale] // of the tip alone
    const picture = canvasOf(wide, tall)
    const context = picture.getContext('2d')!
    context.imageSmoothingQuality = 'high'
    context.drawImage(video, (box.x - x - across) / scale, (box.y - y - down) / scale, w, h, 0, 0, wide, tall)
    return [{ name: printNames[at + (left ? fingerNames.length : 0)], picture }]
  })
}

/** Returns prints side by side. */
export function sheetOf(prints: Print[]): HTMLCanvasElement {
  const sheet = canvasOf(prints.length * (wide + 2 * apart), tall)
  const context = sheet.getContext('2d')!
  context.fillStyle = '#fff'
  context.fillRect(0, 0, sheet.width, tall)
  prints.forEach(({ picture }, at) => context.drawImage(picture, at * (wide + 2 * apart) + apart, 0))
  return sheet
}

/** Returns prints as a host gets them. */
export const mapOf = (prints: Print[]): PrintMap =>
  Object.fromEntries(prints.map(({ name, picture }) => [name, picture.toDataURL('image/png').split(',')[1]]))

/** Returns prints as they are sent. */
export async function sheetSent(prints: Print[]): Promise<{ bytes: Uint8Array, type: string, capturedAt: string }> {
  return { bytes: await jpegOf(sheetOf(prints)), type: 'image/jpeg', capturedAt: new Date().toISOString() }
}

/** Returns the prints that a host gives back. It refuses what is none. */
export async function printsOf(map: PrintMap): Promise<Print[]> {
  const names = printNames.filter(name => name in map)
  if (names.length === 0 || names.length < Object.keys(map).length) {
    throw new ProofdeskError('REFUSED', `set4FingerPrintData takes prints by finger: ${printNames.join(', ')}`)
  }
  return Promise.all(names.map(async name => {
    const picture = canvasOf(wide, tall)
    try {
      const bytes = Uint8Array.from(atob(map[name]), letter => letter.charCodeAt(0))
      picture.getContext('2d')!.drawImage(await createImageBitmap(new Blob([bytes])), 0, 0, wide, tall)
    } catch (cause) {
      throw new ProofdeskError('REFUSED', `${name} is no picture in base64`, [], cause)
    }
    return { name, picture }
  }))
}

function canvasOf(width: number, height: number): HTMLCanvasElement {
  return Object.assign(document.createElement('canvas'), { width, height })
}
