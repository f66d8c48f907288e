// What every part of a screen is drawn with, and the parts that several screens share.
import { button, make, pictureOf, setInk, write, type Type } from './dom'
import { icon } from './icon'
import type { Options, Reader } from './options'
import type { Cancel, Capture, Scene } from './scene'
import { say, type Word } from './words'

/** A scene that is being drawn: its capture and the options. */
export class Pen {
  constructor(readonly capture: Capture, readonly scene: Scene, readonly options: Options) {}

  /** Returns a reader that records on an element. */
  of(element: Element): Reader { return this.options.of(element, this.capture.block) }

  say(word: Word): string { return say(this.options.language, word) }

  /** Returns a button with a text; with our own word where no option has one. */
  button(name: string, action: string, type: Type, word: Word): HTMLButtonElement {
    const made = button('button ' + name, action)
    write(made, this.of(made), type)
    if (!type.text) made.textContent = this.say(word)
    return made
  }

  /** Returns the button that leaves the capture, for the top bar. */
  cancel(cancel: Cancel): HTMLButtonElement {
    const made = button('cancel', 'cancel')
    const read = this.of(made)
    const picture = cancel.image ? pictureOf(read.picture(cancel.image), () => icon('close')) : icon('close')
    made.append(this.tinted(picture, cancel.tint))
    made.append(this.part('span', 'word', { ...cancel, word: 'cancel' }))
    if (cancel.gravity) made.dataset.side = read.text(cancel.gravity) === 'END' ? 'end' : 'start'
    return made
  }

  /** Returns the button that goes back; nothing where it is hidden. What hides it is recorded on the bar. */
  back(
    bar: Element, options: { hide?: string, image?: string, tint?: string }, action: 'back' | 'retry' = 'back',
  ): HTMLButtonElement | '' {
    if (options.hide && this.of(bar).flag(options.hide)) return ''
    const made = button('cancel', action)
    made.setAttribute('aria-label', this.say('back'))
    const picture = options.image ? this.of(made).picture(options.image) : { name: '' }
    made.append(this.tinted(pictureOf(picture, () => icon('back')), options.tint))
    return made
  }

  /** Colours a picture of one colour. */
  tinted(picture: Element, tint?: string): Element {
    if (tint) setInk(picture as SVGElement, this.of(picture), tint)
    return picture
  }

  /** Returns an element with a text; with our own word where no option has one. */
  part<K extends 'p' | 'h1' | 'span'>(
    tag: K, name: string, type: Type & { word?: Word },
  ): HTMLElementTagNameMap[K] {
    const made = make(tag, name)
    write(made, this.of(made), type)
    if (!type.text && type.word) made.textContent = this.say(type.word)
    return made
  }
}
