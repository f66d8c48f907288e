// Where a capture is drawn: pure functions of sizes and points, without a page.

export type Point = { x: number, y: number }
export type Box = { x: number, y: number, width: number, height: number }

/** Returns the view box of a picture and the transform that sets it upright, by its clockwise turn in degrees. */
export function orientation(turn: number, width: number, height: number): { viewBox: string, transform: string } {
  const quarter = turn / 90
  const x = [0, 0, width, height][quarter]
  const y = [0, width, height, 0][quarter]
  return {
    viewBox: quarter % 2 ? `0 0 ${height} ${width}` : `0 0 ${width} ${height}`,
    transform: `translate(${x} ${y}) rotate(${-turn})`,
  }
}

/** Returns the corners of a box that is given as x, y, width and height; corners are returned as they are. */
export function corners(box: number[]): number[] {
  if (box.length === 8) return box
  const [x, y, width, height] = box
  return [x, y, x + width, y, x + width, y + height, x, y + height]
}

export const middle = (box: Box): Point => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 })

/** Returns how far to zoom so that a part is read well: not below its size, and not without its surroundings. */
export function readingScale(frame: Box, part: Box): number {
  return Math.max(1, Math.min(3.4, frame.width / (part.width * 1.8), frame.height / (part.height * 3)))
}

/** Returns the pan that brings the middle of a part to the middle of its frame. */
export function centre(frame: Box, part: Box): Point {
  const to = middle(frame)
  const from = middle(part)
  return { x: to.x - from.x, y: to.y - from.y }
}

/**
 * Returns the zoom and pan that bring a face's eyes to the middle of a pane, a sixth of its width apart: two faces then
 * lie over each other. Everything is measured in the window, before the zoom.
 */
export function faceOver(pane: Box, picture: Box, left: Point, right: Point): { scale: number, pan: Point } {
  const apart = Math.hypot(right.x - left.x, right.y - left.y)
  const scale = Math.max(.6, Math.min(14, pane.width / 6 / apart))
  const origin = middle(picture)
  return {
    scale,
    pan: {
      x: (pane.x + pane.width / 2 - origin.x) / scale - ((left.x + right.x) / 2 - origin.x),
      y: (pane.y + pane.height * .42 - origin.y) / scale - ((left.y + right.y) / 2 - origin.y),
    },
  }
}

/** How a picture is zoomed and panned; the pan is measured before the zoom, which is about the picture's middle. */
export type Placement = { scale: number, pan: Point }

/**
 * Returns the placement of a second picture when it moves in the window exactly as a first one did. Both have their
 * middle in the same place.
 */
export function moveAlong(second: Placement, from: Placement, to: Placement): Placement {
  const scale = second.scale * to.scale / from.scale
  const along = to.scale / scale
  return {
    scale,
    pan: {
      x: second.pan.x + (to.pan.x - from.pan.x) * along,
      y: second.pan.y + (to.pan.y - from.pan.y) * along,
    },
  }
}
