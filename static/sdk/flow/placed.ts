// Whether what the engine found lies where the applicant was asked to hold it.
import { fits } from '../camera/fit'
import type { Found } from '../device/message'

type Box = { x: number, y: number, width: number, height: number }

/** How far the middle may be from that of the frame, of the frame's size. */
const off = .3

/** How much may be out of sight, of its own size. */
const hidden = .1

/** Returns the box around a document, or else a face, in shares of the picture; nothing where there is neither. */
function boxOf({ document, faces, width = 1, height = 1 }: Found): Box | undefined {
  const face = faces?.[0]?.box
  const [xs, ys] = [0, 1].map(axis => document?.corners.filter((_, i) => i % 2 === axis) ?? [])
  const [x, y] = document ? [Math.min(...xs), Math.min(...ys)] : [face?.x ?? 0, face?.y ?? 0]
  const w = document ? Math.max(...xs) - x : face?.w
  const h = document ? Math.max(...ys) - y : face?.h
  return w && h ? { x: x / width, y: y / height, width: w / width, height: h / height } : undefined
}

/** Returns where a part of a picture, in shares of it, is seen in the window: the picture fills its element or fits. */
export function seenAt(part: Box, picture: { width: number, height: number }, element: Box, mirrored: boolean): Box {
  const scales = [element.width / picture.width, element.height / picture.height]
  const scale = fits(picture, element) ? Math.min(...scales) : Math.max(...scales)
  const [width, height] = [picture.width * scale, picture.height * scale]
  const x = mirrored ? 1 - part.x - part.width : part.x
  return {
    x: element.x + (element.width - width) / 2 + x * width,
    y: element.y + (element.height - height) / 2 + part.y * height,
    width: part.width * width,
    height: part.height * height,
  }
}

/** Reports whether something in the window lies elsewhere than in a frame, or partly out of sight. */
export function strays(seen: Box, frame: Box, sight: Box): boolean {
  return (['x', 'y'] as const).some(axis => {
    const size = axis === 'x' ? 'width' : 'height'
    const apart = seen[axis] + seen[size] / 2 - frame[axis] - frame[size] / 2
    const before = sight[axis] - seen[axis]
    const after = seen[axis] + seen[size] - sight[axis] - sight[size]
    return Math.abs(apart) > off * frame[size] || Math.max(before, after) > hidden * seen[size]
  })
}

/** Reports whether what was found in a picture of the camera lies outside of the frame that is drawn over it. */
export function isOutside(found: Found, video: HTMLVideoElement): boolean {
  const frame = video.closest('.screen')?.querySelector('.frame')
  const box = boxOf(found)
  if (!frame || !box) return false
  const element = video.getBoundingClientRect()
  const picture = { width: video.videoWidth, height: video.videoHeight }
  const seen = seenAt(box, picture, element, !!video.closest('[data-mirrored]'))
  return strays(seen, frame.getBoundingClientRect(), element)
}
