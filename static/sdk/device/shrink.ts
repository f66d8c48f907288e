// Makes frames of a camera as small as the engine looks at them.

/** The longer side of a frame that is looked at, in pixels. */
const side = 640

/** A picture of four bytes for each pixel. */
export interface Pixels { data: Uint8ClampedArray<ArrayBuffer>, width: number, height: number }

/** Returns a picture in the size in which frames are looked at. Each of its pixels is the mean of four of its place. */
export function shrunk(of: Pixels): Pixels {
  const scale = Math.max(of.width, of.height) / side
  if (scale <= 1) return of
  const width = Math.round(of.width / scale)
  const height = Math.round(of.height / scale)
  const columns = pairs(width, of.width)
  const rows = pairs(height, of.height)
  const data = new Uint8ClampedArray(4 * width * height)
  for (let y = 0, to = 0; y < height; y++) {
    const above = 4 * of.width * rows[2 * y]
    const below = 4 * of.width * rows[2 * y + 1]
    for (let x = 0; x < width; x++) {
      const left = 4 * columns[2 * x]
      const right = 4 * columns[2 * x + 1]
      for (let c = 0; c < 4; c++, to++) {
        const sum = of.data[above + left + c] + of.data[above + right + c] +
          of.data[below + left + c] + of.data[below + right + c]
        data[to] = (sum + 2) >> 2
      }
    }
  }
  return { data, width, height }
}

/** Returns for each of n places the two, a quarter from its ends, among more. */
function pairs(n: number, more: number): Int32Array {
  const at = new Int32Array(2 * n)
  for (let i = 0; i < 2 * n; i++) at[i] = Math.floor((i / 2 + .25) * more / n)
  return at
}
