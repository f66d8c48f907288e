// The screens that are sheets of text with buttons below: instruction, retry and preview.
import { artOf, nameAs, takenOf } from './art'
import { button, make, pictureOf, setGround, style } from './dom'
import { icon } from './icon'
import type { Pen } from './pen'
import type { Instruction, Preview, Retry } from './scene'

/** Draws the screen that says what is to be done. */
export function instruction(pen: Pen, section: HTMLElement, options: Instruction): void {
  const root = pen.of(section)
  if (options.when && !root.flag(options.when)) section.dataset.off = options.when
  if (options.dark) section.classList.add('dark')
  if (options.ground) setGround(section, root, options.ground)
  const bar = make('header', 'bar')
  bar.append(pen.back(bar, options.back ?? {}))
  const label = make('div', 'card')
  label.append(pen.part('p', 'text', { ...options.label, ground: undefined }))
  if (pen.capture.subject === 'hand') label.append(handOf(pen))
  if (options.label.ground) {
    const read = pen.of(label)
    setGround(label, read, options.label.ground)
    if (options.label.elevation) raise(label, read.number(options.label.elevation))
  }
  const foot = make('footer', 'foot', pen.button('main', 'continue', options.button, 'continue'))
  section.append(bar, make('div', 'body', picture(pen, options), label), foot)
}

/** Returns which hand is wanted. */
export function handOf(pen: Pen): HTMLElement {
  const made = make('p', 'hint')
  made.textContent = pen.say(pen.of(made).flag('CFC_CAPTURE_LEFT_HAND') ? 'leftHand' : 'rightHand')
  return made
}

/** Sets the shadow of a card as high as Android's elevation in dp. */
function raise(card: HTMLElement, elevation: number): void {
  if (elevation > 0) style(card, { 'box-shadow': `0 ${elevation / 2}px ${elevation * 2}px rgba(16, 24, 40, .22)` })
}

function picture(pen: Pen, options: Instruction): HTMLElement {
  const made = make('div', 'picture')
  const read = pen.of(made)
  const drawn = () => artOf(pen.capture.subject)
  const { animation } = options
  const still = () => pictureOf(options.picture ? read.picture(options.picture) : { name: '' }, drawn)
  if (!animation || !read.flag(animation.on)) {
    made.append(still())
    return made
  }
  const frames = read.pictures(animation.frames)
  made.append(still())
  play(made, frames.map(frame => pictureOf(frame, drawn)), read.number(animation.seconds))
  return made
}

/**
 * Shows frames in turn, each for the same time; without frames the picture moves into place instead. Where nothing is
 * to move, the first frame stands still.
 */
function play(made: HTMLElement, frames: Element[], seconds: number): void {
  const duration = seconds * 1000
  made.dataset.seconds = String(seconds)
  if (matchMedia('(prefers-reduced-motion: reduce)').matches || !made.animate) {
    if (frames[0]) made.replaceChildren(frames[0])
    return
  }
  if (frames.length === 0) {
    const moves = [{ transform: 'translateY(12%) rotate(-6deg)', opacity: .4 }, { transform: 'none', opacity: 1 }]
    made.firstElementChild?.animate([...moves, moves[1]], { duration: duration * 2, iterations: Infinity })
    return
  }
  made.replaceChildren(...frames)
  frames.forEach((frame, at) => {
    const [from, until] = [at / frames.length, (at + 1) / frames.length]
    const steps = [[0, at === 0 ? 1 : 0], [from, 1], [until, at === frames.length - 1 ? 1 : 0], [1, 0]]
    const seen = steps.map(([offset, opacity]) => ({ offset, opacity, easing: 'step-end' }))
    frame.animate(seen, { duration, iterations: Infinity })
  })
}

/** Draws the screen that offers another try. */
export function retry(pen: Pen, section: HTMLElement, options: Retry): void {
  const root = pen.of(section)
  for (const limit of options.limits ?? []) root.number(limit)
  if (options.ground) setGround(section, root, options.ground)
  const image = make('div', 'symbol')
  const drawn = pictureOf(options.image ? pen.of(image).picture(options.image) : { name: '' }, () => icon('alert'))
  image.append(pen.tinted(drawn, options.tint))
  const { last } = pen.scene
  const label = pen.part('h1', 'text', options.label)
  if (last) label.textContent = pen.say('noMore')
  const foot = make('footer', 'foot')
  if (!last) foot.append(pen.button('main', 'retry', options.retry, 'again'))
  foot.append(pen.button(last ? 'main' : 'plain', 'cancel', options.done, 'cancel'))
  const body = make('div', 'body', image, label, reasonOf(pen))
  section.append(make('header', 'bar'), body, foot)
}

/** Returns why a capture failed, where the scene names a prompt. */
function reasonOf(pen: Pen): HTMLElement | '' {
  const prompt = pen.capture.prompts.find(({ name }) => name === pen.scene.prompt)
  if (prompt?.text) return pen.part('p', 'reason', { text: prompt.text })
  return prompt?.word ? make('p', 'reason', pen.say(prompt.word)) : ''
}

/** Draws the moment after a capture without a camera. */
export function received(pen: Pen, section: HTMLElement): void {
  const tick = make('span', 'tick symbol', icon('check'))
  const label = make('h1', 'text', pen.say(pen.capture.success?.word ?? 'taken'))
  section.append(make('header', 'bar'), make('div', 'body', tick, label))
}

/** Returns what plays a film, over its first picture; it is not seen while the film plays. */
function watchOf(pen: Pen): HTMLButtonElement {
  const made = button('watch', 'play')
  made.setAttribute('aria-label', pen.say('watch'))
  made.append(icon('play'))
  return made
}

/** Draws the screen on which the applicant looks at the picture before it is sent. */
export function preview(pen: Pen, section: HTMLElement, options: Preview): void {
  const root = pen.of(section)
  if (options.when && !root.flag(options.when)) section.dataset.off = options.when
  if (options.ground) setGround(section, root, options.ground)
  const bar = make('header', 'bar')
  const title = pen.part('h1', 'title', { ...options.top, ground: undefined })
  if (!options.top.text && !options.top.word) title.textContent = pen.say('picture')
  if (options.top.ground) setGround(bar, pen.of(bar), options.top.ground)
  const back = options.back ? pen.back(bar, options.back, 'retry') : ''
  const cancel = pen.cancel({})
  bar.append(back || cancel, title, back && cancel)
  const { spoken, subject } = pen.capture
  const film = spoken && subject === 'face'
  const taken = make('div', film ? 'taken film' : 'taken')
  const name = pen.say(spoken ? 'sound' : options.top.word ?? 'picture')
  taken.append(pen.scene.taken ?? takenOf(subject, pen.scene.picture, name))
  if (pen.scene.taken instanceof HTMLCanvasElement) nameAs(pen.scene.taken, name)
  const foot = make('footer', 'foot')
  foot.append(pen.button('main', 'done', options.done, 'continue'))
  foot.append(pen.button('plain', 'retry', options.retry, 'again'))
  if (film) taken.append(watchOf(pen))
  else if (spoken) foot.prepend(pen.button('plain', 'play', {}, 'play'))
  section.append(bar, make('div', 'body', taken), foot)
}
