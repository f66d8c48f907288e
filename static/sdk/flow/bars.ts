// Where a barcode of stacked lines is in a frame, readable or not: a patch in which brightness changes much more often
// in one direction than in the other.

/** A place in a picture, in its pixels. */
export interface Box { x: number, y: number, w: number, h: number }

/** The side of the cells that a frame is divided into, in pixels. */
export const cell = 16

/** The least change from pixel to pixel across bars, 0 to 255, and how much greater it is than that along them. */
const least = 14
const across = 1.35

/** How many cells a barcode has at least. */
const fewest = 12

/** Returns the place of the largest patch of bars among pixels of four bytes; nothing where there is none. */
export function barsIn(pixels: Uint8ClampedArray, width: number, height: number): Box | undefined {
  const columns = Math.floor(width / cell)
  const rows = Math.floor(height / cell)
  const barred = new Uint8Array(columns * rows)
  for (let at = 0; at < barred.length; at++) barred[at] = directionOf(pixels, width, at % columns, at / columns | 0)
  let best: Box & { cells: number } | undefined
  for (let at = 0; at < barred.length; at++) {
    if (!barred[at]) continue
    const patch = patchAt(barred, columns, at)
    const filled = patch.cells / (patch.w * patch.h)
    if (patch.cells >= fewest && filled > .6 && patch.cells > (best?.cells ?? 0)) best = patch
  }
  return best && { x: best.x * cell, y: best.y * cell, w: best.w * cell, h: best.h * cell }
}

/** Returns 1 where a cell has upright bars, 2 where they lie, else 0. */
function directionOf(pixels: Uint8ClampedArray, width: number, column: number, row: number): number {
  let beside = 0
  let below = 0
  for (let y = row * cell; y < (row + 1) * cell - 1; y++) {
    for (let x = column * cell; x < (column + 1) * cell - 1; x++) {
      const at = 4 * (y * width + x) + 1
      beside += Math.abs(pixels[at + 4] - pixels[at])
      below += Math.abs(pixels[at + 4 * width] - pixels[at])
    }
  }
  const enough = least * (cell - 1) ** 2
  if (beside > enough && beside > across * below) return 1
  return below > enough && below > across * beside ? 2 : 0
}

/** Returns the patch of cells of one direction around a cell, in cells, and clears it. */
function patchAt(barred: Uint8Array, columns: number, first: number): Box & { cells: number } {
  const direction = barred[first]
  const open = [first]
  const xs: number[] = []
  const ys: number[] = []
  barred[first] = 0
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const x = at % columns
    xs.push(x)
    ys.push(at / columns | 0)
    const beside = [x > 0 ? at - 1 : -1, x < columns - 1 ? at + 1 : -1, at - columns, at + columns]
    for (const next of beside) {
      if (barred[next] !== direction) continue
      barred[next] = 0
      open.push(next)
    }
  }
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, w: Math.max(...xs) - x + 1, h: Math.max(...ys) - y + 1, cells: xs.length }
}
