// The pad that an applicant signs on with a finger, a mouse or a pen.
import { style } from '../screens/dom'
import { coordinatesOf, isSignature, trace, type Point, type Stroke } from './ink'

/** How far the pen has to move for another sample, in pixels. */
const leastMove = .5

/** A canvas with strokes. Their coordinates are pixels of the canvas at the size that it had at the first of them. */
export class Pad {
  readonly element = document.createElement('canvas')
  private readonly context = this.element.getContext('2d')!
  private readonly sized = new ResizeObserver(() => this.draw())
  private strokes: Stroke[] = []
  private size = { width: 0, height: 0 } // of the pad, as coordinates have it
  private pen?: number // the pointer that draws

  /** Changed is called after each stroke, keyed where somebody tries to sign with the keyboard. */
  constructor(changed: () => void, keyed: () => void) {
    const { element } = this
    element.className = 'pad'
    element.tabIndex = 0
    element.setAttribute('role', 'img')
    style(element, { 'touch-action': 'none' })
    element.addEventListener('pointerdown', event => this.begin(event))
    element.addEventListener('pointermove', event => this.follow(event))
    for (const end of ['pointerup', 'pointercancel'] as const) {
      element.addEventListener(end, event => {
        if (event.pointerId !== this.pen) return
        this.pen = undefined
        changed()
      })
    }
    element.addEventListener('keydown', ({ key }) => {
      if (['Enter', ' ', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'].includes(key) || key.length === 1) keyed()
    })
    this.sized.observe(element)
  }

  get empty(): boolean { return this.strokes.length === 0 }

  /** Whether what is on the pad can be a signature. */
  get signed(): boolean { return isSignature(this.strokes) }

  get coordinates(): string { return coordinatesOf(this.strokes) }

  clear(): void {
    this.strokes = []
    this.draw()
  }

  /** Takes the last stroke away. */
  undo(): void {
    this.strokes.pop()
    this.draw()
  }

  /** Returns a picture of the signature on the ground of its screen. */
  picture(): HTMLCanvasElement {
    const canvas = document.createElement('canvas')
    canvas.width = 2 * this.size.width
    canvas.height = 2 * this.size.height
    const context = canvas.getContext('2d')!
    context.fillStyle = getComputedStyle(this.element.closest('.screen') ?? this.element).backgroundColor
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.scale(2, 2)
    this.ink(context)
    return canvas
  }

  /** Ends the pad. */
  close(): void { this.sized.disconnect() }

  private begin(event: PointerEvent): void {
    if (this.pen !== undefined || event.button !== 0) return // a second finger is the palm
    event.preventDefault()
    if (this.empty) this.size = { width: this.element.clientWidth, height: this.element.clientHeight }
    this.pen = event.pointerId
    this.element.setPointerCapture(event.pointerId)
    this.strokes.push([this.pointOf(event)])
    this.draw()
  }

  private follow(event: PointerEvent): void {
    if (event.pointerId !== this.pen) return
    const stroke = this.strokes[this.strokes.length - 1]
    const every = event.getCoalescedEvents?.() ?? []
    for (const one of every.length > 0 ? every : [event]) {
      const point = this.pointOf(one)
      const last = stroke[stroke.length - 1]
      if (Math.hypot(point.x - last.x, point.y - last.y) >= leastMove) stroke.push(point)
    }
    this.draw()
  }

  private pointOf({ clientX, clientY, timeStamp }: PointerEvent): Point {
    const { left, top } = this.element.getBoundingClientRect()
    const scale = this.scale
    return { x: (clientX - left) / scale, y: (clientY - top) / scale, t: timeStamp }
  }

  /** How many pixels of the canvas one of the strokes takes: the device may have been turned meanwhile. */
  private get scale(): number {
    const { clientWidth, clientHeight } = this.element
    return this.empty || !clientWidth ? 1 : Math.min(clientWidth / this.size.width, clientHeight / this.size.height)
  }

  private draw(): void {
    const { element, context } = this
    const ratio = window.devicePixelRatio || 1
    const [width, height] = [Math.round(element.clientWidth * ratio), Math.round(element.clientHeight * ratio)]
    if (!width || !height) return // while another screen is drawn
    if (element.width !== width) element.width = width
    if (element.height !== height) element.height = height
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.clearRect(0, 0, width, height)
    context.scale(ratio * this.scale, ratio * this.scale)
    this.ink(context)
  }

  /** Draws the strokes in the colour and the width that the options give to the pad. */
  private ink(context: CanvasRenderingContext2D): void {
    const { color, strokeWidth } = getComputedStyle(this.element)
    context.strokeStyle = color
    context.lineWidth = parseFloat(strokeWidth) || 1
    context.lineCap = context.lineJoin = 'round'
    trace(context, this.strokes)
  }
}
