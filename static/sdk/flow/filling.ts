// Auto fill: captures a document, has it read, and lets the applicant correct what was read.
import type { API } from '../client/api'
import { errorOf, ProofdeskError } from '../client/errors'
import type { Job } from '../client/job'
import type { Context } from '../client/session'
import { Tries } from '../client/tries'
import { captureOf } from '../screens'
import { fieldNames, type FieldName } from '../screens/fields'
import { form, type Field } from '../screens/form'
import { heardAs } from '../screens/prompting'
import type { Scene, ScreenName } from '../screens/scene'
import { takeShot, type Shown } from './all'
import { leaves } from './asking'
import { Draft, type Reading } from './draft'
import { create } from './resume'
import { filled, idBack } from './shots'
import { cancelled, type Taken } from './step'
import type { CaptureWindow } from './window'

/** A field of the result: what was read, if anything was, and what the applicant says. */
export interface FilledField { read?: string, source?: string, confidence?: number, value: string, corrected: boolean }

export type Filled = Partial<Record<FieldName, FilledField>>

/** The fields that are asked for even where they could not be read. */
const always: FieldName[] = ['firstName', 'lastName', 'dateOfBirth', 'documentNumber', 'expiryDate']

/** Captures a document and returns its job, which has what the applicant says, with the fields. */
export async function autoFill(
  to: Context, window: CaptureWindow,
): Promise<{ job: Job, captures: Shown[], fields: Filled }> {
  const draft = await Draft.open(to, window)
  const read = draft.read ?? await legible(to, window, draft)
  const fields = fieldsOf(read, draft.said)
  for (;;) {
    const said = await corrected(window, to, fields, draft)
    for (const field of fields) field.value = said[field.name] ?? ''
    try {
      const job = draft.job = await create(to, 'AUTO_FILL', { submitted: said }, () => window)
      for (const picture of draft.pictures) await job.add(picture)
      await draft.end()
      const captures = draft.pictures.map(({ kind, capturedAt, pictures }) => ({ kind, capturedAt, ...pictures }))
      return { job, captures, fields: resultOf(fields, read) }
    } catch (cause) {
      const found = errorOf(cause).fields
      for (const one of fields) one.wrong = found.find(({ field }) => field === 'submitted.' + one.name)?.rule
      if (!fields.some(({ wrong }) => wrong)) throw cause
    }
  }
}

/** Takes pictures and keeps them, until something can be read in them, and returns what was read. */
async function legible(to: Context, window: CaptureWindow, draft: Draft): Promise<Reading> {
  const show = (screen: ScreenName, prompt: string, more: Partial<Scene>): void => {
    window.show({ capture: filled.capture, screen, prompt, ...more })
    to.events.emit('step', { step: 'autofill', screen })
    to.events.emit('prompt', { step: 'autofill', prompt: heardAs(captureOf(filled.capture), prompt) })
  }
  for (const tries = new Tries(to.pending, draft.id, 'autofill'); ;) {
    if (draft.pictures.length === 0) {
      const pictures = await takeShot(to, window, filled)
      if (pictures[0].kind !== 'passport') pictures.push(...await takeShot(to, window, idBack))
      await draft.keep(pictures)
    }
    show('capture', 'checking', { camera: await stillOf(draft.pictures.at(-1)!) })
    const read = await Promise.race([readIn(to.api, draft.pictures), leaves(window)])
    if (fieldNames.some(name => read[name])) {
      await draft.know(read)
      return read
    }
    await draft.drop()
    const last = !await tries.again()
    show('retry', 'pale', { last })
    const action = await window.action()
    if (last) throw new ProofdeskError('RETRY_LIMIT', 'nothing could be read as often as it may be tried')
    if (action !== 'retry') throw cancelled()
  }
}

/** Returns a picture to show in place of the camera, which is off; an empty one where the browser can't draw it. */
async function stillOf({ bytes }: Taken): Promise<HTMLElement> {
  const canvas = document.createElement('canvas')
  await createImageBitmap(new Blob([bytes as BlobPart])).then(still => {
    canvas.width = still.width
    canvas.height = still.height
    canvas.getContext('2d')!.drawImage(still, 0, 0)
    still.close()
  }).catch(() => {})
  return canvas
}

/**
 * Returns what the server reads in pictures, which go in one body: it takes long on a slow line, and nobody waits for
 * all of that again.
 */
export async function readIn(api: API, pictures: Taken[]): Promise<Reading> {
  const body = new FormData()
  for (const { kind, bytes, type } of pictures) body.append(kind, new Blob([bytes as BlobPart], { type }), kind)
  const { values } = await api.json<{ values: Reading }>(
    '/api/v4/autofill', { method: 'POST', body, limit: 240_000, once: 'here' },
  )
  return values
}

/**
 * Returns the fields to show, with what the applicant wrote before. What a check digit or the code of a barcode
 * confirms is fixed: a correction of it would contradict the document.
 */
export function fieldsOf(read: Reading, said?: Record<string, string>): Field[] {
  const named = (name: FieldName): boolean => !!read[name] || always.includes(name)
  return fieldNames.filter(name => named(name) && !(name === 'fullName' && read.firstName && read.lastName))
    .map(name => {
      const { value: seen = '', source, checkDigit } = read[name] ?? {}
      const value = said ? said[name] ?? '' : seen
      return { name, value, fixed: checkDigit === 'right' || source === 'BARCODE' }
    })
}

/** Returns what the applicant says of each field; a field that is left empty is missing. */
async function corrected(
  window: CaptureWindow, to: Context, fields: Field[], draft: Draft,
): Promise<Record<string, string>> {
  to.events.emit('step', { step: 'autofill', screen: 'preview' })
  let inputs = new Map<FieldName, HTMLInputElement>()
  const said = (): Record<string, string> =>
    Object.fromEntries([...inputs].map(([name, { value }]) => [name, value.trim()]).filter(([, value]) => value))
  const action = await window.place(stage => {
    inputs = form(stage, fields, to.options)
    for (const input of inputs.values()) input.addEventListener('input', () => draft.say(said()))
  })
  if (action !== 'continue') throw cancelled()
  return said()
}

/** Returns each field with what was read and what the applicant says. */
export function resultOf(fields: Field[], all: Reading): Filled {
  return Object.fromEntries(fields.map(({ name, value }) => {
    const { value: read, source, confidence } = all[name] ?? {}
    return [name, { read, source, confidence, value, corrected: value !== (read ?? '') }]
  }))
}
