// The screen on which an applicant signs. It has a configuration apart from the other options.
import { signature } from './art/person'
import { ofSignature as of, typed } from './captures/names'
import { drawing, make, setGround, setInk, style } from './dom'
import { promptOf } from './frame'
import type { Pen } from './pen'
import { nameIn } from './prompting'

/** Draws the screen to sign on, empty or with a signature. */
export function sign(pen: Pen, section: HTMLElement): void {
  setGround(section, pen.of(section), of('capture_screen_background_color'))
  const bar = make('header', 'bar')
  bar.append(pen.back(bar, { image: of('back_btn_image'), tint: of('back_btn_tint_color') }))
  bar.append(pen.part('h1', 'title', typed('title')))
  const foot = make('footer', 'foot')
  foot.append(pen.button('main', 'done', typed('done_btn'), 'continue'))
  const clear = typed('clear_btn')
  const undo = pen.button('plain', 'undo', { ...clear, text: undefined }, 'undo')
  foot.append(make('div', 'pair', undo, pen.button('plain', 'clear', clear, 'again')))
  section.append(bar, make('div', 'body', saidOf(pen), boxOf(pen)), foot)
}

/** Returns what is said about signing, in a place of its own, as it would hide ink in the box. */
function saidOf(pen: Pen): HTMLElement {
  const prompt = pen.capture.prompts.find(({ name }) => name === nameIn(pen.capture, pen.scene))
  return make('div', 'said', prompt?.word ? promptOf(pen, prompt) : '')
}

function boxOf(pen: Pen): HTMLElement {
  const made = make('div', 'box')
  const border = of('capture_screen_box_border_color')
  style(made, { 'border-color': pen.of(made).color(border) })
  made.dataset.edge = pen.of(made).pathOf(border)
  const { subject: pad } = pen.scene
  const drawn = pad instanceof HTMLElement ? pad : drawing('strokes', 320, 120, signature(4))
  if (pad) {
    pad.setAttribute('aria-label', `${pen.say('box')}. ${pen.say('keys')}`)
  } else {
    made.setAttribute('role', 'img')
    made.setAttribute('aria-label', pen.say('box'))
  }
  if (pad || pen.scene.prompt !== 'empty') made.append(inked(pen, drawn))
  return made
}

/** Gives strokes, or the pad that they are drawn on, their colour and their width. */
function inked<E extends HTMLElement | SVGElement>(pen: Pen, strokes: E): E {
  const read = pen.of(strokes)
  setInk(strokes, read, of('stroke_color'))
  style(strokes, { '--stroke': `${read.number(of('stroke_size'))}px` })
  return strokes
}
