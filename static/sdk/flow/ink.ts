// What was drawn on the pad: the pen's way, and whether it can be a signature. The limits are those of the server's
// engine, so that nothing is sent that it would refuse as a dot or a line.

/** One sample of the pen: pixels of the pad, and milliseconds since the first sample. */
export interface Point { x: number, y: number, t: number }

/** The pen's way from touching the pad to leaving it. */
export type Stroke = Point[]

const shortestInk = 12 // pixels of all strokes, below which they are a dot
const smallestInk = 8 // pixels of the longer side, below which ink is a dot
const directStroke = 1.3 // length of a straight line over its extent, at most
const straightTurning = Math.PI / 2 // of the direction of a straight line, at most
const turningStep = 4 // pixels between points whose direction is compared

/** Reports whether strokes are more than nothing, a dot or a straight line. */
export function isSignature(strokes: Stroke[]): boolean {
  const points = strokes.flat()
  if (points.length === 0) return false
  const reach = (of: (point: Point) => number): number => {
    const all = points.map(of)
    return all.reduce((most, one) => Math.max(most, one)) - all.reduce((least, one) => Math.min(least, one))
  }
  const extent = Math.max(reach(({ x }) => x), reach(({ y }) => y))
  const length = strokes.reduce((sum, stroke) => sum + lengthOf(stroke), 0)
  if (length < shortestInk || extent < smallestInk) return false
  return strokes.reduce((sum, stroke) => sum + turningOf(stroke), 0) >= straightTurning ||
    length >= directStroke * extent
}

function lengthOf(stroke: Stroke): number {
  return stroke.slice(1).reduce((sum, { x, y }, at) => sum + Math.hypot(x - stroke[at].x, y - stroke[at].y), 0)
}

/** Returns the sum of the changes of direction, in radians. Points close together don't count: that is the hand. */
function turningOf(stroke: Stroke): number {
  let at = stroke[0]
  let heading = NaN
  let sum = 0
  for (const point of stroke) {
    const [dx, dy] = [point.x - at.x, point.y - at.y]
    if (Math.hypot(dx, dy) < turningStep) continue
    const next = Math.atan2(dy, dx)
    if (!Number.isNaN(heading)) {
      const turned = Math.abs(next - heading)
      sum += Math.min(turned, 2 * Math.PI - turned)
    }
    at = point
    heading = next
  }
  return sum
}

/** Returns strokes as the server reads them: a JSON list of strokes of points. */
export function coordinatesOf(strokes: Stroke[]): string {
  const tenth = (value: number): number => Math.round(value * 10) / 10
  const start = strokes[0]?.[0]?.t ?? 0
  return JSON.stringify(strokes.map(stroke =>
    stroke.map(({ x, y, t }) => ({ x: tenth(x), y: tenth(y), t: Math.round(t - start) }))))
}

/** Draws strokes as smooth lines: curves through the middles between points. */
export function trace(context: CanvasRenderingContext2D, strokes: Stroke[]): void {
  for (const stroke of strokes) {
    context.beginPath()
    context.moveTo(stroke[0].x, stroke[0].y)
    for (let at = 1; at < stroke.length - 1; at++) {
      const [one, next] = [stroke[at], stroke[at + 1]]
      context.quadraticCurveTo(one.x, one.y, (one.x + next.x) / 2, (one.y + next.y) / 2)
    }
    const last = stroke[stroke.length - 1]
    context.lineTo(last.x, last.y) // a tap is a dot: round ends draw it
    context.stroke()
  }
}
