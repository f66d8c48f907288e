// The screen on which an applicant looks over what was read from a document, and corrects it.
import { captureOf } from './index'
import { make, setGround } from './dom'
import { isDate, labelOf, type FieldName } from './fields'
import { speak } from './language'
import type { Options } from './options'
import { Pen } from './pen'
import { adopt } from './style'

/** A field as it is shown. One that is fixed can't be corrected, unless its value breaks a rule of the server's. */
export interface Field { name: FieldName, value: string, fixed: boolean, wrong?: string }

/** What is said of a value by the rule that it breaks. */
const problems = { required: 'enterValue', order: 'checkDate', past: 'checkYear' } as const

const problemOf = (rule: string): 'checkValue' | typeof problems[keyof typeof problems] =>
  problems[rule as keyof typeof problems] ?? 'checkValue'

/** Draws the screen in place of what root holds, and returns the inputs by the names of their fields. */
export function form(root: Element, fields: Field[], options: Options): Map<FieldName, HTMLInputElement> {
  adopt(root.getRootNode())
  const capture = captureOf('autofill')
  const pen = new Pen(capture, { capture: 'autofill', screen: 'preview' }, options)
  const section = make('section', 'screen form')
  speak(section, options.language)
  if (capture.instruction?.ground) setGround(section, pen.of(section), capture.instruction.ground)
  const inputs = new Map<FieldName, HTMLInputElement>()
  const rows = fields.map(field => rowOf(pen, field, inputs))
  const { text: _, ...type } = capture.instruction?.button ?? {}
  const go = pen.button('main', 'continue', type, 'continue')
  section.append(
    make('header', 'bar'),
    make('div', 'body', make('h1', 'text', pen.say('look')), make('p', '', pen.say('lookText')), ...rows),
    make('footer', 'foot', go, pen.button('plain', 'cancel', {}, 'cancel')),
  )
  section.addEventListener('keydown', event => {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) go.click()
  })
  root.replaceChildren(section)
  const wrong = section.querySelector<HTMLElement>('[aria-invalid]')
  const first = wrong ?? section.querySelector<HTMLElement>('input') ?? go
  first.focus()
  return inputs
}

function rowOf(
  pen: Pen, { name, value, fixed, wrong }: Field, inputs: Map<FieldName, HTMLInputElement>,
): HTMLElement {
  const input = make('input', 'value')
  input.id = 'field-' + name
  input.value = value
  input.readOnly = fixed && !wrong
  input.autocomplete = 'off'
  if (isDate(name) && /^(\d{4}-\d{2}-\d{2})?$/.test(value)) input.type = 'date'
  const label = make('label', '', labelOf(name, pen.options.language))
  label.htmlFor = input.id
  const row = make('div', 'row', label, input)
  inputs.set(name, input)
  if (!wrong) return row
  const why = make('p', 'wrong', pen.say(problemOf(wrong)))
  why.id = input.id + '-wrong'
  input.setAttribute('aria-invalid', 'true')
  input.setAttribute('aria-describedby', why.id)
  row.append(why)
  return row
}
