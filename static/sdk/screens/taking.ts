// The screens on which the camera is seen: capture, warning and success.
import { button, make, style, type Type } from './dom'
import { debugOf, promptOf, warned } from './frame'
import { icon } from './icon'
import type { Pen } from './pen'
import { promptIn } from './prompting'
import type { Warning } from './scene'
import { handOf, received } from './sheet'
import { stage } from './stage'

/** Draws the capture screen with the prompt of the scene, which may warn. */
export function capture(pen: Pen, section: HTMLElement): void {
  const prompt = promptIn(pen.capture, pen.scene, limit => pen.options.number(pen.capture.block, limit))
  const { over, foot } = stage(pen, section, prompt?.tone ?? 'info')
  if (prompt?.text || prompt?.word) over.append(promptOf(pen, prompt, pen.scene.move))
  const { spoken, subject } = pen.capture
  if (spoken && subject === 'voice') over.append(phraseOf(pen))
  else if (spoken || pen.scene.phrase) over.prepend(phraseOf(pen)) // near the lens, so that the applicant looks there
  if (subject === 'hand') foot.append(handOf(pen))
  const shutter = pen.capture.taking.shutter ?? (pen.scene.shutter ? {} : undefined)
  if (spoken && pen.scene.move) foot.prepend(make('span', 'room')) // which keeps what is above in its place
  else if ((shutter || spoken) && !pen.scene.move) foot.prepend(shutterOf(pen, shutter ?? {}))
  if (pen.scene.meter) foot.prepend(pen.scene.meter)
  debugOf(pen, section)
}

/** Draws the screen that warns of a wrong document or side. */
export function warning(pen: Pen, section: HTMLElement, options: Warning): void {
  const { over, foot } = stage(pen, section, 'error')
  const label = pen.part('p', 'prompt', options.label)
  label.dataset.after = `${pen.of(label).number(options.delay) * 1000}`
  over.append(warned(label))
  const mode = pen.of(foot).text(options.mode)
  foot.replaceChildren()
  if (mode !== 'EXIT' && mode !== 'AUTO_CAPTURE') {
    const anyway = pen.button('main', 'anyway', options.anyway, 'continue')
    anyway.dataset.after = String(pen.of(anyway).number(options.override))
    foot.append(anyway)
  }
  foot.append(pen.button('plain', 'exit', options.exit, 'cancel'))
}

/** Draws the moment after a capture. */
export function success(pen: Pen, section: HTMLElement): void {
  if (pen.capture.subject === 'signature') return received(pen, section)
  const { over, frame } = stage(pen, section, 'success')
  frame.append(make('span', 'tick', icon('check')))
  const { sides } = pen.scene
  const { side, word = 'taken', ...success } = pen.capture.success ?? {}
  const text = sides ? '' : success.text ?? ''
  const named = side && sides !== 'one'
  const told = promptOf(pen, { name: 'done', text, tone: 'success' }, named || text ? '' : pen.say(word))
  if (named) told.prepend(make('b', 'side', pen.say(side)), ' ')
  over.append(told)
}

/** Returns the phrase to read aloud, in the colours of prompts that inform. What takes its place keeps its room. */
function phraseOf(pen: Pen): HTMLElement {
  const made = pen.part('p', 'phrase', { ...pen.capture.taking.tones.info, ...pen.capture.taking.prompt })
  const { phrase, room } = pen.scene
  if (room) made.dataset.room = room
  made.replaceChildren(make('span', '', phrase ?? pen.say('phrase')))
  return made
}

function shutterOf(pen: Pen, type: Type): HTMLButtonElement {
  const made = button('shutter', 'take')
  if (type.ground) style(made, { '--shutter': pen.of(made).color(type.ground, type.groundAlpha) })
  const { spoken } = pen.capture
  if (spoken) made.append(icon(pen.scene.recording ? 'stop' : 'microphone'))
  made.setAttribute('aria-label', pen.say(!spoken ? 'take' : pen.scene.recording ? 'stop' : 'record'))
  return made
}
