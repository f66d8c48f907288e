// What this device made of a picture, as the server takes it: only what the engine really checked here.
import type { Result } from '../client/results'
import type { Found } from '../device/message'

/** The steps of a plan that a check of the engine answers. */
const answered: Record<string, string> = {
  'document.found': 'document_detect',
  'document.realness': 'document_realness',
  'document.kind': 'document_classification',
  'document.read': 'mrz_barcode_reading',
}

/** Returns the results of the checks of a document that were run. */
export const documentResults = ({ checks = [] }: Found): Result[] => checks.flatMap(({ code, outcome }) =>
  code in answered && outcome !== 'NOT_RUN' ? [{ capability: answered[code], outcome }] : [])

/** Returns the result of looking for the one face of a selfie, where nothing else was to be asked for. */
export const faceResults = ({ faces = [], prompts = [] }: Found): Result[] =>
  faces.length === 1 && !prompts.length ? [{ capability: 'face_detect', outcome: 'PASS' }] : []
