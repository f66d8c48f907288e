// What is drawn over the picture of the camera: the frame with its progress, the prompt, and the bottom bar's picture.
import { overlayOf, type Fingers } from './art'
import { make, pictureOf, style, type Type } from './dom'
import { icon } from './icon'
import type { Reader } from './options'
import type { Pen } from './pen'
import { rulesOf } from './prompting'
import type { Prompt, Taking, ToneName } from './scene'

/** Returns the frame into which the applicant brings what is captured. */
export function frameOf(pen: Pen, taking: Taking, tone: ToneName): HTMLElement {
  const frame = make('div', `frame ${pen.capture.subject} ${tone}`)
  const read = pen.of(frame)
  const upright = taking.upright && read.text(taking.upright) === 'VERTICAL'
  const turned = taking.turned && read.text(taking.turned) === 'LANDSCAPE'
  if (taking.ratio) {
    const ratio = read.number(taking.ratio) || 1
    style(frame, { '--ratio': String(upright || turned ? 1 / ratio : ratio) })
  }
  if (upright || turned) frame.classList.add(upright ? 'upright' : 'turned')
  if (pen.scene.subject) frame.append(make('div', 'subject', pen.scene.subject))
  const picture = taking.overlay ? read.picture(taking.overlay) : { name: '' }
  const four = fingersOf(pen, frame)
  if (four && !four.left) frame.classList.add('right') // whose thumb is at the right, as the camera sees its palm
  frame.append(pictureOf(picture, () => overlayOf(pen.capture.subject, four)))
  if (taking.progress && read.flag(taking.progress.on)) frame.append(progressOf(pen, taking.progress, tone))
  return frame
}

/** The fingers, as options name them. */
export const fingerNames = ['INDEX', 'MIDDLE', 'RING', 'BABY']

/** Returns for each finger whether it is processed and kept, and which hand is wanted; nothing for other captures. */
function fingersOf(pen: Pen, frame: HTMLElement): Fingers | undefined {
  if (pen.capture.subject !== 'hand') return undefined
  const read = pen.of(frame)
  return {
    left: read.flag('CFC_CAPTURE_LEFT_HAND'),
    each: fingerNames.map(name => ({
      wanted: read.flag(`CFC_PROCESS_${name}_FINGER`),
      kept: read.flag(`CFC_KEEP_${name}_FINGER`),
    })),
  }
}

function progressOf(pen: Pen, options: NonNullable<Taking['progress']>, tone: ToneName): HTMLElement {
  const line = make('span', 'progress ' + tone)
  const read = pen.of(line)
  style(line, { 'block-size': `${read.number(options.width)}px`, 'background-color': read.color(options.color) })
  return line
}

/** Returns a prompt with the text of its option, or with our own word in place of that. */
export function promptOf(pen: Pen, prompt: Prompt, word = ''): HTMLElement {
  const { taking } = pen.capture
  const text = word ? undefined : prompt.text || undefined
  const type: Type = { ...taking.tones[prompt.tone], ...taking.prompt, text }
  const made = pen.part('p', `prompt ${prompt.tone}`, type)
  if (!type.ground) made.classList.add('bare')
  if (!text) made.textContent = word || (prompt.word ? pen.say(prompt.word) : '')
  const limits = [...prompt.rules ?? [], ...rulesOf(pen.capture, pen.scene.measured ?? {})].map(({ limit }) => limit)
    .concat(prompt.limits ?? [])
  if (limits.length > 0) made.dataset.limits = limitsOf(pen.of(made), limits)
  made.setAttribute('role', 'status')
  return pen.scene.screen === 'warning' ? warned(made) : made
}

/** Marks a prompt as a warning. */
export function warned(prompt: HTMLElement): HTMLElement {
  prompt.classList.add('warned')
  prompt.prepend(icon('alert'))
  prompt.setAttribute('role', 'alert')
  return prompt
}

/** Returns the picture of the bottom bar, which an option names. */
export function bottomOf(pen: Pen, option: string): HTMLElement {
  const made = make('span', 'bottom')
  made.append(pictureOf(pen.of(made).picture(option), () => icon('lock')))
  return made
}

/** Returns limits by name, each with its number. */
const limitsOf = (read: Reader, names: string[]): string =>
  [...new Set(names)].map(limit => `${limit.split('.').pop()} ${read.number(limit)}`).join(', ')

/** Shows what was measured, each with its limits, where the debug mode is on. */
export function debugOf(pen: Pen, section: HTMLElement): void {
  if (!pen.of(section).flag('/isDebugMode')) return
  const made = make('p', 'debug')
  made.textContent = measuredIn(pen, pen.of(made))
  section.append(made)
}

/** Returns what was measured, with the limits that it is compared with: one measurement a line. */
export const measuredIn = ({ capture, scene }: Pen, read: Reader): string =>
  Object.entries(scene.measured ?? {}).map(([name, value]) => {
    const limits = rulesOf(capture, { [name]: value }).map(({ limit }) => limit)
    return [`${name} = ${Number(value.toFixed(2))}`, limitsOf(read, limits)].filter(Boolean).join(', ')
  }).join('\n')
