// Elements of screens. Styles are set by style.setProperty and the adopted style sheet alone, so that no policy has to
// permit inline styles.
import { typefaceOf, type Face } from './font'
import type { Picture, Reader } from './options'

type Tags = HTMLElementTagNameMap

/** Returns a new element with a class and what is in it. */
export function make<K extends keyof Tags>(tag: K, name = '', ...inside: Array<Node | string>): Tags[K] {
  const made = document.createElement(tag)
  if (name) made.className = name
  made.append(...inside)
  return made
}

/** Sets properties of an element's style. */
export function style(element: HTMLElement | SVGElement, properties: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(properties)) if (value) element.style.setProperty(name, value)
}

/** Sets an element's font. */
export function setFace(element: HTMLElement, face: Face): void {
  style(element, { 'font-family': face.family, 'font-weight': face.weight, 'font-style': face.style })
}

/** The options of a text, by their names. */
export interface Type {
  text?: string
  color?: string
  alpha?: string // of the colour, 0 to 255
  ground?: string // the colour behind it
  groundAlpha?: string
  font?: string
  size?: string
  typeface?: { type: string, style: string }
  shadow?: string
}

/** Writes a text as its options say. Where a ground has no colour of text, the readable one is used. */
export function write(element: HTMLElement, read: Reader, type: Type): void {
  if (type.text) element.textContent = read.text(type.text)
  if (type.ground) setGround(element, read, type.ground, type.groundAlpha)
  if (type.color) setInk(element, read, type.color, type.alpha)
  if (type.typeface) setFace(element, typefaceOf(read.text(type.typeface.type), read.text(type.typeface.style)))
  if (type.font) setFace(element, read.font(type.font))
  if (type.size) style(element, { 'font-size': read.size(type.size) })
  if (type.shadow) element.classList.toggle('shadowed', read.flag(type.shadow))
}

/** Sets the colour behind an element, and a readable one for what is on it. Its option is named to measure contrast. */
export function setGround(element: HTMLElement, read: Reader, name: string, alpha?: string): void {
  style(element, { 'background-color': read.color(name, alpha), color: read.colorOn(name) })
  element.dataset.ground = read.pathOf(name)
}

/** Sets the colour of a text or an icon. */
export function setInk(element: HTMLElement | SVGElement, read: Reader, name: string, alpha?: string): void {
  style(element, { color: read.color(name, alpha) })
  element.dataset.ink = read.pathOf(name)
}

/** Returns a button that asks for an action. */
export function button(name: string, action: string): HTMLButtonElement {
  const made = make('button', name)
  made.type = 'button'
  made.dataset.action = action
  return made
}

/** Returns an uploaded picture, or what is drawn where there is none. */
export function pictureOf(picture: Picture, drawn: () => Element): Element {
  if (!picture.address) return drawn()
  const image = make('img', 'image')
  image.src = picture.address
  image.alt = ''
  return image
}

const svgSpace = 'http://www.w3.org/2000/svg'
type Shape = [tag: string, attributes: Record<string, string | number>]

/** Returns a drawing of shapes. It repeats what words say, so a screen reader passes over it. */
export function drawing(name: string, width: number, height: number, shapes: Shape[]): SVGSVGElement {
  const svg = document.createElementNS(svgSpace, 'svg')
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`)
  svg.setAttribute('class', name)
  svg.setAttribute('aria-hidden', 'true')
  for (const [tag, attributes] of shapes) {
    const shape = document.createElementNS(svgSpace, tag)
    for (const [key, value] of Object.entries(attributes)) shape.setAttribute(key, String(value))
    svg.append(shape)
  }
  return svg
}

export type { Shape }
